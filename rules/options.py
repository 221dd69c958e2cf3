"""A game's options as a page shows them."""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct


class OptionText(Struct, frozen=True, kw_only=True):
    """What a game says about one of its options.

    Attributes:
        rule: The ruling that it switches.
        values: What it may be, where it is a word.
    """

    key: str
    label: str
    rule: str
    help: str
    values: tuple[str, ...] = ()


class OptionInfo(Struct, frozen=True, kw_only=True):
    """One option as a page shows it. Switches are `true` or `false`, choices one of `values`."""

    key: str
    label: str
    kind: Literal["switch", "number", "choice"]
    value: str
    help: str
    rule: str
    values: tuple[str, ...] = ()


def describe(options: Any, texts: Iterable[OptionText]) -> tuple[OptionInfo, ...]:
    """Every option that has a text, with its present value."""
    described = []
    for text in texts:
        value = getattr(options, text.key)
        switch = isinstance(value, bool)
        described.append(
            OptionInfo(
                key=text.key,
                label=text.label,
                kind="switch" if switch else "choice" if text.values else "number",
                value=str(value).lower(),
                help=text.help,
                rule=text.rule,
                values=text.values,
            )
        )
    return tuple(described)
