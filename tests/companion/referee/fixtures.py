"""The evidence records of docs/fixtures, made by the referee and the rules.

`python -m tests.companion.referee.fixtures` writes them anew; review the difference.
"""

import sys
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.referee import EvidenceRecord
from hardware.events import FrameRef, Observation, Press
from tests.companion.referee.bench_words import ns, press, span
from tests.companion.referee.mini_table import MiniTable, deal, face

FOLDER = Path(__file__).parents[3] / "docs" / "fixtures"


def filmed(card: Observation) -> Observation:
    """With the last clear frame before it and the first that shows it."""
    first, last = card.onset.earliest, card.onset.latest
    frames = tuple(
        FrameRef(id=f"pot-{card.ident}-{name}", at=span(at / 1e6, at / 1e6 + 33))
        for name, at in (("before", first), ("after", last - ns(33)))
    )
    return replace(card, frames=frames)


def bouncing(one: Press) -> Press:
    return replace(one, bounce=(240_000, 610_000, 1_130_000, 2_050_000))


def clear_win() -> EvidenceRecord:
    """Doubles; seat 0 guessed 62 ms after the first of the two and is cursed; seat 2 wins."""
    table = MiniTable(deal(4)).play(
        filmed(face(1, "gem:3", 61_000, 61_067)),
        filmed(face(2, "gem:3", 64_100, 64_233)),
        bouncing(press(0, 61_129.0)),
        bouncing(press(2, 64_645.2)),
        bouncing(press(0, 64_656.3)),
        until=64_700,
    )
    return table.records[1]


def too_close() -> EvidenceRecord:
    """A sandwich; seats 1 and 3 are 0.9 ms apart, seat 0 comes 2.5 ms later."""
    table = MiniTable(deal(4)).play(
        filmed(face(1, "treasure:4", 10_000, 10_067)),
        filmed(face(2, "gem:5", 12_000, 12_067)),
        filmed(face(3, "treasure:4", 14_000, 14_100)),
        bouncing(press(3, 14_431.0)),
        press(1, 14_431.9),
        press(0, 14_434.4),
        until=14_440,
    )
    return table.records[0]


def hand_in_the_way() -> EvidenceRecord:
    """The revealing hand hides the Pot for 0.4 s, and seat 1 presses meanwhile."""
    table = MiniTable(deal(3)).play(
        filmed(face(1, "gem:7", 20_000, 20_067)),
        filmed(face(2, "gem:7", 22_000, 22_400)),
        press(1, 22_310.0),
        until=22_470,
    )
    return table.records[0]


FIXTURES = {
    "evidence-clear-win.json": clear_win,
    "evidence-too-close.json": too_close,
    "evidence-hand-in-the-way.json": hand_in_the_way,
}


def encoded(record: EvidenceRecord) -> bytes:
    """One line, as the journal holds it."""
    return msgspec.json.encode(record) + b"\n"


if __name__ == "__main__":
    for name, make in FIXTURES.items():
        (FOLDER / name).write_bytes(encoded(make()))
        sys.stdout.write(f"wrote docs/fixtures/{name}\n")
