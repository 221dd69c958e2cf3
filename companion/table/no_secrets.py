"""The part of a desk that is about entries which rest on a seat's secrets: there are none."""

from typing import Any


def keeper(_state: Any, _action: Any) -> int | None:
    """Everybody may correct every entry."""
    return None


def secret(_state: Any, _action: Any) -> bool:
    """Nothing that is entered is for one seat alone."""
    return False
