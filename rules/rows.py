"""Rows: tuples indexed by seat, by slot or by card."""

from typing import TypeVar

T = TypeVar("T")


def put(row: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    """The row with one place changed."""
    changed = list(row)
    changed[index] = value
    return tuple(changed)
