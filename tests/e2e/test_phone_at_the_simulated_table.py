"""A stranger's first evening on a PC: join by phone, flip and slap at the simulated table, undo."""

import contextlib
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.browsing import CHROMIUM, FLAGS

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium"),
]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[str, str]]:
    """URLs of the companion and of the simulated table with a seat for a human."""
    port, table_port = free_port(), free_port()
    command = [sys.executable, "-m", "companion", "run", "wizard-thieves", "--hardware", "twin"]
    command += ["--seats", "2", "--port", str(port), "--host", "127.0.0.1", "--mute"]
    command += ["--data", str(tmp_path), "--code", "ABC234", "--table-port", str(table_port)]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_for(f"{url}/healthz", tmp_path / "log")
        yield url, f"http://127.0.0.1:{table_port}"
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def wait_for(url: str, log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=1):
            return
        time.sleep(0.1)
    pytest.fail(f"no answer at {url}: {log.read_text(errors='replace')[-2000:]}")


def test_join_flip_and_undo_against_the_twins_people(table: tuple[str, str]) -> None:
    playwright = pytest.importorskip("playwright.sync_api")
    url, table_url = table
    with playwright.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        phone = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
        phone.goto(f"{url}/j/ABC234")
        phone.fill("input[name=name]", "Ann")
        phone.click("button[type=submit]")
        start = phone.get_by_role("button", name="Start the game")
        start.wait_for(timeout=90_000)
        playwright.expect(start).to_be_enabled(timeout=90_000)
        start.click()
        playwright.expect(phone.get_by_text("You flip a card")).to_be_visible(timeout=90_000)
        hands = browser.new_page()
        hands.goto(table_url)
        flip = hands.get_by_role("button", name="Flip my card")
        playwright.expect(flip).to_be_enabled(timeout=60_000)
        flip.click()
        turned = phone.locator("body")
        playwright.expect(turned).to_contain_text(re.compile(r"29\s*cards"), timeout=90_000)
        phone.get_by_role("button", name=re.compile("Undo|Take back")).first.click()
        phone.locator("#sure-sheet[open] #sure-yes").click()
        playwright.expect(turned).to_contain_text("took back", timeout=90_000)
        browser.close()
