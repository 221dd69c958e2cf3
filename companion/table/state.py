"""What the table knows: one frozen value, replaced as a whole by `handle`."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.practicemodels import PracticeModel
from companion.readmodels import Caption, Choice, LogLine, SeatView, Task
from companion.referee import Due, DuePresses, EvidenceRecord, Referee
from companion.table.audit_state import Audit
from companion.words import ENGLISH, USUAL, Words, known, t
from hardware.events import DiceSeen, GridSeen, Lamps, Observation, SensorStatus
from hardware.timing import Interval
from rules.core import Expectation

MAX_CAPTIONS = 8
"""Captions kept in a view: the last few sentences, for a page that was away."""
MAX_LOG = 60
"""Log lines kept in a view; the whole story is in the journal."""


class Member(Struct, frozen=True, kw_only=True):
    """Who sits where.

    Attributes:
        digest: SHA-256 of the seat's token; the token is never kept.
        language: Of this person's page; empty for the table's.
        says: How the voice says the name; empty as it is written.
    """

    seat: int
    name: str
    colour: str
    digest: str
    host: bool = False
    language: str = ""
    says: str = ""


class CardQuestion(Struct, frozen=True, kw_only=True, tag="card"):
    """Which card is this? The eye was not sure."""

    observation: Observation
    every_key: bool = False


class FirstQuestion(Struct, frozen=True, kw_only=True, tag="first"):
    """Who was first? The presses are inside the tie band and the rules need to know."""

    seats: tuple[int, ...]


class ClaimQuestion(Struct, frozen=True, kw_only=True, tag="claim"):
    """A slap that no button stamped: from a phone, or the Pot was taken without a press."""

    by: int | None = None


class OrderQuestion(Struct, frozen=True, kw_only=True, tag="order"):
    """Things overlap in time and their order matters; `orders` are the possible sequences."""

    orders: tuple[tuple[Due, ...], ...]
    seat: int | None = None


class TakenBackQuestion(Struct, frozen=True, kw_only=True, tag="taken_back"):
    """The newest card was lifted off again: a mis-reveal, and by whom?"""

    observation: Observation


class LostQuestion(Struct, frozen=True, kw_only=True, tag="lost"):
    """Evidence is missing (restart, sensor fault): the table says what happened, if anything."""

    presses: tuple[int, ...] = ()
    reason: str = ""


class StaleQuestion(Struct, frozen=True, kw_only=True, tag="stale"):
    """Without a camera: was a card flipped that nobody told, before these hands came down?"""

    presses: DuePresses


class LeftOver(Struct, frozen=True, kw_only=True):
    """A later entry that a correction made impossible; `action` as builtins, else as in `Step`."""

    seq: int
    action: Any
    label: Words
    by: str
    at_ns: int
    candidates: tuple[str, ...] = ()


class MisfitQuestion(Struct, frozen=True, kw_only=True, tag="misfit"):
    """After a correction this entry does not fit any more; `rest` follows it."""

    entry: LeftOver
    rest: tuple[LeftOver, ...] = ()


class CellQuestion(Struct, frozen=True, kw_only=True, tag="cell"):
    """What lies in this cell? The eye was not sure."""

    seen: GridSeen
    cell: int


class DieQuestion(Struct, frozen=True, kw_only=True, tag="die"):
    """What does this die show? The eye was not sure."""

    seen: DiceSeen
    die: int


class WayQuestion(Struct, frozen=True, kw_only=True, tag="way"):
    """What does this sight mean? `ways` are the actions of each answer, as builtins."""

    seen: Observation | GridSeen | DiceSeen
    ways: tuple[tuple[Any, ...], ...]


SightQuestion = CellQuestion | DieQuestion | WayQuestion
PlayQuestion = (
    CardQuestion
    | FirstQuestion
    | ClaimQuestion
    | OrderQuestion
    | TakenBackQuestion
    | LostQuestion
    | StaleQuestion
    | MisfitQuestion
)
Question = PlayQuestion | SightQuestion


class OpenPrompt(Struct, frozen=True, kw_only=True):
    """A question on all phones; play's evidence is held until it is answered.

    Attributes:
        seq: Journal entry that asked it.
    """

    id: str
    question: Question
    kind: str
    title: Words
    body: Words
    choices: tuple[Choice, ...]
    evidence: tuple[str, ...] = ()
    record: EvidenceRecord | None = None
    seq: int = 0


class Step(Struct, frozen=True, kw_only=True):
    """One entry that counts, with the state before it: undo is a look-up.

    Attributes:
        action: None for an amendment.
        by: Audience that caused it, or `sensors`.
        pressed: Of a slap: whose hands it judged.
        won: Of a slap: who took the Pot by it.
        candidates: What the eye thought of, best first, where it read a card.
        restores: For an amendment: the steps as they were before it; `log` likewise.
        events: Of its facts what the table may know.
        read: What the eye took the card for, where it read one; it stays when people correct it.
    """

    seq: int
    before: Any
    action: Any
    label: Words
    by: str = "sensors"
    at_ns: int = 0
    pressed: tuple[int, ...] = ()
    won: int | None = None
    candidates: tuple[str, ...] = ()
    restores: tuple["Step", ...] | None = None
    log: tuple[LogLine, ...] = ()
    events: tuple[Any, ...] = ()
    read: str = ""


class Undone(Struct, frozen=True, kw_only=True):
    """A step that was taken back and may be brought back: `undo` is the seq of that undo."""

    undo: int
    step: Step
    after: Any
    steps: tuple[Step, ...]


class Putting(Struct, frozen=True, kw_only=True):
    """The newest list of moves, none of them made yet.

    Attributes:
        was: The state that the table left for `wanted`.
        wanted: How it should lie.
        ids: The tasks.
        exact: It lay as by `was`, so that the moves lead from there to `wanted`.
    """

    was: Any
    wanted: Any
    ids: tuple[str, ...]
    exact: bool = False


class Shown(Struct, frozen=True, kw_only=True):
    """What an audience was last shown.

    Attributes:
        view: With `version` filled in.
        offers: Choice id to the version since which it has been offered without a gap.
        offered_at: Choice id to the instant (ns) it was first offered.
    """

    view: SeatView
    offers: Mapping[str, int]
    offered_at: Mapping[str, int]


class Table(Struct, frozen=True, kw_only=True):
    """Everything. `game` is the rules' state, None in the lobby.

    Attributes:
        backlog: Settled things that wait for a prompt or for their own transaction.
        expect_back: Cards that should be lifted off the Pot (mis-reveals, undone reveals).
        held: Changes that wait for a choice, oldest first (a card on the Portal before the caster
            chose, a discard before anybody said what was drawn).
        echoed: The newest entry by phone whose card the camera has seen since.
        sights: Zone of a grid, line or tray to how it lay when last at rest.
        unread: Sights whose meaning is not worked out yet, oldest first.
        agreed: Grid or line to the entry up to which it was last seen to lie as by the game.
        taken: When the Pot was last taken, while no card has been played since.
        warned: Warning of light or lens to the instant (ns) it was last spoken.
        failed: Why the disk refused; play stops while it is set.
        paused: Nothing on the table counts until play goes on.
        confusions: What readings really were, by people: see `companion.table.confusions`.
        alike: Card to those it may be taken for, nearest first: the catalogue's, before anybody has
            been wrong.
        practices: Kinds of practice that this table's devices can give.
        practice: The one that is on.
        more: Whether the backlog may hold something that is due.
        seen_buttons: Seats whose button was pressed in the lobby.
        language: Of the voice, of the table's screen, and of pages that chose none.
        spoken: Kinds of sentences that the voice says.
        previewed: Audience to the instant (ns) it last let the voice try a name.
    """

    game_name: str
    seats: int
    phase: str = "lobby"
    run: int = 0
    now: int = 0
    seq: int = 0
    first: int = 0
    options: Mapping[str, str] = {}
    join_url: str = ""
    code: str = ""
    members: tuple[Member, ...] = ()
    pages: Mapping[str, int] = {}
    game: Any = None
    steps: tuple[Step, ...] = ()
    redo: tuple[Undone, ...] = ()
    tasks: tuple[Task, ...] = ()
    task_id: int = 0
    putting: Putting | None = None
    referee: Referee
    backlog: tuple[Due, ...] = ()
    prompts: tuple[OpenPrompt, ...] = ()
    prompt_id: int = 0
    expect_back: int = 0
    held: tuple[Observation, ...] = ()
    echoed: int = 0
    sights: Mapping[str, GridSeen | DiceSeen] = {}
    unread: tuple[GridSeen | DiceSeen, ...] = ()
    agreed: Mapping[str, int] = {}
    taken: Interval | None = None
    sensors: Mapping[str, SensorStatus] = {}
    warned: Mapping[str, int] = {}
    seen_buttons: frozenset[int] = frozenset()
    say_id: int = 0
    captions: tuple[Caption, ...] = ()
    log: tuple[LogLine, ...] = ()
    lamps: Lamps | None = None
    expecting: tuple[Expectation, ...] = ()
    shown: Mapping[str, Shown] = {}
    failed: str = ""
    paused: bool = False
    more: bool = False
    notes: tuple[Words, ...] = ()
    language: str = ENGLISH
    spoken: tuple[str, ...] = USUAL
    previewed: Mapping[str, int] = {}
    pack: Any = None
    audit: Audit = Audit()
    confusions: Mapping[str, Mapping[str, int]] = {}
    alike: Mapping[str, tuple[str, ...]] = {}
    practices: tuple[str, ...] = ()
    practice: PracticeModel | None = None

    @property
    def blocked(self) -> bool:
        """True while a question holds the evidence back."""
        return bool(self.prompts)

    def member(self, seat: int) -> Member | None:
        """Who sits there."""
        return next((m for m in self.members if m.seat == seat), None)

    def name(self, seat: int) -> Words:
        """The person's name, or `Seat 2`."""
        member = self.member(seat)
        return member.name if member else t("Seat {number}", number=seat + 1)

    def language_of(self, audience: str) -> str:
        """The language of this audience's page."""
        seat = audience.removeprefix("seat:")
        member = self.member(int(seat)) if seat.isdecimal() else None
        return known(member.language if member and member.language else self.language)

    @property
    def stuck_buttons(self) -> tuple[int, ...]:
        """Seats whose buzzer is down all the time, as the board said."""
        names = {f"button:{seat}": seat for seat in range(self.seats)}
        bad = {name for name, status in self.sensors.items() if not status.ok}
        return tuple(seat for name, seat in names.items() if name in bad)

    def works(self, sensor: str) -> bool:
        """Whether a sensor is there and well."""
        status = self.sensors.get(sensor)
        return bool(status and status.ok)
