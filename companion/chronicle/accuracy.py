"""How well the companion read the cards: what it believed against what people made of it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from companion.history import History, Row
from companion.storymodels import Accuracy, CardAccuracy, Confusion
from companion.words import Words

NameOf = Mapping[str, Words]


class Reading(Struct, frozen=True, kw_only=True):
    """One card: what the camera said, and what it was.

    Attributes:
        seq: Entry.
        how: `believed`, `asked` (the camera was not sure), `entered` (people told, no reading).
        read: Its best guess, or empty.
        second: Its second guess, or empty.
        was: What counts now; empty where the entry was taken back and no card replaced it.
    """

    seq: int
    how: str
    read: str
    second: str
    was: str


def readings_of(history: History) -> tuple[Reading, ...]:
    """Every card that was written down, also those taken back."""
    now = {m.entry.seq: _card(m.entry.action) for m in history.moments}
    return tuple(
        _reading(row, now.get(row.seq) or _replaced(history, row))
        for row in history.rows
        if _card(row.action)
    )


def _card(action: Any) -> str:
    """The card that an action names: the same field in every game."""
    card = action.get("card") if isinstance(action, Mapping) else None
    return card if isinstance(card, str) else ""


def _reading(row: Row, was: str) -> Reading:
    guesses = [str(guess[0]) for guess in row.data.get("candidates", ())]
    told = _card(row.action)
    if row.data.get("unsure") or (guesses and row.by != "sensors"):
        first, second = (*guesses, "", "")[:2]
        return Reading(seq=row.seq, how="asked", read=first, second=second, was=was)
    if "read" not in row.data or row.by != "sensors":
        return Reading(seq=row.seq, how="entered", read="", second="", was=was)
    read = str(row.data["read"] or told)
    return Reading(seq=row.seq, how="believed", read=read, second="", was=was)


def _replaced(history: History, row: Row) -> str:
    """The card that the same seat showed instead after this one was taken back.

    An undone card goes back on its deck and is shown again: another name for it means that the
    first one was misread. Where anything but cards stands between, such as a card flipped by
    mistake (perhaps by somebody else), another card says nothing.
    """
    undone_at = next(
        (
            later.seq
            for later in history.rows[row.seq :]
            if later.kind == "undo" and later.data.get("undoes") == row.seq
        ),
        None,
    )
    if undone_at is None:
        return ""
    for later in history.rows[undone_at:]:
        if later.kind != "action":
            continue
        if not _card(later.action):
            return ""
        if later.action.get("seat") == row.action.get("seat"):
            same = later.action.get("type") == row.action.get("type")
            return _card(later.action) if same else ""
    return ""


def accuracy_of(readings: Iterable[Reading], names: NameOf) -> Accuracy:
    """Counts, and which card was taken for which. `names`: key to name."""
    mine = list(readings)
    believed = [reading for reading in mine if reading.how == "believed"]
    asked = [reading for reading in mine if reading.how == "asked"]
    wrong = [reading for reading in believed if reading.was and reading.was != reading.read]
    return Accuracy(
        read=len(believed) + len(asked),
        believed=len(believed),
        corrected=len(wrong),
        asked=len(asked),
        asked_first=sum(bool(r.was) and r.was == r.read for r in asked),
        asked_two=sum(bool(r.was) and r.was in {r.read, r.second} for r in asked),
        taken_back=sum(not reading.was for reading in believed),
        entered=sum(reading.how == "entered" for reading in mine),
        confusions=tuple(_confusions([*wrong, *_misguessed(asked)], names)),
        cards=_by_card([*believed, *asked], names),
    )


def _by_card(reported: Iterable[Reading], names: NameOf) -> tuple[CardAccuracy, ...]:
    """Counted by what each card was; one taken back counts as what was read."""
    by_key: dict[str, list[Reading]] = {}
    for reading in reported:
        if key := reading.was or reading.read:
            by_key.setdefault(key, []).append(reading)
    counted = (
        CardAccuracy(
            key=key,
            label=names.get(key, key),
            read=len(mine),
            corrected=sum(r.how == "believed" and r.read != key for r in mine),
            asked=sum(r.how == "asked" for r in mine),
        )
        for key, mine in by_key.items()
    )
    return tuple(sorted(counted, key=lambda one: (-one.corrected, -one.asked, -one.read, one.key)))


def _misguessed(asked: Iterable[Reading]) -> list[Reading]:
    return [r for r in asked if r.read and r.was and r.was != r.read]


def _confusions(wrong: Iterable[Reading], names: NameOf) -> Iterator[Confusion]:
    pairs = Counter((reading.read, reading.was) for reading in wrong)
    for (read, was), times in sorted(pairs.items(), key=lambda pair: (-pair[1], pair[0])):
        yield Confusion(
            read=read,
            was=was,
            read_label=names.get(read, read),
            was_label=names.get(was, was),
            times=times,
        )
