"""A finished game as its story and statistics: what pages that look back are given."""

from msgspec.structs import replace

from companion.storymodels import (
    Accuracy,
    CardAccuracy,
    Confusion,
    MomentModel,
    Reactions,
    Record,
    StatisticsModel,
    StoryEntry,
    StoryModel,
)
from tests.web import scenes

_HAPPENED = (
    ("0:00", "The game begins. Ann starts."),
    ("0:07", "Ann: Leaf."),
    ("0:11", "Ben: Topaz."),
    ("0:15", "Liza: Ruby."),
    ("0:15", "Improper grab. Ben is cursed."),
    ("0:22", "Timbo: Ruby."),
    ("0:23", "Liza, doubles, 412 ms. 5 cards. Timbo was later: no curse."),
    ("0:31", "Liza: x3 Treasure. Times 3. Timbo, 3 chances."),
    ("0:36", "Timbo: Alchemical Bomb. Timbo chooses."),
    ("75:12", "Liza wins the game!"),
)
SEQS = (9, 10, 11, 12, 13, 14, 16, 17, 18, 19)
"""Seats and options come before the game; entry 15 was a question and makes no line."""


def entries() -> tuple[StoryEntry, ...]:
    """Ten lines: one taken back, one corrected later, two verdicts."""
    lines = [
        StoryEntry(seq=seq, at=at, text=text)
        for seq, (at, text) in zip(SEQS, _HAPPENED, strict=True)
    ]
    lines[2] = replace(lines[2], undone=True)
    lines[3] = replace(lines[3], was="Liza: Coral.")
    lines[4] = replace(lines[4], evidence="v4")
    lines[6] = replace(lines[6], evidence="v4")
    return tuple(lines)


def story() -> StoryModel:
    return StoryModel(title="Wizard Thieves", entries=entries())


def moment(seq: int) -> MomentModel | None:
    lines = entries()
    place = next((i for i, line in enumerate(lines) if line.seq == seq), None)
    if place is None:
        return None
    scene = scenes.over if place == len(lines) - 1 else scenes.challenge
    view = replace(scene("public"), version=seq, lobby=None, captions=(), notices=(), log=())
    return MomentModel(
        entry=lines[place],
        place=place + 1,
        count=len(lines),
        before=lines[place - 1].seq if place else None,
        after=lines[place + 1].seq if place + 1 < len(lines) else None,
        view=view,
    )


def _person(name: str, median: float, spread: float, **fields: int) -> Reactions:
    return Reactions(
        name=name,
        presses=fields.get("presses", 24),
        measured=fields.get("measured", 20),
        median_ms=median,
        iqr_ms=spread,
        q1_ms=median - spread / 2,
        q3_ms=median + spread / 2,
        fastest_ms=median - spread,
        doubt_ms=16.7,
        improper=fields.get("improper", 2),
        anticipated=fields.get("anticipated", 1),
        false_starts=fields.get("improper", 2) + fields.get("anticipated", 1),
        too_few=False,
    )


def statistics(*, kept: bool) -> StatisticsModel:
    few = Reactions(
        name="Maximiliane-Theodora XVI", presses=5, measured=4, fastest_ms=391.2, doubt_ms=16.7
    )
    now = (
        _person("Ann", 412.4, 96.2),
        _person("Ben", 455.0, 180.0, improper=1, anticipated=0),
        _person("Liza", 371.8, 60.4, improper=0, anticipated=0),
        few,
    )
    read = Accuracy(
        read=312,
        believed=298,
        corrected=3,
        asked=14,
        asked_first=9,
        asked_two=13,
        taken_back=1,
        entered=2,
        confusions=(
            Confusion(read="gem:8", was="gem:1", read_label="Coral", was_label="Ruby", times=2),
            Confusion(
                read="item:bomb",
                was="item:king_coin",
                read_label="Alchemical Bomb",
                was_label="King Coin",
                times=1,
            ),
        ),
        cards=(
            CardAccuracy(key="gem:1", label="Ruby", read=31, corrected=2, asked=4),
            CardAccuracy(key="item:king_coin", label="King Coin", read=12, corrected=1),
            CardAccuracy(key="gem:8", label="Coral", read=29),
        ),
    )
    model = StatisticsModel(title="Wizard Thieves", over=True, reactions=now, accuracy=read)
    if not kept:
        return model
    return replace(
        model,
        kept=(_person("Ann", 421.0, 101.0, presses=210, measured=190), now[1]),
        kept_accuracy=replace(read, read=2050, believed=2000, corrected=11, confusions=()),
        tally=(
            Record(name="Liza", games=7, won=4, last="2026-11-30"),
            Record(name="Maximiliane-Theodora XVI", games=6, won=2, last="2026-11-30"),
            Record(name="Ben", games=7, won=1, last="2026-11-23"),
        ),
        games=7,
        skipped=1,
    )
