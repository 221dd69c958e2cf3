"""Read models into one language: every Text in them becomes the sentence that a page shows."""

from functools import cache
from typing import Any, TypeVar, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from companion.words import Text, render

T = TypeVar("T")


def in_language(value: T, language: str) -> T:
    """The same value with every Text of it rendered; what holds none is returned as it is."""
    rendered: T = _rendered(value, language)
    return rendered


def _rendered(value: Any, language: str) -> Any:
    if isinstance(value, Text):
        return render(value, language)
    if isinstance(value, tuple):
        items = tuple([_rendered(item, language) for item in value])
        same = all(new is old for new, old in zip(items, value, strict=True))
        return value if same else items
    if isinstance(value, Struct):
        changes = {}
        for name in _worded(type(value)):
            old = getattr(value, name)
            new = _rendered(old, language)
            if new is not old:
                changes[name] = new
        return replace(value, **changes) if changes else value
    return value


@cache
def _worded(kind: type[Struct]) -> tuple[str, ...]:
    """Fields of a Struct that may hold a Text, however deep."""
    hints = get_type_hints(kind)
    return tuple(name for name in kind.__struct_fields__ if _may_hold(hints[name]))


def _may_hold(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, Struct):
        return hint is Text or bool(_worded(hint))
    return any(_may_hold(part) for part in get_args(hint))
