"""What the pages are made of: strings, icons, imports, and the stream under another server."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from companion.referee.record import (
    Bands,
    ChangeEvidence,
    Consequences,
    EvidenceRecord,
    Marks,
    PressEvidence,
    Verdict,
)
from hardware.events import FrameRef
from hardware.timing import MS, Interval
from tests.web.fake_service import FakeTable
from web.asgi import create_asgi
from web.audience import SEAT_COOKIE
from web.text import load_strings
from web.timeline import read_record

FIXTURES = Path(__file__).parents[2] / "docs" / "fixtures"
STATIC = Path(__file__).parents[2] / "web" / "static"
TEMPLATES = STATIC.parent / "templates"


def test_the_pages_know_exactly_the_symbols_that_are_drawn():
    drawn = set(re.findall(r'<symbol id="([^"]+)"', (STATIC / "icons.svg").read_text()))
    listed = (STATIC / "parts.js").read_text().partition("ICONS = new Set([")[2].partition("]")[0]
    assert set(re.findall(r'"([^"]+)"', listed)) == drawn


def test_every_string_a_page_asks_for_is_there_and_every_string_is_asked_for():
    strings = load_strings()
    known = {f"{section}.{key}" for section, keys in strings.items() for key in keys}
    sources = [*STATIC.glob("*.js"), *TEMPLATES.glob("*.html")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    asked = {".".join(pair) for pair in re.findall(r"\b(?:words|text)\.(\w+)\.(\w+)", text)}
    by_name = {"live", "status", "menu"}  # words.live[state] and the like
    assert asked <= known
    unused = {one for one in known - asked if one.partition(".")[0] not in by_name}
    assert unused <= {"seat.undo", "seat.story", "seat.menu"}  # words.seat[name] of the buttons


def test_importing_the_pages_stays_cheap():
    code = "import sys, web, web.asgi; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    ).stdout.split()
    heavy = {"numpy", "cv2", "segno", "uvicorn", "reportlab", "rules", "vision", "hardware"}
    assert heavy.isdisjoint(loaded)


def test_a_record_is_told_in_order_and_to_scale():
    record = {
        "presses": [
            {"seat": 1, "at": [1_012_000_000, 1_012_000_000], "judged": True},
            {"seat": 0, "at": [1_000_000_000, 1_000_000_000], "judged": True},
        ],
        "top": {"onset": [600_000_000, 640_000_000], "identity": "gem:1", "frames": [{"id": "f1"}]},
        "bands": {"band_ns": 2_000_000},
        "verdict": {
            "anticipated": [1],
            "consequences": {
                "won": 0,
                "cursed": [1],
                "rules": ["R-WT-4"],
                "ignored": [{"seat": 2, "rule": "R-WT-5"}],
            },
        },
    }
    story = read_record(json.dumps(record).encode(), {0: "Ann", 1: "Ben"})
    assert [bar.label for bar in story.bars] == ["gem 1", "Ann", "Ben"]
    assert [bar.at_ms for bar in story.bars] == ["-380.00", "+0.00", "+12.00"]
    reveal, ann, ben = story.bars
    assert reveal.x < reveal.x + reveal.width < ann.x < ben.x
    per_ms = (ben.x - ann.x) / 12
    assert abs((ann.x - reveal.x) / 400 - per_ms) < 0.01
    assert story.rules == ("R-WT-4", "R-WT-5")
    assert story.frames == ("f1",)
    told = " ".join(story.sentences)
    for words in ("Ann takes the Pot", "Ben is cursed", "Seat 3's press", "2 ms", "too soon"):
        assert words in told


def test_a_record_of_the_referee_is_readable():
    """The page reads the published format by name; this is the format itself."""
    record = EvidenceRecord(
        bands=Bands(
            tie_ns=2 * MS,
            measured_band_ns=0,
            band_ns=2 * MS,
            grace_ns=0,
            debounce_ns=0,
            anticipation_ns=100 * MS,
            inexact_ns=0,
        ),
        marks=Marks(edges_until=None, known_until=None),
        presses=(PressEvidence(seat=2, at=Interval(900 * MS, 901 * MS), judged=True),),
        top=ChangeEvidence(
            zone="pot",
            kind="card",
            ident=7,
            onset=Interval(400 * MS, 440 * MS),
            identity="treasure:3",
            frames=(FrameRef(id="f7", at=Interval(0, 1)),),
        ),
        verdict=Verdict(
            groups=((2,),),
            anticipated=(2,),
            consequences=Consequences(won=2, rules=("R-WT-4",)),
        ),
    )
    story = read_record(msgspec.json.encode(record), {2: "Liza"})
    assert story.readable
    assert [(bar.label, bar.kind) for bar in story.bars] == [
        ("treasure 3", "reveal"),
        ("Liza", "press"),
    ]
    assert story.sentences[0] == "Liza takes the Pot."
    assert story.rules == ("R-WT-4",)
    assert story.frames == ("f7",)


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("evidence-*.json")), ids=lambda p: p.stem)
def test_the_published_records_can_be_drawn(path):
    names = {0: "Ann", 1: "Ben", 2: "Liza", 3: "Timbo"}
    story = read_record(path.read_bytes(), names)
    assert story.readable
    assert story.bars
    assert story.ticks
    assert story.sentences
    for bar in story.bars:
        assert 0 < bar.x <= bar.x + bar.width <= 360
    undecided = "clear" not in path.stem
    assert undecided == any("cannot be told" in s or "Too close" in s for s in story.sentences)


def test_an_undecided_record_names_nobody():
    record = {
        "presses": [{"seat": 0, "at": [0, 10]}, {"seat": 1, "at": [5, 15]}],
        "verdict": {"undecided": True, "why": "tie", "consequences": {"tied": [0, 1]}},
    }
    story = read_record(json.dumps(record).encode(), {0: "Ann", 1: "Ben"})
    assert story.sentences == ("Too close to call.", "Too close to call between Ann and Ben.")


def test_a_record_of_another_kind_is_shown_as_it_is():
    for raw in (b'{"presses": 7}', b"not json", b"[1]"):
        story = read_record(raw, {})
        assert not story.readable
        assert story.text


def test_the_stream_needs_nothing_of_our_own_server():
    """Under a server that offers neither `companion.write` nor `companion.abort`."""

    async def play() -> list[bytes]:
        table = FakeTable()
        token = table.sit(0, "Ann")
        app = create_asgi(table)
        sent: asyncio.Queue[bytes] = asyncio.Queue()
        leaving = asyncio.Event()

        async def receive() -> dict:
            await leaving.wait()
            return {"type": "http.disconnect"}

        async def send(message: dict) -> None:
            if message.get("body"):
                await sent.put(message["body"])

        scope = {
            "type": "http",
            "method": "GET",
            "path": "/stream",
            "query_string": b"as=me",
            "client": ("127.0.0.1", 1),
            "headers": [(b"host", b"127.0.0.1"), (b"cookie", f"{SEAT_COOKIE}={token}".encode())],
        }
        serving = asyncio.create_task(app(scope, receive, send))
        got = [await sent.get()]
        table.show("playing")
        got.append(await sent.get())
        leaving.set()
        await asyncio.wait_for(serving, 2)
        app.close()
        return got

    first, second = asyncio.run(play())
    assert b"event: hello" in first
    assert b"id: 1\n" in first
    assert second.startswith(b"id: 2\n")
    assert b'"phase":"playing"' in second
