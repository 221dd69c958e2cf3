"""What the web needs of the table: implemented by `companion.server`, faked in web tests.

All methods are quick and thread-safe; those that change something wait until the change is on disk.
"""

from collections.abc import Callable
from typing import Literal, Protocol

from msgspec import Struct

from companion.cameramodels import CameraModel
from companion.factmodels import FactsModel
from companion.readmodels import Choice, SeatView
from companion.storymodels import MomentModel, StatisticsModel, StoryModel
from companion.teachmodels import TeachModel
from companion.verdictmodels import VerdictModel


class Identity(Struct, frozen=True, kw_only=True):
    """Who a token stands for. `seat` is None for the table's own screen and for spectators."""

    audience: str
    seat: int | None = None
    host: bool = False


class Joined(Struct, frozen=True, kw_only=True):
    """A seat was taken: `token` goes into an HttpOnly cookie."""

    token: str
    seat: int
    name: str


class Refused(Struct, frozen=True, kw_only=True):
    """It was not done.

    Attributes:
        status: The HTTP status that fits: 409 the view moved on, 422 makes no sense, ...
        reason: A sentence for this person's eyes.
        rule: The ruling or heading, where rules refused.
        view: The fresh view of this audience, where that helps.
    """

    status: Literal[403, 404, 409, 422, 429, 503]
    reason: str
    rule: str = ""
    view: SeatView | None = None


class Done(Struct, frozen=True, kw_only=True):
    """It was done and is on disk; `version` is of this audience's new view."""

    version: int


class SeatInfo(Struct, frozen=True, kw_only=True):
    """For the join page: which seats are there and which are free."""

    seat: int
    name: str
    colour: str
    free: bool


class TeachService(Protocol):
    """Teaching this table's cards. All of it is for hosts; others are refused with 403."""

    def model(self, identity: Identity) -> TeachModel | Refused:
        """What the page shows."""

    def act(self, identity: Identity, action: str, value: str = "") -> TeachModel | Refused:
        """`begin`, `choose`, `redo`, `skip`, `finish`, `stop`; `value` is a kind's key."""

    def photo(self, identity: Identity, key: str, data: bytes) -> TeachModel | Refused:
        """A phone's photo of the card `key`; what became of it shows on the page."""

    def thumb(self, identity: Identity, ident: str) -> bytes | None:
        """A picture that was taken, as JPEG."""

    def catalogue(self, identity: Identity) -> bytes | Refused:
        """The file of this table's cards, to keep or to take to another table."""

    def take_catalogue(self, identity: Identity, data: bytes) -> TeachModel | Refused:
        """Use another table's file, if it is whole and of this version."""


class CameraService(Protocol):
    """Light, lens and the camera's place in numbers. For hosts; others are refused with 403."""

    def model(self, identity: Identity) -> CameraModel | Refused:
        """What the page shows."""

    def measure(self, identity: Identity) -> CameraModel | Refused:
        """Measure exposure and white balance anew."""


class TableService(Protocol):
    """The table as pages see it."""

    @property
    def lessons(self) -> TeachService | None:
        """Teaching cards; None where there is no eye to teach."""

    @property
    def camera(self) -> CameraService:
        """The camera's conditions."""

    def identify(self, token: str | None) -> Identity | None:
        """Who is this? None for an unknown or revoked token."""

    def table_key_ok(self, key: str) -> bool:
        """Whether `key` (printed where the companion runs) opens the table's screen, as host."""

    def code_ok(self, code: str) -> bool:
        """Whether the join code is right (compared in constant time, case and spacing forgiven)."""

    def seats(self) -> tuple[SeatInfo, ...]:
        """For the join page."""

    def join(
        self, *, code: str, name: str, seat: int | None, token: str | None
    ) -> Joined | Refused:
        """Take a seat, or the first free one; a valid `token` takes its own seat again."""

    def leave(self, token: str) -> Done | Refused:
        """Give the seat back (in the lobby) and revoke the token."""

    def view(self, identity: Identity) -> SeatView:
        """The present view of this audience."""

    def tap(self, identity: Identity, *, version: int, choice_id: str) -> Done | Refused:
        """A button of the view of that version was tapped: choices and answers alike."""

    def host(self, identity: Identity, *, action: str, value: str = "") -> Done | Refused:
        """What is not a choice of the game.

        For the host: `seats`, `first`, `option` (`key=value`), `facts` (rows as JSON), `start`,
        `end`, `new_game`, `free_seat`, `retry`, `pause`, `resume`, `move` (`0:2`),
        `table_language` (a code), `spoken` (`item=false`), `practice` (a kind), `practice_stop`,
        `practice_band` (use the measured tie band). For every player: `undo`, `redo`,
        `amend` (an id of `amendments`), `overrule` (an id of a verdict's `overrules`), `tick` (a
        task's id), `language` (a code; empty for the table's), `says` and `preview` (how the voice
        says the name), `practice_tap` (`3:212.5`, the round and what the phone measured in it).
        """

    def amendments(self, identity: Identity, seq: int) -> tuple[Choice, ...]:
        """What entry `seq` could have been: ids are `<seq>=<value>` for the action `amend`."""

    def facts(self, identity: Identity) -> FactsModel | None:
        """What the owner may complete of the box (action `facts` of `host`); None: nothing."""

    def subscribe(self, audience: str, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` (from any thread) when this audience's view changed; returns unsubscribe."""

    def encoded_view(self, audience: str) -> tuple[int, bytes]:
        """Version and JSON bytes of the audience's view, encoded once for all its pages."""

    def presence(self, audience: str, delta: int) -> None:
        """A stream of this audience opened (+1) or closed (-1)."""

    def evidence_image(self, identity: Identity, ident: str) -> bytes | None:
        """A JPEG of the evidence store that this audience may see."""

    def evidence_record(self, identity: Identity, ident: str) -> bytes | None:
        """A verdict's evidence record as JSON, if this audience may see it."""

    def verdict(self, identity: Identity, ident: str) -> VerdictModel | None:
        """A verdict explained to this audience, or None where there is none it may see."""

    def story(self, identity: Identity) -> StoryModel:
        """The game so far, line by line; no lines before it began."""

    def moment(self, identity: Identity, seq: int) -> MomentModel | None:
        """The table right after entry `seq`, or None where the story has no such line."""

    def statistics(self, identity: Identity) -> StatisticsModel:
        """Numbers of this game, and for people with a seat those of all kept games."""

    def health(self) -> dict[str, object]:
        """For /healthz: phase, sensors, journal; no names, no secrets."""
