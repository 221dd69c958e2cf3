"""A scripted table: signals in milliseconds, no sensors, no disk."""

from typing import Any

from companion.history import Row
from companion.packs import content_pack
from companion.referee import RefereeConfig, start
from companion.table.effects import Commit, Reply, Say
from companion.table.handle import handle, more_to_do
from companion.table.signals import Ask, Proceed, Signal, Tap, Tick
from companion.table.state import Table
from hardware.events import EdgesUntil, KnownUntil, Observation, Press, SensorStatus
from hardware.timing import MS, Interval
from rules import GAMES
from tests.support.trains import as_told

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


def empty_table(seats: int = 4, game_name: str = "wizard-thieves", **options: str) -> Table:
    game = GAMES[game_name]
    return Table(
        game_name=game_name,
        seats=seats,
        referee=start(RefereeConfig()),
        code="ABC234",
        join_url="http://192.0.2.1:8080/j/ABC234",
        options=options,
        pack=content_pack(game),
    )


NO_PINS = (
    "This machine has no pins (/dev/gpiochip*), so there are no buttons; play goes on by phone. On "
    "a Pi, update the kernel; on a PC use --hardware twin for the simulated table."
)


def _missing(sensor: str, template: str) -> SensorStatus:
    """As the product says it where a part is not there."""
    return SensorStatus(sensor=sensor, ok=False, text=template, template=template, source="none")


class Script:
    """Plays signals into the core and keeps what it did."""

    def __init__(
        self,
        seats: int = 4,
        *,
        camera: bool = True,
        buttons: bool = True,
        game: str = "wizard-thieves",
        **options: str,
    ):
        self.table = empty_table(seats, game, **options)
        self.rows: list[Row] = []
        self.said: list[str] = []
        """Every sentence that was told, spoken or only shown, in English."""
        self.spoken: list[Say] = []
        self.replies: dict[int, Reply] = {}
        self.effects: list[Any] = []
        self.shown_before_commit = False
        self._ident = 0
        self._observations = 0
        if camera:
            self.send(SensorStatus(sensor="camera", ok=True, text="camera", source="twin"))
        else:
            self.send(_missing("camera", "No camera (/dev/video*): cards are entered by phone."))
        if buttons:
            self.send(SensorStatus(sensor="buttons", ok=True, text="buttons", source="mock"))
        else:
            self.send(_missing("buttons", NO_PINS))

    def send(self, signal: Signal) -> None:
        self._take(*handle(self.table, signal))
        while more_to_do(self.table):
            self._take(*handle(self.table, Proceed()))

    def _take(self, table: Table, effects: tuple[Any, ...]) -> None:
        last = self.table.say_id
        self.said += [str(caption.text) for caption in table.captions if caption.id > last]
        self.table = table
        for place, effect in enumerate(effects):
            self.effects.append(effect)
            if isinstance(effect, Commit):
                assert place == 0, "nothing may be told before the commit"
                self.rows += effect.rows
            if isinstance(effect, Say):
                self.spoken.append(effect)
            if isinstance(effect, Reply):
                self.replies[effect.ident] = effect

    # ------------------------------------------------------------ people
    def ask(self, what: str, audience: str = "table", **fields: Any) -> Reply:
        self._ident += 1
        self.send(Ask(what=what, audience=audience, ident=self._ident, **fields))
        return self.replies[self._ident]

    def seat_everybody(self, first: int = 0) -> "Script":
        for seat in range(self.table.seats):
            reply = self.ask("join", "new", seat=seat, value=NAMES[seat], digest=f"d{seat}")
            assert reply.status == 200, reply.reason
        if first:
            assert self.ask("first", value=str(first)).status == 200
        return self

    def begin(self, first: int = 0) -> "Script":
        self.seat_everybody(first)
        reply = self.ask("start")
        assert reply.status == 200, reply.reason
        return self

    def tap(self, seat: int | str, choice: str, version: int | None = None, at: int = 0) -> Reply:
        audience = f"seat:{seat}" if isinstance(seat, int) else seat
        self._ident += 1
        shown = self.table.shown[audience].view.version
        self.send(
            Tap(
                audience=audience,
                version=shown if version is None else version,
                choice=choice,
                arrived=at * MS or self.table.now,
                ident=self._ident,
            )
        )
        self.until(self.table.now // MS + 5)
        return self.replies.get(self._ident, Reply(ident=0, status=0))

    def answer(self, value: str, seat: int = 0) -> Reply:
        prompt = self.table.prompts[0]
        return self.tap(seat, f"answer:{prompt.id}:{value}")

    # ------------------------------------------------------------ sensors, times in ms
    def card(self, key: str | None, *onset: int, zone: str = "pot", **fields: Any) -> None:
        self._observations += 1
        earliest, latest = onset if len(onset) == 2 else (onset[0], onset[0])
        self.send(
            Observation(
                zone=zone,
                kind=fields.pop("kind", "card"),
                identity=key,
                onset=Interval(earliest * MS, latest * MS),
                settled_at=latest * MS,
                ident=self._observations,
                **fields,
            )
        )

    def press(self, seat: int, at: float, **fields: Any) -> None:
        stamp = round(at * MS)
        for signal in as_told(Press(seat=seat, at=Interval(stamp, stamp), **fields)):
            self.send(signal)

    def until(self, at: float) -> None:
        """Both marks pass `at`."""
        self.send(EdgesUntil(ns=round(at * MS)))
        self.send(KnownUntil(ns=round(at * MS)))

    def tick(self, at: float) -> None:
        self.send(Tick(ns=round(at * MS)))

    # ------------------------------------------------------------ looking
    @property
    def state(self) -> Any:
        return self.table.game

    def view(self, audience: str | int = "table") -> Any:
        return self.table.shown[audience if isinstance(audience, str) else f"seat:{audience}"].view

    def kinds(self) -> list[str]:
        return [row.kind for row in self.rows]
