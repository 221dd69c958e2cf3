"""How people put the real table right: which card goes from where to where, by hand.

Every card keeps its identity, so the way back is exact although nobody knows the face.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from companion.readmodels import Move
from companion.table.desk import Told
from companion.table.skullduggery.passing import pass_title
from companion.table.skullduggery.words import slot_name, token_name
from companion.words import Words, t
from rules.knowledge import CardRef
from rules.skullduggery.cards import LINE, CardAction, Side
from rules.skullduggery.passing import passed
from rules.skullduggery.state import State

Places = Mapping[CardRef, str]
ROWS = ("pile", "discard", "spyglass")
LINES = "lines"
"""Source of the move by which everybody hands on a card."""
PASSES: tuple[tuple[CardAction, CardAction], ...] = (
    ("pass_left", "pass_right"),
    ("pass_right", "pass_left"),
)


def put_back(now: State, wanted: State, told: Told) -> tuple[Move, ...]:
    """Moves that turn the table of `now` into that of `wanted`, the shortest list.

    Cards of one cycle are laid in any order, since all of them are off their places for a moment. A
    pass is one move: its source is `lines`, its target the pass.
    """
    return min(_ways(now, wanted, told), key=len)


def _ways(now: State, wanted: State, told: Told) -> Iterator[tuple[Move, ...]]:
    """Card by card; or all pass first, or then: a pass is taken back by the other one."""
    yield _card_by_card(now, wanted, told)
    for action, other in PASSES:
        move = Move(source=LINES, target=action, text=pass_title(action))
        lines = passed(now.lines, action)
        yield (move, *_card_by_card(replace(now, lines=lines), wanted, told))
        lines = passed(wanted.lines, other)
        yield (*_card_by_card(now, replace(wanted, lines=lines), told), move)


def _card_by_card(now: State, wanted: State, told: Told) -> tuple[Move, ...]:
    return (
        *_cards(now, wanted, told),
        *_sides(now, wanted, told),
        *_tokens(now, wanted, told),
    )


def places(state: State) -> dict[CardRef, str]:
    """Where each card lies: `line:2:0`, `pile`, `discard`, `spyglass`, `hand`.

    Of the draw pile only its top can have moved, so a card's place in it is not told apart.
    """
    found: dict[CardRef, str] = {}
    for seat, line in enumerate(state.lines):
        found.update({ref: f"line:{seat}:{slot}" for slot, ref in enumerate(line)})
    for row in ROWS:
        found.update(dict.fromkeys(getattr(state, row), row))
    for held in (state.drawn, state.leaving):
        if held is not None:
            found[held] = f"hand:{state.turn}"
    return found


def _cards(now: State, wanted: State, told: Told) -> Iterator[Move]:
    lies, should = places(now), places(wanted)
    moved = [ref for ref, place in lies.items() if should[ref] != place]
    for ref in _in_order(moved, [*_taken_up(now), *_laid_down(wanted)], should):
        source, target = lies[ref], should[ref]
        text = t(
            "{source}: this card goes to {target}.",
            source=_name(source, told),
            target=_name(target, told),
        )
        yield Move(source=source, target=target, text=text, cards=("",))


def _taken_up(now: State) -> Iterator[Sequence[CardRef]]:
    """From piles the upper card first."""
    yield now.pile
    yield now.discard[::-1]
    yield now.spyglass[::-1]


def _laid_down(wanted: State) -> Iterator[Sequence[CardRef]]:
    """And onto them the lower card first."""
    yield wanted.pile[::-1]
    yield wanted.discard
    yield wanted.spyglass


def _in_order(
    moved: Sequence[CardRef], piles: Sequence[Sequence[CardRef]], should: Places
) -> Iterator[CardRef]:
    """So that each card is on top where it is taken, and its pile is laid from below.

    What goes onto the draw pile goes last where nothing speaks against it.
    """
    left = sorted(moved, key=lambda ref: should[ref] == "pile")
    queues = [[ref for ref in pile if ref in left] for pile in piles]
    while left:
        free = (ref for ref in left if all(ref in q[:1] or ref not in q for q in queues))
        ref = next(free, left[0])
        left.remove(ref)
        queues = [[other for other in queue if other != ref] for queue in queues]
        yield ref


def _name(place: str, told: Told) -> Words:
    word, *rest = place.split(":")
    match word:
        case "line":
            who, slot = told.name(int(rest[0])), slot_name(int(rest[1]))
            return t("{who}'s {slot}", who=who, slot=slot)
        case "hand":
            return t("{who}'s hand", who=told.name(int(rest[0])))
        case "pile":
            return t("the top of the draw pile, unseen")
        case "discard":
            return t("the discard pile")
        case _:
            return t("the row of Spyglasses")


def _sides(now: State, wanted: State, told: Told) -> Iterator[Move]:
    """Cards of the lines that lie on the wrong side, where they should lie."""
    for seat, line in enumerate(wanted.lines):
        for slot in range(LINE):
            ref, place = line[slot], f"line:{seat}:{slot}"
            lay_open = ref in now.face_up or _is_open(now, ref)
            opens = ref in wanted.face_up
            if lay_open == opens:
                continue
            who, name = told.name(seat), slot_name(slot)
            text = t("Turn {who}'s {slot} face down.", who=who, slot=name)
            if opens:
                text = t("Turn {who}'s {slot} face up.", who=who, slot=name)
            yield Move(source=place, target=place, text=text)


def _is_open(state: State, ref: CardRef) -> bool:
    return ref in state.discard or ref in state.spyglass


def _tokens(now: State, wanted: State, told: Told) -> Iterator[Move]:
    for seat in range(now.config.seats):
        has, should = now.tokens[seat], wanted.tokens[seat]
        sides: tuple[tuple[Side, bool, bool], ...] = (
            ("left", has.red, should.red),
            ("right", has.blue, should.blue),
        )
        for side, was, used in sides:
            if was == used:
                continue
            who, token = told.name(seat), token_name(side)
            text = t("Turn {who}'s {token} pistol side up.", who=who, token=token)
            if used:
                text = t("Turn {who}'s {token} over: it is used.", who=who, token=token)
            place = f"token:{seat}:{side}"
            yield Move(source=place, target=place, text=text)
