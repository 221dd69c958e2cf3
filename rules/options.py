"""A game's options as a page shows them."""

from collections.abc import Iterable
from typing import Any, Literal

from msgspec import Struct


class OptionText(Struct, frozen=True, kw_only=True):
    """What a game says about one of its options. `rule`: the ruling that it switches."""

    key: str
    label: str
    rule: str
    help: str


class OptionInfo(Struct, frozen=True, kw_only=True):
    """One option as a page shows it. Switches have the value `true` or `false`."""

    key: str
    label: str
    kind: Literal["switch", "number"]
    value: str
    help: str
    rule: str


def describe(options: Any, texts: Iterable[OptionText]) -> tuple[OptionInfo, ...]:
    """Every option that has a text, with its present value."""
    described = []
    for text in texts:
        value = getattr(options, text.key)
        described.append(
            OptionInfo(
                key=text.key,
                label=text.label,
                kind="switch" if isinstance(value, bool) else "number",
                value=str(value).lower(),
                help=text.help,
                rule=text.rule,
            )
        )
    return tuple(described)
