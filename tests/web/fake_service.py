"""A table without a game: scenes instead of rules; honest answers to tokens, versions, taps."""

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.factmodels import FactsModel
from companion.ports import Done, Identity, Joined, Refused, SeatInfo
from companion.readmodels import Choice, SeatView
from companion.storymodels import MomentModel, StatisticsModel, StoryModel
from companion.verdictmodels import VerdictModel
from tests.web import lookback_scenes, practice_scenes, scenes, verdict_scenes

CODE = "WZRD42"
TABLE_KEY = "the-key-printed-at-the-start"
JPEG = bytes.fromhex(
    "ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c"
    "1912130f141d1a1f1e1d1a1c1c20242e2720222c231c1c2837292c30313434341f27393d38323c2e333432ffc000"
    "0b080001000101011100ffc4001f0000010501010101010100000000000000000102030405060708090a0bffc400"
    "b5100002010303020403050504040000017d01020300041105122131410613516107227114328191a1082342b1c1"
    "1552d1f02433627282090a161718191a25262728292a3435363738393a434445464748494a535455565758595a63"
    "6465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6a7a8a9aab2b3b4b5b6"
    "b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9faffda0008"
    "010100003f00fbd3ffd9"
)


@dataclass
class FakeTable:
    """Implements `companion.ports.TableService`."""

    scene: str = "lobby"
    tokens: dict[str, int] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    taps: list[tuple[str, str]] = field(default_factory=list)
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    pages: dict[str, int] = field(default_factory=dict)
    slow: threading.Event | None = None
    """Taps wait for it, as they wait for a disk."""
    box: FactsModel | None = None
    """What the owner may complete."""

    lessons: Any = None
    """Teaching cards, for the tests of its page."""
    camera: Any = None
    """The camera's numbers, likewise."""

    def __post_init__(self) -> None:
        self._version = 1
        self._lock = threading.RLock()
        self._came = threading.Condition()
        self.waiting = threading.Event()
        self._wakes: dict[str, list[Callable[[], None]]] = {}
        self.encodings = 0
        self._cache: dict[str, tuple[int, bytes]] = {}

    # what a test does to the table
    def heard(self, count: int) -> list[tuple[str, ...]]:
        """Taps and requests so far, once `count` have come: a page answers before the wire does."""
        with self._came:
            self._came.wait_for(lambda: len(self.taps) + len(self.asked) >= count, timeout=60)
        return [*self.taps, *self.asked]

    def show(self, scene: str) -> int:
        """Go on to another moment; returns the new version."""
        with self._lock:
            self.scene = scene
            return self.change()

    def change(self) -> int:
        """Something changed in everybody's view."""
        with self._lock:
            self._version += 1
            self._cache.clear()
            wakes = [wake for some in self._wakes.values() for wake in some]
            version = self._version
        for wake in wakes:
            wake()
        return version

    def sit(self, seat: int, name: str) -> str:
        """Somebody sits there; returns the token."""
        token = secrets.token_urlsafe(32)
        with self._lock:
            self.tokens[token] = seat
            self.names[seat] = name
        return token

    def revoke(self, token: str) -> None:
        """The host freed the seat."""
        with self._lock:
            self.tokens.pop(token)
            self.change()

    # TableService
    def identify(self, token: str | None) -> Identity | None:
        seat = self.tokens.get(token or "")
        if seat is None:
            return None
        return Identity(audience=f"seat:{seat}", seat=seat, host=seat == 0)

    def table_key_ok(self, key: str) -> bool:
        return key == TABLE_KEY

    def code_ok(self, code: str) -> bool:
        return "".join(code.split()).upper() == CODE

    def seats(self) -> tuple[SeatInfo, ...]:
        return tuple(
            SeatInfo(
                seat=seat,
                name=self.names.get(seat, ""),
                colour=scenes.COLOURS[seat],
                free=seat not in self.names,
            )
            for seat in range(4)
        )

    def join(
        self, *, code: str, name: str, seat: int | None, token: str | None
    ) -> Joined | Refused:
        with self._lock:
            known = self.identify(token)
            if known is not None and known.seat is not None and token is not None:
                self.names[known.seat] = name
                self.change()
                return Joined(token=token, seat=known.seat, name=name)
            if not self.code_ok(code):
                return Refused(status=403, reason="That is not this table's code.")
            free = [info.seat for info in self.seats() if info.free]
            if not free:
                return Refused(status=409, reason="All seats are taken.")
            chosen = free[0] if seat is None else seat
            if chosen not in free:
                return Refused(status=409, reason="Somebody just took that seat.")
            alike = list(self.names.values()).count(name)
            told_apart = f"{name} {alike + 1}" if alike else name
            fresh = self.sit(chosen, told_apart)
            self.change()
            return Joined(token=fresh, seat=chosen, name=told_apart)

    def leave(self, token: str) -> Done | Refused:
        with self._lock:
            if self.scene != "lobby":
                return Refused(status=422, reason="Nobody leaves in the middle of a game.")
            self.names.pop(self.tokens[token])
            self.revoke(token)
            return Done(version=self._version)

    def view(self, identity: Identity) -> SeatView:
        return self._view(identity.audience)

    def _view(self, audience: str) -> SeatView:
        view: SeatView = {**scenes.SCENES, **practice_scenes.SCENES}[self.scene](audience)  # type: ignore[operator]
        named = tuple(
            replace(
                player,
                name=self.names.get(player.seat, player.name),
                connected=self.pages.get(f"seat:{player.seat}", 0) > 0 or player.connected,
            )
            for player in view.players
        )
        return replace(view, version=self._version, players=named)

    def tap(self, identity: Identity, *, version: int, choice_id: str) -> Done | Refused:
        if self.slow is not None:
            self.waiting.set()
            self.slow.wait()
        with self._lock:
            view = self.view(identity)
            if version != self._version:
                return Refused(status=409, reason="The table moved on.", view=view)
            offered = [
                choice.id
                for choices in (
                    view.my_choices,
                    *(prompt.choices for prompt in view.prompts),
                    *(notice.choices for notice in view.notices),
                )
                for choice in choices
            ]
            if choice_id.partition("=")[0] not in offered:  # `reveal=8134` fills in `reveal`
                return Refused(
                    status=422, reason="That is not possible now.", rule="R-WT-29", view=view
                )
            self._note(self.taps, (identity.audience, choice_id))
            return Done(version=self.change())

    def host(self, identity: Identity, *, action: str, value: str = "") -> Done | Refused:
        if identity.audience == "public":
            return Refused(status=403, reason="Who watches changes nothing.")
        if not identity.host and action not in {"undo", "redo", "amend", "overrule", "tick"}:
            return Refused(status=403, reason="Only the host can do this.")
        self._note(self.asked, (identity.audience, action, value))
        return Done(version=self.change())

    def _note(self, into: list[Any], what: tuple[str, ...]) -> None:
        with self._came:
            into.append(what)
            self._came.notify_all()

    def subscribe(self, audience: str, wake: Callable[[], None]) -> Callable[[], None]:
        with self._lock:
            self._wakes.setdefault(audience, []).append(wake)
        return lambda: self._wakes[audience].remove(wake)

    def encoded_view(self, audience: str) -> tuple[int, bytes]:
        with self._lock:
            if audience not in self._cache:
                self.encodings += 1
                self._cache[audience] = (
                    self._version,
                    msgspec.json.encode(self._view(audience)),
                )
            return self._cache[audience]

    def presence(self, audience: str, delta: int) -> None:
        with self._lock:
            self.pages[audience] = self.pages.get(audience, 0) + delta

    def evidence_image(self, identity: Identity, ident: str) -> bytes | None:
        return JPEG if ident in {"f1", "f2", "f3"} and identity.audience != "public" else None

    def evidence_record(self, identity: Identity, ident: str) -> bytes | None:
        return verdict_scenes.record(ident)

    def verdict(self, identity: Identity, ident: str) -> VerdictModel | None:
        model = verdict_scenes.verdict(identity, ident)
        if model is None:
            return None
        named = tuple(
            replace(press, name=self.names.get(press.seat, press.name)) for press in model.presses
        )
        return replace(model, presses=named)

    def amendments(self, identity: Identity, seq: int) -> tuple[Choice, ...]:
        return scenes.amendments(seq)

    def facts(self, identity: Identity) -> FactsModel | None:
        return self.box

    def story(self, identity: Identity) -> StoryModel:
        if self.scene == "lobby":
            return StoryModel(title="Wizard Thieves")
        return lookback_scenes.story()

    def moment(self, identity: Identity, seq: int) -> MomentModel | None:
        return lookback_scenes.moment(seq)

    def statistics(self, identity: Identity) -> StatisticsModel:
        if self.scene == "lobby":
            return StatisticsModel(title="Wizard Thieves")
        return lookback_scenes.statistics(kept=identity.audience != "public")

    def health(self) -> dict[str, object]:
        return {"ok": True, "phase": self.scene, "entries": 0, "sensors": {}}
