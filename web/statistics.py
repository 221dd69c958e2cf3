"""Reactions, the companion's own accuracy, and games won: of this game and of all kept ones."""

from collections.abc import Sequence

from flask import Blueprint, render_template
from msgspec import Struct

from companion.storymodels import Reactions
from web.asking import table_service
from web.evidence import back, whoever

pages = Blueprint("statistics", __name__)

FEW = 10
"""So many slaps a median needs; the table says `too_few` below."""
WIDTH = 320
"""Of a person's scale in the picture's own units."""
STEP_MS = 250
"""Scales end at a round number."""


class Scale(Struct, frozen=True, kw_only=True):
    """A person's times drawn to scale, in units of the picture."""

    half_x: float
    half_width: float
    dot_x: float


@pages.get("/statistics")
def statistics() -> str:
    """After the game, and while it goes on."""
    model = table_service().statistics(whoever())
    ends = {"now": end_of(model.reactions), "kept": end_of(model.kept)}
    return render_template(
        "statistics.html", model=model, back=back(), few=FEW, ends=ends, scale=scale, width=WIDTH
    )


def end_of(lines: Sequence[Reactions]) -> int:
    """Where the scale of these people ends, ms: the same for all, so that bars compare."""
    longest = max((line.q3_ms for line in lines if line.q3_ms is not None), default=0.0)
    return STEP_MS * (1 + int(longest // STEP_MS))


def scale(line: Reactions, end_ms: int) -> Scale | None:
    """The bar and the dot; None where there are too few times."""
    if line.median_ms is None or line.q1_ms is None or line.q3_ms is None:
        return None
    unit = WIDTH / end_ms
    return Scale(
        half_x=round(line.q1_ms * unit, 1),
        half_width=round(max(line.q3_ms - line.q1_ms, 2 / unit) * unit, 1),
        dot_x=round(line.median_ms * unit, 1),
    )
