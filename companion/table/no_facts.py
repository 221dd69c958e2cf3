"""The part of a desk that is about what the owner completes: nothing is missing in this box."""

from collections.abc import Sequence
from typing import Any

from companion.factmodels import FactEntry, FactsModel
from companion.words import Words, t


def facts(_pack: Any) -> FactsModel | None:
    """There is no such page."""
    return None


def with_facts(_pack: Any, _entries: Sequence[FactEntry]) -> Any | Words:
    """Nothing can be completed."""
    return t("Nothing of this game is left to be completed.")
