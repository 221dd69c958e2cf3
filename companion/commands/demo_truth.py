"""Reading what the twin wrote down, and comparing it with what the companion believes."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import GenericAlias
from typing import Any

import msgspec

from companion.history import GAME, Row, fold
from companion.store import JournalReader

TRUTH_FILE = "truth.jsonl"
NEAR_NS = 40_000_000
"""A face belongs to a reading whose onset contains its instant, give or take a frame."""
SAME_PRESS_NS = 5_000_000
FEW = 4
"""States that presses around one reveal can take before both accounts agree again."""
LATENCIES = ("reveal_to_state", "press_to_verdict", "evidence_to_verdict")
"""What is measured at real pace; see `latencies`."""
CONTEXT = 4
"""States before the first difference that are shown with it."""


@dataclass(slots=True)
class GameTruth:
    """One game as it truly was: lines of `truth.jsonl`."""

    states: list[dict[str, Any]] = field(default_factory=list)
    presses: list[dict[str, Any]] = field(default_factory=list)
    faces: list[dict[str, Any]] = field(default_factory=list)
    latencies: list[dict[str, Any]] = field(default_factory=list)
    end: dict[str, Any] | None = None


@dataclass(slots=True)
class Truths:
    """The whole report."""

    games: list[GameTruth] = field(default_factory=list)
    prompts: int = 0
    announcements: int = 0
    complete: bool = False


@dataclass(frozen=True, slots=True)
class Belief:
    """One state the companion held: after entry `seq`, which was this action.

    `onset`: between which instants (ns) the camera saw the action's card appear, where it did.
    """

    seq: int
    action: Any
    state: dict[str, Any]
    onset: tuple[int, int] | None = None


@dataclass(slots=True)
class Tally:
    """How often the companion was right about one kind of thing."""

    right: int = 0
    wrong: int = 0
    open: int = 0


def read_truth(report: Path) -> Truths:
    """The report so far; a last line that is not whole is left out."""
    truths = Truths()
    path = report / TRUTH_FILE
    if not path.exists():
        return truths
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            _take(truths, json.loads(line))
        except json.JSONDecodeError:
            break
    return truths


def _take(truths: Truths, fact: dict[str, Any]) -> None:
    kind = fact["kind"]
    if kind == "end" and fact.get("total"):
        truths.prompts, truths.announcements = fact["prompts"], fact["announcements"]
        truths.complete = True
        return
    while len(truths.games) <= fact["game"]:
        truths.games.append(GameTruth())
    game = truths.games[fact["game"]]
    if kind == "end":
        game.end = fact
    else:
        kinds = {
            "state": game.states,
            "press": game.presses,
            "face": game.faces,
            "latency": game.latencies,
        }
        kinds[kind].append(fact)


def read_journals(data: Path) -> list[tuple[Row, ...]]:
    """The rows of every game in the data folder that was begun, oldest first."""
    games = []
    for path in sorted((data / "games").glob("*.journal")):
        with JournalReader(path) as reader:
            rows = reader.rows()
        if any(row.kind == GAME for row in rows):
            games.append(rows)
    return games


def beliefs(rows: Sequence[Row]) -> list[Belief]:
    """The companion's states, folded from the entries that count, repeated ones left out."""
    history = fold(rows)
    game = history.game
    events = GenericAlias(tuple, (game.Event, ...))
    held: list[Belief] = []
    state: Any = None
    for seq in history.effective:
        row = rows[seq - 1]
        if row.kind == GAME:
            state = history.states[seq - 1]
        elif row.events:
            for event in msgspec.convert(row.events, type=events):
                state = game.evolve(state, event)
        if state is None:
            continue
        canonical = game.canonical(state)
        if not held or held[-1].state != canonical:
            onset = row.data.get("onset")
            held.append(Belief(seq, row.action, canonical, onset and (onset[0], onset[1])))
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


def readings(truth: GameTruth, rows: Sequence[Row]) -> Tally:
    """The camera's readings against the faces that truly lay there."""
    tally = Tally()
    for row in rows:
        onset = row.data.get("onset") if row.kind == "action" else None
        if onset is None or not _has_reading(row):
            continue
        zone = "portal" if row.action["type"] == "to_portal" else "pot"
        face = _face_at(truth.faces, zone, onset)
        if row.data.get("unsure"):
            tally.open += 1
        elif face is not None and face["key"] == row.data["read"]:
            tally.right += 1
        else:
            tally.wrong += 1
    return tally


def _has_reading(row: Row) -> bool:
    """Whether a camera looked: what a person tells of an unseen card has no frames."""
    return bool(row.data.get("frames"))


def _face_at(faces: Sequence[dict[str, Any]], zone: str, onset: Any) -> dict[str, Any] | None:
    start, end = onset[0] - NEAR_NS, onset[1] + NEAR_NS
    middle = (onset[0] + onset[1]) / 2
    near = [f for f in faces if f["zone"] == zone and start <= f["at_ns"] <= end]
    return min(near, key=lambda f: abs(f["at_ns"] - middle), default=None)


def latencies(truth: GameTruth, rows: Sequence[Row]) -> Iterator[tuple[str, float]]:
    """(what, ms): how long until a phone showed it, by what it is counted from.

    - `reveal_to_state`: the first settled frame of the card;
    - `press_to_verdict`: the press;
    - `evidence_to_verdict`: the press or the first settled frame of the card that it was for,
      whichever came later. What the companion can be blamed for.
    """
    looks = [row.data for row in rows if row.kind == "action" and row.data.get("settled")]
    for line in truth.latencies:
        since, seen_ns = line["of_ns"], line["seen_ns"]
        if line["what"] == "reveal_to_state":
            shown = [d for d in looks if d["onset"][0] <= since <= d["onset"][1]]
            if not shown:
                continue
            since = shown[-1]["settled"]
        yield line["what"], (seen_ns - since) / 1e6
        if line["what"] == "press_to_verdict":
            settled = [d["settled"] for d in looks if d["onset"][0] <= since]
            yield "evidence_to_verdict", (seen_ns - max([since, *settled[-1:]])) / 1e6


def verdicts(truth: GameTruth, rows: Sequence[Row]) -> Tally:
    """Every true press of consequence against what the companion made of it."""
    tally = Tally()
    judged = list(_judged(rows))
    for press in truth.presses:
        true = press["outcome"] if press["outcome"] in {"won", "cursed", "out"} else "none"
        found = [
            (outcome, is_open)
            for seat, at_ns, outcome, is_open in judged
            if seat == press["seat"] and abs(at_ns - press["at_ns"]) <= SAME_PRESS_NS
        ]
        if not found:
            tally.wrong += true != "none"
        elif found[-1][1]:
            tally.open += 1
        elif found[-1][0] == true:
            tally.right += 1
        else:
            tally.wrong += 1
    return tally


def _judged(rows: Sequence[Row]) -> Iterator[tuple[int, int, str, bool]]:
    """(seat, ns, outcome, whether people had to say) of every press in the journal."""
    for row in rows:
        if row.kind != "action" or not row.data.get("presses"):
            continue
        outcomes: dict[int, str] = {}
        is_open = row.by != "sensors"
        for event in row.events:
            kind, seat = event.get("type"), event.get("seat")
            if kind == "pot_won" and event.get("why") == "grab":
                outcomes[seat] = "won"
            elif kind == "cursed":
                outcomes[seat] = "cursed"
            elif kind == "eliminated":
                outcomes[seat] = "out"
            is_open = is_open or kind == "grab_tied"
        for seat, at_ns in row.data["presses"]:
            yield seat, at_ns, outcomes.get(seat, "none"), is_open
