"""Choice ids of Skullduggery and the actions behind them: `own:2`, `shown:5`, `reveal=8134`."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from rules.skullduggery import actions as a
from rules.skullduggery.cards import LINE, MIDDLE, VALUES, Side

DIGITS = "".join(map(str, VALUES))
SIDES: Mapping[str, Side] = MappingProxyType({"left": "left", "right": "right"})
Fields = list[str]
Values = tuple[int, ...]


def action(seat: int, choice: str) -> a.Action | None:
    """The action behind a choice id; None where it is none of this game's."""
    head, filled, rest = choice.partition("=")
    word, *fields = head.split(":")
    values = tuple(int(digit) for digit in rest if digit in DIGITS)
    if len(values) != len(rest) or (filled and not values) or word not in _MAKERS:
        return None
    return _MAKERS[word](seat, fields, values)


def _number(fields: Fields) -> int | None:
    return int(fields[0]) if len(fields) == 1 and fields[0] in {*DIGITS, "0"} else None


def _make_middle(seat: int, fields: Fields, values: Values) -> a.Action | None:
    if fields or len(values) not in {0, len(MIDDLE)}:
        return None
    return a.LookAtMiddle(seat=seat, values=(values[0], values[1]) if values else (None, None))


def _make_draw(seat: int, fields: Fields, values: Values) -> a.Action | None:
    if fields or len(values) > 1:
        return None
    return a.Draw(seat=seat, value=values[0] if values else None)


def _make_tell(seat: int, fields: Fields, values: Values) -> a.Action | None:
    return None if fields or len(values) != 1 else a.Tell(seat=seat, value=values[0])


def _make_discard(seat: int, fields: Fields, values: Values) -> a.Action | None:
    return None if fields or values else a.DiscardDrawn(seat=seat)


def _make_own(seat: int, fields: Fields, values: Values) -> a.Action | None:
    slot = _number(fields)
    return None if slot is None or values else a.ReplaceOwn(seat=seat, slot=slot)


def _maker_of_neighbour(side: Side) -> Callable[[int, Fields, Values], a.Action | None]:
    def make(seat: int, fields: Fields, values: Values) -> a.Action | None:
        slot = _number(fields)
        if slot is None or values:
            return None
        return a.ReplaceNeighbour(seat=seat, side=side, slot=slot)

    return make


def _make_shown(seat: int, fields: Fields, values: Values) -> a.Action | None:
    value = _number(fields)
    return None if value is None or values else a.ShowDiscard(seat=seat, value=value)


def _make_peek(seat: int, fields: Fields, values: Values) -> a.Action | None:
    if len(fields) != 1 or len(values) > 1:
        return None
    if fields[0] == "none":
        return a.ChoosePeek(seat=seat, end="left", look=False)
    end = SIDES.get(fields[0])
    if end is None:
        return None
    return a.ChoosePeek(seat=seat, end=end, value=values[0] if values else None)


def _make_sneak(seat: int, fields: Fields, values: Values) -> a.Action | None:
    if len(fields) != 1 or len(values) > 1:
        return None
    if fields[0] == "none":
        return a.ChooseSneak(seat=seat, side="left", look=False)
    side = SIDES.get(fields[0])
    if side is None:
        return None
    return a.ChooseSneak(seat=seat, side=side, value=values[0] if values else None)


def _make_turn(seat: int, fields: Fields, values: Values) -> a.Action | None:
    slot = _number(fields)
    return None if slot is None or values else a.TurnUp(seat=seat, slot=slot)


def _make_read(seat: int, fields: Fields, values: Values) -> a.Action | None:
    if len(fields) != 2 or values:  # noqa: PLR2004 - slot and value
        return None
    slot, value = _number(fields[:1]), _number(fields[1:])
    if slot is None or value is None:
        return None
    return a.ReadFaceUp(seat=seat, slot=slot, value=value)


def _make_reveal(seat: int, fields: Fields, values: Values) -> a.Action | None:
    if fields or len(values) != LINE:
        return None
    return a.RevealAll(seat=seat, values=(values[0], values[1], values[2], values[3]))


_MAKERS: Mapping[str, Callable[[int, Fields, Values], a.Action | None]] = MappingProxyType(
    {
        "middle": _make_middle,
        "draw": _make_draw,
        "tell": _make_tell,
        "discard": _make_discard,
        "own": _make_own,
        "left": _maker_of_neighbour("left"),
        "right": _maker_of_neighbour("right"),
        "shown": _make_shown,
        "peek": _make_peek,
        "sneak": _make_sneak,
        "turn": _make_turn,
        "read": _make_read,
        "reveal": _make_reveal,
    }
)
