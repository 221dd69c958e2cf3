"""Design, promise 3: what only one player knows changes no byte for anybody else.

At every moment of games played by taps there is a second table, alike but for what one seat has
seen and told its phone in confidence: the card it drew, cards of lines, the card it looks at. The
pages are compared; then one thing is done on both, and all that reaches the others is compared.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.table.presenter import amendments_of, choice_ids
from companion.table.taps import offer_of
from rules import skullduggery as rules
from rules.knowledge import Sight
from rules.skullduggery.cards import VALUES
from rules.skullduggery.state import State
from tests.companion.table.scripted import Script
from tests.companion.table.skullduggery.people import Game
from tests.companion.table.twins import count_all, leaking, told, twin_of

GAME = "skullduggery"
PRIVATE = ("middle", "draw", "tell", "peek", "sneak")
KINDS = ("drawn", "line", "look")
"""Of secrets: the card in the hand, cards that lie in lines, the card under a Peek or Sneak."""
ENOUGH = 6
"""Moments at which two tables differ in each kind, at least."""
PROBES = ("own:0", "left:2", "shown:5", "reveal=1111", "tell=4", "peek:left=9", "x")
"""What somebody may tap in order to find something out."""


def secrets(state: State) -> dict[str, list[int]]:
    """Kind to the cards whose faces are no business of everybody's."""
    hidden = [ref for line in state.lines for ref in line if ref not in state.face_up]
    look = state.look and state.lines[state.look.place.seat][state.look.place.slot]
    return {
        "drawn": [] if state.drawn is None else [state.drawn],
        "line": hidden,
        "look": [look] if look in hidden else [],
    }


def disguised(state: State, knows: int, rng: random.Random) -> State:
    """The same table, where this seat has seen and told other things of the hidden cards."""
    sights = list(state.sights)
    for refs in secrets(state).values():
        for ref in refs:
            sights[ref] = _other(sights[ref], knows, rng)
    return replace(state, sights=tuple(sights))


def _other(sight: Sight[int] | None, knows: int, rng: random.Random) -> Sight[int] | None:
    if sight is not None and sight.face is not None:
        return sight
    old = sight or Sight()
    seen = {seat for seat in old.seen_by if seat != knows}
    notes = {seat: face for seat, face in old.told if seat != knows}
    if rng.random() < 0.9:
        seen.add(knows)
        notes[knows] = rng.choice(VALUES)
    if not seen:
        return None
    return Sight(seen_by=tuple(sorted(seen)), told=tuple(sorted(notes.items())))


def retold(choice: str, rng: random.Random) -> str:
    """The same tap with another value of what only this player sees, or with none noted."""
    head, filled, values = choice.partition("=")
    if not filled or not head.startswith(PRIVATE):
        return choice
    if rng.random() < 0.25 and head != "tell":
        return head
    return f"{head}={''.join(str(rng.randint(1, 9)) for _ in values)}"


class Moments:
    """Games one after the other; `step` compares two tables at one moment and after it."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.compared = 0
        self.kinds: dict[str, int] = {}
        self.deal()

    def deal(self) -> None:
        aid = self.rng.choice(("true", "true", "false"))
        self.game = Game(self.rng.choice(rules.SEATS), self.rng, memory_aid=aid)
        self.left = 60

    def step(self) -> None:
        script, rng = self.game.script, self.rng
        if script.table.phase != "playing" or not self.left:
            self.deal()
            return
        self.left -= 1
        knows = self.who(script.state)
        one = twin_of(script)
        two = twin_of(script, disguised(script.state, knows, rng))
        count_all(self.differing(script.state, two.state, knows), self.kinds)
        self.compare(one, two, knows)
        self.act(one, two, knows)
        self.compare(one, two, knows)
        self.game.script = one

    def who(self, state: State) -> int:
        """Mostly somebody who has just seen a card that others have not."""
        dice = self.rng.random()
        if state.look is not None and dice < 0.7:
            return int(state.look.seat)
        return state.turn if dice < 0.6 else self.rng.randrange(self.game.seats)

    @property
    def rarest(self) -> int:
        """How often the kind was compared that was compared least."""
        return min(self.kinds.get(kind, 0) for kind in KINDS)

    def compare(self, one: Script, two: Script, knows: int) -> None:
        first, second = told(one, knows), told(two, knows)
        assert first == second
        self.compared += len(first)

    @staticmethod
    def differing(one: State, two: State, knows: int) -> Iterator[str]:
        """Kinds of secrets that the two tables do not have in common."""
        for kind, refs in secrets(one).items():
            seat = {"drawn": one.turn, "look": one.look and one.look.seat}.get(kind, knows)
            if seat == knows and any(one.sights[ref] != two.sights[ref] for ref in refs):
                yield kind

    def act(self, one: Script, two: Script, knows: int) -> None:
        """One thing that people do, on both tables."""
        rng, dice = self.rng, self.rng.random()
        if one.table.prompts:
            choice = rng.choice(one.view(0).prompts[0].choices).id
            self.both(one, two, 0, choice, choice)
        elif dice < 0.12:
            what = rng.choice(("undo", "redo"))
            for script in (one, two):
                script.ask(what, "seat:0")
        elif dice < 0.2 and (value := self.correction(one)) is not None:
            for script in (one, two):
                script.ask("amend", "seat:0", value=value)
        elif dice < 0.3:
            probe = rng.choice(PROBES)
            self.both(one, two, (knows + 1) % self.game.seats, probe, probe)
        elif (found := self.note(knows) or self.game.honest(rng)) is not None:
            seat, choice = found
            if seat == knows and offer_of(choice) not in choice_ids(two.view(seat)):
                return  # noted there already
            other = retold(choice, rng) if seat == knows else choice
            self.both(one, two, seat, choice, other)

    @staticmethod
    def both(one: Script, two: Script, seat: int, choice: str, other: str) -> None:
        if other == choice or offer_of(other) in choice_ids(two.view(seat)):
            one.tap(seat, choice)
            two.tap(seat, other)

    def note(self, knows: int) -> tuple[int, str] | None:
        """What the one who knows may tell the own phone now, mostly."""
        notes = [choice for choice in self.game.choices(knows) if choice.entry is not None]
        if not notes or self.rng.random() < 0.3:
            return None
        return knows, str(self.game.true(knows, self.rng.choice(notes)))

    def correction(self, script: Script) -> str | None:
        """What the pages offer to correct an entry to."""
        lines = [line for line in script.view().log if line.amendable]
        if not lines:
            return None
        found = amendments_of(script.table, self.rng.choice(lines).seq)
        return str(self.rng.choice(found).id) if found else None


def moments(seed: int, pairs: int) -> Moments:
    played = Moments(seed)
    while played.compared < pairs or played.rarest < ENOUGH:
        played.step()
    return played


@pytest.mark.parametrize("seed", range(4))
def test_what_one_player_knows_changes_no_byte_for_the_others(seed: int):
    played = moments(seed, 1_750)
    assert played.compared >= 1_750


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("seed", range(100, 200))
def test_no_byte_in_a_million_pairs(seed: int):
    assert moments(seed, 10_000).compared >= 10_000


def leak_drawn(state: State, view: Any) -> Any:
    return replace(view, drawn=_noted(state, state.drawn))


def leak_look(state: State, view: Any) -> Any:
    if state.look is None or view.look is None:
        return view
    ref = state.lines[state.look.place.seat][state.look.place.slot]
    return replace(view, look=replace(view.look, value=_noted(state, ref)))


def leak_line(state: State, view: Any) -> Any:
    players = tuple(
        replace(
            player,
            line=tuple(
                replace(slot, recalled=slot.recalled or _noted(state, ref))
                for slot, ref in zip(player.line, line, strict=True)
            ),
        )
        for player, line in zip(view.players, state.lines, strict=True)
    )
    return replace(view, players=players)


def _noted(state: State, ref: int | None) -> int | None:
    """What anybody told of this card: for everybody to read, as it must never be."""
    sight = None if ref is None else state.sights[ref]
    return sight.told[0][1] if sight is not None and sight.told else None


LEAKS = {"drawn": leak_drawn, "look": leak_look, "line": leak_line}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", KINDS)
def test_a_leak_of_each_kind_is_found_at_every_seed(seed: int, kind: str):
    """Sabotage: one field of everybody's view holds what one player told in confidence."""
    with leaking(GAME, LEAKS[kind]), pytest.raises(AssertionError):
        moments(seed, 1_500)
