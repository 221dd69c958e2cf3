"""What the pages are made of: strings, icons, imports, and the stream under another server."""

import asyncio
import re
import subprocess
import sys
from pathlib import Path

import pytest

from companion.ports import Identity
from tests.web.fake_service import FakeTable
from tests.web.verdict_scenes import PLAYS, verdict
from web.asgi import create_asgi
from web.audience import SEAT_COOKIE
from web.text import load_strings
from web.timeline import charts

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
    for source in STATIC.glob("*.js"):  # const t = words.teach;
        script = source.read_text(encoding="utf-8")
        for alias, section in re.findall(r"const (\w+) = words\.(\w+);", script):
            asked |= {f"{section}.{key}" for key in re.findall(rf"\b{alias}\.(\w+)", script)}
    by_name = {"live", "status", "menu"}  # words.live[state] and the like
    assert asked <= known
    unused = {one for one in known - asked if one.partition(".")[0] not in by_name}
    buttons = {"seat.undo", "seat.story", "seat.menu"}  # words.seat[name]
    levels = {"camera.good", "camera.amber", "camera.red"}  # t[one.level]
    assert unused <= buttons | levels


def test_importing_the_pages_stays_cheap():
    code = "import sys, web, web.asgi; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=30
    ).stdout.split()
    heavy = {"numpy", "cv2", "segno", "uvicorn", "reportlab", "rules", "vision", "hardware"}
    assert heavy.isdisjoint(loaded)


def test_a_verdict_is_drawn_in_order_and_to_scale():
    model = verdict(Identity(audience="seat:1", seat=1), "v2")
    whole, close = charts(model)
    assert [mark.label for mark in whole.marks] == ["Ruby", "Ann", "Ben"]
    ruby, ann, ben = whole.marks
    per_ms = (ben.middle - ann.middle) / 12.6
    assert ruby.x < ruby.x + ruby.width < ann.middle < ben.middle
    assert ruby.width / 86 == pytest.approx(per_ms, rel=0.05)  # 86 ms between two clear pictures
    assert (ann.middle - ruby.x) / 471.3 == pytest.approx(per_ms, rel=0.05)
    assert (ann.sign, ben.sign, ben.mine) == ("", "", True)  # Ann's was judged in her own verdict
    assert [len(mark.bounce) for mark in (ann, ben)] == [4, 4]
    assert [mark.label for mark in close.marks] == ["Ann", "Ben"] or close.marks[-1].label == "Ben"
    assert {band.kind for band in whole.bands} >= {"onset-top", "anticipation"}


@pytest.mark.parametrize("ident", sorted(PLAYS))
def test_nothing_of_a_drawing_leaves_it(ident):
    for chart in charts(verdict(Identity(audience="table", host=True), ident)):
        assert chart.marks
        assert 2 <= len(chart.ticks) <= 8
        for mark in chart.marks:
            assert 94 <= mark.x <= mark.middle <= mark.x + mark.width <= 340
            assert all(94 <= edge <= 340 for edge in mark.bounce)
            assert mark.y + 34 <= chart.floor < chart.height
        for band in (*chart.bands, *chart.frames):
            assert 94 <= band.x <= band.x + band.width <= 340


def test_hands_that_are_close_are_drawn_again_larger():
    whole, close = charts(verdict(Identity(audience="table", host=True), "v4"))
    assert (whole.close, close.close) == (False, True)
    first, second = close.marks[0], close.marks[1]
    gap = (second.middle - first.middle) / (whole.marks[2].middle - whole.marks[1].middle)
    assert gap > 3
    tie = next(band for band in close.bands if band.kind == "tie")
    assert tie.x <= second.middle <= tie.x + tie.width  # 0.6 ms is inside the 2 ms of a tie


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
