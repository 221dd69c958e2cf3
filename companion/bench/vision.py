"""Vision on this machine, one thread: the gate, a settled card, and naming beside public methods.

The table pictures come from the twin's renderer; photographs of real cards from the folder named by
COMPANION_PHOTOS, or `../shared/photos` beside the project, where there is one.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import cv2

from companion.bench.dice_strangers import dice_stranger_rows
from companion.bench.labels import found_sets
from companion.bench.row import BenchRow
from companion.bench.vision_cells import cell_rows
from companion.bench.vision_cubes import cube_rows
from companion.bench.vision_ranking import ranking_rows
from companion.bench.vision_scenes import drawn_deck_rows
from companion.bench.vision_sets import set_rows
from companion.bench.vision_symbols import symbol_rows
from companion.bench.vision_tokens import token_rows
from companion.eye.look import Eye
from companion.eye.watch import MARGIN_MM
from companion.twin import wizard_thieves
from companion.twin.mat import load_sheet
from companion.twin.renderer import Renderer
from companion.twin.scene import Scene
from companion.twin.wizard_thieves.cards import all_pictures
from companion.twin.wizard_thieves.faces import draw
from hardware.camera import Frame
from hardware.events import Observation
from hardware.timing import MS, Interval
from vision.catalogue import Catalogue, build
from vision.geometry import ZoneView, card_corners
from vision.markers import find_plane
from vision.mat import MAT_WIZARD_THIEVES
from vision.motion import Gate, reduce
from vision.readings import Unreadable
from vision.teaching import key_of

CARDS = 40
"""Cards laid on the simulated table."""
PERIOD_NS = 33_333_333


def rows(folder: Path | None = None) -> list[BenchRow]:
    """All rows; those on photographs only where they are, or only those of the set `folder`."""
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        if folder:
            return _photographs(folder)
        dice = [*symbol_rows(photographs()), *cube_rows(), *dice_stranger_rows()]
        return [
            *_gate(),
            *_table(),
            *cell_rows(),
            *token_rows(),
            *ranking_rows(),
            *drawn_deck_rows(),
            *dice,
            *_photographs(None),
        ]
    finally:
        cv2.setNumThreads(threads)


def _milliseconds(work: Callable[[], object], times: int) -> float:
    """Median CPU time of one call: what else the machine does changes it little."""
    taken = []
    for _ in range(times):
        start = time.thread_time_ns()
        work()
        taken.append((time.thread_time_ns() - start) / 1e6)
    return median(taken)


def _gate() -> list[BenchRow]:
    """The gate on reduced 540p frames: both zones."""
    sheet = load_sheet(wizard_thieves.mat(4))
    frame = Renderer(1, sheet, wizard_thieves.pictures("distinct")).frame((), ())
    plane = find_plane(frame, MAT_WIZARD_THIEVES)
    assert not isinstance(plane, Unreadable)  # noqa: S101 - the renderer shows the whole mat
    gates = []
    for zone in MAT_WIZARD_THIEVES.zones:
        view = ZoneView(zone, plane.mm_to_frame, px_per_mm=1.0, margin_mm=MARGIN_MM)
        outline = view.to_frame(card_corners((float(view.size[0]), float(view.size[1]))))
        gates.append(Gate(outline, frame.shape))
    small = reduce(frame)
    other = reduce(cv2.flip(frame, 1))
    gate = _milliseconds(lambda: [g.differs(g.cut(small), g.cut(other)) for g in gates], 300)
    return [
        BenchRow(what="motion gate, both zones, a reduced 540p frame", value=gate, unit="ms"),
        BenchRow(
            what="reducing a 540p frame for it",
            value=_milliseconds(lambda: reduce(frame), 300),
            unit="ms",
        ),
    ]


def _table() -> list[BenchRow]:
    """Cards laid on a messy pile by simulated hands, through the whole eye."""
    catalogue = build([(key_of(c.picture), draw(c, "distinct")) for c in all_pictures()])
    catalogue.warm_up()
    idle, settled, tally = _play(catalogue)
    return [
        BenchRow(what="eye, a frame in which nothing happens", value=median(idle), unit="ms"),
        BenchRow(what="settled card named, median", value=median(settled), unit="ms"),
        BenchRow(what="settled card named, slowest", value=max(settled), unit="ms"),
        *[
            BenchRow(what=f"cards on the simulated table: {name}", value=count, unit="cards")
            for name, count in tally.items()
        ],
    ]


def _play(catalogue: Catalogue) -> tuple[list[float], list[float], dict[str, int]]:
    rng = random.Random(7)
    sheet = load_sheet(wizard_thieves.mat(4))
    scene = Scene(sheet, 4, rng, wizard_thieves.PILES)
    renderer = Renderer(7, sheet, wizard_thieves.pictures("distinct"))
    eye = Eye(MAT_WIZARD_THIEVES, catalogue)
    idle: list[float] = []
    settled: list[float] = []
    tally = {"right": 0, "wrong": 0, "unsure": 0}
    number = 0
    for _ in range(CARDS):
        card = rng.choice(all_pictures())
        placed = scene.place_for(card, "pot", rng.randrange(4))
        start = (number + 8) * PERIOD_NS
        scene.lay(
            rng.randrange(4),
            placed,
            enter_ns=start,
            seen_ns=start + 300 * MS,
            leave_ns=start + 500 * MS,
        )
        laid = False
        while number * PERIOD_NS < start + 800 * MS:
            at = number * PERIOD_NS
            if not laid and at >= start + 300 * MS:
                scene.piles["pot"].append((card, placed))
                laid = True
            frame = Frame(image=renderer.frame(*scene.view(at)), at=Interval(at, at + 20 * MS))
            began = time.thread_time_ns()
            said = [m for m in eye.look(frame) if isinstance(m, Observation)]
            taken = (time.thread_time_ns() - began) / 1e6
            (settled if said else idle).append(taken)
            for observation in said:
                tally[_verdict(observation.identity, card.key)] += 1
            number += 1
    return idle, settled, tally


def _verdict(named: str | None, true: str) -> str:
    if named is None:
        return "unsure"
    return "right" if named == true else "wrong"


def photographs() -> Path | None:
    """Where the card photographs are, if they are here."""
    root = Path(__file__).parents[2]
    named = os.environ.get("COMPANION_PHOTOS")
    for path in ([Path(named)] if named else []) + [root.parent / "shared" / "photos"]:
        if found_sets(path):
            return path
    return None


def _photographs(folder: Path | None) -> list[BenchRow]:
    """Every set of labelled photographs that is here, or the one in `folder`."""
    if folder is not None:
        return set_rows(folder)
    path = photographs()
    if path is None:
        print(  # noqa: T201 - standard output is for rows
            "No photographs found: set COMPANION_PHOTOS to the folder that holds the sets, or "
            "name one with --set.",
            file=sys.stderr,
        )
        return []
    return [row for one in found_sets(path) for row in set_rows(one)]
