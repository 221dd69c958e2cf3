"""The demo's comparison: it must notice, and it must not cry wolf."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from msgspec import structs

from companion.__main__ import main
from companion.commands.demo import succeeded, summary
from companion.commands.demo_games import TELLING
from companion.commands.demo_report import GameTruth, Truths, read_truth
from companion.commands.demo_run import Wish
from companion.commands.demo_tally import Tally, latencies, tokens, verdicts
from companion.commands.demo_tally import readings as read
from companion.commands.demo_truth import Belief, beliefs, first_divergence
from companion.history import Row
from companion.twin.report import Report
from hardware.events import CellSeen, GridSeen
from rules import GAMES

S = 1_000_000_000


def true(*steps: tuple[str, int, str]) -> GameTruth:
    """(step type, at s, name of the state) each."""
    states = [
        {"n": n, "at_ns": at, "step": {"type": kind}, "state": {"is": name}}
        for n, (kind, at, name) in enumerate(steps)
    ]
    return GameTruth(states=states)


def held(*names: str, onsets: dict[str, tuple[int, int]] | None = None) -> list[Belief]:
    known = onsets or {}
    return [Belief(n, {"to": name}, {"is": name}, known.get(name)) for n, name in enumerate(names)]


def test_equal_accounts_match():
    truth = true(("setup", 0, "a"), ("reveal", 1, "b"))
    assert first_divergence(0, truth, held("a", "b")) is None


@pytest.mark.parametrize("names", ["ax", "a", "abcd", "", "b"])
def test_every_other_account_diverges(names: str):
    truth = true(("setup", 0, "a"), ("reveal", 1, "b"), ("reveal", 2, "c"))
    found = first_divergence(3, truth, held(*names))
    assert found is not None
    assert found["game"] == 3
    assert found["truth"] is not None or found["companion"] is not None


def test_the_first_difference_is_shown_with_both_sides_and_what_came_before():
    truth = true(("setup", 0, "a"), ("reveal", 1, "b"), ("press", 2, "c"))
    found = first_divergence(0, truth, held("a", "b", "x"))
    assert found is not None
    assert found["step"] == 2
    assert found["truth"]["state"] == {"is": "c"}
    assert found["companion"]["state"] == {"is": "x"}
    assert found["before"]["companion"] == [{"to": "a"}, {"to": "b"}]


def test_presses_of_one_moment_may_be_one_entry():
    truth = true(("setup", 0, "a"), ("press", 1, "b"), ("press", 2, "c"))
    assert first_divergence(0, truth, held("a", "c")) is None
    lone = true(("setup", 0, "a"), ("press", 1, "b"), ("reveal", 2, "c"))
    assert first_divergence(0, lone, held("a", "c")) is not None


def test_a_press_inside_the_onset_may_stand_on_either_side():
    """Where the order made no difference, nobody had to be asked (design, section 3)."""
    truth = true(("setup", 0, "a"), ("press", 10, "b"), ("reveal", 12, "c"), ("reveal", 30, "d"))
    inside = held("a", "x", "c", "d", onsets={"x": (8, 14), "d": (28, 31)})
    assert first_divergence(0, truth, inside) is None
    outside = held("a", "x", "c", "d", onsets={"x": (11, 14), "d": (28, 31)})
    assert first_divergence(0, truth, outside) is not None
    other_end = held("a", "x", "y", "d", onsets={"x": (8, 14), "d": (28, 31)})
    assert first_divergence(0, truth, other_end) is not None


def readings(truth: GameTruth, rows: list[Row]):
    return read(truth, rows, TELLING["wizard-thieves"].zone_of)


def row(seq: int, **given: Any) -> Row:
    return Row(seq=seq, at_ns=0, **given)


def reveal(seq: int, key: str, at: int, *, unsure: str = "", kind: str = "reveal") -> Row:
    data = {"read": key, "unsure": unsure, "onset": [at - 100, at + 100], "frames": ["f"]}
    return row(seq, kind="action", action={"type": kind, "seat": 0, "card": key}, data=data)


def test_readings_are_held_against_the_faces_that_lay_there():
    second = 10**9
    faces = [
        {"zone": "pot", "key": "gem:1", "at_ns": second},
        {"zone": "pot", "key": "gem:2", "at_ns": 2 * second},
        {"zone": "portal", "key": "gem:3", "at_ns": 3 * second},
    ]
    truth = GameTruth(faces=faces)
    good = readings(truth, [reveal(1, "gem:1", second), reveal(2, "gem:2", 2 * second)])
    assert (good.right, good.wrong, good.open) == (2, 0, 0)
    bad = readings(truth, [reveal(1, "gem:2", second), reveal(2, "gem:3", 9 * second)])
    assert (bad.right, bad.wrong) == (0, 2)
    portal = readings(truth, [reveal(1, "gem:3", 3 * second, kind="to_portal")])
    assert portal.right == 1
    assert readings(truth, [reveal(1, "gem:1", second, unsure="glare")]).open == 1


def test_a_verdict_is_timed_from_the_press_or_its_card_whichever_came_later():
    shown = reveal(1, "gem:1", 1000)
    line = {"what": "press_to_verdict", "of_ns": 2_000_000, "seen_ns": 81_000_000}
    for settled, waited in ((1_000_000, 79.0), (41_000_000, 40.0)):
        shown.data["settled"] = settled  # type: ignore[index]
        found = dict(latencies(GameTruth(latencies=[line]), [shown]))
        assert found == {"press_to_verdict": 79.0, "evidence_to_verdict": waited}


def test_cells_of_a_line_are_held_against_the_cards_that_lay_there():
    faces = [
        {"zone": "line:2:1", "key": "number:5", "at_ns": S},
        {"zone": "line:2:1", "key": "number:8", "at_ns": 3 * S},
    ]

    def seen(seq: int, at: int, **cells: dict) -> Row:
        data = {"sight": "line:2", "settled": at, "cells": {c[2:]: v for c, v in cells.items()}}
        return row(seq, kind="action", action={"type": "read_face_up"}, data=data)

    five = {"key": "number:5", "candidates": [["number:5", 0.99]]}
    early, late = seen(1, 2 * S, at1=five), seen(2, 4 * S, at1=five)
    unsure, backs = seen(3, 4 * S, at1={"unsure": "glare"}), seen(4, 4 * S, at0={"back": True})
    said = seen(5, 4 * S, at1={"key": "number:8"})  # by a person: the camera ranks what it names
    rows = [early, late, unsure, backs, said]
    tally = read(GameTruth(faces=faces), rows, lambda action: "discard")
    assert (tally.right, tally.wrong, tally.open) == (1, 1, 2)
    leak = seen(6, 4 * S, at0=five)
    assert read(GameTruth(faces=faces), [leak], lambda action: "discard").wrong == 1


def test_what_people_tell_is_no_reading():
    told = row(1, kind="action", action={"type": "reveal", "card": "gem:1"}, data={})
    tally = readings(GameTruth(), [told])
    assert (tally.right, tally.wrong, tally.open) == (0, 0, 0)


def test_a_reveal_is_timed_from_its_first_settled_frame():
    shown = reveal(1, "gem:1", 1000)
    shown.data["settled"] = 1_000_000  # type: ignore[index]
    line = {"what": "reveal_to_state", "of_ns": 950, "seen_ns": 81_000_000}
    assert list(latencies(GameTruth(latencies=[line]), [shown])) == [("reveal_to_state", 80.0)]
    assert list(latencies(GameTruth(latencies=[line]), [])) == []


def grab(seq: int, seat: int, at: int, *events: dict[str, Any], by: str = "sensors") -> Row:
    data = {"presses": [[seat, at]]}
    action = {"type": "grab", "presses": [[seat]]}
    return row(seq, kind="action", action=action, events=events, by=by, data=data)


def test_verdicts_are_held_against_what_presses_truly_meant():
    truth = GameTruth(
        presses=[
            {"seat": 1, "at_ns": 5 * S, "outcome": "won"},
            {"seat": 2, "at_ns": 9 * S, "outcome": "cursed"},
        ]
    )
    won = {"type": "pot_won", "seat": 1, "why": "grab"}
    cursed = {"type": "cursed", "seat": 2}
    good = verdicts(truth, [grab(1, 1, 5 * S, won), grab(2, 2, 9 * S, cursed)])
    assert (good.right, good.wrong) == (2, 0)
    swapped = verdicts(truth, [grab(1, 1, 5 * S, {"type": "cursed", "seat": 1})])
    assert (swapped.right, swapped.wrong) == (0, 2)
    tied = verdicts(truth, [grab(1, 1, 5 * S, {"type": "grab_tied"}), grab(2, 2, 9 * S, cursed)])
    assert (tied.right, tied.wrong, tied.open) == (1, 0, 1)


def test_a_press_that_counts_for_nothing_must_not_count():
    truth = GameTruth(presses=[{"seat": 1, "at_ns": 5 * S, "outcome": "no_pot"}])
    assert verdicts(truth, []).wrong == 0
    assert verdicts(truth, [grab(1, 1, 5 * S, {"type": "cursed", "seat": 1})]).wrong == 1


def test_what_is_seen_of_tokens_is_held_against_the_side_that_is_up():
    """Skullduggery spec, section 7, Camera. Told anew is only what changed."""
    lay = [("tokens:1:0", "token:red", 0), ("tokens:1:1", "token:blue", 0)]
    lay.append(("tokens:1:0", "token:red:dark", 9 * S))
    truth = GameTruth(faces=[{"zone": z, "key": k, "at_ns": at} for z, k, at in lay])

    def seen(at: int, *keys: str, changed: tuple[int, ...] = (0, 1)) -> GridSeen:
        cells = tuple(CellSeen(key=key) if key else CellSeen(unsure="glare") for key in keys)
        return GridSeen(zone="tokens:1", columns=2, cells=cells, changed=changed, settled_at=at)

    right = [seen(S, "token:red", "token:blue"), seen(10 * S, "token:red:dark", "", changed=(0,))]
    found = tokens(truth, right)
    assert (found.right, found.wrong, found.open) == (3, 0, 0)
    assert tokens(truth, [seen(8 * S, "token:red:dark", "token:blue")]).wrong == 1
    assert tokens(truth, [seen(8 * S, "token:red", "")]).open == 1
    line = structs.replace(right[0], zone="line:1")
    assert tokens(truth, [line]) == Tally()


def test_beliefs_are_the_entries_that_count():
    setup = {"game": "wizard-thieves", "seats": 3, "first": 0, "options": {}, "names": ["A"] * 3}
    pack = msgspec.to_builtins(GAMES["wizard-thieves"].load_pack([]))
    shown = {"type": "card_revealed", "seat": 0, "card": "gem:1", "pot": 1, "left": 14}
    passed = {"type": "turn_passed", "seat": 1}
    rows = (
        row(1, kind="seat"),
        row(2, kind="game", data={**setup, "pack": pack}),
        row(3, kind="action", action={"type": "reveal"}, events=(shown, passed)),
        row(4, kind="undo", data={"undoes": 3}),
    )
    assert [b.seq for b in beliefs(rows[:3])] == [2, 3]
    assert [b.seq for b in beliefs(rows)] == [2]


WISH = Wish(
    game="wizard-thieves",
    seats=3,
    seed=1,
    games=1,
    pace="max",
    style="distinct",
    voice=False,
    options={},
    sabotage={},
)


def test_the_answer_has_the_published_form_and_needs_the_whole_game():
    unfinished = summary(WISH, Truths(games=[GameTruth()]), [], 1.0)
    assert list(unfinished) == [
        "game",
        "seats",
        "seed",
        "games",
        "steps",
        "matches_truth",
        "first_divergence",
        "readings",
        "verdicts",
        "prompts",
        "announcements",
        "outcomes",
        "latency_ms",
        "wall_s",
    ]
    whats = ["reveal_to_state", "press_to_verdict", "evidence_to_verdict"]
    assert unfinished["latency_ms"] == dict.fromkeys(whats)
    assert not succeeded(unfinished)
    good = {"matches_truth": True, "readings": {"wrong": 0}, "verdicts": {"wrong": 0}}
    assert succeeded(good)
    assert not succeeded({**good, "readings": {"wrong": 1}})
    assert not succeeded({**good, "verdicts": {"wrong": 1}})
    assert not succeeded({**good, "matches_truth": False})


def test_a_report_that_was_cut_off_is_read_as_far_as_it_goes(tmp_path: Path):
    report = Report(tmp_path)
    report.state(1, {"type": "setup"}, {"x": 1})
    report.press(0, 2, "won")
    report.latency("press_to_verdict", 2, 12_500_002)
    report.close()
    with (tmp_path / "truth.jsonl").open("a") as file:
        file.write('{"kind":"sta')
    truths = read_truth(tmp_path)
    assert len(truths.games[0].states) == 1
    assert truths.games[0].presses[0]["outcome"] == "won"
    assert dict(latencies(truths.games[0], []))["press_to_verdict"] == 12.5
    assert not truths.complete
    assert json.dumps(truths.games[0].states[0]["state"]) == '{"x": 1}'


def test_a_folder_with_an_old_game_is_left_alone(tmp_path: Path):
    (tmp_path / "truth.jsonl").write_text("old")
    asked = ["demo", "wizard-thieves", "--headless", "--keep", str(tmp_path)]
    refused = CliRunner().invoke(main, asked)
    assert refused.exit_code == 2
    assert "is not empty. Name a new folder" in refused.stderr
    assert (tmp_path / "truth.jsonl").read_text() == "old"
