"""Content packs: what every game's pack has in common. Callers parse the TOML."""

from collections.abc import Mapping
from typing import TypeGuard

import msgspec

from rules.core import Fact, PackError


def fact(where: str, entry: object) -> Fact:
    """One value: a table `{value, origin, source, note}`, or bare, which the owner told.

    Raises PackError, which names the field `where` and the cure.
    """
    if not isinstance(entry, Mapping):
        return Fact(value=entry, origin="owner")
    unknown = set(entry) - {"value", "origin", "source", "note"}
    if unknown:
        raise PackError(f"{where}.{min(unknown)}: unknown. Use: value, origin, source, note.")
    try:
        return msgspec.convert({"origin": "owner", **entry}, Fact)
    except msgspec.ValidationError as error:
        raise PackError(f"{where}: {error}. Give at least value = ... .") from None


def section(name: str, entries: object, known: tuple[str, ...]) -> Mapping[object, object]:
    """The entries of a section that the game knows. Raises PackError."""
    if name not in known:
        raise PackError(f"[{name}]: unknown section. Use one of: {', '.join(known)}.")
    if not isinstance(entries, Mapping):
        raise PackError(f"{name}: must be a table, such as [{name}].")
    return entries


def is_count(value: object, least: int, most: int) -> TypeGuard[int]:
    """Whether this is a whole number in that range (TOML's true is none)."""
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most
