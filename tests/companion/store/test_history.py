"""The fold: undo is an entry, and the state is what the entries that count lead to."""

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bench.journal import recorded_game
from companion.history import HistoryError, Row, fold, state_hash
from companion.store import Header, Journal
from rules import wizard_thieves


class Added(msgspec.Struct, frozen=True, kw_only=True, tag="added", tag_field="type"):
    """The toy game's one fact: a letter was added."""

    letter: str


class NoFields(msgspec.Struct, frozen=True, kw_only=True):
    """Options and pack of the toy game."""


TOY = SimpleNamespace(
    NAME="toy",
    TITLE="Toy",
    Event=Added,
    Options=NoFields,
    Pack=NoFields,
    setup=lambda seats, first, options, pack: "",
    evolve=lambda state, event: state + event.letter,
)
GAMES = {"toy": TOY}
START = {"game": "toy", "seats": 2, "first": 0, "options": {}, "pack": {}, "names": ["A", "B"]}


def journal(*entries: str) -> tuple[Row, ...]:
    """`start`, a letter, `-3` to take entry 3 back, `?` for an entry without events."""
    rows = []
    for seq, word in enumerate(entries, 1):
        if word == "start":
            rows.append(Row(seq=seq, kind="game", at_ns=seq, data=START))
        elif word.startswith("-"):
            rows.append(Row(seq=seq, kind="undo", at_ns=seq, data={"undoes": int(word[1:])}))
        elif word == "?":
            rows.append(Row(seq=seq, kind="prompt", at_ns=seq))
        else:
            events = tuple({"type": "added", "letter": letter} for letter in word)
            rows.append(Row(seq=seq, kind="action", at_ns=seq, events=events))
    return tuple(rows)


def test_the_state_is_what_the_events_lead_to():
    history = fold(journal("?", "start", "a", "?", "bc"), GAMES)
    assert history.states == (None, "", "a", "a", "abc")
    assert history.effective == (1, 2, 3, 4, 5)
    assert history.game is TOY
    assert history.last_seq == 5


@pytest.mark.parametrize(
    ("entries", "state", "undone"),
    [
        (("start", "a", "b", "-3"), "a", {3}),
        (("start", "a", "b", "-3", "c"), "ac", {3}),
        (("start", "a", "b", "-2"), "b", {2}),
        (("start", "a", "b", "-3", "-2", "c"), "c", {2, 3}),
        (("start", "a", "b", "-3", "-4"), "ab", {4}),
        (("start", "a", "b", "-3", "-4", "-5"), "a", {3, 5}),
        (("start", "a", "b", "-3", "-4", "c", "-3"), "ac", {3, 4}),
        (("start", "a", "-2", "-2"), "", {2}),
    ],
)
def test_undo_takes_back_what_it_names_and_may_itself_be_taken_back(
    entries: tuple[str, ...], state: str, undone: set[int]
):
    history = fold(journal(*entries), GAMES)
    assert history.state == state
    assert history.undone == undone


def test_states_are_kept_as_the_table_held_them_then():
    """Looking back shows what was believed, not what was later corrected."""
    assert fold(journal("start", "a", "b", "-2", "c"), GAMES).states == ("", "a", "ab", "b", "bc")


@given(st.lists(st.one_of(st.sampled_from("abc"), st.integers(0, 30)), max_size=30))
def test_the_fold_equals_a_fresh_game_of_the_entries_that_count(words: list[str | int]):
    """Design, section 5: where all stay legal, the result equals a fresh game."""
    entries = ["start"]
    for word in words:
        target = word if isinstance(word, str) else 2 + word % max(len(entries) - 1, 1)
        entries.append(target if isinstance(target, str) else f"-{target}")
    if len(entries) > 1 and entries[1].startswith("-"):
        entries[1] = "a"
    rows = journal(*entries)
    history = fold(rows, GAMES)
    fresh = [entries[seq - 1] for seq in history.effective]
    assert fold(journal(*fresh), GAMES).state == history.state
    assert history.states == tuple(
        fold(rows[:count], GAMES).state for count in range(1, len(rows) + 1)
    )


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (journal("start", "a")[1:], "Entry 2 stands where entry 1 should"),
        (journal("a"), "no game was set up"),
        (journal("start", "-1"), "takes back the start"),
        (journal("start", "a", "-9"), "takes back entry 9"),
        ((Row(seq=1, kind="undo", at_ns=0),), "takes back entry None"),
        ((Row(seq=1, kind="game", at_ns=0, data={"game": "chess"}),), "'chess'.*Update"),
        ((Row(seq=1, kind="game", at_ns=0, data={"game": "toy"}),), "no field 'seats'"),
        ((Row(seq=1, kind="game", at_ns=0, data=START | {"seats": "x"}),), "malformed"),
        (
            (*journal("start"), Row(seq=2, kind="action", at_ns=0, events=({"type": "flew"},))),
            "Entry 2 has an event that Toy does not know",
        ),
    ],
)
def test_what_cannot_be_folded_is_named(rows: tuple[Row, ...], why: str):
    with pytest.raises(HistoryError, match=why):
        fold(rows, GAMES)


def test_a_long_game_of_wizard_thieves_comes_back_from_disk_with_the_same_state(tmp_path: Any):
    """Events are folded, never decided anew; 476 of its entries are take-backs."""
    rows = recorded_game(1_000)
    before = fold(rows)
    with Journal.create(tmp_path / "long.journal", Header(game="wizard-thieves")) as kept:
        kept.append(rows)
    opened = Journal.open(tmp_path / "long.journal")
    opened[0].close()
    after = fold(opened[1].rows)
    assert len(rows) == 1_000
    assert len(after.undone) == 238
    assert after.states == before.states
    assert state_hash(after.state) == state_hash(before.state)
    assert wizard_thieves.outcome(after.state) is not None
    assert state_hash(after.states[-2]) != state_hash(after.state)
