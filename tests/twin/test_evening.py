"""Whole games at the twin's table, without any companion."""

import json
import random
from pathlib import Path

import pytest

from companion.twin import wizard_thieves
from companion.twin.people import Person
from companion.twin.report import Report
from companion.twin.sabotage import Sabotage, SabotageError, parse
from companion.twin.timeline import TICK_NS, Timeline, Until
from companion.twin.wizard_thieves.cards import deal
from companion.twin.wizard_thieves.director import Director
from companion.twin.wizard_thieves.truth import Truth
from companion.twin.world import World

MS = 1_000_000


def play(folder: Path, seats: int, seed: int) -> tuple[Director, list[dict]]:
    report = Report(folder / "report")
    world = World(
        folder,
        wizard_thieves,
        seed=seed,
        seats=seats,
        style="distinct",
        real=False,
        sabotage=Sabotage(),
    )
    rng = random.Random(f"{seed} game 0")
    truth = Truth(deal(seats, rng), 0, None, report.state)
    people = {seat: Person(seat, str(seed)) for seat in range(seats)}
    director = Director(world, truth, people, phones={}, report=report, rng=rng)
    world.timeline.run(director.play())
    world.close()
    report.close()
    lines = (folder / "report" / "truth.jsonl").read_text().splitlines()
    return director, [json.loads(line) for line in lines]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("seed", range(5))
def test_a_game_ends_with_all_cards_accounted_for(tmp_path: Path, seats: int, seed: int):
    director, lines = play(tmp_path, seats, seed)
    truth = director.truth
    assert truth.winners
    assert director.acts.reveals < 500
    idents = [card.ident for deck in (*truth.decks, *truth.aside) for card in deck]
    idents += [card.ident for card in (*truth.portal, *truth.removed)]
    idents += [card.ident for card, _ in truth.pot]
    assert len(idents) == len(set(idents)) == {2: 60, 3: 45, 4: 60}[seats]
    states = [line for line in lines if line["kind"] == "state"]
    assert states[-1]["state"]["over"] == {"winners": truth.winners}
    assert [s["at_ns"] for s in states] == sorted(s["at_ns"] for s in states)
    assert not director.world.scene.piles["pot"]


def test_the_same_seed_plays_the_same_game(tmp_path: Path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    _, one = play(tmp_path / "a", 4, 11)
    _, two = play(tmp_path / "b", 4, 11)
    assert one == two


def test_what_lies_on_the_mat_is_what_truth_says(tmp_path: Path):
    director, lines = play(tmp_path, 3, 2)
    portal = [card.key for card, _ in director.world.scene.piles["portal"]]
    assert portal == [card.key for card in director.truth.portal]
    faces = [line for line in lines if line["kind"] == "face"]
    reveals = [line["step"] for line in lines if line.get("step", {}).get("type") == "reveal"]
    meant = [face["key"] for face in faces if face["zone"] == "pot" and face["meant"]]
    assert meant == [step["card"] for step in reveals]


def test_events_and_exposures_come_in_order_of_time():
    told: list[tuple[str, int]] = []
    line = Timeline(
        real=False,
        on_frame=lambda at: told.append(("frame", at)),
        before=lambda at: None,
        idle=lambda: None,
    )
    start = line.now
    line.at(start + 50 * MS, lambda: told.append(("event", line.now)))
    line.watch(start, start + 100 * MS)
    met: list[bool] = []

    def script():
        yield 120 * MS
        met.append((yield Until(lambda: False, 200 * MS)))
        met.append((yield Until(lambda: True, 200 * MS)))

    line.run(script())
    assert met == [False, True]
    assert [at for _, at in told] == sorted(at for _, at in told)
    assert ("event", start + 50 * MS) in told
    watched = [at for kind, at in told if kind == "frame" and at <= start + 100 * MS]
    assert len(watched) in {3, 4}
    assert all(at % TICK_NS == 0 for at in watched)


def test_sabotage_is_named_and_checked():
    fault = parse({"swap-faces": "0.2", "delay-edges": "150", "mute-people": "0,2"})
    assert (fault.swap_faces, fault.delay_edges_ms, fault.mute) == (0.2, 150.0, {0, 2})
    with pytest.raises(SabotageError, match="camera-black"):
        parse({"camera-blue": "1"})
    with pytest.raises(SabotageError, match="not a number"):
        parse({"swap-faces": "often"})
