"""An evening at the simulated table: people sit down, join with their phones, and play games."""

import json
import random
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.twin.between_games import BetweenGames
from companion.twin.lobby import Lobby
from companion.twin.people import Person
from companion.twin.people_phone import Phone, PhoneError
from companion.twin.report import Report
from companion.twin.sabotage import Sabotage
from companion.twin.stage import Hands, Play, Sitting, Stage
from companion.twin.talk import FOREVER_NS
from companion.twin.timeline import Steps, Until
from companion.twin.world import World
from hardware.timing import MS

DEFAULT_PINS = {0: 17, 1: 18, 2: 5, 3: 16}
"""Buttons of the default wiring; `pins.json` in the rendezvous directory overrides."""
START_S = 30.0
"""Real seconds the people wait for the companion and its buttons."""
CAMERA_S = 90.0
"""And for its camera: the first time, the companion learns the cards before it looks."""
POLITE_NS = 4000 * MS
"""A host of ours starts the game if no human has, this long after everybody sat down."""
LOBBY_NS = 20_000 * MS
SETTLE_NS = 1500 * MS
"""The camera looks at the empty table so long before the first card."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be played.

    Attributes:
        stage: Of which game.
        directory: Rendezvous with the sensors.
        url: Of the companion's pages.
        code: To join the table.
        people: Seats that the twin's people take; the others belong to humans.
        style: Which set of card pictures.
    """

    stage: Stage
    directory: Path
    url: str
    code: str
    seats: int
    seed: int
    games: int
    real: bool
    people: tuple[int, ...]
    style: str
    sabotage: Sabotage
    options: Mapping[str, str] = field(default_factory=dict)


class Evening:
    """The world with its people and phones, for a number of games."""

    def __init__(self, plan: Plan, report: Report) -> None:
        self.plan, self.report = plan, report
        self.world = World(
            plan.directory,
            plan.stage,
            seed=plan.seed,
            seats=plan.seats,
            style=plan.style,
            real=plan.real,
            sabotage=plan.sabotage,
        )
        self.people = {seat: Person(seat, f"{plan.seed}") for seat in range(plan.seats)}
        self.phones: dict[int, Phone] = {}
        self.play: Play | None = None
        self.hands: Hands | None = None
        """Of the humans at the table, where there are any."""

    def run(self) -> None:
        """Join, start, play all games, leave. Raises PhoneError where the companion refuses."""
        self._wait_for_companion()
        if self.hands is not None:
            between = BetweenGames(self.world, self.plan.seats, self.phones, self.plan.seed)
            between.begin()
            self.hands.press = between.press
        self._join()
        try:
            self.world.timeline.run(self._games())
        finally:
            self._sum_up()
            for phone in self.phones.values():
                phone.close()
            self.world.close()

    def _wait_for_companion(self) -> None:
        probe = Phone(self.plan.url, 0, "", time.monotonic_ns)
        deadline = time.monotonic() + START_S
        while not probe.reachable():
            if time.monotonic() > deadline:
                raise PhoneError(f"no companion answers at {self.plan.url} within {START_S:.0f} s")
            time.sleep(0.1)
        probe.close()
        self.world.camera.wait_until_watched(CAMERA_S)
        self.world.board.wait_until_connected(START_S)
        self.world.wire(*read_pins(self.plan.directory))

    def _until_humans_sit(self, humans: frozenset[int]) -> Steps:
        """Guests wait until their hosts sit: whoever joins first is the companion's host."""
        lobby = Lobby(self.plan.url)
        yield Until(lambda: humans <= lobby.taken, FOREVER_NS)
        lobby.close()

    def _join(self) -> None:
        if self.hands is not None:
            self.world.timeline.run(self._until_humans_sit(self.hands.humans))
        for seat in self.plan.people:
            phone = Phone(
                self.plan.url, seat, self.people[seat].name, lambda: self.world.timeline.now
            )
            self.phones[seat] = phone
            phone.join(self.plan.code)
            if seat == self.plan.people[0]:
                self._host_setup(phone)
                if self.plan.real:
                    phone.on_view = self._seen

    def _host_setup(self, phone: Phone) -> None:
        if len(self.plan.people) < self.plan.seats:
            return
        wishes = [("seats", str(self.plan.seats)), ("first", "0")]
        wishes += [("option", f"{key}={value}") for key, value in self.plan.options.items()]
        for action, value in wishes:
            answer = phone.host(action, value)
            if not answer.accepted:
                reason = answer.body.get("reason", answer.body)
                raise PhoneError(f"the host may not set {action} to {value}: {reason}")

    def _games(self) -> Steps:
        yield SETTLE_NS
        for game in range(self.plan.games):
            self.report.game = game
            yield from self._one_game(game)

    def _seen(self, view: dict[str, Any]) -> None:
        if self.play is not None:
            self.play.seen(view)

    def _one_game(self, game: int) -> Steps:
        if self.hands is not None:
            yield from self._back_to_lobby(self.hands)
        self.world.scene.clear()
        play = self.plan.stage.open(self._sitting(game))
        self.world.timeline.watch(self.world.timeline.now, self.world.timeline.now + 500 * MS)
        yield 500 * MS
        yield from self._start(game)
        self.report.state(self.world.timeline.now, {"type": "setup"}, play.canonical())
        self.play = play
        yield from play.steps()
        self.report.end(
            **play.facts(),
            swapped=self.world.swapped,
            frames=self.world.frames,
            spent_s={what: round(s, 2) for what, s in self.world.spent_s.items()},
        )

    def _sitting(self, game: int) -> Sitting:
        plan = self.plan
        return Sitting(
            world=self.world,
            people=self.people,
            phones={s: p for s, p in self.phones.items() if s not in plan.sabotage.mute},
            report=self.report,
            rng=random.Random(f"{plan.seed} game {game}"),
            options=plan.options,
            by_phone=plan.sabotage.camera_black or not plan.stage.LIT,
            misread_aloud=plan.sabotage.misread_aloud,
            real=plan.real,
            hands=self.hands,
        )

    def _start(self, game: int) -> Steps:
        host = self.phones.get(self.plan.people[0]) if self.plan.people else None
        if host is None:
            return
        if self._all_ours():
            if game:
                self._must(host, "new_game")
            self._must(host, "start")
        else:
            yield from self._wait_for_humans(host)
        started = yield Until(lambda: host.phase == "playing", LOBBY_NS)
        if not started:
            raise PhoneError(f"the game did not start: {host.view.get('headline')}")

    def _back_to_lobby(self, hands: Hands) -> Steps:
        """Until somebody wants a new game; the cards of the old one lie there so long."""
        host = self.phones[self.plan.people[0]]
        yield Until(lambda: bool(host.phase), LOBBY_NS)
        while host.phase != "lobby" and not host.has_just_begun:
            if not hands.playing and host.phase == "playing":
                host.host("end")  # left over from another evening: nobody has those decks
            if not hands.playing or hands.wants_new_game:
                hands.wants_new_game = False
                host.host("new_game")
            yield Until(
                lambda: host.phase == "lobby" or host.has_just_begun or hands.wants_new_game,
                POLITE_NS,
            )
        hands.leave()

    def _wait_for_humans(self, host: Phone) -> Steps:
        """Until all seats are taken and somebody starts, or for want of another host one of us."""
        while host.phase == "lobby":
            yield Until(lambda: host.can_start or host.phase != "lobby", FOREVER_NS)
            yield Until(lambda: host.phase != "lobby", POLITE_NS)
            if host.phase == "lobby" and host.can_start and host.is_host:
                host.host("start")
                yield 200 * MS

    def _all_ours(self) -> bool:
        return len(self.plan.people) == self.plan.seats

    @staticmethod
    def _must(host: Phone, action: str) -> None:
        answer = host.host(action)
        if not answer.accepted:
            raise PhoneError(f"{action} was refused: {answer.body.get('reason', answer.body)}")

    def _sum_up(self) -> None:
        prompts = set().union(*(phone.prompts_seen for phone in self.phones.values()), set())
        spoken = {
            heard.ident
            for phone in self.phones.values()
            for heard in phone.captions
            if heard.priority != "quiet"
        }
        self.report.end(total=True, prompts=len(prompts), announcements=len(spoken))


def read_pins(directory: Path) -> tuple[dict[int, int], int]:
    """Seat to GPIO and the level of a pressed button, from `pins.json` or the default wiring."""
    path = directory / "pins.json"
    if not path.exists():
        return dict(DEFAULT_PINS), 0
    data = json.loads(path.read_text(encoding="utf-8"))
    buttons = {int(seat): int(gpio) for seat, gpio in data["buttons"].items()}
    return buttons, int(data.get("pressed_level", 0))


def pairs(items: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """KEY=VALUE texts as pairs. Raises ValueError naming the item."""
    for item in items:
        key, sign, value = item.partition("=")
        if not sign or not key:
            raise ValueError(f"{item!r} is not KEY=VALUE")
        yield key, value
