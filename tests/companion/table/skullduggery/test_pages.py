"""What pages show of Skullduggery: passes in text, arrows and state alike, notes, sentences."""

import random
from typing import Any

import msgspec
import pytest

from companion.chronicle import chronicle, moment
from companion.history import fold
from companion.table.audience import everything
from companion.table.no_slaps import SPOKEN
from companion.table.presenter import audiences
from companion.table.skullduggery import ids
from companion.table.skullduggery.passing import passing
from companion.table.skullduggery.words import SLOTS
from companion.words import KINDS, NOTE
from rules.skullduggery.cards import LEFT_END, LINE, RIGHT_END
from tests.companion.table.scripted import NAMES
from tests.companion.table.skullduggery.people import Game


def discard(game: Game, value: int, rng: random.Random) -> Any:
    """Play on until a card with this value is shown; the lines as they lay before that."""
    while True:
        world = game.world
        card = world.shown_next
        if card is not None and world.faces[card] == value:
            before = game.state.lines
            assert game.script.tap(game.state.turn, f"shown:{value}").status == 200
            return before
        if game.script.table.phase == "over":
            game.__init__(game.seats, rng)  # type: ignore[misc]
        game.act(rng)


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("value", [1, 3])
def test_text_arrows_and_state_of_a_pass_agree(seats: int, value: int):
    """R-SK-1, R-SK-2: who gives which card to whom, and where it lands."""
    rng = random.Random(10 * seats + value)
    game = Game(seats, rng)
    before = discard(game, value, rng)
    after, page = game.state.lines, game.script.view()
    arrows = page.passing.arrows
    assert {arrow.from_seat for arrow in arrows} == set(range(seats))
    for arrow in arrows:
        assert after[arrow.to_seat][arrow.to_slot] == before[arrow.from_seat][arrow.from_slot], (
            "the arrow shows another card than the one that moved"
        )
        assert arrow.text == (
            f"{NAMES[arrow.from_seat]} gives the {SLOTS[arrow.from_slot]} card to "
            f"{NAMES[arrow.to_seat]}, who puts it at the {SLOTS[arrow.to_slot]}."
        )
    clockwise = 1 if value == 1 else -1
    source = LEFT_END if value == 1 else RIGHT_END
    assert all(arrow.to_seat == (arrow.from_seat + clockwise) % seats for arrow in arrows)
    assert all(arrow.from_slot == source for arrow in arrows)
    assert ("left" if value == 1 else "right") in page.passing.title
    assert page.passing.title in game.script.said


def test_the_page_says_you_where_it_is_about_this_phone():
    rng = random.Random(2)
    game = Game(3, rng)
    discard(game, 1, rng)
    texts = [arrow.text for arrow in game.script.view(1).passing.arrows]
    assert sum(text.startswith("You give") for text in texts) == 1
    assert sum(text.startswith("You get") for text in texts) == 1


def test_a_pass_is_shown_until_the_next_card_is_drawn_or_it_is_taken_back():
    rng = random.Random(4)
    game = Game(3, rng)
    discard(game, 3, rng)
    assert game.script.view().passing is not None
    seat = game.state.turn
    assert game.script.tap(seat, "draw").status == 200
    assert game.script.view().passing is None
    game.script.ask("undo", "seat:0")
    assert game.script.view().passing is not None
    game.script.ask("undo", "seat:0")
    assert game.script.view().passing is None


def test_the_ends_of_a_switch_are_shown_as_two_arrows():
    rng = random.Random(6)
    game = Game(4, rng)
    before = discard(game, 8, rng)
    after = game.state.lines
    arrows = game.script.view().passing.arrows
    assert len(arrows) == 2
    for arrow in arrows:
        assert after[arrow.to_seat][arrow.to_slot] == before[arrow.from_seat][arrow.from_slot]


def test_while_somebody_may_look_the_cards_are_marked_and_phones_are_asked_down():
    """R-SK-5: both cards of a Peek are masked, until the next one is drawn."""
    rng = random.Random(8)
    game = Game(3, rng)
    discard(game, 4, rng)
    view = game.script.view()
    assert "look away" in view.headline
    assert "down" in view.tip
    (line,) = (one for one in view.lines if one.seat == game.state.turn)
    closed = [slot for slot in (line.slots[0], line.slots[3]) if not slot.up]
    assert all(slot.hidden for slot in closed)
    assert not any(slot.hidden for slot in line.slots[1:3])


def test_a_memory_game_by_default_no_page_recalls_anything():
    rng = random.Random(9)
    game = Game(4, rng)
    while game.script.table.phase == "playing":
        game.act(rng)
        for seat in range(4):
            slots = [slot for line in game.script.view(seat).lines for slot in line.slots]
            assert not any(slot.seen or slot.recalled for slot in slots)
            assert not any(c.entry and c.id != "reveal" for c in game.choices(seat))


def test_the_drawn_card_is_shown_to_its_player_alone():
    game = Game(3, random.Random(1), memory_aid="true")
    assert game.script.tap(0, "draw=7").status == 200
    assert game.script.view(0).hand.face.key == "number:7"
    for audience in (1, 2, "table", "public"):
        assert game.script.view(audience).hand.face is None


@pytest.mark.parametrize(
    "choice",
    [
        *("own", "own:4", "own:x", "own:1:2", "own:0=5", "shown:0", "reveal", "reveal=12345"),
        *("reveal=", "read:1", "peek:up", "middle=1", "draw=12", "draw=0", "grab", "", "="),
        *("tell:5", "left:९"),
    ],
)
def test_what_no_page_offers_is_no_action_or_refused_by_the_rules(choice: str):
    game = Game(2, random.Random(0), memory_aid="true")
    before = game.state
    assert game.script.tap(0, choice).status in {409, 422}
    assert game.state == before
    assert ids.action(0, choice) is None or choice in {"own:4", "shown:0"}


def test_story_and_moments_are_told_without_what_anybody_noted():
    rng = random.Random(12)
    game = Game(3, rng, memory_aid="true")
    game.play(rng)
    told = chronicle(fold(game.script.rows))
    assert told is not None
    story = told.story()
    assert any(
        "wins the game" in str(line.text) or "share" in str(line.text) for line in story.entries
    )
    for line in story.entries[:: max(1, len(story.entries) // 20)]:
        page = moment(told, line.seq).view
        slots = [slot for one in page.lines for slot in one.slots]
        assert len(slots) == 3 * LINE
        assert not any(slot.recalled or slot.seen for slot in slots)


def test_every_sentence_is_of_a_kind_that_the_host_can_choose():
    from companion.table.desks import told_of
    from companion.table.skullduggery.narrator import narrate

    rng = random.Random(13)
    game = Game(3, rng)
    game.play(rng)
    told = told_of(game.script.table)
    heard = {line.kind for step in game.script.table.steps for line in narrate(step.events, told)}
    assert heard - {NOTE} <= set(SPOKEN) <= set(KINDS)
    assert {"move", "count", "verdict", "card"} - heard <= {"count"}
    kinds = {kind.kind for kind in game.script.view("table").host.spoken}
    assert kinds == set(SPOKEN)


def test_every_page_of_a_game_can_be_encoded():
    rng = random.Random(14)
    game = Game(6, rng)
    game.play(rng)
    for audience in audiences(game.script.table):
        assert msgspec.json.decode(everything(game.script.table, (), audience))


def test_without_a_pass_there_is_no_diagram():
    game = Game(2, random.Random(0))
    assert passing((), 2, None, str) is None  # type: ignore[arg-type]
    assert game.script.view().passing is None
