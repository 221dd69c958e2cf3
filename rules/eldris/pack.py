"""The content pack: names and traits of the 24 characters. Callers parse the TOML."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from rules.core import Fact, Key, PackError
from rules.eldris.cards import CHARACTER_SET, CHARACTERS, OF_A_TRAIT, TRAITS, Trait
from rules.packs import fact, section

MAX_NAME = 40
_SECTION = "characters"
_FIELDS = ("name", "trait")


class Pack(Struct, frozen=True, kw_only=True):
    """Every character's name and trait, each with where it came from.

    Attributes:
        names: Character to what people call it.
        traits: Character to its trait.
    """

    names: Mapping[Key, Fact]
    traits: Mapping[Key, Fact]

    def name(self, key: Key) -> str:
        """What people call this character; the key itself where nobody said."""
        found = self.names.get(key)
        return key if found is None else str(found.value)

    def trait_of(self) -> dict[Key, Trait]:
        """Character to trait, as the rules use it."""
        return msgspec.convert(
            {key: found.value for key, found in self.traits.items()}, dict[Key, Trait]
        )


def load_pack(layers: Sequence[Mapping[str, Any]]) -> Pack:
    """The pack from parsed TOML tables: the game's own first, then what overrides it.

    A value is a table `{value, origin, source, note}`, or bare, which counts as told by the owner.
    Raises PackError, which names the field and the cure.
    """
    facts: dict[tuple[Key, str], Fact] = {}
    for layer in layers:
        for name, rows in layer.items():
            facts.update(_rows(name, rows))
    names = {key: found for (key, field), found in facts.items() if field == "name"}
    traits = {key: found for (key, field), found in facts.items() if field == "trait"}
    _require_complete(names, traits)
    _require_four_of_each(traits)
    _require_distinct(names)
    return Pack(names=names, traits=traits)


def _rows(name: str, rows: object) -> dict[tuple[Key, str], Fact]:
    facts: dict[tuple[Key, str], Fact] = {}
    for key, row in section(name, rows, (_SECTION,)).items():
        where = f"{name}.{key}"
        if key not in CHARACTER_SET:
            raise PackError(f"{where}: no such character. Use one of: {', '.join(CHARACTERS)}.")
        if not isinstance(row, Mapping):
            raise PackError(f"{where}: must be a table with name and trait.")
        for field, entry in row.items():
            if field not in _FIELDS:
                raise PackError(f"{where}.{field}: unknown. Use: {', '.join(_FIELDS)}.")
            facts[str(key), field] = _checked(f"{where}.{field}", field, entry)
    return facts


def _checked(where: str, field: str, entry: object) -> Fact:
    found = fact(where, entry)
    if field == "name":
        if not isinstance(found.value, str) or not 0 < len(found.value.strip()) <= MAX_NAME:
            raise PackError(
                f"{where}: a name is a text of 1 to {MAX_NAME} characters, not {found.value!r}."
            )
    elif found.value not in TRAITS:
        raise PackError(f"{where}: {found.value!r} is no trait. Use one of: {', '.join(TRAITS)}.")
    return found


def _require_complete(names: Mapping[Key, Fact], traits: Mapping[Key, Fact]) -> None:
    for key in CHARACTERS:
        for field, found in (("name", names), ("trait", traits)):
            if key not in found:
                raise PackError(f"{_SECTION}.{key}.{field}: missing. All 24 rows need a {field}.")


def _require_four_of_each(traits: Mapping[Key, Fact]) -> None:
    counts = Counter(found.value for found in traits.values())
    wrong = [f"{counts[trait]} of {trait}" for trait in TRAITS if counts[trait] != OF_A_TRAIT]
    if wrong:
        raise PackError(
            f"{_SECTION}: every trait has exactly {OF_A_TRAIT} characters, not {', '.join(wrong)}."
            " Exchange the traits of two rows."
        )


def _require_distinct(names: Mapping[Key, Fact]) -> None:
    seen: dict[str, Key] = {}
    for key, found in names.items():
        text = str(found.value).strip().casefold()
        if text in seen:
            raise PackError(
                f"{_SECTION}.{key} and {_SECTION}.{seen[text]} are both called {found.value!r}."
                " Rename one of them."
            )
        seen[text] = key
