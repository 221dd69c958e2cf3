"""People with real cards, dice and phones: they play Eldris by taps alone.

Who plays at random with real cards is `companion.bench.players.eldris`; here each of its actions
becomes the tap that a person makes for it, on that person's own page.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from companion.bench.players.eldris import RandomPlayer
from companion.readmodels import SeatView
from companion.table.eldris.ids import KEEP, digits, ident, letters
from companion.table.presenter import refresh
from companion.table.taps import offer_of
from rules import eldris as rules
from rules.eldris import actions as a
from tests.companion.table.scripted import Script

GAME = "thieves-of-eldris"


def _reroll(action: a.Reroll) -> str:
    shown = dict(zip(action.which, action.dice, strict=True))
    return "".join(digits((shown[place],)) if place in shown else KEEP for place in range(3))


FILLED: Mapping[type, Callable[[Any], str]] = MappingProxyType(
    {
        a.LayOut: lambda action: f"layout={letters(action.grid)}",
        a.TurnUp: lambda action: f"up={letters((action.card,))}",
        a.EnterCards: lambda action: f"hand={letters(action.cards)}",
        a.Roll: lambda action: f"roll={digits(action.dice)}",
        a.Reroll: lambda action: f"reroll={_reroll(action)}",
        a.DrawTarget: lambda action: f"drawn={letters((action.card,))}",
        a.NotePeek: lambda action: f"peek={letters((action.card,))}",
        a.ShowCutpurse: lambda action: f"show={letters((action.card,))}",
        a.FanFoes: lambda action: f"fan={letters((action.rival,))}{digits(action.traits)}",
        a.RevealFoes: lambda action: ":".join(("foes", *sorted(action.cards))),
    }
)


def taps(action: Any) -> Iterator[str]:
    """What a person posts for this action; a wager on two characters is two taps."""
    if isinstance(action, a.Wager):
        yield from (f"wager:{card}" for card in action.characters)
    elif type(action) in FILLED:
        yield FILLED[type(action)](action)
    else:
        yield ident(action)


def as_tapped(action: Any, choice: str) -> Any:
    """The action that one tap makes of it."""
    match action:
        case a.Wager(seat=seat):
            return a.Wager(seat=seat, characters=(choice.removeprefix("wager:"),))
        case a.RevealFoes(cards=cards):
            return a.RevealFoes(cards=tuple(sorted(cards)))
        case _:
            return action


class Game:
    """A table without camera and buttons, and the real cards that lie on it."""

    def __init__(self, seats: int, rng: random.Random, **options: str) -> None:
        self.script = Script(seats, camera=False, buttons=False, game=GAME, **options)
        values = rules.Options(**{key: _value(value) for key, value in options.items()})
        self.player = RandomPlayer(seats, rng, values, self.script.table.pack)
        self.script.begin(self.player.start.turn)
        self.seats = seats

    @property
    def state(self) -> Any:
        return self.script.state

    @property
    def over(self) -> bool:
        return self.script.table.phase == "over"

    def view(self, audience: int | str = "table") -> SeatView:
        view: SeatView = self.script.view(audience)
        return view

    def offered(self, seat: int) -> list[str]:
        return [f"{one.id}=" if one.entry else one.id for one in self.view(seat).my_choices]

    def next(self) -> tuple[int, Any]:
        """Who does what next: a seat and an action with what really lies there."""
        actor, action = self.player.choose(self.state)
        return (self.state.turn if actor == "table" else actor), action

    def act(self) -> Any:
        """One action by taps, each of which the page offers; what it was."""
        seat, action = self.next()
        for choice in taps(action):
            assert offer_of(choice) in self.offered(seat), (choice, action)
            before = self.state
            done = as_tapped(action, choice)
            events = rules.decide(before, done)
            reply = self.script.tap(seat, choice)
            assert reply.status == 200, (choice, reply.reason)
            for event in events:
                self.player.follow(event)
        self.player.compare(self.state)
        return action

    def play(self, most: int = 3_000) -> int:
        """To the end; how many actions it took."""
        for count in range(most):
            if self.over:
                return count
            self.act()
        raise AssertionError("no end")


def _value(text: str) -> Any:
    return {"true": True, "false": False}.get(text, text)


class Moment:
    """A table at the moment where `wanted` holds, played there by the rules alone."""

    def __init__(
        self, seats: int, rng: random.Random, wanted: Callable[[Any], bool], **options: str
    ) -> None:
        self.script = Script(seats, camera=False, buttons=False, game=GAME, **options)
        values = rules.Options(**{key: _value(value) for key, value in options.items()})
        self.player = RandomPlayer(seats, rng, values, self.script.table.pack)
        self.script.begin(self.player.start.turn)
        state = self.player.start
        while not wanted(state):
            if state.over is not None:
                self.player = RandomPlayer(seats, rng, values, self.script.table.pack)
                state = self.player.start
                continue
            _, action = self.player.choose(state)
            events, state = rules.apply(state, action)
            for event in events:
                self.player.follow(event)
        self.show(state)

    def show(self, state: Any) -> None:
        """Let all pages show this state."""
        phase = "playing" if state.over is None else "over"
        table = replace(self.script.table, game=state, phase=phase)
        self.script.table = refresh(table)[0]

    def view(self, audience: int | str = "table") -> SeatView:
        view: SeatView = self.script.view(audience)
        return view
