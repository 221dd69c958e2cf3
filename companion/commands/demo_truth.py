"""Comparing what was true at the twin's table with what the companion believed, state by state."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.commands.demo_report import GameTruth
from companion.history import GAME, Row, fold

FEW = 4
"""States that presses around one reveal can take before both accounts agree again."""
CONTEXT = 4
"""States before the first difference that are shown with it."""


@dataclass(frozen=True, slots=True)
class Belief:
    """One state the companion held: after entry `seq`, which was this action.

    `onset`: between which instants (ns) the camera saw the action's card appear, where it did.
    """

    seq: int
    action: Any
    state: dict[str, Any]
    onset: tuple[int, int] | None = None


def beliefs(rows: Sequence[Row]) -> list[Belief]:
    """The companion's states by the entries that count, as amended; repeated ones left out."""
    history = fold(rows)
    game = history.game
    if game is None:
        return []
    start = next(row for row in rows if row.kind == GAME)
    held = [Belief(start.seq, None, game.canonical(history.states[start.seq - 1]))]
    for moment in history.moments:
        canonical = game.canonical(moment.after)
        if held[-1].state != canonical:
            seq = moment.entry.seq
            onset = rows[seq - 1].data.get("onset")
            belief = Belief(seq, moment.entry.action, canonical, onset and (onset[0], onset[1]))
            held.append(belief)
    return held


def first_divergence(
    number: int, truth: GameTruth, held: Sequence[Belief]
) -> dict[str, Any] | None:
    """Where truth and belief first differ, with both sides, or None.

    States must be the same one by one, with two exceptions. Presses of one moment are one entry of
    the companion and one true state each. And a press that fell into the stretch in which the
    camera saw a card appear may stand on either side of it, if the state after both is the same:
    then the order made no difference, and nobody had to be asked.
    """
    true, index, at = truth.states, 0, 0
    while at < len(held) and index < len(true):
        if true[index]["state"] == held[at].state:
            index, at = index + 1, at + 1
        elif _one_moment(true, index, index + 1):
            index += 1
        elif (meet := _meet_again(true, index, held, at)) is not None:
            index, at = meet
        else:
            break
    if at < len(held) or index < len(true):
        return _difference(number, truth, held, index, at)
    return None


def _one_moment(true: Sequence[dict[str, Any]], start: int, end: int) -> bool:
    """Whether these true states are all presses."""
    steps = [state["step"]["type"] for state in true[start : end + 1]]
    return len(steps) == end - start + 1 and set(steps) == {"press"}


def _meet_again(
    true: Sequence[dict[str, Any]], index: int, held: Sequence[Belief], at: int
) -> tuple[int, int] | None:
    """Where both agree after a few presses around one reveal, in whatever order."""
    for ahead in range(1, FEW + 1):
        for more in range(1, FEW + 1):
            if index + ahead >= len(true) or at + more >= len(held):
                continue
            if true[index + ahead]["state"] != held[at + more].state:
                continue
            if _overlapping(true[index : index + ahead + 1], held[at : at + more + 1]):
                return index + ahead, at + more
    return None


def _overlapping(true: Sequence[dict[str, Any]], held: Sequence[Belief]) -> bool:
    """One reveal, and presses that all fell into its onset as the camera saw it."""
    onsets = [belief.onset for belief in held if belief.onset is not None]
    presses = [state["at_ns"] for state in true if state["step"]["type"] == "press"]
    others = [state["step"]["type"] for state in true if state["step"]["type"] != "press"]
    if len(onsets) != 1 or others != ["reveal"] or not presses:
        return False
    start, end = onsets[0]
    return all(start <= at <= end for at in presses)


def _difference(
    number: int, truth: GameTruth, held: Sequence[Belief], index: int, at: int
) -> dict[str, Any]:
    true = truth.states[index] if index < len(truth.states) else None
    belief = held[at] if at < len(held) else None
    return {
        "game": number,
        "step": index,
        "truth": true and {key: true[key] for key in ("n", "at_ns", "step", "state")},
        "companion": belief and {"seq": belief.seq, "action": belief.action, "state": belief.state},
        "before": {
            "truth": [s["step"] for s in truth.states[max(0, index - CONTEXT) : index]],
            "companion": [b.action for b in held[max(0, at - CONTEXT) : at]],
        },
    }
