"""The page with hands for a human at the simulated table."""

import json
import random
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

import numpy as np
import pytest

from companion.twin import wizard_thieves
from companion.twin.people import Person
from companion.twin.report import Report
from companion.twin.sabotage import Sabotage
from companion.twin.table_page import Picture, TablePage
from companion.twin.wizard_thieves.cards import deal
from companion.twin.wizard_thieves.director import Director
from companion.twin.wizard_thieves.human import Hands
from companion.twin.wizard_thieves.truth import Truth
from companion.twin.world import World


@pytest.fixture
def page():
    picture = Picture()
    acts: list[tuple] = []
    served = TablePage(
        "127.0.0.1", 0, picture, lambda: {"says": "hello"}, lambda *wish: acts.append(wish)
    )
    yield f"http://127.0.0.1:{served.port}", picture, acts
    served.close()


def get(url: str) -> bytes:
    with urllib.request.urlopen(url, timeout=60) as answer:
        return answer.read()


def post(url: str, body: bytes, **headers: str) -> int:
    request = urllib.request.Request(url, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status
    except urllib.error.HTTPError as error:
        error.close()
        return error.code


def test_the_page_its_state_and_its_picture(page):
    url, picture, _ = page
    assert b"Slap!" in get(url + "/")
    assert json.loads(get(url + "/state")) == {"says": "hello"}
    picture.put(np.zeros((54, 96, 3), np.uint8))
    assert get(url + "/view.jpg")[:2] == b"\xff\xd8"


def test_wishes_are_taken_and_nonsense_is_not(page):
    url, _, acts = page
    assert post(url + "/do", b'{"action": "slap", "seat": 0}') == 200
    assert acts == [("slap", 0, None)]
    assert post(url + "/do", b"[]") == 400
    assert post(url + "/do", b'{"action": "slap", "seat": "x"}') == 400
    foreign = {"Origin": "http://evil.example"}
    assert post(url + "/do", b'{"action": "slap", "seat": 0}', **foreign) == 403
    assert len(acts) == 1


def test_a_human_flips_slaps_and_is_held_to_the_rules(tmp_path: Path):
    report = Report(tmp_path)
    world = World(
        tmp_path, wizard_thieves, seed=3, seats=2, style="distinct", real=True, sabotage=Sabotage()
    )
    truth = Truth(deal(2, random.Random(3)), 0, None, report.state)
    people = {seat: Person(seat, "3") for seat in range(2)}
    director = Director(world, truth, people, phones={}, report=report, rng=random.Random(3))
    hands = Hands({0: "You", 1: "Liza"}, frozenset({0}), "http://companion")
    director.acts.humans = hands.humans
    director.hands, director.human_waits = hands.steps, hands.waiting
    hands.director = director
    thread = threading.Thread(target=lambda: world.timeline.run(director.play()))
    thread.start()
    try:
        assert hands.look()["me"][0]["says"] == "Your turn: flip a card."
        hands.act("flip", 1, None)  # not a human's seat
        hands.act("flip", 0, None)
        wait_for(lambda: len(truth.pot) == 1)
        hands.act("slap", 0, None)
        wait_for(lambda: truth.status[0] == "cursed")
        wait_for(lambda: len(director.memory.faces) >= 2)
        assert director.memory.faces[1].seat == 1
    finally:
        world.timeline.stop()
        thread.join(10)
        world.close()
        report.close()


def wait_for(met, seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < deadline
        time.sleep(0.02)
