"""The 24 characters as their owner completes them: names and traits, four of each."""

import unicodedata
from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from companion.factmodels import FactEntry, FactRow, FactsModel
from companion.table.eldris.words import TRAIT_NAMES, trait_name
from companion.words import Text, Words, all_of, t
from rules import eldris as game
from rules.core import Fact
from rules.eldris.cards import CHARACTER_SET, CHARACTERS, OF_A_TRAIT, TRAITS
from rules.eldris.pack import MAX_NAME, Pack


def facts(pack: Pack) -> FactsModel:
    """The page's rows, by trait."""
    rows = tuple(
        FactRow(
            key=key,
            name=pack.name(key),
            kind=str(pack.traits[key].value),
            sure="assumption" not in (pack.names[key].origin, pack.traits[key].origin),
        )
        for key in sorted(CHARACTERS, key=lambda key: _place(pack, key))
    )
    return FactsModel(
        title=game.TITLE,
        rows=rows,
        kinds=tuple((trait, Text(name)) for trait, name in TRAIT_NAMES.items()),
        of_a_kind=OF_A_TRAIT,
        missing=sum(not row.sure for row in rows),
    )


def _place(pack: Pack, key: str) -> tuple[int, int]:
    traits: tuple[object, ...] = TRAITS
    return traits.index(pack.traits[key].value), CHARACTERS.index(key)


def with_facts(pack: Pack, entries: Sequence[FactEntry]) -> Pack | Words:
    """The pack with what the owner told, or what is wrong with it and how to mend it.

    Everything that was sent counts as looked at, so that no row is doubtful any more.
    """
    rows = {entry.key: replace(entry, name=clean(entry.name)) for entry in entries}
    if rows.keys() != CHARACTER_SET or len(entries) != len(CHARACTERS):
        return t("All 24 characters are needed, each once. Reload the page.")
    for place, entry in enumerate(entries, 1):
        if not 0 < len(rows[entry.key].name) <= MAX_NAME:
            return t("Row {row}: a name has 1 to {most} characters.", row=place, most=MAX_NAME)
    wrong = _twice(list(rows.values())) or _not_four(list(rows.values()))
    if wrong:
        return wrong
    names = {key: _told(pack.names[key], row.name) for key, row in rows.items()}
    traits = {key: _told(pack.traits[key], row.kind) for key, row in rows.items()}
    return Pack(names=names, traits=traits)


def clean(name: str) -> str:
    """Visible characters, single spaces."""
    visible = "".join(one for one in name if unicodedata.category(one)[0] != "C")
    return " ".join(visible.split())


def _told(fact: Fact, value: str) -> Fact:
    sure = fact.value == value and fact.origin != "assumption"
    return fact if sure else Fact(value=value, origin="owner", source="this table")


def _twice(rows: Sequence[FactEntry]) -> Words:
    seen: dict[str, str] = {}
    for row in rows:
        other = seen.setdefault(row.name.casefold(), row.name)
        if other is not row.name:
            return t("Two characters are called {name}. Rename one of them.", name=row.name)
    return ""


def _not_four(rows: Sequence[FactEntry]) -> Words:
    counts = Counter(row.kind for row in rows)
    if counts.keys() - set(TRAITS):
        return t("Choose one of the six traits in every row.")
    wrong = [
        t("{trait}: {count}", trait=trait_name(trait), count=counts[trait])
        for trait in TRAITS
        if counts[trait] != OF_A_TRAIT
    ]
    if not wrong:
        return ""
    return t(
        "Every trait has four characters, but not here: {counts}. Change the traits of some rows.",
        counts=all_of(wrong),
    )
