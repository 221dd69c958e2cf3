"""The content pack: what the rulebook does not print. Callers parse the TOML; this validates it."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from rules import packs
from rules.core import Fact, Key, PackError
from rules.wizard_thieves.cards import GEM_KINDS, ITEM_COPIES, ITEMS, TREASURE_VALUES

_SECTIONS = ("gems", "treasures", "items")
_ITEM_FIELDS = ("name", "copies", "effect")
MAX_COPIES = 60
MAX_NAME = 40
_CORE_ITEMS = frozenset(key.partition(":")[2] for key in ITEMS)


class Pack(Struct, frozen=True, kw_only=True):
    """Names of all cards, and the owner's further kinds of item.

    Attributes:
        names: Key to what people call it, with the origin of that name.
        extra: Keys of items beyond the core box, to copies. They match for grabs and do nothing.
    """

    names: Mapping[Key, Fact]
    extra: Mapping[Key, int] = {}

    def name(self, key: Key) -> str:
        """What people call this card; the key itself where nobody said."""
        fact = self.names.get(key)
        return key if fact is None else str(fact.value)


def load_pack(layers: Sequence[Mapping[str, Any]]) -> Pack:
    """The pack from parsed TOML tables: the game's own first, then what overrides it.

    A value is a table `{value, origin, source, note}`, or bare, which counts as told by the owner.
    Raises PackError, which names the field and the cure.
    """
    facts: dict[tuple[str, ...], Fact] = {}
    for layer in layers:
        for section, entries in layer.items():
            facts.update(_section(section, entries))
    names = {_key(path): _text(path, fact) for path, fact in facts.items() if _is_name(path)}
    extra = _extra_items(facts)
    _require_names(names, extra)
    return Pack(names=names, extra=extra)


def _section(section: str, entries: object) -> dict[tuple[str, ...], Fact]:
    facts: dict[tuple[str, ...], Fact] = {}
    for name, entry in packs.section(section, entries, _SECTIONS).items():
        if section == "items":
            facts.update(_item(str(name), entry))
        else:
            most = GEM_KINDS if section == "gems" else TREASURE_VALUES
            if str(name) not in {str(number) for number in range(1, most + 1)}:
                raise PackError(f"{section}.{name}: no such card. Use a number from 1 to {most}.")
            facts[section, str(name)] = packs.fact(f"{section}.{name}", entry)
    return facts


def _item(name: str, entry: object) -> dict[tuple[str, ...], Fact]:
    where = f"items.{name}"
    if not name.isidentifier() or not name.islower():
        raise PackError(f"{where}: use lower-case letters, digits and underscores for its name.")
    if not isinstance(entry, Mapping):
        raise PackError(f"{where}: must be a table with name, copies and effect.")
    facts: dict[tuple[str, ...], Fact] = {}
    for field, value in entry.items():
        if field not in _ITEM_FIELDS:
            raise PackError(f"{where}.{field}: unknown. Use: {', '.join(_ITEM_FIELDS)}.")
        if name in _CORE_ITEMS and field != "name":
            raise PackError(f"{where}.{field}: fixed by the rulebook. Remove this line.")
        facts["items", name, str(field)] = packs.fact(f"{where}.{field}", value)
    return facts


def _is_name(path: tuple[str, ...]) -> bool:
    return path[0] != "items" or path[2] == "name"


def _key(path: tuple[str, ...]) -> Key:
    kinds = {"gems": "gem", "treasures": "treasure", "items": "item"}
    return f"{kinds[path[0]]}:{path[1]}"


def _text(path: tuple[str, ...], fact: Fact) -> Fact:
    if not isinstance(fact.value, str) or not 0 < len(fact.value.strip()) <= MAX_NAME:
        raise PackError(
            f"{'.'.join(path)}: a name is a text of 1 to {MAX_NAME} characters, not {fact.value!r}."
        )
    return fact


def _extra_items(facts: Mapping[tuple[str, ...], Fact]) -> dict[Key, int]:
    extra: dict[Key, int] = {}
    for name in dict.fromkeys(path[1] for path in facts if path[0] == "items"):
        if name in _CORE_ITEMS:
            continue
        effect = facts.get(("items", name, "effect"))
        if effect is None or effect.value != "none":
            raise PackError(
                f"items.{name}.effect: further items can only be matched, not used."
                ' Write effect = "none".'
            )
        copies = facts.get(("items", name, "copies"))
        count = ITEM_COPIES if copies is None else copies.value
        if not packs.is_count(count, 1, MAX_COPIES):
            raise PackError(f"items.{name}.copies: a number from 1 to {MAX_COPIES}, not {count!r}.")
        extra[f"item:{name}"] = count
    return extra


def _require_names(names: Mapping[Key, Fact], extra: Mapping[Key, int]) -> None:
    seen: dict[str, Key] = {}
    for key in extra:
        if key not in names:
            raise PackError(f"{key.replace('item:', 'items.')}.name: missing. Say what to call it.")
    for key, fact in names.items():
        text = str(fact.value).casefold()
        if text in seen:
            raise PackError(
                f"{key} and {seen[text]} are both called {fact.value!r}. Rename one of them."
            )
        seen[text] = key
