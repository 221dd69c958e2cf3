"""Faults that are built in, so that a demo can show that it would notice."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

NAMES = (
    "swap-faces",
    "camera-black",
    "delay-edges",
    "shuffle-edges",
    "mute-people",
    "misread-aloud",
)


class SabotageError(ValueError):
    """A fault was asked for that does not exist or makes no sense; the message says which do."""


@dataclass(frozen=True, slots=True)
class Sabotage:
    """What goes wrong.

    Attributes:
        swap_faces: Share of flipped cards whose picture is another one in the renderer alone.
        camera_black: The camera delivers dark frames.
        delay_edges_ms: Edges and their marks arrive so late.
        shuffle_edges: Edges of different buttons arrive out of order.
        mute: Seats whose people ignore the companion.
        misread_aloud: Share of open cards that people tell their phones wrongly, unnoticed.
    """

    swap_faces: float = 0.0
    camera_black: bool = False
    delay_edges_ms: float = 0.0
    shuffle_edges: bool = False
    mute: frozenset[int] = frozenset()
    misread_aloud: float = 0.0


def parse(wishes: Mapping[str, str]) -> Sabotage:
    """From NAME=VALUE pairs. Raises SabotageError."""
    for name in wishes:
        if name not in NAMES:
            raise SabotageError(f"There is no sabotage {name!r}. There is: {', '.join(NAMES)}.")
    try:
        share = float(wishes.get("swap-faces", "0"))
        misread = float(wishes.get("misread-aloud", "0"))
        delay = float(wishes.get("delay-edges", "0"))
        mute = frozenset(int(seat) for seat in wishes.get("mute-people", "").split(",") if seat)
    except ValueError as error:
        raise SabotageError(
            f"A sabotage's value is not a number ({error}). Give for example swap-faces=0.2, "
            "delay-edges=150 or mute-people=0,2."
        ) from error
    if not (0 <= share <= 1 and 0 <= misread <= 1) or delay < 0:
        raise SabotageError(
            "swap-faces and misread-aloud are shares from 0 to 1, delay-edges a time in ms from 0."
        )
    return Sabotage(
        swap_faces=share,
        camera_black=wishes.get("camera-black", "0") not in {"0", "", "false"},
        delay_edges_ms=delay,
        shuffle_edges=wishes.get("shuffle-edges", "0") not in {"0", "", "false"},
        mute=mute,
        misread_aloud=misread,
    )


def require_known(wishes: Iterable[str], known: Sequence[str], game: str) -> None:
    """Raises SabotageError for a fault of things that this game has not: nothing would show."""
    for name in wishes:
        if name in NAMES and name not in known:
            raise SabotageError(
                f"Sabotage {name} would change nothing in {game}. There is: {', '.join(known)}."
            )
