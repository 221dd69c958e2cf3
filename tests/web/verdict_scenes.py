"""Verdicts as the table explains them: played through the real core."""

from functools import cache

import msgspec

from companion.ports import Identity
from companion.referee import EvidenceRecord
from companion.storymodels import StoryEntry
from companion.table.presenter import look
from companion.table.verdicts import exported, verdict_model
from companion.verdictmodels import VerdictModel
from hardware.events import FrameRef
from hardware.timing import MS, Interval
from tests.companion.table.scripted import Script

FRAMES = ("f1", "f2", "f3")


def _card(game: Script, key: str, at: int) -> None:
    """Seen by a camera of 30 pictures a second; a hand hid one of them."""
    frames = tuple(
        FrameRef(id=name, at=Interval((at + 33 * n) * MS, (at + 33 * n + 20) * MS))
        for n, name in enumerate(FRAMES)
    )
    game.card(key, at, at + 86, frames=frames)


def _played(keys: tuple[str, ...], hands: tuple[tuple[int, float], ...], exact: bool) -> Script:
    game = Script(4).begin()
    for number, key in enumerate(keys):
        _card(game, key, 1000 + 1000 * number)
    for seat, after in hands:
        stamp = round((1000 * len(keys) + after) * MS)
        bounce = (240_000, 610_000, 1_130_000, 2_050_000) if exact else ()
        game.press(seat, stamp / MS, bounce=bounce, exact=exact)
    game.until(1000 * len(keys) + 2000)
    return game


PLAYS = {
    "v1": (("gem:1", "gem:1"), ((0, 471.3),), True),
    "v2": (("gem:1", "gem:1"), ((0, 471.3), (1, 483.9)), True),
    "v3": (("gem:1", "gem:2"), ((1, 160.0),), True),
    "v4": (("gem:1", "gem:1"), ((2, 471.3), (0, 471.9), (1, 520.0)), True),
    "v5": (("gem:1", "gem:1"), ((3, 700.0),), False),
}
"""Won; won with a late hand; cursed; a tie; by keyboard."""


@cache
def play(ident: str) -> Script:
    """The game behind a verdict."""
    return _played(*PLAYS[ident])


def _newest(game: Script) -> tuple[int, EvidenceRecord]:
    row = next(row for row in reversed(game.rows) if row.evidence is not None)
    return row.seq, msgspec.convert(row.evidence, EvidenceRecord)


def verdict(identity: Identity, ident: str) -> VerdictModel | None:
    """The newest verdict of that game, for this reader."""
    if ident not in PLAYS:
        return None
    game = play(ident)
    seq, record = _newest(game)
    view = look(game.table, identity.audience)
    line = next(line for line in view.log if line.seq == seq)
    entry = StoryEntry(seq=seq, at="0:03", text=line.text, evidence=ident)
    return verdict_model(game.table, record, entry, view)


def record(ident: str) -> bytes | None:
    """The same to take home."""
    if ident not in PLAYS:
        return None
    return msgspec.json.encode(exported(_newest(play(ident))[1], over=False))
