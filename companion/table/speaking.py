"""Languages, what is spoken, and how names sound: for the table and for each person."""

from msgspec.structs import replace

from companion.table.people import clean_name, seat_member
from companion.table.signals import Ask
from companion.table.state import Member
from companion.table.work import Work
from companion.words import KINDS, Words, languages, t
from hardware.timing import MS

PREVIEW_NS = 2_000 * MS
"""Between two names that the voice tries, whoever asks."""
OWN_PREVIEW_NS = 5_000 * MS
"""Between two tries of one person."""


def clean_says(text: str) -> str:
    """What the voice may say for a name: as a name, and without eSpeak's own phoneme brackets."""
    return clean_name(text.replace("[[", " ").replace("]]", " "))


def language(work: Work, ask: Ask) -> Words:
    """Of this person's page; of the voice and the screen where the host or the table asks."""
    if ask.value and ask.value not in languages():
        known = ", ".join(languages())
        return t("The companion does not speak that language. It has: {known}.", known=known)
    member = _member(work, ask)
    if member is not None:
        seat_member(work, replace(member, language=ask.value))
    work.reply(ask.ident)
    return ""


def table_language(work: Work, ask: Ask) -> Words:
    """Of the voice and of the table's screen."""
    if ask.value not in languages():
        known = ", ".join(languages())
        return t("The companion does not speak that language. It has: {known}.", known=known)
    work.set(language=ask.value)
    work.row("option", by=ask.audience, data={"language": ask.value})
    work.reply(ask.ident)
    return ""


def spoken(work: Work, ask: Ask) -> Words:
    """`item=false`: whether the voice says sentences of this kind."""
    kind, _, value = ask.value.partition("=")
    if kind not in KINDS or value not in {"true", "false"}:
        return t("Say a kind of sentence and whether it is spoken, such as item=false.")
    wanted = {*work.table.spoken, kind} if value == "true" else {*work.table.spoken} - {kind}
    kinds = tuple(one for one in KINDS if one in wanted)
    work.set(spoken=kinds)
    work.row("option", by=ask.audience, data={"spoken": list(kinds)})
    work.reply(ask.ident)
    return ""


def _member(work: Work, ask: Ask) -> Member | None:
    seat = ask.audience.removeprefix("seat:")
    return work.table.member(int(seat)) if seat.isdecimal() else None


def says(work: Work, ask: Ask) -> Words:
    """How the voice says this person's name; empty as it is written."""
    member = _member(work, ask)
    if member is None:
        return t("This seat is free now. Join again.")
    seat_member(work, replace(member, says=clean_says(ask.value)))
    work.reply(ask.ident)
    return ""


def preview(work: Work, ask: Ask) -> Words:
    """Let the table's loudspeaker try a name, not more often than people can stand."""
    member = _member(work, ask)
    if member is None:
        return t("This seat is free now. Join again.")
    said = clean_says(ask.value) or member.says or member.name
    last = work.table.previewed.get("")
    mine = work.table.previewed.get(ask.audience)
    now = max(work.table.now, ask.arrived)
    if (last is not None and now - last < PREVIEW_NS) or (
        mine is not None and now - mine < OWN_PREVIEW_NS
    ):
        return t("Wait a moment before the next try.")
    work.quietly(previewed={**work.table.previewed, "": now, ask.audience: now})
    work.preview(said)
    work.reply(ask.ident)
    return ""
