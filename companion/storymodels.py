"""What pages show of a game that was played: its story, its moments, its statistics.

Plain values; the web package shows them and knows no rules. The table's service hands them out in
the language of whoever asks: no `Text` is left in them then.
"""

from msgspec import Struct

from companion.readmodels import SeatView
from companion.words import Words


class StoryEntry(Struct, frozen=True, kw_only=True):
    """One line of the story.

    Attributes:
        seq: Journal entry; opens its moment.
        at: Since the game began, `m:ss`.
        text: What happened, in the announcer's words.
        evidence: Ident of its verdict's evidence, or empty.
        undone: It was taken back and does not count.
        was: What was written first, where it was amended later.
    """

    seq: int
    at: str
    text: Words
    evidence: str = ""
    undone: bool = False
    was: Words = ""


class StoryModel(Struct, frozen=True, kw_only=True):
    """The whole game as a story; `entries` are empty before a game began."""

    title: str
    entries: tuple[StoryEntry, ...] = ()


class MomentModel(Struct, frozen=True, kw_only=True):
    """The table right after one entry.

    Attributes:
        entry: Which.
        place: Its place in the story, from 1.
        count: Lines of the story.
        before: Seq of the line before, or None.
        after: Seq of the line after, or None.
        view: The table as all could see it then.
    """

    entry: StoryEntry
    place: int
    count: int
    before: int | None
    after: int | None
    view: SeatView


class Reactions(Struct, frozen=True, kw_only=True):
    """How quick one person is.

    Attributes:
        presses: Slaps that were judged.
        measured: Those with a reaction time: stamped by a button, after a card whose moment is
            known, and no false start.
        median_ms: None where `too_few`.
        iqr_ms: Spread: the middle half of the times lies within so many ms; None where `too_few`.
        q1_ms: Where that middle half begins.
        q3_ms: Where it ends.
        fastest_ms: None where nothing was measured.
        doubt_ms: By how much one time may be wrong to either side (typical); the camera knows a
            card's moment only between two frames.
        improper: Slaps that were not allowed.
        anticipated: Slaps too soon after the card for anybody to have seen it.
        false_starts: Slaps that were one or both of that.
        too_few: Fewer than ten measured: no median that means anything.
    """

    name: str
    presses: int = 0
    measured: int = 0
    median_ms: float | None = None
    iqr_ms: float | None = None
    q1_ms: float | None = None
    q3_ms: float | None = None
    fastest_ms: float | None = None
    doubt_ms: float | None = None
    improper: int = 0
    anticipated: int = 0
    false_starts: int = 0
    too_few: bool = True


class Confusion(Struct, frozen=True, kw_only=True):
    """A card that the camera took for another: keys and names."""

    read: str
    was: str
    read_label: Words
    was_label: Words
    times: int


class CardAccuracy(Struct, frozen=True, kw_only=True):
    """How one card was read, counted by what it really was.

    Attributes:
        label: Its name.
        read: How often the camera reported it.
        corrected: Of those, believed as another card and corrected.
        asked: Of those, put before people.
    """

    key: str
    label: Words
    read: int
    corrected: int = 0
    asked: int = 0


class Accuracy(Struct, frozen=True, kw_only=True):
    """How well the companion itself read the cards.

    Attributes:
        read: Cards that the camera reported.
        believed: Of those, taken without asking.
        corrected: Of the believed, found wrong by people later.
        asked: Of the read, put before people because the camera was not sure.
        asked_first: Of the asked, the camera's first guess was right.
        asked_two: Of the asked, one of its first two guesses was right.
        taken_back: Believed, then taken back without another card in its place: says nothing.
        entered: Cards that people told without any reading.
        confusions: What was taken for what, most often first.
        cards: Each card that was read, those that give most trouble first.
    """

    read: int = 0
    believed: int = 0
    corrected: int = 0
    asked: int = 0
    asked_first: int = 0
    asked_two: int = 0
    taken_back: int = 0
    entered: int = 0
    confusions: tuple[Confusion, ...] = ()
    cards: tuple[CardAccuracy, ...] = ()


class Record(Struct, frozen=True, kw_only=True):
    """One person over several games.

    Attributes:
        games: Finished ones.
        won: Of those.
        last: Day of the last one, `YYYY-MM-DD`; empty where unknown.
    """

    name: str
    games: int
    won: int
    last: str = ""


class StatisticsModel(Struct, frozen=True, kw_only=True):
    """Numbers of this game, and what was kept of earlier ones.

    Attributes:
        title: The game's.
        over: Whether this game is over.
        slaps: Whether hands on buttons mean something to this game.
        reactions: Of this game, by seat.
        accuracy: Of this game.
        kept: Reactions over all kept games; empty for spectators.
        kept_accuracy: Over all kept games.
        tally: Games and wins; empty for spectators.
        games: How many kept games these are from.
        skipped: Kept files that could not be read.
    """

    title: str
    over: bool = False
    slaps: bool = True
    reactions: tuple[Reactions, ...] = ()
    accuracy: Accuracy = Accuracy()
    kept: tuple[Reactions, ...] = ()
    kept_accuracy: Accuracy = Accuracy()
    tally: tuple[Record, ...] = ()
    games: int = 0
    skipped: int = 0
