"""The game as a story, and the table at any moment of it."""

import random
from functools import cache
from time import thread_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.chronicle import chronicle, moment
from companion.chronicle.people import clock_text, elapsed, names_by_row
from companion.history import Row, fold
from companion.readmodels import SeatView
from companion.storymodels import MomentModel
from companion.table.presenter import present
from tests.companion.chronicle.games import PACE_MS, doubles
from tests.companion.table.scripted import Script

S = 1_000_000_000


def told(game: Script):
    found = chronicle(fold(game.rows))
    assert found is not None
    return found


def at(game: Script, seq: int) -> MomentModel:
    found = moment(told(game), seq)
    assert found is not None
    return found


def newest(game: Script) -> int:
    return next(row.seq for row in reversed(game.rows) if row.kind == "action")


def reveal(game: Script, *keys: str) -> None:
    for key in keys:
        now = game.table.now // 1_000_000 + PACE_MS
        game.card(key, now)
        game.until(now + 100)


# ---------------------------------------------------------------- lines
def test_the_story_is_told_in_the_announcers_words_with_times_since_the_beginning():
    game = Script(4)
    game.tick(60_000)
    game.begin()
    game.card("gem:1", 61_000)
    game.until(61_100)
    game.card("gem:1", 64_000, 64_100)
    game.press(2, 64_400)
    game.press(3, 64_450)
    game.until(66_000)
    lines = [(line.at, line.text) for line in told(game).story().entries]
    assert lines == [
        ("0:00", "The game begins. Ann starts."),
        ("0:01", "Ann: Ruby."),
        ("0:04", "Ben: Ruby."),
        ("0:04", "Cleo, doubles, 350 ms. 2 cards."),
        ("0:04", "Dan was later: no curse."),
    ]


def test_the_story_and_the_page_of_the_table_tell_the_same():
    """What is read later is what was shown then."""
    game = doubles(40)
    shown = {line.seq: line.text for line in game.view("public").log}
    mine = {line.seq: line.text for line in told(game).story().entries}
    assert shown
    assert {seq: mine[seq] for seq in shown} == shown


def test_what_was_taken_back_is_struck_and_stays():
    game = Script(2).begin()
    reveal(game, "gem:1", "gem:2")
    seq = newest(game)
    game.ask("undo", "seat:0")
    reveal(game, "gem:3")
    struck = [(line.text, line.undone) for line in told(game).story().entries[1:]]
    assert struck == [("Ann: Ruby.", False), ("Ben: Sapphire.", True), ("Ben: Emerald.", False)]
    assert at(game, seq).view.piles[0].count == 2  # the table as it was just after it


def test_a_corrected_card_tells_what_it_first_said_and_shows_the_table_as_it_counts():
    game = Script(4).begin()
    reveal(game, "gem:1", "gem:2")
    seq = newest(game)
    now = game.table.now // 1_000_000 + 400
    game.press(3, now)
    game.until(now + 300)
    grab = newest(game)
    assert "Dan is cursed." in at(game, grab).entry.text
    assert game.ask("amend", "seat:3", value=f"{seq}=card:gem:1").status == 200
    entry = at(game, seq).entry
    assert (entry.text, entry.was) == ("Ben: Ruby.", "Ben: Sapphire.")
    assert not entry.undone
    assert "Dan, doubles" in at(game, grab).entry.text
    assert at(game, grab).view.players[3].cards == 17
    assert at(game, grab).view.players[3].status == "safe"


def test_an_entry_that_never_happened_is_struck():
    game = Script(2).begin()
    reveal(game, "gem:1")
    game.press(1, game.table.now // 1_000_000 + 400)
    game.until(game.table.now // 1_000_000 + 900)
    grab = newest(game)
    game.ask("amend", "seat:1", value=f"{grab}=out")
    assert at(game, grab).entry.undone
    assert at(game, grab).view.players[1].status == "cursed"


def test_everybody_is_called_what_they_were_called_then():
    game = Script(2).begin()
    reveal(game, "gem:1")
    game.ask("rename", "seat:0", seat=0, value="Annabel")
    reveal(game, "gem:2", "gem:3")
    texts = [line.text for line in told(game).story().entries]
    assert texts[1:] == ["Ann: Ruby.", "Ben: Sapphire.", "Annabel: Emerald."]


def test_pauses_and_an_end_by_people_are_lines():
    game = Script(2).begin()
    reveal(game, "gem:1")
    game.ask("pause")
    game.ask("resume")
    game.ask("end")
    texts = [line.text for line in told(game).story().entries]
    assert texts[2:] == ["Play was paused.", "Play went on.", "The game was ended."]
    assert at(game, game.rows[-1].seq).view.phase == "over"


def test_before_the_game_there_is_no_story():
    assert chronicle(fold(Script(2).seat_everybody().rows)) is None
    assert chronicle(fold(())) is None


# ---------------------------------------------------------------- times
def entry(seq: int, at_s: float, *, kind: str = "action", run: int = 0) -> Row:
    return Row(seq=seq, kind=kind, at_ns=round(at_s * S), run=run)


@pytest.mark.parametrize(
    ("rows", "seconds"),
    [
        ([entry(1, 5, kind="seat"), entry(2, 9, kind="game"), entry(3, 12)], [0, 0, 3]),
        ([entry(1, 9, kind="game"), entry(2, 8.5)], [0, 0]),
        ([entry(1, 9, kind="game"), entry(2, 20), entry(3, 19)], [0, 11, 10]),
        ([entry(1, 900, kind="game"), entry(2, 930), entry(3, 4, run=1), entry(4, 9, run=1)],
         [0, 30, 30, 35]),
        ([entry(1, 900, kind="game"), entry(2, 930), entry(3, 4), entry(4, 9)], [0, 30, 30, 35]),
    ],
    ids=["lobby", "event time before the start", "out of order", "another boot", "the twin anew"],
)  # fmt: skip
def test_time_runs_from_the_start_of_the_game_and_on_over_restarts(rows, seconds):
    assert [ns / S for ns in elapsed(rows)] == seconds


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59.999, "0:59"), (61, "1:01"), (4512, "75:12")]
)
def test_times_are_minutes_and_seconds(seconds, text):
    assert clock_text(round(seconds * S)) == text


def test_who_moves_to_another_seat_takes_the_name_along():
    def seat(seq: int, number: int, name: str) -> Row:
        data = {"seat": number, "name": name} if name else {"seat": number, "free": True}
        return Row(seq=seq, kind="seat", at_ns=0, data=data)

    rows = [seat(1, 0, "Ann"), seat(2, 1, "Ann"), seat(3, 0, ""), seat(4, 1, "")]
    assert names_by_row(rows)[2:] == ({1: "Ann"}, {1: "Ann"})


# ---------------------------------------------------------------- moments
def at_rest(view: SeatView) -> tuple:
    """What of a view belongs to the table itself."""
    people = [
        (p.name, p.status, p.cards, p.aside, p.turn and view.phase == "playing")
        for p in view.players
    ]
    return (view.phase, view.piles, view.challenge, view.result, people)


def test_a_moment_shows_what_the_page_of_the_table_showed_then():
    """A random game; each entry's view is kept as it was and looked up afterwards."""
    game = Script(3).begin()
    rng = random.Random(7)
    keys = ["gem:1", "gem:2", "gem:3", "treasure:2", "treasure:3"]
    shown: dict[int, tuple] = {}
    while game.table.phase == "playing" and len(game.rows) < 250:
        now = game.table.now // 1_000_000 + 500
        top = game.state.pot[-2:]
        if rng.random() < (0.8 if len(top) > 1 and top[0] == top[1] else 0.02):
            game.press(rng.randrange(3), now)
        else:
            game.card(rng.choice(keys), now)
        game.until(now + 100)
        if game.rows[-1].kind == "action" and not game.view("public").prompts:
            shown[game.rows[-1].seq] = at_rest(game.view("public"))
        if game.table.prompts:
            game.answer("none" if game.table.prompts[0].kind != "who_first" else "0")
        elif game.state.collecting is not None:
            game.card(None, now + 200, kind="emptied")
            game.until(now + 300)
    assert len(shown) > 60
    story = told(game)
    for seq, was in shown.items():
        found = moment(story, seq)
        assert found is not None
        assert at_rest(found.view) == was, seq


def test_a_moment_offers_nothing_and_tells_no_code():
    game = doubles(12)
    for line in told(game).story().entries:
        view = at(game, line.seq).view
        assert view.audience == "public"
        assert view.my_choices == ()
        assert view.prompts == ()
        assert view.host is None
        assert view.lobby is None
        assert not view.can_undo


def test_moments_are_a_chain_through_the_whole_story():
    game = doubles(12)
    game.ask("undo", "seat:0")
    lines = told(game).story().entries
    chain, seq = [], lines[0].seq
    while seq is not None:
        found = at(game, seq)
        chain.append((found.place, found.entry))
        seq = found.after
    assert chain == list(enumerate(lines, start=1))
    assert at(game, lines[0].seq).before is None


@cache
def short():
    return told(doubles(3))


@given(st.integers(min_value=-3, max_value=10**20))
def test_no_line_no_moment(seq):
    story = short()
    known = {line.seq for line in story.story().entries}
    assert (moment(story, seq) is not None) == (seq in known)


def test_any_moment_of_a_thousand_entries_opens_at_once():
    """Under 50 ms of one core; measured 0.3 ms once the journal is folded."""
    game = doubles(1000)
    story = told(game)
    times = []
    for seq in (6, 250, 500, 750, game.rows[-1].seq):
        began = thread_time()
        assert moment(story, seq) is not None
        times.append(thread_time() - began)
    assert sorted(times)[2] < 0.05


def test_the_story_and_its_moments_are_told_in_the_language_of_whoever_asks():
    """As the table's own page tells it in that language."""
    game = doubles(6)
    shown = replace(game.table, language="de")
    page = present(shown, "public")
    story = told(game).story("de")
    assert [line.text for line in story.entries][-len(page.log) :] == [
        line.text for line in page.log
    ]
    last = moment(told(game), game.rows[-1].seq, "de")
    assert last is not None
    assert last.view.headline == page.headline
    assert last.view.piles == page.piles
