"""A game played by signals alone: cards, presses, marks and taps in milliseconds."""

import msgspec
import pytest

from companion.history import fold
from companion.table.resume import resume
from hardware.camera import UNCOMPARED_NS, CameraClockError
from hardware.events import trouble_status
from tests.companion.table.scripted import Script, empty_table


def test_doubles_are_won_by_the_first_press_and_the_reaction_is_told():
    """Rulebook, "Doubles"; announcements of section 7 of the specification."""
    game = Script(4).begin()
    game.card("gem:1", 1000, 1100)
    game.until(1200)
    game.card("gem:1", 2000, 2100)
    game.press(2, 2400)
    game.press(3, 2450)
    game.until(2600)
    assert game.view().players[2].cards == 15 + 2
    assert game.state.turn == 2
    assert "Cleo, doubles, 350 ms. 2 cards." in game.said
    assert "Dan was later: no curse." in game.said
    assert game.state.status == ("safe",) * 4


def test_nothing_is_judged_before_both_marks_have_passed():
    """Design, "Two marks make judging independent of speed"."""
    from hardware.events import EdgesUntil, KnownUntil
    from hardware.timing import MS

    game = Script(4).begin()
    game.card("gem:1", 1000, 1100)
    game.press(1, 1500)
    game.send(EdgesUntil(ns=1600 * MS))
    assert game.state.status[1] == "safe"
    game.send(KnownUntil(ns=1600 * MS))
    assert game.state.status[1] == "cursed"


def test_example_19_a_press_is_held_against_the_pot_as_it_was():
    """Spec, worked example 19: seen at 5.00, classified at 5.40; presses at 5.10 and 4.95."""
    game = Script(4).begin()
    game.card("gem:1", 4000)
    game.until(4100)
    game.press(3, 4950)
    game.press(2, 5100)
    game.card("gem:1", 5000)
    game.until(5500)
    assert game.state.status == ("safe", "safe", "safe", "cursed")
    assert game.view().players[2].cards == 15 + 2


def test_a_press_inside_the_onset_is_asked_about_only_when_it_matters():
    """R-WT-4 with an onset that the revealing hand hid: before or after decides here."""
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    game.card("gem:1", 2000, 2500)
    game.press(2, 2300)
    game.until(2700)
    (prompt,) = game.view().prompts
    assert prompt.kind == "late_card"
    assert game.answer("after", seat=1).status == 200
    assert game.view().players[2].cards == 17
    assert not game.view().prompts
    grab = next(row for row in game.rows if row.kind == "action" and row.action["type"] == "grab")
    assert grab.evidence["settled_by"] == "people"


def test_a_press_inside_the_onset_that_changes_nothing_is_not_asked_about():
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    game.card("gem:2", 2000, 2500)
    game.press(2, 2300)
    game.until(2700)
    assert not game.view().prompts
    assert game.state.status[2] == "cursed"


def test_an_unsure_card_is_asked_and_what_came_later_waits():
    """Promise 1: never a wrong card without a person having confirmed it."""
    from hardware.events import Candidate

    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    game.card(
        None,
        2000,
        2100,
        unsure="two look alike",
        candidates=(Candidate("gem:1", 0.5), Candidate("gem:2", 0.4)),
    )
    game.press(3, 2500)
    game.until(3000)
    (prompt,) = game.view().prompts
    assert prompt.choices[0].id == f"answer:{prompt.id}:gem:1"
    assert game.state.pot == ("gem:1",)
    assert game.answer("gem:1").status == 200
    assert game.view().players[3].cards == 17
    row = next(
        row for row in game.rows if row.action == {"type": "reveal", "seat": 1, "card": "gem:1"}
    )
    assert row.by == "seat:0"
    assert row.data["read"] == "gem:1" or row.data["candidates"][0][0] == "gem:1"


def test_too_close_to_call_is_asked_and_the_table_decides():
    """R-WT-6: closer than the tie band."""
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    game.card("gem:1", 2000)
    game.press(0, 2400.0)
    game.press(1, 2401.0)
    game.until(2600)
    (prompt,) = game.view().prompts
    assert prompt.kind == "who_first"
    assert {c.id.rsplit(":", 1)[1] for c in prompt.choices} == {"0", "1"}
    game.answer("1", seat=3)
    assert game.view().players[1].cards == 14 + 2


def test_items_are_chosen_on_the_phone_of_their_owner():
    """Rulebook, "Alchemical Bomb"."""
    game = Script(4).begin()
    game.card("item:bomb", 1000)
    game.until(1100)
    assert any(choice.id == "use_bomb:all" for choice in game.view(0).my_choices)
    assert not any(choice.id.startswith("use_") for choice in game.view(1).my_choices)
    assert game.tap(0, "use_bomb:all").status == 200
    assert [player.cards for player in game.view().players] == [14, 14, 14, 14]


def test_a_stale_tap_is_refused_with_the_reason_and_a_valid_one_survives_other_changes():
    """Design section 5: a tap carries the version of its own audience's view."""
    game = Script(4).begin()
    game.card("item:bomb", 1000)
    game.until(1100)
    version = game.view(0).version
    game.ask("presence", "seat:3", value="1")
    assert game.view(0).version > version
    assert game.tap(0, "use_bomb:all", version=version).status == 200
    reply = game.tap(0, "use_bomb:all", version=version)
    assert reply.status == 409
    assert "moved on" in reply.reason


def test_what_the_rules_forbid_is_refused_with_the_ruling():
    """Design section 4: a phone that sees the table as it is learns why not."""
    game = Script(4).begin()
    reply = game.tap(0, "use_bomb:all")
    assert (reply.status, reply.rule) == (409, "R-WT-29")
    assert "waits for a choice" in reply.reason


def test_a_card_flipped_while_an_item_waits_goes_back_into_its_deck():
    """R-WT-31."""
    game = Script(4).begin()
    game.card("item:bomb", 1000)
    game.until(1100)
    game.card("gem:4", 2000)
    game.until(2100)
    assert game.state.pot == ("item:bomb",)
    assert "slide that card back" in game.said[-1]
    game.card(None, 3000, kind="taken_back")
    game.until(3100)
    assert not game.view().prompts


def test_a_card_that_is_lifted_off_again_was_a_mistake_of_somebody():
    """R-WT-31: the camera cannot tell whose."""
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    game.card("gem:2", 2000)
    game.until(2100)
    game.card(None, 2800, kind="taken_back")
    game.until(2900)
    assert len(game.view().prompts) == 1
    game.answer("3")
    assert game.state.pot == ("gem:1",)
    assert game.state.turn == 1
    assert [len(deck) for deck in game.state.decks] == [14, 15, 15, 15]
    assert [row.kind for row in game.rows[-3:]] == ["answer", "undo", "action"]


def test_undo_appends_and_keeps_the_recorded_face():
    """Design section 5: undo appends, nothing is deleted; a reveal's face stays recorded."""
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    assert game.ask("undo", "seat:2").status == 200
    undone = next(row for row in game.rows if row.kind == "undo")
    assert undone.data["recorded"] == {"type": "reveal", "seat": 0, "card": "gem:1"}
    assert game.view().piles[0].count == 0
    assert fold(game.rows).state == game.state


def test_the_journal_alone_gives_the_table_back():
    """Restart in the middle of anything resumes there; open questions are asked again."""
    game = Script(3).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    game.card("item:gauntlet", 2000)
    game.until(2100)
    game.tap(1, "use_gauntlet:deck:0")
    game.card(None, 3000, unsure="glare")
    game.until(3100)
    rows = [msgspec.json.decode(msgspec.json.encode(row), type=type(row)) for row in game.rows]
    again = resume(empty_table(3), rows)
    assert again.game == game.state
    assert again.members == game.table.members
    assert [step.seq for step in again.steps] == [step.seq for step in game.table.steps]
    assert [step.before for step in again.steps] == [step.before for step in game.table.steps]
    assert again.prompts == game.table.prompts
    assert again.seq == game.table.seq


def test_the_whole_game_can_be_played_by_phones_alone():
    """Promise 8: with no hardware at all the product still runs a game."""
    game = Script(2, camera=False, buttons=False).begin()
    ruby = next(choice for choice in game.view(0).my_choices if choice.id == "reveal:gem:1")
    assert ruby.label == "Ruby"
    assert game.tap(0, "reveal:gem:1").status == 200
    assert game.tap(1, "reveal:gem:1").status == 200
    assert game.tap(0, "grab").status == 200
    (prompt,) = game.view().prompts
    assert prompt.kind == "who_first"
    assert game.answer("1").status == 200
    assert game.view().players[1].cards == 29 + 2


def test_buttons_without_a_camera_are_exact_in_order_and_ask_about_the_card():
    """Design section 10."""
    game = Script(2, camera=False).begin()
    game.tap(0, "reveal:gem:1")
    game.press(1, game.table.now / 1e6 + 10)
    game.until(game.table.now / 1e6 + 50)
    (prompt,) = game.view().prompts
    assert prompt.kind == "confirm"
    game.answer("no")
    (prompt,) = game.view().prompts
    assert prompt.kind == "which_card"
    game.answer("gem:1")
    game.answer("yes")
    assert game.view().players[1].cards == 29 + 2


def test_a_slap_within_the_width_of_a_card_seen_by_another_clock_is_put_before_people():
    """It still reads cards; presses among each other need no camera, a press and a card do."""
    width = UNCOMPARED_NS // 1_000_000  # ms
    game = Script(3).begin()
    game.card("gem:1", 5000, 5000 + width)
    game.card("gem:1", 9000, 9000 + width)
    game.press(2, 9000 + width / 2)
    game.press(1, 9000 + width / 2 + 40)
    game.until(9000 + 2 * width)
    assert [prompt.kind for prompt in game.view().prompts] == ["late_card"]
    assert not any("takes the Pot" in told for told in game.said)


def test_a_camera_whose_clock_jumped_cannot_judge_and_the_buttons_still_do():
    """Design section 3: stamps of two clocks are not compared; order among presses needs none."""
    away = trouble_status("camera", CameraClockError.of(template="{ms} ms away", ms=-9000))
    game = Script(3).begin()
    game.send(away)
    assert "-9000 ms away" in game.said
    game.tap(0, "reveal:gem:1")
    start = game.table.now / 1e6
    game.press(2, start + 10)
    game.press(1, start + 40)
    game.until(start + 90)
    for answer in ("no", "gem:1", "yes"):  # nobody saw the second card: people say what it was
        assert game.answer(answer).status == 200
    cards = [player.cards for player in game.view().players]
    assert cards[2] == max(cards)
    assert cards[2] > cards[1]


def test_a_camera_that_stays_blind_leads_to_a_question():
    """Design section 3: a press is judged when both marks passed, or a time limit ran out."""
    from hardware.events import EdgesUntil
    from hardware.timing import MS

    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    game.press(2, 2000)
    game.send(EdgesUntil(ns=9000 * MS))
    game.tick(9000)
    assert game.view().prompts
    assert game.state.status[2] == "safe"


def test_the_setter_collects_the_pot_when_the_camera_sees_it_go():
    """R-WT-33 and worked example 2."""
    game = Script(4).begin()
    for n, key in enumerate(("treasure:3", "gem:1", "gem:2", "gem:3")):
        game.card(key, 1000 * (n + 1))
        game.until(1000 * (n + 1) + 100)
    assert "The Pot goes to Ann: 4 cards." in game.said
    game.card(None, 6000, kind="emptied")
    game.until(6100)
    assert game.view().headline == "Ann flips a card"
    assert game.view().players[0].cards == 14 + 4


@pytest.mark.parametrize(("grab_at", "apply_at", "winner"), [(3100, 3250, 3), (3250, 3100, 2)])
def test_example_20_the_apply_button_races_with_a_hand_on_the_pot(
    grab_at: int, apply_at: int, winner: int
):
    """Spec, worked example 20, R-WT-18: grab 3.10, ApplyKingCoin 3.25; and reversed."""
    game = Script(4).begin()
    for n, key in enumerate(("item:king_coin", "treasure:2", "item:king_coin")):
        game.card(key, 1000 + 500 * n)
        game.until(1100 + 500 * n)
    assert game.view().headline == "Cleo takes the Pot: 3 cards"
    game.press(3, grab_at)
    game.press(-1, apply_at, button="apply")
    game.until(4000)
    assert [len(deck) for deck in game.state.decks][winner] == (15 if winner == 3 else 14) + 3
    assert game.state.status == ("safe",) * 4


def test_a_tap_that_may_have_been_before_the_hand_is_asked_about():
    """R-WT-18: a phone's tap counts as the interval before its arrival; an overlap is asked."""
    game = Script(4).begin()
    for n, key in enumerate(("item:king_coin", "treasure:2", "item:king_coin")):
        game.card(key, 1000 + 500 * n)
        game.until(1100 + 500 * n)
    game.press(3, 3000)
    game.tap(2, "apply_king_coin", at=3100)
    game.until(3800)
    (prompt,) = game.view().prompts
    assert prompt.title == "Did Dan slap before Cleo chose?"
    game.answer("after")
    assert [len(deck) for deck in game.state.decks] == [14, 14, 14 + 3, 15]


def test_the_shared_undo_button_takes_back_the_newest_entry():
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    game.press(-1, 2000, button="undo")
    game.until(2200)
    assert [row.kind for row in game.rows[-2:]] == ["undo", "tasks"]
    assert game.state.pot == ()


def test_lamps_are_green_purple_and_off():
    from hardware.events import Lamps

    game = Script(3).begin()
    game.press(1, 500)
    game.card("gem:1", 100)
    game.until(900)
    lamps = [effect for effect in game.effects if isinstance(effect, Lamps)]
    assert lamps[0] == Lamps(status=("green",) * 3, turn=0)
    assert lamps[-1].status == ("green", "purple", "green")
    game.press(1, 3000)
    game.until(3900)
    assert [e for e in game.effects if isinstance(e, Lamps)][-1].status == ("green", "off", "green")


def test_two_people_of_one_name_are_told_apart_and_the_first_is_host():
    game = Script(2)
    game.ask("join", "new", seat=None, value="Anna", digest="a")
    reply = game.ask("join", "new", seat=None, value=" anna\u202e ", digest="b")
    assert reply.data["name"] == "anna 2"
    assert game.view(0).host is not None
    assert game.view(1).host is None
    assert game.ask("join", "new", seat=0, value="Eve", digest="c").status == 409


def test_a_game_needs_its_players_and_keeps_its_options():
    game = Script(3)
    assert game.ask("start").status == 409
    assert game.ask("option", value="tie_ms=5").status == 200
    assert game.ask("option", value="tie_ms=soon").status == 409
    assert game.ask("option", value="speed=5").status == 409
    game.begin()
    assert game.table.referee.config.tie_ns == 5_000_000
    assert game.ask("option", value="tie_ms=9").status == 409


def test_while_paused_nothing_on_the_table_counts():
    from companion.table.effects import Recheck

    game = Script(3).begin()
    game.card("gem:1", 1000)
    game.until(1100)
    state = game.state
    assert game.ask("pause").status == 200
    game.press(1, 2000)
    game.card("gem:2", 3000)
    game.until(4000)
    assert game.state == state
    assert "Paused" in game.view(0).headline
    assert game.view(1).my_choices == ()
    assert game.ask("resume").status == 200
    assert Recheck() in game.effects
    game.card("gem:2", 5000)
    game.until(5100)
    assert game.state.pot == ("gem:1", "gem:2")


def test_people_change_places_with_their_phones():
    game = Script(3).begin()
    assert game.ask("move", value="0:2").status == 200
    assert [m.name for m in game.table.members] == ["Cleo", "Ben", "Ann"]
    assert game.table.member(2).digest == "d0"
    assert game.table.member(2).host
    assert game.ask("move", value="0:7").status == 409
    assert game.ask("move", value="x").status == 409
    rows = [msgspec.json.decode(msgspec.json.encode(row), type=type(row)) for row in game.rows]
    assert resume(empty_table(3), rows).members == game.table.members


def test_the_last_card_was_misread_and_the_winner_is_decided_again():
    """Late corrections after the game's end."""
    from msgspec.structs import replace

    game = Script(2).begin()
    state = game.state
    game.table = replace(
        game.table, game=replace(state, decks=(state.decks[0][:1], state.decks[1]))
    )
    game.card("gem:1", 1000)
    game.until(1100)
    assert game.table.phase == "over"
    assert game.view().result.winners == (1,)
    seq = game.table.steps[-1].seq
    assert game.ask("amend", "seat:0", value=f"{seq}=card:treasure:2").status == 200
    assert game.table.phase == "playing"
    assert game.view().result is None
    assert game.view().headline == "Ben has 2 chances"
