"""Design, promise 3: what only one player knows changes no byte for anybody else.

Two trusted tables are played alike, tap by tap. On the second, one player's phone is told other
cards. Everything that any other audience gets is compared: pages, speech, lamps, the story, what
may be corrected, refusals of what they try. What the rules themselves make public (the answer to an
accusation, a card that is shown) ends a pair where the two tables differ in it.
"""

import random
from typing import Any

import pytest

from companion.table.audience import everything
from companion.table.presenter import amendments_of, audiences
from rules import eldris as rules
from rules.core import Illegal
from rules.eldris import actions as a
from rules.eldris.standing import hidden_cards
from tests.companion.table.eldris.people import GAME, taps
from tests.companion.table.eldris.wandering import PROBES, any_action, held
from tests.companion.table.scripted import Script
from tests.rules.eldris.test_secrecy import PRIVATE, reveals


class Pair:
    """Two tables that differ in what one seat was told."""

    def __init__(self, rng: random.Random) -> None:
        seats = rng.choice((2, 3, 3, 4, 5, 6))
        self.rng, self.seats, self.knows = rng, seats, rng.randrange(seats)
        self.scripts = tuple(
            Script(seats, camera=False, buttons=False, game=GAME, secrecy="trusted").begin()
            for _ in range(2)
        )
        self.compared = self.differing = self.meddled = 0

    @property
    def states(self) -> tuple[Any, Any]:
        first, second = self.scripts
        return first.state, second.state

    def both(self, one: Any, other: Any = None) -> None:
        """Do it on both tables and compare everything that others get."""
        starts = [len(script.effects) for script in self.scripts]
        one(self.scripts[0])
        (other or one)(self.scripts[1])
        first, second = (
            told(script, start, self.knows)
            for script, start in zip(self.scripts, starts, strict=True)
        )
        assert first == second
        self.compared += len(first)
        self.differing += self.states[0] != self.states[1]

    def step(self) -> bool:
        """One thing that people do; False where this pair has come to its end."""
        script, rng = self.scripts[0], self.rng
        dice = rng.random()
        if script.table.prompts:
            answer = rng.choice(script.view(self.stranger()).prompts[0].choices).id
            self.both(lambda one: one.tap(self.someone(answer), answer))
        elif dice < 0.08 or script.table.phase != "playing":
            what = rng.choice(("undo", "redo"))
            self.both(lambda one: one.ask(what, "seat:0"))
        elif dice < 0.14 and (value := self.correction()) is not None:
            self.meddled += 1
            audience = f"seat:{self.stranger()}"
            self.both(lambda one: one.ask("amend", audience, value=value))
        elif dice < 0.2:
            seat, choice = self.stranger(), rng.choice(PROBES)
            self.both(lambda one: one.tap(seat, choice))
        else:
            return self.play()
        return script.table.phase == "playing"

    def someone(self, _answer: str) -> int:
        return 0

    def stranger(self) -> int:
        """Somebody who does not know the secret."""
        return (self.knows + 1) % self.seats

    def correction(self) -> str | None:
        """What a stranger's page offers to correct an entry to."""
        script, audience = self.scripts[0], f"seat:{self.stranger()}"
        lines = [line for line in script.view(audience).log if line.amendable]
        if not lines:
            return None
        seq = self.rng.choice(lines).seq
        return str(self.rng.choice(amendments_of(script.table, seq, audience)).id)

    def play(self) -> bool:
        first, second = self.states
        found = any_action(first, self.rng, held(second))
        if found is None:
            return False
        seat, action = found
        other = self.counterpart(action)
        if other is None or isinstance(rules.check(second, other), Illegal):
            return False
        if reveals(first, second, action, self.knows):
            return False
        (choice,), (changed,) = taps(action), taps(other)
        self.both(lambda one: one.tap(seat, choice), lambda one: one.tap(seat, changed))
        return True

    def counterpart(self, action: Any) -> Any:
        """What the one who knows does on the second table; others do the same on both."""
        first, second = self.states
        if not isinstance(action, PRIVATE) or action.seat != self.knows:
            return action
        if isinstance(action, a.GiveBack) and first.display:
            return action
        free = sorted(set(hidden_cards(second, self.knows)) - held(first) - held(second))
        if isinstance(action, a.EnterCards):
            own = sorted({*free, *action.cards})
            return a.EnterCards(
                seat=self.knows, cards=tuple(self.rng.sample(own, len(action.cards)))
            )
        if isinstance(action, a.DrawTarget | a.NotePeek):
            return type(action)(seat=self.knows, card=self.rng.choice(free)) if free else None
        offered = [one for one in rules.choices(second, self.knows) if type(one) is type(action)]
        return self.rng.choice(offered) if offered else None


def told(script: Script, start: int, knows: int) -> list[bytes]:
    """All bytes of the last moment, for everybody but the one who knows."""
    others = [one for one in audiences(script.table) if one != f"seat:{knows}"]
    return [everything(script.table, script.effects[start:], one) for one in others]


def compare(seed: int, wanted: int) -> tuple[int, int, int]:
    """Moments of an audience that were compared, with different secrets, and corrections."""
    rng = random.Random(seed)
    compared = differing = meddled = 0
    while compared < wanted:
        pair = Pair(rng)
        for _ in range(60):
            if not pair.step():
                break
        compared += pair.compared
        differing += pair.differing
        meddled += pair.meddled
    return compared, differing, meddled


@pytest.mark.parametrize("seed", range(3))
def test_what_one_player_knows_changes_no_byte_for_the_others(seed: int):
    compared, differing, meddled = compare(seed, 1_500)
    assert compared >= 1_500
    assert differing > 50
    assert meddled > 3


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 200))
def test_no_byte_in_a_million_pairs(seed: int):
    assert compare(seed, 10_000)[0] >= 10_000


def test_the_comparison_would_notice_a_card():
    """The owner's own page does show it: the same bytes for the others are no accident."""
    pages = []
    for cards in ("abc", "def"):
        script = Script(3, camera=False, buttons=False, game=GAME, secrecy="trusted").begin()
        assert script.tap(0, "layout=abcdefghijklmnopqrstuvwx").status == 200
        assert script.tap(1, f"hand={cards}").status == 200
        pages.append([everything(script.table, (), f"seat:{seat}") for seat in range(3)])
    (ann, ben, cleo), (ann_too, ben_too, cleo_too) = pages
    assert ben != ben_too
    assert (ann, cleo) == (ann_too, cleo_too)


def test_a_privately_refused_theft_is_told_to_its_thief_alone():
    """R-EL-9, R-EL-23: the others' pages do not even change."""
    rng = random.Random(7)
    pair = Pair(rng)
    script = pair.scripts[0]
    while not (script.state.phase == "nick" and refused_in_private(script.state)):
        found = any_action(script.state, rng)
        if found is None or script.table.phase != "playing":
            pair = Pair(rng)
            script = pair.scripts[0]
            continue
        seat, action = found
        for choice in taps(action):
            script.tap(seat, choice)
    state = script.state
    card = refused_in_private(state)
    before, start = dict(script.table.shown), len(script.effects)
    reply = script.tap(state.turn, f"steal:{card}")
    ruling = rules.check(state, a.Steal(seat=state.turn, card=card))
    assert (reply.status, reply.reason, reply.rule) == (409, ruling.reason, ruling.rule)
    assert script.state is state
    assert script.table.shown == before
    assert [type(one).__name__ for one in script.effects[start:]] == ["Reply"]


def refused_in_private(state: Any) -> str:
    """A card that its thief may not rob for a reason of the own cards."""
    for card in state.grid:
        ruling = rules.check(state, a.Steal(seat=state.turn, card=card))
        if isinstance(ruling, Illegal) and ruling.private:
            return str(card)
    return ""
