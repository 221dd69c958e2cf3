"""Random legal play of Skullduggery with real, shuffled cards."""

import operator
import random
from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import compress
from typing import Any

from companion.bench.players.errors import DeadEndError, PlayoutError
from rules import skullduggery as game
from rules.core import TABLE, Actor
from rules.skullduggery import world as real
from rules.skullduggery.cards import CARDS, MIDDLE, neighbour
from rules.skullduggery.state import open_face

ASIDE = 0.1
"""How often somebody looks, tells or reads a card beside the play."""
TELL = 0.5
"""How often a player tells the companion what nobody else sees."""
AT_ONCE = 0.5
"""How often what comes to light is said with the action, and not afterwards."""

_BESIDE = frozenset((game.LookAtMiddle, game.TellPattern, game.ReadFaceUpPattern))


@lru_cache(maxsize=256)
def _in_order(actors: frozenset[Actor]) -> tuple[Actor, ...]:
    return tuple(sorted(actors, key=str))


class RandomPlayer:
    """Everybody at the table, with all cards."""

    def __init__(
        self, seats: int, rng: random.Random, options: game.Options, pack: game.Pack
    ) -> None:
        self._rng = rng
        faces = list(real.box(pack.counts()))
        rng.shuffle(faces)
        self._world = real.lay_out(seats, faces)
        self.start = game.setup(range(seats), rng.randrange(seats), options, pack)
        self._sights = self.start.sights
        self._fill: Mapping[type, Callable[[game.State, Any], game.Action]] = {
            game.LookAtMiddle: self._look_at_middle,
            game.Draw: self._draw,
            game.DiscardDrawn: self._discard_drawn,
            game.ReplaceOwn: self._replace_own,
            game.ReplaceNeighbour: self._replace_neighbour,
            game.ChoosePeek: self._as_it_is,
            game.ChooseSneak: self._as_it_is,
            game.TurnUp: self._turn_up,
            game.ShowDiscardPattern: self._show_discard,
            game.TellPattern: self._tell,
            game.ReadFaceUpPattern: self._read,
            game.RevealAllPattern: self._reveal,
        }

    def follow(self, event: game.Event) -> None:
        """Move the real cards as this fact says."""
        self._world = real.follow(self._world, event)

    def choose(self, state: game.State) -> tuple[Actor, game.Action]:
        """Something beside the play now and then, else something that brings the game on."""
        rng = self._rng
        if rng.random() < ASIDE:
            someone: Actor = rng.choice((*range(state.config.seats), TABLE))
            beside = [one for one in game.choices(state, someone) if type(one) in _BESIDE]
            if beside:
                return someone, self._filled(state, rng.choice(beside))
        waiting = _in_order(game.acting(state))
        actor = waiting[0] if len(waiting) == 1 else rng.choice(waiting)
        offered = [one for one in game.choices(state, actor) if type(one) not in _BESIDE]
        if not offered:
            raise DeadEndError(f"{actor} is awaited and has nothing to do")
        return actor, self._filled(state, offered[0] if len(offered) == 1 else rng.choice(offered))

    def _filled(self, state: game.State, choice: Any) -> game.Action:
        """With what the real cards show, where it comes to light or somebody tells it."""
        return self._fill[type(choice)](state, choice)

    def _look_at_middle(self, _state: game.State, choice: game.LookAtMiddle) -> game.Action:
        left, right = (self._told(self._face(choice.seat, slot)) for slot in MIDDLE)
        return game.LookAtMiddle(seat=choice.seat, values=(left, right))

    def _draw(self, state: game.State, choice: game.Draw) -> game.Action:
        return game.Draw(seat=choice.seat, value=self._told(self._world.faces[state.pile[0]]))

    def _discard_drawn(self, _state: game.State, choice: game.DiscardDrawn) -> game.Action:
        return game.DiscardDrawn(seat=choice.seat, discard=self._at_once(self._hand()))

    def _replace_own(self, _state: game.State, choice: game.ReplaceOwn) -> game.Action:
        seat, slot, value = choice.seat, choice.slot, self._told(self._hand())
        discard = self._at_once(self._face(seat, slot))
        return game.ReplaceOwn(seat=seat, slot=slot, discard=discard, value=value)

    def _replace_neighbour(self, state: game.State, choice: game.ReplaceNeighbour) -> game.Action:
        seat, side, slot, value = choice.seat, choice.side, choice.slot, self._told(self._hand())
        discard = self._at_once(self._face(neighbour(state.config.seats, seat, side), slot))
        return game.ReplaceNeighbour(seat=seat, side=side, slot=slot, discard=discard, value=value)

    def _as_it_is(self, _state: game.State, choice: game.Action) -> game.Action:
        return choice

    def _turn_up(self, _state: game.State, choice: game.TurnUp) -> game.Action:
        value = self._at_once(self._face(choice.seat, choice.slot))
        return game.TurnUp(seat=choice.seat, slot=choice.slot, value=value)

    def _show_discard(self, _state: game.State, choice: game.ShowDiscardPattern) -> game.Action:
        card = self._world.shown_next
        if card is None:
            raise PlayoutError("a discard is to be shown, and there is none")
        return game.ShowDiscard(seat=choice.seat, value=self._world.faces[card])

    def _tell(self, state: game.State, choice: game.TellPattern) -> game.Action:
        return game.Tell(seat=choice.seat, value=self._looked_at(state))

    def _read(self, _state: game.State, choice: game.ReadFaceUpPattern) -> game.Action:
        seat, slot = choice.seat, choice.slot
        return game.ReadFaceUp(seat=seat, slot=slot, value=self._face(seat, slot))

    def _reveal(self, _state: game.State, choice: game.RevealAllPattern) -> game.Action:
        shown = [self._face(choice.seat, slot) for slot in range(len(choice.known))]
        first, second, third, fourth = (
            value if before is None else self._at_once(value)
            for value, before in zip(shown, choice.known, strict=True)
        )
        return game.RevealAll(seat=choice.seat, values=(first, second, third, fourth))

    def _looked_at(self, state: game.State) -> int:
        if state.drawn is not None:
            return self._hand()
        if state.look is None:
            raise PlayoutError("somebody is to tell a card and has seen none")
        return self._face(state.look.place.seat, state.look.place.slot)

    def _face(self, seat: int, slot: int) -> int:
        return self._world.faces[self._world.lines[seat][slot]]

    def _hand(self) -> int:
        if self._world.hand is None:
            raise PlayoutError("somebody is to play a card and holds none")
        return self._world.faces[self._world.hand]

    def _told(self, value: int) -> int | None:
        return value if self._rng.random() < TELL else None

    def _at_once(self, value: int) -> int | None:
        return value if self._rng.random() < AT_ONCE else None

    def compare(self, state: game.State) -> None:
        """Every card lies where it really lies; what the engine knows of it is true."""
        world = self._world
        if world.count() != CARDS:
            raise PlayoutError(f"{world.count()} cards instead of {CARDS}")
        engine = (state.pile, state.lines, state.face_up, state.drawn, state.leaving)
        truth = (world.pile, world.lines, world.face_up, world.hand, world.shown_next)
        if engine != truth:
            raise PlayoutError(f"the cards lie as {truth}, taken for {engine}")
        if (state.discard, state.spyglass) != (world.discard, world.spyglass):
            raise PlayoutError("the discards are not those that were discarded")
        if state.sights is not self._sights:
            self._compare_sights(state)
        if state.over is not None:
            self._compare_scores(state)

    def _compare_sights(self, state: game.State) -> None:
        changed = map(operator.is_not, state.sights, self._sights)
        for card in compress(range(CARDS), changed):
            sight, face = state.sights[card], self._world.faces[card]
            if sight is None or sight.face not in (None, face):
                raise PlayoutError(f"{face} is taken for {sight}")
            if sight.told and any(told != face for _, told in sight.told):
                raise PlayoutError(f"{face} was told and {sight.told} kept")
        self._sights = state.sights

    def _compare_scores(self, state: game.State) -> None:
        scores = tuple(
            int("".join(str(self._world.faces[card]) for card in line))
            for line in self._world.lines
        )
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        if state.over is None or (state.over.scores, state.over.winners) != (scores, winners):
            raise PlayoutError(f"the scores are {scores}, taken for {state.over}")
        if any(open_face(state, card) is None for line in state.lines for card in line):
            raise PlayoutError("a card was not read at the end")
