"""The content pack: how many cards of each value the box has. Only weights and hints use it."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from rules import packs
from rules.core import Fact, PackError
from rules.skullduggery.cards import CARDS, VALUES

_SECTIONS = ("copies",)


class Pack(Struct, frozen=True, kw_only=True):
    """Copies of each value, with where the number came from.

    Attributes:
        copies: `"1"` to `"9"`, to a whole number; together 54.
    """

    copies: Mapping[str, Fact]

    def counts(self) -> tuple[int, ...]:
        """Copies of 1, 2, ... 9."""
        return tuple(_count(value, self.copies) for value in VALUES)


def load_pack(layers: Sequence[Mapping[str, Any]]) -> Pack:
    """The pack from parsed TOML tables: the game's own first, then what overrides it.

    Raises PackError, which names the field and the cure.
    """
    facts: dict[str, Fact] = {}
    for layer in layers:
        for name, entries in layer.items():
            for value, entry in packs.section(name, entries, _SECTIONS).items():
                facts[str(value)] = _checked(str(value), entry)
    total = sum(_count(value, facts) for value in VALUES)
    if total != CARDS:
        raise PackError(
            f"copies: they make {total} cards, the box has {CARDS}."
            " Count again and give every value that differs."
        )
    return Pack(copies=facts)


def _checked(value: str, entry: object) -> Fact:
    if value not in map(str, VALUES):
        raise PackError(f"copies.{value}: no such card. Use a number from 1 to {VALUES[-1]}.")
    fact = packs.fact(f"copies.{value}", entry)
    if not packs.is_count(fact.value, 0, CARDS):
        raise PackError(f"copies.{value}: a number from 0 to {CARDS}, not {fact.value!r}.")
    return fact


def _count(value: int, facts: Mapping[str, Fact]) -> int:
    fact = facts.get(str(value))
    return int(str(fact.value)) if fact is not None else 0
