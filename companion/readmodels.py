"""What an audience may see: the only shapes that pages, streams and screens are made from.

Built by `companion.table.presenter` from views; the web package renders them and knows no rules.
All texts are ready to show in the language of `SeatView.language`: the table keeps them as `Words`,
and the presenter leaves only `str`. `version` counts the changes of this audience's own view.
"""

from typing import Literal

from msgspec import Struct

from companion.cardmodels import (
    Arrow,
    CardFace,
    CardLine,
    CardRow,
    Die,
    Hand,
    Passing,
    Pile,
    Purse,
    Slot,
    Square,
    SquareCard,
    Token,
)
from companion.practicemodels import PracticeModel
from companion.words import Words

__all__ = [
    "Arrow",
    "Caption",
    "CardFace",
    "CardLine",
    "CardRow",
    "Challenge",
    "Choice",
    "Die",
    "Entry",
    "Hand",
    "HostModel",
    "Lobby",
    "LogLine",
    "Move",
    "Notice",
    "OptionModel",
    "Passing",
    "Pile",
    "Player",
    "Prompt",
    "Purse",
    "Result",
    "SeatView",
    "Slot",
    "SpokenKind",
    "Square",
    "SquareCard",
    "Task",
    "Token",
]


class Entry(Struct, frozen=True, kw_only=True):
    """What a person fills in with a choice: one of `keys` for each place.

    Attributes:
        labels: What each place is called, in order.
        known: What stands there already and is not asked; empty where it is asked.
        keys: What may be chosen, one character each; they are posted in the order of the places.
        faces: What each key shows, where that is not the key itself.
        fits: The keys that fit each place, where not all fit all.
        once: No key may stand at two places.
        columns: Places in a row, where they lie as a square.
    """

    labels: tuple[Words, ...]
    known: tuple[str, ...]
    keys: str
    faces: tuple[CardFace, ...] = ()
    fits: tuple[str, ...] = ()
    once: bool = False
    columns: int = 0


class Choice(Struct, frozen=True, kw_only=True):
    """A button. A phone posts back its `id`, and with an `entry` what was filled in: `id=8134`.

    Attributes:
        cells: Instead of a button: cells of the square that are tapped one after the other.
    """

    id: str
    label: Words
    style: Literal["primary", "plain", "danger", "quiet"] = "plain"
    hint: Words = ""
    icon: str = ""
    entry: Entry | None = None
    cells: tuple[int, ...] = ()


class Prompt(Struct, frozen=True, kw_only=True):
    """A question that waits for an answer. It never answers itself.

    Attributes:
        kind: `which_card`, `who_first`, `item`, `late_card`, `confirm`.
        evidence: Ids of JPEGs that show what the camera saw, best first.
    """

    id: str
    kind: str
    title: Words
    body: Words = ""
    choices: tuple[Choice, ...] = ()
    evidence: tuple[str, ...] = ()


class Player(Struct, frozen=True, kw_only=True):
    """One seat as all may see it.

    Attributes:
        status: `safe`, `cursed`, `out`, or `""` before the game.
        turn: True for whoever plays or faces now.
        connected: Whether a page of this seat is open.
        aside: Cards under the status card.
        purse: Money that all may count.
        tokens: What may be used once.
        won: Cards that lie open before the seat.
    """

    seat: int
    name: Words
    colour: str
    status: str = ""
    status_label: Words = ""
    cards: int = 0
    aside: int = 0
    turn: bool = False
    connected: bool = False
    host: bool = False
    purse: Purse | None = None
    tokens: tuple[Token, ...] = ()
    won: tuple[CardFace, ...] = ()


class Challenge(Struct, frozen=True, kw_only=True):
    """A Treasure Challenge in force."""

    title: Words
    value: int
    remaining: int
    setter: int
    facing: int


class Notice(Struct, frozen=True, kw_only=True):
    """Something about the companion itself: a missing sensor, a stopped disk, a differing pile.

    Attributes:
        choices: Ways to mend it, to be tapped like those of the game.
        place: The pile it is about, where it is about one.
    """

    level: Literal["info", "warn", "stop"]
    text: Words
    cure: Words = ""
    choices: tuple[Choice, ...] = ()
    place: str = ""


class LogLine(Struct, frozen=True, kw_only=True):
    """One line of the story: journal entry, text, and its verdict's evidence if any.

    Attributes:
        pressed: Of a slap: whose hands it judged.
        won: Of a slap: who took the Pot by it.
    """

    seq: int
    text: Words
    evidence: str = ""
    undone: bool = False
    amendable: bool = False
    pressed: tuple[int, ...] = ()
    won: int | None = None


class Caption(Struct, frozen=True, kw_only=True):
    """A sentence that is spoken, for the screen: `id` rises; nothing is shown twice."""

    id: int
    text: Words
    priority: Literal["verdict", "say", "quiet"] = "say"


class Move(Struct, frozen=True, kw_only=True):
    """Something people do by hand to put the real table right.

    Attributes:
        source: Pile the cards come from: `deck:0`, `pot`, `portal`, `aside:1`, `removed`; or
            `status:0`, a status card that shows the wrong side.
        source_end: `top` or `bottom`.
        target: Pile they go to.
        target_end: `top` or `bottom`.
        cards: Keys where they lie open or are known, else empty texts; one for each card.
    """

    source: str
    target: str
    text: Words
    source_end: str = "top"
    target_end: str = "top"
    cards: tuple[str, ...] = ()


class Task(Struct, frozen=True, kw_only=True):
    """A Move to tick off. Play is not held up by it."""

    id: str
    move: Move
    done: bool = False


class Lobby(Struct, frozen=True, kw_only=True):
    """Before the game.

    Attributes:
        join_url: What the QR code holds.
        code: For typing in.
        seats: How many this game will have.
        seat_counts: What the rulebook allows.
        can_start: Whether `start` would be accepted; `why_not` says what is missing.
        options: The rulings' options with their present values, for the host.
    """

    join_url: str
    code: str
    seats: int
    seat_counts: tuple[int, ...]
    can_start: bool
    why_not: Words = ""
    options: tuple["OptionModel", ...] = ()


class OptionModel(Struct, frozen=True, kw_only=True):
    """One option of the game: a number or a switch."""

    key: str
    label: Words
    kind: Literal["switch", "number", "choice"]
    value: str
    help: Words = ""
    choices: tuple[str, ...] = ()


class HostModel(Struct, frozen=True, kw_only=True):
    """What a host may do now.

    Attributes:
        language: The table's: its voice and its screen.
        spoken: Kinds of sentences, by name, and whether the voice says them.
        facts: Names of cards that nobody has told yet, where the owner may complete them; else -1.
        practices: Kinds of practice without cards that may be started now.
    """

    choices: tuple[Choice, ...] = ()
    language: str = "en"
    spoken: tuple["SpokenKind", ...] = ()
    facts: int = -1
    practices: tuple[str, ...] = ()


class SpokenKind(Struct, frozen=True, kw_only=True):
    """A kind of sentence that the voice may say or leave to the screen."""

    kind: str
    label: Words
    on: bool


class Result(Struct, frozen=True, kw_only=True):
    """How the game ended."""

    title: Words
    winners: tuple[int, ...]
    detail: Words = ""


class SeatView(Struct, frozen=True, kw_only=True):
    """One page's state: a seat's, or with `seat=None` the table's own screen or a spectator's.

    Attributes:
        version: Of this audience's view; a tap carries it back.
        phase: `lobby`, `playing`, `over`, `stopped` (the disk failed; see notices).
        language: Code of the language that this page is in.
        languages: What it may be set to: codes and the languages' own names.
        my_language: What this person chose; empty for the table's language.
        says: How this seat's name is spoken, where that is not how it is written.
        headline: The one sentence that matters now.
        my_choices: What this seat may do now (buttons for the thumb).
        tip: Short help under the buttons.
        redo_label: What was taken back last and can be brought back; empty where nothing can.
        tasks: How to put the real table right after an undo or a correction.
        lines: Cards in a row before each player, in games that have such.
        passing: What everybody hands on now, until the next card is drawn.
        hand: A drawn card.
        practice: A practice without cards that is on; never while a game runs.
        square: Cards in rows and columns, in games that have such.
        dice: As they fell.
        rows: Other cards that lie open, or that only this seat may see.
    """

    version: int
    audience: str
    game: str
    title: str
    phase: Literal["lobby", "playing", "over", "stopped"]
    seat: int | None = None
    language: str = "en"
    languages: tuple[tuple[str, str], ...] = ()
    my_language: str = ""
    says: str = ""
    headline: Words = ""
    players: tuple[Player, ...] = ()
    piles: tuple[Pile, ...] = ()
    challenge: Challenge | None = None
    prompts: tuple[Prompt, ...] = ()
    my_choices: tuple[Choice, ...] = ()
    host: HostModel | None = None
    lobby: Lobby | None = None
    result: Result | None = None
    notices: tuple[Notice, ...] = ()
    captions: tuple[Caption, ...] = ()
    log: tuple[LogLine, ...] = ()
    paused: bool = False
    can_undo: bool = False
    undo_label: Words = ""
    redo_label: Words = ""
    tasks: tuple[Task, ...] = ()
    tip: Words = ""
    lines: tuple[CardLine, ...] = ()
    passing: Passing | None = None
    hand: Hand | None = None
    practice: PracticeModel | None = None
    square: Square | None = None
    dice: tuple[Die, ...] = ()
    rows: tuple[CardRow, ...] = ()
