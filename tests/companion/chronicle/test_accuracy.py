"""How well the companion read: what was believed, asked, corrected, taken back."""

import pytest

from companion.chronicle import Reading, accuracy_of, chronicle, readings_of
from companion.history import fold
from companion.storymodels import Accuracy
from companion.table.translating import in_language
from hardware.events import Candidate
from tests.companion.table.scripted import Script

UNSURE = {"unsure": "glare", "candidates": (Candidate("gem:1", 0.5), Candidate("gem:8", 0.4))}


def accuracy(game: Script) -> Accuracy:
    told = chronicle(fold(game.rows))
    assert told is not None
    return in_language(accuracy_of(readings_of(told.history), told.card_labels), "en")


def show(game: Script, *keys: str | None, **fields: object) -> None:
    for key in keys:
        at = game.table.now // 1_000_000 + 1000
        game.card(key, at, **fields)
        game.until(at + 100)


def newest(game: Script) -> int:
    return next(row.seq for row in reversed(game.rows) if row.kind == "action")


def test_cards_that_the_camera_is_sure_of_are_believed():
    game = Script(2).begin()
    show(game, "gem:1", "gem:2", "gem:3")
    found = accuracy(game)
    assert (found.read, found.believed, found.corrected, found.asked) == (3, 3, 0, 0)


@pytest.mark.parametrize(
    ("said", "first", "two", "confused"),
    [("gem:1", 1, 1, []), ("gem:8", 0, 1, ["Topaz"]), ("gem:5", 0, 0, ["Amethyst"])],
    ids=["first guess", "second guess", "neither"],
)
def test_where_it_asked_its_guesses_are_counted(said, first, two, confused):
    game = Script(2).begin()
    show(game, None, **UNSURE)
    assert game.answer(said).status == 200
    found = accuracy(game)
    assert (found.read, found.believed, found.asked) == (1, 0, 1)
    assert (found.asked_first, found.asked_two) == (first, two)
    assert [pair.was_label for pair in found.confusions] == confused


def test_an_amended_card_was_misread():
    game = Script(2).begin()
    show(game, "gem:8", "gem:2")
    seq = next(row.seq for row in game.rows if row.kind == "action")
    assert game.ask("amend", "seat:0", value=f"{seq}=card:gem:1").status == 200
    found = accuracy(game)
    assert (found.believed, found.corrected, found.taken_back) == (2, 1, 0)
    (pair,) = found.confusions
    assert (pair.read_label, pair.was_label, pair.times) == ("Topaz", "Ruby", 1)


def test_a_card_taken_back_and_read_as_another_was_misread():
    """It went back on its deck and was shown again: it is one and the same card."""
    game = Script(2).begin()
    show(game, "gem:8")
    game.ask("undo", "seat:0")
    show(game, "gem:1")
    found = accuracy(game)
    assert (found.believed, found.corrected) == (2, 1)


def test_a_card_taken_back_and_read_alike_was_read_right():
    game = Script(2).begin()
    show(game, "gem:8")
    game.ask("undo", "seat:0")
    show(game, "gem:8")
    found = accuracy(game)
    assert (found.believed, found.corrected, found.taken_back) == (2, 0, 0)


def test_several_taken_back_are_compared_seat_by_seat():
    game = Script(2).begin()
    show(game, "gem:8", "gem:2")
    game.ask("undo", "seat:0")
    game.ask("undo", "seat:0")
    show(game, "gem:1", "gem:2")
    found = accuracy(game)
    assert (found.believed, found.corrected) == (4, 1)
    assert found.confusions[0].read == "gem:8"


def test_a_card_flipped_by_mistake_says_nothing_about_the_reading():
    """R-WT-31: it goes into the middle of the deck; the next one is another card."""
    game = Script(2).begin()
    show(game, "gem:8")
    assert game.tap(0, "mis_reveal").status == 200
    show(game, "gem:1")
    found = accuracy(game)
    assert (found.corrected, found.taken_back) == (0, 1)


def test_a_card_flipped_by_mistake_out_of_turn_says_nothing_either():
    """It counted as Ann's until somebody said that it was Ben's."""
    game = Script(2).begin()
    show(game, "gem:8")
    game.card(None, game.table.now // 1_000_000 + 500, kind="taken_back")
    game.until(game.table.now // 1_000_000 + 600)
    assert game.answer("1").status == 200
    show(game, "treasure:4")
    found = accuracy(game)
    assert (found.corrected, found.taken_back) == (0, 1)


def test_cards_that_people_tell_are_no_readings():
    game = Script(2, camera=False).begin()
    assert game.tap(0, "reveal:gem:4").status == 200
    found = accuracy(game)
    assert (found.read, found.entered) == (0, 1)


def test_no_reading_is_counted_twice_or_lost():
    game = Script(3).begin()
    show(game, "gem:8", "gem:2")
    show(game, None, **UNSURE)
    game.answer("gem:8")
    game.ask("undo", "seat:0")
    show(game, "gem:1")
    found = accuracy(game)
    cards = sum(bool(row.action and row.action.get("card")) for row in game.rows)
    assert found.read + found.entered == cards == 4
    assert found.believed + found.asked == found.read


def test_the_most_frequent_confusion_stands_first():
    def wrong(read: str, was: str) -> Reading:
        return Reading(seq=1, how="believed", read=read, second="", was=was)

    row = [wrong("a", "b"), wrong("c", "d"), wrong("c", "d"), wrong("e", "e"), wrong("f", "")]
    found = accuracy_of(row, {"c": "Coral"})
    assert [(p.read_label, p.was_label, p.times) for p in found.confusions] == [
        ("Coral", "d", 2),
        ("a", "b", 1),
    ]
    assert (found.corrected, found.taken_back) == (3, 1)


def test_each_card_is_counted_by_what_it_was_the_most_troublesome_first():
    game = Script(2).begin()
    show(game, "gem:8", "gem:2", "gem:2")
    seq = next(row.seq for row in game.rows if row.kind == "action")
    assert game.ask("amend", "seat:0", value=f"{seq}=card:gem:1").status == 200
    show(game, None, **UNSURE)
    assert game.answer("gem:1").status == 200
    cards = [(one.key, one.read, one.asked, one.corrected) for one in accuracy(game).cards]
    assert cards == [("gem:1", 2, 1, 1), ("gem:2", 2, 0, 0)]
