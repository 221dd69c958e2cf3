"""Who sits where: joining, names, leaving, changing places."""

import unicodedata

from msgspec.structs import replace

from companion.table.numbers import whole
from companion.table.presenter import COLOURS
from companion.table.signals import Ask
from companion.table.state import Member
from companion.table.work import Work
from companion.words import Words, t

NAME_MAX = 24


def clean_name(text: str) -> str:
    """Visible characters only, at most 24; empty where nothing is left."""
    visible = "".join(c for c in text if unicodedata.category(c)[0] not in "C" or c == "\u200d")
    return " ".join(visible.split())[:NAME_MAX].strip()


def _free_name(work: Work, wanted: str, seat: int) -> str:
    """`Anna`, or `Anna 2` where there is an Anna already."""
    taken = {m.name.casefold() for m in work.table.members if m.seat != seat}
    name, number = wanted, 1
    while name.casefold() in taken:
        number += 1
        name = f"{wanted[: NAME_MAX - 3]} {number}"
    return name


def join(work: Work, ask: Ask) -> Words:
    """Sit down on a free seat."""
    table = work.table
    free = [seat for seat in range(table.seats) if table.member(seat) is None]
    seat = ask.seat if ask.seat is not None else (free[0] if free else None)
    if seat is None:
        return t("Every seat is taken. The host can free a seat, or you can watch.")
    if not 0 <= seat < table.seats:
        return t("There is no such seat.")
    if seat not in free:
        return t("Seat {number} is taken. Choose another.", number=seat + 1)
    name = clean_name(ask.value)
    if not name:
        return t("Type a name first, with at least one letter.")
    host = not any(member.host for member in table.members)
    member = Member(
        seat=seat,
        name=_free_name(work, name, seat),
        colour=COLOURS[seat],
        digest=ask.digest,
        host=host,
    )
    seat_member(work, member)
    work.tell(t("{who} has joined.", who=member.name))
    work.reply(ask.ident, seat=seat, name=member.name)
    return ""


def seat_member(work: Work, member: Member) -> None:
    """Whoever sat there before does no more."""
    others = tuple(m for m in work.table.members if m.seat != member.seat)
    members = tuple(sorted((*others, member), key=lambda m: m.seat))
    work.set(members=members)
    write_member(work, member)


def write_member(work: Work, member: Member) -> None:
    """The seat's entry: who sits there from now on."""
    data = {
        "seat": member.seat,
        "name": member.name,
        "colour": member.colour,
        "digest": member.digest,
        "host": member.host,
    }
    chosen = {"language": member.language, "says": member.says}
    data |= {key: value for key, value in chosen.items() if value}
    work.row("seat", by=f"seat:{member.seat}", data=data)


def rename(work: Work, ask: Ask) -> Words:
    """Change the own name."""
    member = work.table.member(ask.seat if ask.seat is not None else -1)
    if member is None:
        return t("This seat is free now. Join again.")
    wanted = clean_name(ask.value)
    if wanted and wanted != member.name:
        member = replace(member, name=_free_name(work, wanted, member.seat))
        seat_member(work, member)
    work.reply(ask.ident, seat=member.seat, name=member.name)
    return ""


def leave(work: Work, ask: Ask) -> Words:
    """Give the own seat back."""
    return _free(work, ask, ask.seat)


def free_seat(work: Work, ask: Ask) -> Words:
    """The host frees a seat."""
    return _free(work, ask, whole(ask.value))


def _free(work: Work, ask: Ask, seat: int | None) -> Words:
    member = None if seat is None else work.table.member(seat)
    if member is None:
        return t("Nobody sits there.")
    rest = tuple(m for m in work.table.members if m.seat != member.seat)
    work.set(members=rest)
    work.row("seat", by=ask.audience, data={"seat": member.seat, "free": True})
    if member.host and rest:
        seat_member(work, replace(rest[0], host=True))
    work.reply(ask.ident)
    return ""


def move(work: Work, ask: Ask) -> Words:
    """`0:2`: the people of two seats change places, with their phones."""
    parts = ask.value.split(":")
    seats = [seat for part in parts if (seat := whole(part)) is not None]
    if len(seats) != len(parts) or len(seats) != 2 or not all(s < work.table.seats for s in seats):  # noqa: PLR2004
        return t("Say which two seats change places.")
    if work.table.phase == "over":
        return t("This game is over, and who won it stays. Begin a new game, then change places.")
    first, second = (work.table.member(seat) for seat in seats)
    if seats[0] == seats[1] or (first is None and second is None):
        return t("There is nobody to move.")
    rest = tuple(m for m in work.table.members if m.seat not in seats)
    work.set(members=rest)
    for member, seat in ((first, seats[1]), (second, seats[0])):
        if member is None:
            work.row("seat", by=ask.audience, data={"seat": seat, "free": True})
        else:
            seat_member(work, replace(member, seat=seat, colour=COLOURS[seat]))
    work.reply(ask.ident)
    return ""
