"""`companion run skullduggery --hardware twin`: one seat is a human's, with a phone and a page."""

import json
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.twin.people_phone import Phone

GENEROUS_S = 240.0
"""The twin plays at real pace, and machines may be busy."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Evening:
    """The running product with the human's phone and page."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        command = [sys.executable, "-u", "-m", "companion", "run", "skullduggery"]
        command += ["--hardware", "twin", "--seats", "2", "--port", "0", "--host", "127.0.0.1"]
        command += [
            "--mute",
            "--data",
            str(folder),
            "--code",
            "ABC234",
            "--table-port",
            str(free_port()),
        ]
        with self.log.open("wb") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL
            )

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(30)

    def wait(self, what: str, met: Callable[[], Any]) -> Any:
        deadline = time.monotonic() + GENEROUS_S
        while not (found := met()):
            said = self.log.read_text(errors="replace")[-2000:]
            assert time.monotonic() < deadline, f"{what} did not come about: {said}"
            assert self._process.poll() is None, said
            time.sleep(0.1)
        return found

    def address(self, pattern: str) -> str:
        return self.wait(
            pattern, lambda: re.search(pattern, self.log.read_text(errors="replace"))
        ).group(1)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.close()


def page_of(table_url: str) -> dict[str, Any]:
    with urllib.request.urlopen(f"{table_url}/state", timeout=10) as answer:
        return json.loads(answer.read())["me"]["0"]


def choose(evening: Evening, table_url: str, label: str) -> None:
    """Take the choice of the simulated table's page, once it is there."""

    def offered() -> int | None:
        found = [
            one["index"] for one in page_of(table_url).get("choices", ()) if label in one["label"]
        ]
        return found[0] + 1 if found else None

    body = {"action": "item", "seat": 0, "value": evening.wait(label, offered) - 1}
    head = {"Content-Type": "application/json"}
    request = urllib.request.Request(f"{table_url}/do", json.dumps(body).encode(), head)
    urllib.request.urlopen(request, timeout=10).close()


def tap(evening: Evening, phone: Phone, ident: str) -> None:
    evening.wait(ident, lambda: ident in phone.offers())
    evening.wait(f"{ident} done", lambda: phone.tap(ident).result().accepted)


@pytest.mark.slow
def test_a_human_draws_and_discards_against_the_twins_people(evening: Evening):
    """Laid at the simulated table first, told on the phone then; the camera reads it in between."""
    url = evening.address(r"Phones: (\S+?)/?\s")
    table_url = evening.address(r"Draw and lay cards at (\S+) ")
    phone = Phone(url, 0, "Ann", time.monotonic_ns)
    phone.join("ABC234")
    evening.wait("all sit", lambda: phone.can_start)
    assert phone.host("start").accepted
    choose(evening, table_url, "Do not look")
    choose(evening, table_url, "Draw a card")
    drew = evening.wait("the card", lambda: re.search(r"You drew (\d)", page_of(table_url)["says"]))
    choose(evening, table_url, "Discard it")
    tap(evening, phone, "draw")
    tap(evening, phone, "discard")
    pile = "spyglass" if drew.group(1) == "2" else "discard"
    evening.wait("it is read", lambda: phone.pile_count(pile) == 1)
    top = next(one["top"]["key"] for one in phone.view["piles"] if one["id"] == pile)
    assert top == f"number:{drew.group(1)}"
    phone.close()
