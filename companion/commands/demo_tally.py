"""How often the companion was right: readings of the camera, verdicts on presses; and how soon."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.commands.demo_report import GameTruth
from companion.history import Row
from hardware.events import GridSeen

NEAR_NS = 40_000_000
"""A face belongs to a reading whose onset contains its instant, give or take a frame."""
SAME_PRESS_NS = 5_000_000
TOKENS = "tokens:"
"""Begins the names of places of tokens."""
LATENCIES = ("reveal_to_state", "press_to_verdict", "evidence_to_verdict")
"""What is measured at real pace; see `latencies`."""


@dataclass(slots=True)
class Tally:
    """How often the companion was right about one kind of thing."""

    right: int = 0
    wrong: int = 0
    open: int = 0


def readings(truth: GameTruth, rows: Sequence[Row], zone_of: Callable[[Any], str]) -> Tally:
    """The camera's readings against the faces that truly lay there.

    `zone_of`: the zone in which the card of an action came to lie.
    """
    tally = Tally()
    for row in rows:
        _count_sight(tally, truth.faces, row)
        onset = row.data.get("onset") if row.kind == "action" else None
        if onset is None or not _has_reading(row):
            continue
        face = _face_at(truth.faces, zone_of(row.action), onset)
        if row.data.get("unsure"):
            tally.open += 1
        elif face is not None and face["key"] == row.data["read"]:
            tally.right += 1
        else:
            tally.wrong += 1
    return tally


def _count_sight(tally: Tally, faces: Sequence[dict[str, Any]], row: Row) -> None:
    """Open cards or dice that an entry was made of; only where the truth tells of such.

    A face of `line:2:0` is that of the first card of `line:2`, one of `tray:0` the first die from
    the left. What has no candidates a person said, since the camera was not sure.
    """
    sight = str(row.data.get("sight", "")) if row.kind == "action" else ""
    if not sight or not any(face["zone"].startswith(sight.partition(":")[0]) for face in faces):
        return
    read = row.data.get("cells") or dict(enumerate(row.data.get("dice", ())))
    for place, seen in read.items():
        key = seen.get("value") or seen.get("key")
        if seen.get("unsure") or (key is not None and not seen.get("candidates")):
            tally.open += 1
        elif key is not None:
            lay = _lay(faces, f"{sight}:{place}", row.data["settled"] + NEAR_NS)
            tally.right += lay == key
            tally.wrong += lay != key


def tokens(truth: GameTruth, sights: Iterable[GridSeen]) -> Tally:
    """What the eye told of the places of tokens against the sides that truly lay up there."""
    tally = Tally()
    for seen in sights:
        if not seen.zone.startswith(TOKENS):
            continue
        for place in seen.changed:
            cell = seen.cells[place]
            if cell.unsure:
                tally.open += 1
                continue
            lay = _lay(truth.faces, f"{seen.zone}:{place}", seen.settled_at + NEAR_NS)
            tally.right += cell.key == lay
            tally.wrong += cell.key != lay
    return tally


def _lay(faces: Sequence[dict[str, Any]], zone: str, until_ns: int) -> str | None:
    """The face that lay there last by then."""
    lay = [face["key"] for face in faces if face["zone"] == zone and face["at_ns"] <= until_ns]
    return lay[-1] if lay else None


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
    looks = [row.data for row in rows if row.kind == "action" and row.data.get("onset")]
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
