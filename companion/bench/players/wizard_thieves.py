"""Random legal play of Wizard Thieves with real, shuffled cards."""

import random

from companion.bench.players.errors import DeadEndError, PlayoutError
from rules import wizard_thieves as game
from rules.core import Actor
from rules.wizard_thieves import world as real
from rules.wizard_thieves.cards import cards_in_play

GRAB_WHEN_OPEN = 0.5
GRAB_WHEN_SHUT = 0.02
MIS_REVEAL = 0.01
DISPUTE = 0.02
UNDECIDED = 0.2
"""How often two neighbours in a grab are undecided between each other."""


class RandomPlayer:
    """Everybody at the table, with all cards."""

    def __init__(
        self, seats: int, rng: random.Random, options: game.Options, pack: game.Pack
    ) -> None:
        self._rng = rng
        items = list(real.all_items())
        rng.shuffle(items)
        decks = [list(deck) for deck in real.starting_decks(seats, items)]
        for deck in decks:
            rng.shuffle(deck)
        self._world = real.lay_out(decks)
        self._total = cards_in_play(seats)
        first = rng.randrange(seats)
        self.start = game.setup(range(seats), first, options, pack)
        self._state = self.start

    def follow(self, event: game.Event) -> None:
        """Move the real cards as this fact says."""
        self._world = real.follow(self._world, event)

    def choose(self, state: game.State) -> tuple[Actor, game.Action]:
        """A press now and then, else something that brings the game on."""
        self._state, rng = state, self._rng
        chance = rng.random()
        if state.tied is None and chance < (GRAB_WHEN_OPEN if state.window else GRAB_WHEN_SHUT):
            presses = self._presses()
            return presses[0][0], game.Grab(presses=presses)
        others: list[tuple[Actor, game.Action]] = []
        if chance > 1 - MIS_REVEAL:
            others = self._listed((game.MisReveal,))
        elif state.memory is not None and chance > 1 - DISPUTE:
            others = self._listed((game.OverrideGrab, game.CheckGrab))
        return rng.choice(others) if others else self._progress()

    def _presses(self) -> tuple[tuple[int, ...], ...]:
        rng, seats = self._rng, self._state.config.seats
        order = rng.sample(range(seats), rng.randint(1, seats))
        groups: list[list[int]] = [[order[0]]]
        for seat in order[1:]:
            if rng.random() < UNDECIDED:
                groups[-1].append(seat)
            else:
                groups.append([seat])
        return tuple(map(tuple, groups))

    def _listed(self, kinds: tuple[type, ...]) -> list[tuple[Actor, game.Action]]:
        actors: tuple[Actor, ...] = (*range(self._state.config.seats), "table")
        return [
            (actor, choice)
            for actor in actors
            for choice in game.choices(self._state, actor)
            if isinstance(choice, kinds) and not isinstance(choice, game.Pattern)
        ]

    def _progress(self) -> tuple[Actor, game.Action]:
        """Something that whom the game waits for may do, presses and mis-reveals aside."""
        actor = self._rng.choice(sorted(game.acting(self._state), key=str))
        idle = game.Grab | game.MisReveal | game.CheckGrab | game.OverrideGrab
        offered = [
            choice for choice in game.choices(self._state, actor) if not isinstance(choice, idle)
        ]
        if not offered:
            raise DeadEndError(f"{actor} is awaited and has nothing to do")
        return actor, self._landed(self._rng.choice(offered))

    def _landed(self, choice: game.Choice) -> game.Action:
        """The card that really is on top, where the choice is a pattern for chance."""
        if isinstance(choice, game.RevealPattern):
            deck = self._world.decks[choice.seat]
            collecting = self._state.collecting
            card = deck[0] if deck else self._world.pot[0]
            if not deck and collecting is None:
                raise PlayoutError(f"seat {choice.seat} is to reveal without cards")
            return game.Reveal(seat=choice.seat, card=card)
        if isinstance(choice, game.ToPortalPattern):
            return game.ToPortal(seat=choice.seat, card=self._world.decks[choice.seat][0])
        return choice

    def compare(self, state: game.State) -> None:
        """The engine's piles are the real ones, card by card where it knows them."""
        world = self._world
        if world.count() != self._total:
            raise PlayoutError(f"{world.count()} cards instead of {self._total}")
        pairs = [
            *zip(state.decks, world.decks, strict=True),
            *zip(state.aside, world.aside, strict=True),
            (state.pot, world.pot),
            (state.portal, world.portal),
            (state.removed, world.removed),
        ]
        for engine, truth in pairs:
            if len(engine) != len(truth):
                raise PlayoutError(f"a pile of {len(truth)} cards is taken for {len(engine)}")
            for key, card in zip(engine, truth, strict=True):
                if key is not None and key != card:
                    raise PlayoutError(f"{card} is taken for {key}")
