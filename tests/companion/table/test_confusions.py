"""Corrections of an evening rank the candidates of its next questions."""

import pytest
from msgspec.structs import replace

from companion.confusions_file import read_confusions, write_confusions
from companion.table.confusions import likeliest, ranked, told, untold
from companion.table.presenter import amendments_of
from companion.table.resume import resume
from hardware.events import Candidate
from hardware.eye_link import LooksLike
from tests.companion.table.scripted import Script, empty_table


def candidates(**shares: float) -> tuple[Candidate, ...]:
    return tuple(Candidate(key.replace("_", ":"), p) for key, p in shares.items())


def test_without_experience_the_eye_ranks():
    assert ranked(candidates(gem_1=0.5, gem_2=0.3), {}, {}) == ("gem:1", "gem:2")
    assert ranked((), {"gem:1": {"gem:2": 9}}, {}) == ()


def test_what_people_said_of_such_readings_moves_up_and_may_come_in():
    known: dict = {}
    for _ in range(6):
        known = told(known, "gem:1", "gem:7")
    assert ranked(candidates(gem_1=0.6, gem_2=0.4), known, {})[0] == "gem:7"
    known = told({}, "gem:1", "gem:2")
    assert ranked(candidates(gem_1=0.5, gem_2=0.45), known, {})[:2] == ("gem:2", "gem:1")


def test_one_slip_of_a_finger_does_not_beat_a_clear_reading():
    known = told({}, "gem:1", "item:bomb")
    assert ranked(candidates(gem_1=0.9, gem_2=0.1), known, {})[0] == "gem:1"


def test_a_wrong_entry_was_most_probably_what_it_was_before():
    known = told(told(told({}, "gem:1", "gem:4"), "gem:1", "gem:4"), "gem:1", "gem:6")
    assert likeliest("gem:1", ("gem:1", "gem:2", "gem:4"), known, {}) == ("gem:4", "gem:6", "gem:2")


@pytest.fixture
def game() -> Script:
    game = Script(seats=2).begin()
    game.card("gem:1", 1000, candidates=candidates(gem_1=0.97, gem_5=0.03))
    game.until(1100)
    return game


def test_the_amend_sheet_begins_with_the_eyes_second_thought(game):
    seq = game.rows[-1].seq
    first = amendments_of(game.table, seq)[0]
    assert first.id == f"{seq}=card:gem:5"


def test_an_amendment_is_remembered_and_ranks_the_next_question(game):
    seq = game.rows[-1].seq
    assert game.ask("amend", value=f"{seq}=card:gem:8").status == 200
    assert game.table.confusions == {"gem:1": {"gem:8": 1}}
    game.card(None, 3000, candidates=candidates(gem_1=0.2, gem_2=0.01), unsure="glare")
    game.until(3100)
    offered = [choice.id.rsplit(":", 2)[-1] for choice in game.table.prompts[0].choices[:3]]
    assert offered[:2] == ["1", "8"]
    game.answer("gem:8")
    assert game.table.confusions == {"gem:1": {"gem:8": 2}}


def test_what_a_person_entered_wrongly_says_nothing_of_the_camera():
    game = Script(seats=2).begin()
    game.tap(0, "missed", at=1000)
    game.answer("gem:3")
    seq = next(row.seq for row in reversed(game.rows) if row.kind == "action")
    assert game.ask("amend", value=f"{seq}=card:gem:4").status == 200
    assert game.table.confusions == {}


def test_they_are_kept_for_later_evenings(tmp_path):
    path = tmp_path / "data" / "confusions.json"
    assert read_confusions(path) == {}
    write_confusions(path, {"gem:1": {"gem:8": 2}})
    assert read_confusions(path) == {"gem:1": {"gem:8": 2}}


@pytest.mark.parametrize(
    "damaged", [b"", b"{", b'{"format": 9, "confusions": {}}', b"\xff" * 40, b'{"format": 1}']
)
def test_a_damaged_file_only_loses_the_ranking(tmp_path, damaged):
    path = tmp_path / "confusions.json"
    path.write_bytes(damaged)
    assert read_confusions(path) == {}


def test_a_folder_that_cannot_be_written_stops_nothing(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_bytes(b"")
    write_confusions(blocked / "confusions.json", {"gem:1": {"gem:8": 2}})


def test_a_correction_that_is_taken_back_has_taught_nothing(game):
    seq = game.rows[-1].seq
    game.ask("amend", value=f"{seq}=card:gem:8")
    game.ask("undo", "seat:0")
    assert game.table.confusions == {}
    game.ask("redo", "seat:0")
    assert game.table.confusions == {"gem:1": {"gem:8": 1}}


def test_it_is_taken_back_after_a_restart_as_well(game):
    seq = game.rows[-1].seq
    game.ask("amend", value=f"{seq}=card:gem:8")
    kept = replace(empty_table(2), confusions=game.table.confusions)
    game.table = resume(kept, game.rows)
    game.ask("undo", "seat:0")
    assert game.table.confusions == {}


def test_of_two_corrections_only_the_last_is_believed(game):
    """Whoever slipped on the sheet and corrected it has not seen two misreadings."""
    seq = game.rows[-1].seq
    game.ask("amend", value=f"{seq}=card:gem:8")
    game.ask("amend", value=f"{seq}=card:gem:4")
    assert game.table.confusions == {"gem:1": {"gem:4": 1}}
    game.ask("undo", "seat:0")
    assert game.table.confusions == {"gem:1": {"gem:8": 1}}
    game.ask("redo", "seat:0")
    assert game.table.confusions == {"gem:1": {"gem:4": 1}}


def test_correcting_back_to_what_was_read_teaches_nothing(game):
    seq = game.rows[-1].seq
    game.ask("amend", value=f"{seq}=card:gem:8")
    game.ask("amend", value=f"{seq}=card:gem:1")
    assert game.table.confusions == {}
    game.ask("undo", "seat:0")
    game.ask("undo", "seat:0")
    assert game.table.confusions == {}


def test_a_corrected_entry_that_is_left_out_teaches_nothing(game):
    seq = game.rows[-1].seq
    game.ask("amend", value=f"{seq}=card:gem:8")
    game.ask("amend", value=f"{seq}=out")
    assert game.table.confusions == {}


def test_the_sheet_of_a_corrected_entry_begins_with_what_the_eye_thought(game):
    seq = game.rows[-1].seq
    game.ask("amend", value=f"{seq}=card:gem:8")
    offered = [choice.id for choice in amendments_of(game.table, seq)]
    assert offered[:2] == [f"{seq}=card:gem:5", f"{seq}=card:gem:1"]


@pytest.mark.parametrize("restarted", [False, True])
def test_an_answer_that_is_corrected_counts_as_corrected(game, restarted):
    game.card(None, 3000, candidates=candidates(gem_1=0.5, gem_2=0.4), unsure="glare")
    game.until(3100)
    game.answer("gem:2")
    seq = game.rows[-1].seq
    assert game.table.confusions == {"gem:1": {"gem:2": 1}}
    if restarted:
        kept = replace(empty_table(2), confusions=game.table.confusions)
        game.table = resume(kept, game.rows)
    game.ask("amend", value=f"{seq}=card:gem:6")
    assert game.table.confusions == {"gem:1": {"gem:6": 1}}
    game.ask("undo", "seat:0")
    game.ask("undo", "seat:0")
    assert game.table.confusions == {}


@pytest.mark.parametrize("restarted", [False, True])
def test_entries_that_wait_for_an_answer_after_a_correction_still_teach(restarted):
    """A gem was a Bomb: until its owner has said whom it hit, the cards after it do not count."""
    game = Script(seats=3).begin()
    for at, key in enumerate(("gem_1", "gem_2", "gem_3"), 1):
        game.card(key.replace("_", ":"), at * 1000, candidates=candidates(**{key: 0.9}))
        game.until(at * 1000 + 100)
    first, last = game.rows[-3].seq, game.rows[-1].seq
    game.ask("amend", value=f"{last}=card:gem:4")
    assert game.table.confusions == {"gem:3": {"gem:4": 1}}
    game.ask("amend", value=f"{first}=card:item:bomb")
    assert game.table.confusions == {"gem:1": {"item:bomb": 1}}
    choice = next(c for c in game.view().prompts[0].choices if c.id.endswith("use_bomb:all"))
    game.tap(1, choice.id)
    assert game.table.confusions == {"gem:1": {"item:bomb": 1}, "gem:3": {"gem:4": 1}}
    if restarted:
        kept = replace(empty_table(3), confusions=game.table.confusions)
        game.table = resume(kept, game.rows)
    again = game.rows[-1].seq
    game.ask("amend", value=f"{again}=card:gem:6")
    assert game.table.confusions == {"gem:1": {"item:bomb": 1}, "gem:3": {"gem:6": 1}}


def test_other_answers_stay_when_one_is_taken_back():
    known = told(told(told({}, "gem:1", "gem:4"), "gem:1", "gem:4"), "gem:2", "gem:4")
    assert untold(known, "gem:1", "gem:4") == {"gem:1": {"gem:4": 1}, "gem:2": {"gem:4": 1}}
    assert untold(known, "gem:2", "gem:4") == {"gem:1": {"gem:4": 2}}
    assert untold({}, "gem:1", "gem:4") == {}


def test_before_anybody_was_wrong_the_catalogues_twins_come_first():
    """The eye tells what looks alike as soon as it has a catalogue."""
    game = Script(seats=2)
    game.send(LooksLike(nearest={"gem:1": ("gem:7", "gem:3", "gem:9")}))
    game.begin()
    game.card("gem:1", 1000, candidates=candidates(gem_1=1.0))
    game.until(1100)
    seq = game.rows[-1].seq
    first = [choice.id for choice in amendments_of(game.table, seq)[:3]]
    assert first == [f"{seq}=card:{key}" for key in ("gem:7", "gem:3", "gem:9")]
    game.card(None, 3000, candidates=candidates(gem_1=0.6), unsure="glare")
    game.until(3100)
    offered = [choice.id.rsplit(":", 2)[-2:] for choice in game.table.prompts[0].choices[:3]]
    assert offered == [["gem", "1"], ["gem", "7"], ["gem", "3"]]


def test_what_people_said_and_what_the_eye_thought_come_before_the_twins():
    alike = {"gem:1": ("gem:7", "gem:4", "gem:2")}
    known = told({}, "gem:1", "gem:4")
    assert likeliest("gem:1", ("gem:1", "gem:2"), known, alike) == ("gem:4", "gem:2", "gem:7")
    assert ranked(candidates(gem_1=0.9, gem_2=0.1), {}, alike) == (
        "gem:1",
        "gem:2",
        "gem:7",
        "gem:4",
    )
