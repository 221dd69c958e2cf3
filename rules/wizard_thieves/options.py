"""What a table may decide for itself before a game."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

MAX_MS = 10_000


class Options(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The rulings' options with their defaults.

    Attributes:
        grab_before_end: A grab on the last card comes before the end of the game (R-WT-15).
        tie_ms: Presses closer than this are undecided (R-WT-6). For the referee.
        grace_ms: So long after a win others are excused (R-WT-5, R-WT-28). For the referee.
        debounce_ms: A second press so soon is the same attempt (R-WT-8). For the referee.
    """

    grab_before_end: bool = False
    tie_ms: Annotated[int, Meta(ge=0, le=MAX_MS)] = 2
    grace_ms: Annotated[int, Meta(ge=0, le=MAX_MS)] = 1500
    debounce_ms: Annotated[int, Meta(ge=0, le=MAX_MS)] = 800


class OptionInfo(Struct, frozen=True, kw_only=True):
    """One option as a page shows it."""

    key: str
    label: str
    kind: Literal["switch", "number"]
    value: str
    help: str
    rule: str


_TEXTS: tuple[tuple[str, str, str, str], ...] = (
    (
        "grab_before_end",
        "A grab saves from the end",
        "R-WT-15",
        "Off: when a card leaves one player with cards, the game ends at once. On: whoever is"
        " first on a matching last card still wins the Pot.",
    ),
    (
        "tie_ms",
        "Too close to call (ms)",
        "R-WT-6",
        "Two presses closer than this are undecided and the table is asked. Never less than what"
        " these buttons were measured to tell apart.",
    ),
    (
        "grace_ms",
        "Late hands excused for (ms)",
        "R-WT-5",
        "After somebody won the Pot, other hands are excused for this long or until the next card.",
    ),
    (
        "debounce_ms",
        "One attempt lasts (ms)",
        "R-WT-8",
        "A second improper press by the same player within this time counts as the same attempt.",
    ),
)


def describe_options(options: Options) -> tuple[OptionInfo, ...]:
    """Every option with its present value, for a page. Switches are `true` or `false`."""
    described = []
    for key, label, rule, text in _TEXTS:
        value = getattr(options, key)
        switch = isinstance(value, bool)
        described.append(
            OptionInfo(
                key=key,
                label=label,
                kind="switch" if switch else "number",
                value=str(value).lower(),
                help=text,
                rule=rule,
            )
        )
    return tuple(described)
