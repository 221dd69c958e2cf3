"""What the owner of a box tells of it: the page's rows."""

from msgspec import Struct

from companion.words import Words


class FactRow(Struct, frozen=True, kw_only=True):
    """One card of the box.

    Attributes:
        kind: Key of its kind, one of `FactsModel.kinds`.
        sure: False where nobody has said yet what stands on the card.
    """

    key: str
    name: str
    kind: str
    sure: bool


class FactsModel(Struct, frozen=True, kw_only=True):
    """The page on which an owner completes what the rulebook does not print.

    Attributes:
        kinds: (key, name) of what a row may be.
        of_a_kind: How many rows each kind has in the box.
        missing: Rows that nobody is sure of.
        why_not: Why nothing can be changed now; empty where it can.
    """

    title: str
    rows: tuple[FactRow, ...]
    kinds: tuple[tuple[str, Words], ...]
    of_a_kind: int
    missing: int
    why_not: Words = ""


class FactEntry(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One row as a page sends it."""

    key: str
    name: str
    kind: str
