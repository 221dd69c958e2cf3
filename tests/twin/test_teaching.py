"""Teaching through the twin's camera, page and all; then a game read with what was taught."""

import http.cookiejar
import json
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from companion.commands.demo_run import free_port
from companion.twin.thieves_of_eldris.cards import KEYS, TRAITS
from companion.twin.wizard_thieves.cards import all_keys
from tests.twin.demos import demo

CODE = "TEACH2"


class Host:
    """The host's phone."""

    def __init__(self, url: str):
        self.url = url
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self._open = urllib.request.build_opener(jar).open

    def ask(self, path: str, body: object = None) -> dict:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.url + path,
            data,
            {"Content-Type": "application/json", "Accept": "application/json"},
        )
        with self._open(request, timeout=60) as answer:
            return json.loads(answer.read())

    def fetch(self, path: str) -> bytes:
        with self._open(self.url + path, timeout=60) as answer:
            return answer.read()

    def until(self, met, seconds: float = 60.0) -> dict:
        deadline = time.monotonic() + seconds
        while True:
            state = self.ask("/teach/state")
            if met(state):
                return state
            assert time.monotonic() < deadline, {k: v for k, v in state.items() if k != "kinds"}
            time.sleep(0.05)


@pytest.fixture
def game() -> str:
    return "wizard-thieves"


@pytest.fixture
def stage(tmp_path: Path, game: str):
    """The simulated table with nothing on it, and the companion over it."""
    port = free_port()
    twin, data = tmp_path / "twin", tmp_path / "data"
    twin.mkdir()
    python = [sys.executable, "-m"]
    hands = subprocess.Popen(
        [*python, "companion.twin", "show", "--game", game, "--dir", str(twin), "--seed", "3"],
        stdin=subprocess.PIPE,
        text=True,
    )
    run = ["companion", "run", game, "--hardware", "twin", "--twin-dir", str(twin)]
    run += ["--no-twin-process", "--port", str(port), "--data", str(data), "--code", CODE]
    with (tmp_path / "log").open("wb") as log:
        companion = subprocess.Popen([*python, *run, "--mute"], stdout=log, stderr=log)
    host = Host(f"http://127.0.0.1:{port}")
    try:
        _wait_until_reachable(host)
        yield host, hands, data
    finally:
        for process in (companion, hands):
            process.terminate()
            process.wait(10)
        hands.stdin.close()


def _wait_until_reachable(host: Host) -> None:
    deadline = time.monotonic() + 120
    while True:
        try:
            host.ask("/join", {"code": CODE, "name": "Ann"})
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.2)
        else:
            return


@pytest.mark.slow
def test_all_cards_are_taught_and_a_game_is_read_with_them(stage, tmp_path):
    host, hands, data = stage
    host.until(lambda state: state["camera"], 120)
    host.ask("/teach", {"action": "begin"})
    for number, key in enumerate(all_keys()):
        assert host.until(lambda s: s["phase"] == "showing")["at"] == key
        _show(host, hands, key, number + 1)
    _other_borders(host, hands)
    state = host.ask("/teach/state")
    assert (state["at"], state["done"], state["total"]) == ("", 17, 17)
    assert {len(kind["pictures"]) for kind in state["kinds"]} == {1, 4}
    host.ask("/teach", {"action": "finish"})
    written = host.until(lambda s: s["phase"] == "written")
    file = data / "catalogues" / "wizard-thieves-twin-distinct.catalogue"
    assert host.fetch("/teach/export") == file.read_bytes()
    assert written["digest"]
    _, played = demo("wizard-thieves", "--seats", "2", "--seed", "16", "--catalogue", str(file))
    assert played["readings"]["wrong"] == 0
    assert played["readings"]["right"] > 20
    assert played["matches_truth"], played["first_divergence"]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["thieves-of-eldris"])
def test_the_square_and_its_dice_are_taught_in_the_tray_and_a_game_is_read_with_them(stage):
    """Both sides of 24 characters and six faces of a die, in the order of the page."""
    host, hands, data = stage
    host.until(lambda state: state["camera"], 120)
    host.ask("/teach", {"action": "begin"})
    kinds = [kind["key"] for kind in host.ask("/teach/state")["kinds"]]
    sides = {side for key in KEYS for side in (key, f"{key}:dark")}
    assert sorted(kinds) == sorted(sides | {f"die:{trait}" for trait in TRAITS})
    for number, key in enumerate(kinds):
        assert host.until(lambda s: s["phase"] == "showing")["at"] == key
        _show(host, hands, key, number + 1)
    host.ask("/teach", {"action": "finish"})
    host.until(lambda s: s["phase"] == "written")
    file = data / "catalogues" / "thieves-of-eldris-twin-distinct.catalogue"
    assert file.with_suffix(".dice").exists()
    _, played = demo("eldris", "--option", "mode=solo", "--seed", "5", "--catalogue", str(file))
    assert played["readings"]["wrong"] == 0
    assert played["readings"]["right"] > 20
    assert played["matches_truth"], played["first_divergence"]


def _show(host: Host, hands: subprocess.Popen[str], key: str, done: int) -> None:
    """Lay it down, wait until its picture was taken, and take it away."""
    hands.stdin.write(f"lay {key.replace(':dark', '-dark')}\n")
    hands.stdin.flush()
    host.until(lambda state: state["done"] == done)
    hands.stdin.write("clear\n")
    hands.stdin.flush()


def _other_borders(host: Host, hands: subprocess.Popen[str]) -> None:
    """The box has each gem and treasure in four borders; a picture of each makes reading sure."""
    for key in (key for key in all_keys() if not key.startswith("item:")):
        for border in (2, 3, 4):
            hands.stdin.write("clear\n")
            hands.stdin.flush()
            host.ask("/teach", {"action": "choose", "value": key})
            hands.stdin.write(f"lay {key}/{border}\n")
            hands.stdin.flush()
            host.until(lambda state, key=key, border=border: _pictures(state, key) == border)


def _pictures(state: dict, key: str) -> int:
    return next(len(kind["pictures"]) for kind in state["kinds"] if kind["key"] == key)
