"""A real browser on one companion: how it starts, who visits, and what is wrong for people."""

import os
from pathlib import Path

import pytest

from tests.web.fake_service import CODE, FakeTable
from web.audience import SEAT_COOKIE
from web.serve import WebServer

CHROMIUM = Path("/usr/bin/chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 360, "height": 740}
SCREEN = {"width": 1920, "height": 1080}
TOUCH_PX = 48
PATIENCE_MS = 30_000

IN_A_BROWSER = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM.exists(), reason="no chromium at /usr/bin/chromium"),
    pytest.mark.filterwarnings("ignore::ResourceWarning"),  # playwright's own pipes
]
"""`pytestmark` of every file that needs one."""

FAULTS = (Path(__file__).parent / "faults.js").read_text(encoding="utf-8")

OVERLAPS = """() => {
  const parts = "#notices .headline #result #prompts #challenge #piles #tasks .player .join-card"
    + " #captions #thumb";
  const shown = parts.split(" ").flatMap((one) => [...document.querySelectorAll(one)])
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height > 0);
  const found = [];
  for (const one of shown) {
    const a = one.getBoundingClientRect();
    if (a.bottom > innerHeight + 1 || a.right > innerWidth + 1) found.push(`${one.id} leaves`);
    const tall = one.scrollHeight - one.clientHeight; // a tight line of large type hangs over a bit
    if (tall > 12 && one.id !== "prompts") found.push(`${one.id} cut`);
    for (const other of shown) {
      const b = other.getBoundingClientRect();
      const apart = a.right <= b.left + 1 || b.right <= a.left + 1 || a.bottom <= b.top + 1
        || b.bottom <= a.top + 1;
      if (one !== other && !apart) found.push(`${one.id || one.className} ${other.id}`);
    }
  }
  return found;
}"""
"""Script that names the parts of the table's screen that cover each other or leave it."""


class Visitor:
    """A browser page on one companion; collects whatever went wrong in it."""

    def __init__(self, context, server: WebServer) -> None:
        context.clear_cookies()
        self.base = f"http://127.0.0.1:{server.port}"
        self.page = context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.page.on("console", self._note)
        self.page.on("request", self._only_ours)

    def _note(self, message) -> None:
        # Refused connections and taps are part of what is played here; scripts must be well.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(message.text)

    def _only_ours(self, request) -> None:
        if not request.url.startswith(self.base):
            self.faults.append(f"asked for {request.url}")

    def go(self, path: str) -> None:
        self.page.goto(self.base + path)

    def live(self) -> None:
        self.page.wait_for_selector("#live[data-state=live]")

    def shows(self, version: int) -> None:
        """Wait until this version is drawn."""
        self.page.wait_for_selector(f"body[data-version='{version}']")


def join(visitor: Visitor, name: str = "Ann") -> None:
    visitor.go(f"/j/{CODE}")
    visitor.page.fill("#name", name)
    visitor.page.click("[type=submit]")
    visitor.live()


def seated(visitor: Visitor, table: FakeTable, name: str = "Ann") -> None:
    """As if this phone had joined before."""
    cookie = {"name": SEAT_COOKIE, "value": table.sit(0, name), "url": visitor.base}
    visitor.page.context.add_cookies([cookie])
    visitor.go("/me")
    visitor.live()


def picture(visitor: Visitor, name: str) -> None:
    """Keep a picture where one is asked for: COMPANION_SHOTS=DIR."""
    folder = os.environ.get("COMPANION_SHOTS")
    if folder:
        Path(folder).mkdir(parents=True, exist_ok=True)
        visitor.page.screenshot(path=str(Path(folder) / f"{name}.png"))


def faults_of(page, root: str = "body") -> list[str]:
    """What is wrong for people: see faults.js."""
    width = page.viewport_size["width"]
    return page.evaluate(FAULTS, {"root": root, "touch": TOUCH_PX, "width": width})
