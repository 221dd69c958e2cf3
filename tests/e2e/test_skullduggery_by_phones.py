"""Three people, a pack of cards and three phones: `companion run skullduggery` over HTTP."""

import http.cookiejar
import json
import random
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.packs import content_pack
from companion.table import skullduggery as desk
from rules import skullduggery as rules
from rules.skullduggery import world as real
from tests.e2e.test_phone_at_the_simulated_table import free_port, wait_for

NAMES = ("Ann", "Ben", "Cleo")
PATIENCE_S = 5.0


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """Of a companion on a PC without camera and buttons."""
    port = free_port()
    command = [sys.executable, "-m", "companion", "run", "skullduggery", "--hardware", "real"]
    command += ["--seats", "3", "--port", str(port), "--host", "127.0.0.1", "--mute"]
    command += ["--data", str(tmp_path), "--code", "ABC234"]
    with (tmp_path / "log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        wait_for(f"http://127.0.0.1:{port}/healthz", tmp_path / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


class Phone:
    """One person's browser, without the page."""

    def __init__(self, url: str, name: str) -> None:
        jar = http.cookiejar.CookieJar()
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar)).open
        self._url = url
        self.post("/join", {"code": "ABC234", "name": name, "seat": None})

    def post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self._url}{path}?as=me",
            json.dumps(body).encode(),
            {"Content-Type": "application/json", "Accept": "application/json"},
        )
        try:
            with self._open(request, timeout=60) as answer:
                found: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as error:
            pytest.fail(f"{path} {body}: {error.code} {error.read().decode()}")
        return found

    def view(self) -> dict[str, Any]:
        with self._open(f"{self._url}/view?as=me", timeout=60) as answer:
            found: dict[str, Any] = json.load(answer)
        return found

    def page(self, path: str) -> str:
        with self._open(f"{self._url}{path}", timeout=60) as answer:
            text: str = answer.read().decode()
        return text

    def tap(self, choice: str) -> None:
        version = self.view()["version"]
        self.post("/tap", {"version": version, "choice_id": choice})


class Cards:
    """The real cards, moved by people who know the rules and not the companion."""

    def __init__(self, rng: random.Random, seats: int) -> None:
        pack = content_pack(rules)
        faces = list(real.box(pack.counts()))
        rng.shuffle(faces)
        self.world = real.lay_out(seats, faces)
        self.state = rules.setup(range(seats), 0, rules.Options(), pack)

    def do(self, seat: int, choice: str) -> None:
        action = desk.action(self.state, seat, choice)
        assert action is not None
        events, self.state = rules.apply(self.state, action)
        for event in events:
            self.world = real.follow(self.world, event)

    def honest(self, seat: int, choice: dict[str, Any]) -> str | None:
        """What an honest person taps; None where it would be a lie."""
        ident: str = choice["id"]
        faces, line = self.world.faces, self.world.lines[seat]
        word, *rest = ident.split(":")
        if choice["entry"] is not None:
            return f"{ident}={''.join(str(faces[card]) for card in line)}"
        if word == "shown":
            assert self.world.shown_next is not None
            return ident if faces[self.world.shown_next] == int(rest[0]) else None
        if word == "read":
            return ident if faces[line[int(rest[0])]] == int(rest[1]) else None
        return ident

    def scores(self) -> tuple[int, ...]:
        faces = self.world.faces
        return tuple(int("".join(str(faces[card]) for card in line)) for line in self.world.lines)


def test_three_people_play_to_the_end_by_phones_alone(url: str) -> None:
    rng = random.Random(11)
    phones = [Phone(url, name) for name in NAMES]
    cards = Cards(rng, len(phones))
    phones[0].post("/host", {"action": "start", "value": ""})
    undone = False
    while phones[0].view()["phase"] != "over":
        seat, choice = anybody(rng, phones, cards)
        phones[seat].tap(choice)
        if not undone and choice == "draw":
            before = phones[0].view()["piles"][0]["count"]
            phones[1].post("/host", {"action": "undo", "value": ""})
            assert phones[0].view()["piles"][0]["count"] == before + 1
            undone = True
            continue
        cards.do(seat, choice)
    scores = cards.scores()
    view = phones[2].view()
    assert {line["seat"]: line["score"] for line in view["lines"]} == dict(enumerate(scores))
    assert "Skullduggery" in phones[1].page("/story?as=me")
    assert "Ann" in phones[1].page("/statistics?as=me")
    best = max(scores)
    assert view["result"]["winners"] == [s for s, score in enumerate(scores) if score == best]
    assert str(best) in view["result"]["title"]


def anybody(rng: random.Random, phones: list[Phone], cards: Cards) -> tuple[int, str]:
    """A seat with something to tap, once the table has taken the last tap."""
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        for seat in rng.sample(range(len(phones)), len(phones)):
            offered = [cards.honest(seat, c) for c in phones[seat].view()["my_choices"]]
            honest = [choice for choice in offered if choice is not None]
            if honest:
                return seat, rng.choice(honest)
        time.sleep(0.02)
    pytest.fail("nobody can do anything")
