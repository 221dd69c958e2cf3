"""What the owner completes of the box before a game: checked, and kept for later evenings."""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.factmodels import FactEntry, FactsModel
from companion.table.desks import desk_of
from companion.table.signals import Ask
from companion.table.state import Table
from companion.table.work import Work
from companion.words import Text, Words, recognised, t


def facts_of(table: Table) -> FactsModel | None:
    """The page's model; None for a game of which nothing is missing."""
    found: FactsModel | None = desk_of(table).facts(table.pack)
    if found is None or table.phase != "playing":
        return found
    return replace(found, why_not=t("Names and traits are fixed while a game runs."))


def tell_facts(work: Work, ask: Ask) -> Words:
    """`value` is a list of rows as JSON. Returns why not, or nothing when done."""
    if work.table.phase == "playing":
        return t("Names and traits are fixed while a game runs.")
    try:
        entries = msgspec.json.decode(ask.value, type=list[FactEntry])
    except msgspec.DecodeError as error:
        return t("The rows cannot be read: {error}. Reload the page.", error=recognised(str(error)))
    found: Any = desk_of(work.table).with_facts(work.table.pack, entries)
    if isinstance(found, str | Text):
        return found
    work.set(pack=found)
    work.row("option", by=ask.audience, data={"pack": msgspec.to_builtins(found)})
    work.reply(ask.ident)
    return ""
