"""Corrections: the fold runs again, only the difference is told, and the real table can follow."""

import random
from typing import Any

import msgspec
import pytest

from companion.history import fold
from companion.table.resume import resume
from rules import GAMES
from rules.wizard_thieves import actions as a
from rules.wizard_thieves.cards import KEYS
from tests.companion.table.piles import Piles
from tests.companion.table.scripted import Script, empty_table


def reveal(game: Script, *keys: str) -> None:
    for key in keys:
        at = game.table.now // 1_000_000 + 1000
        game.card(key, at)
        game.until(at + 100)


def slap(game: Script, seat: int) -> None:
    at = game.table.now // 1_000_000 + 400
    game.press(seat, at)
    game.until(at + 300)


def newest(game: Script, kind: str) -> int:
    return next(
        row.seq
        for row in reversed(game.rows)
        if row.kind == "action" and row.action["type"] == kind
    )


def test_correcting_a_card_judges_the_slap_on_it_again():
    """A curse becomes a valid grab: the camera read a Sapphire that was a Ruby."""
    game = Script(4).begin()
    reveal(game, "gem:1", "gem:2")
    slap(game, 3)
    assert game.state.status[3] == "cursed"
    seq = newest(game, "reveal")
    assert game.ask("amend", "seat:3", value=f"{seq}=card:gem:1").status == 200
    assert game.state.status[3] == "safe"
    assert [len(deck) for deck in game.state.decks] == [14, 14, 15, 17]
    assert game.rows[-1].kind == "amend" or game.rows[-2].kind == "amend"
    assert "Corrected." in game.said[-1] or "Corrected." in game.said[-2]


def test_the_voice_says_only_the_difference():
    game = Script(2).begin()
    reveal(game, "gem:1", "gem:2")
    slap(game, 0)
    said = len(game.said)
    game.ask("amend", "seat:0", value=f"{newest(game, 'reveal')}=card:gem:1")
    told = " ".join(game.said[said:])
    assert "Ann is safe." in told
    assert "doubles" not in told


def test_a_valid_grab_can_become_a_curse_and_the_table_is_told_how_to_follow():
    game = Script(3).begin()
    reveal(game, "gem:1", "gem:1")
    slap(game, 2)
    seq = newest(game, "reveal")
    before = lying(game, seq, a.Reveal(seat=1, card="gem:5"))
    game.ask("amend", "seat:0", value=f"{seq}=card:gem:5")
    assert game.state.status[2] == "cursed"
    tasks = game.view().tasks
    piles = Piles(before)
    for task in tasks:
        piles.move(task.move)
    assert piles.canonical() == Piles(game.state).canonical()
    for task in tasks:
        assert game.ask("tick", "seat:1", value=task.id).status == 200
    assert game.view().tasks == ()


def test_an_entry_that_does_not_fit_any_more_is_asked_about():
    """A gem that was a Bomb: its owner has to say whom it hit before the game goes on."""
    game = Script(3).begin()
    reveal(game, "gem:1", "gem:2", "gem:3")
    seq = next(row.seq for row in game.rows if row.kind == "action")
    game.ask("amend", "seat:1", value=f"{seq}=card:item:bomb")
    (prompt,) = game.view().prompts
    assert "does not fit" in prompt.title
    choice = next(c for c in prompt.choices if c.id.endswith("use_bomb:all"))
    assert game.tap(1, choice.id).status == 200
    assert not game.view().prompts
    assert game.state.pot == ("item:bomb", "gem:2", "gem:3")
    assert [len(deck) for deck in game.state.decks] == [14, 13, 13]
    assert fold(game.rows).state == game.state


def test_an_entry_may_never_have_happened():
    game = Script(2).begin()
    reveal(game, "gem:1")
    slap(game, 1)
    assert game.state.status[1] == "cursed"
    game.ask("amend", "seat:1", value=f"{newest(game, 'grab')}=out")
    assert game.state.status[1] == "safe"


@pytest.mark.parametrize(
    "value", ["1=card:gem:1", "999=out", "x", "=", "6=card:nonsense", "6=grab:0"]
)
def test_amendments_that_make_no_sense_are_refused_and_change_nothing(value: str):
    game = Script(2).begin()
    reveal(game, "gem:1")
    state, rows = game.state, len(game.rows)
    reply = game.ask("amend", "seat:0", value=value)
    assert reply.status == 409
    assert reply.reason
    assert game.state == state
    assert len(game.rows) == rows


def test_undo_takes_a_correction_back_and_redo_brings_it_again():
    game = Script(3).begin()
    reveal(game, "gem:1", "gem:2")
    before = game.state
    game.ask("amend", "seat:0", value=f"{newest(game, 'reveal')}=card:gem:1")
    corrected = game.state
    game.ask("undo", "seat:0")
    assert game.state == before
    game.ask("redo", "seat:0")
    assert game.state == corrected
    assert fold(game.rows).state == corrected


def test_redo_is_gone_once_the_game_has_moved_on():
    game = Script(3).begin()
    reveal(game, "gem:1")
    game.ask("undo", "seat:0")
    assert game.view().redo_label == "Ann: Ruby"
    reveal(game, "gem:2")
    assert game.view().redo_label == ""
    assert game.ask("redo", "seat:0").status == 409


def lying(game: Script, seq: int, action: Any) -> Any:
    """The real cards before they are put right."""
    from companion.table.amend import as_it_lies

    place = next(n for n, step in enumerate(game.table.steps) if step.seq == seq)
    return as_it_lies(game.table, place, action)


def play_at_random(seed: int, steps: int) -> Script:
    """A random game through the core: cards, slaps, choices, undo and redo."""
    rng = random.Random(seed)
    game = Script(rng.choice((2, 3, 4))).begin()
    for _ in range(steps):
        if game.table.phase != "playing":
            break
        act_at_random(game, rng)
    return game


def act_at_random(game: Script, rng: random.Random) -> None:
    if game.table.prompts:
        prompt = game.table.prompts[0]
        game.tap(0, rng.choice(prompt.choices).id)
        return
    state = game.state
    if state.item is not None or state.collecting is not None:
        seat = state.item.seat if state.item else state.collecting.seat
        offers = [c.id for c in game.view(seat).my_choices if c.style == "primary"]
        game.tap(seat, rng.choice(offers))
        return
    if state.portal_due is not None:
        at = game.table.now // 1_000_000 + 800
        game.card(rng.choice(KEYS), at, zone="portal")
        game.until(at + 100)
        return
    roll = rng.random()
    if roll < 0.72:
        key = state.pot[-1] if state.pot and rng.random() < 0.25 else rng.choice(KEYS)
        reveal(game, key)
    elif roll < 0.9:
        slap(game, rng.randrange(game.table.seats))
    elif roll < 0.96:
        game.ask("undo", "seat:0")
    else:
        game.ask("redo", "seat:0")


@pytest.mark.parametrize("seed", range(12))
def test_amending_equals_a_fresh_game_with_the_right_entry(seed: int):
    """Design section 5, for every entry: where all later entries stay legal."""
    rng = random.Random(seed)
    game = play_at_random(seed, 40)
    for step in [step for step in game.table.steps if step.action is not None]:
        values = [
            value
            for value, _ in desk_amendments(game, step)
            if rng.random() < 0.35 or not value.startswith("card:")
        ]
        for value in values[:4]:
            compare_with_fresh_game(game, step, value)


def desk_amendments(game: Script, step: Any) -> Any:
    from companion.table.desks import desk_of, told_of

    return desk_of(game.table).amendments(step.before, step.action, told_of(game.table))


def compare_with_fresh_game(game: Script, step: Any, value: str) -> None:
    from companion.table.desks import desk_of

    rules, desk = GAMES["wizard-thieves"], desk_of(game.table)
    copy = Script.__new__(Script)
    copy.__dict__ = {**game.__dict__, "rows": list(game.rows), "effects": [], "said": []}
    reply = copy.ask("amend", "seat:0", value=f"{step.seq}={value}")
    if reply.status != 200:
        return
    state = step.before
    later = [one for one in game.table.steps if one.action is not None and one.seq >= step.seq]
    for place, one in enumerate(later):
        action = (
            desk.amended(step.action, value)
            if place == 0
            else desk.again(state, one.action, one.by)
        )
        try:
            events = rules.decide(state, action)
        except ValueError:
            assert copy.table.prompts, "what became illegal must be asked about"
            return
        for event in events:
            state = rules.evolve(state, event)
    assert copy.state == state
    assert fold(copy.rows).state == state
    piles = Piles(lying(game, step.seq, desk.amended(step.action, value)))
    for task in copy.table.tasks[len(game.table.tasks) :]:
        piles.move(task.move)
    assert piles.canonical() == Piles(state).canonical()


@pytest.mark.parametrize("seed", range(20, 32))
def test_a_random_game_with_undo_redo_and_amend_comes_back_from_its_journal(seed: int):
    rng = random.Random(seed)
    game = play_at_random(seed, 50)
    for _ in range(6):
        steps = [step for step in game.table.steps if step.action is not None]
        if steps and not game.table.prompts:
            step = rng.choice(steps)
            values = [value for value, _ in desk_amendments(game, step)] or ["out"]
            game.ask("amend", "seat:0", value=f"{step.seq}={rng.choice(values)}")
        for _ in range(4):
            if game.table.phase == "playing":
                act_at_random(game, rng)
    rows = [msgspec.json.decode(msgspec.json.encode(row), type=type(row)) for row in game.rows]
    again = resume(empty_table(game.table.seats), rows)
    assert again.game == game.state == fold(rows).state
    assert [(s.seq, s.before, s.action) for s in again.steps] == [
        (s.seq, s.before, s.action) for s in game.table.steps
    ]
    assert [one.undo for one in again.redo] == [one.undo for one in game.table.redo]
    assert msgspec.json.encode(again.prompts) == msgspec.json.encode(game.table.prompts)


def test_the_choices_of_a_correction_are_those_of_the_entry():
    game = Script(2).begin()
    reveal(game, "gem:1")
    from companion.table.presenter import amendments_of

    choices = amendments_of(game.table, newest(game, "reveal"))
    assert len(choices) == len(KEYS) - 1 + 1
    assert choices[-1].style == "danger"
    assert amendments_of(game.table, 1) == ()
    assert isinstance(game.table.steps[0].action, a.Reveal)


def grabs_falsely_twice(game: Script, seat: int) -> None:
    for number in (1, 2):
        reveal(game, f"gem:{2 * seat + number}")
        slap(game, seat)


def won() -> Script:
    """Ben is out by two false grabs: Ann has won."""
    game = Script(2).begin()
    grabs_falsely_twice(game, 1)
    assert (game.table.phase, game.view().result.winners) == ("over", (0,))
    return game


def test_a_late_correction_decides_anew_who_has_won():
    game = won()
    seq = newest(game, "grab")
    assert game.ask("amend", "seat:0", value=f"{seq}=out").status == 200
    assert (game.table.phase, game.view().result) == ("playing", None)
    grabs_falsely_twice(game, 0)
    assert (game.table.phase, game.view().result.winners) == ("over", (1,))


def test_taking_a_late_correction_back_leaves_the_game_over():
    """And another can be begun, before a restart as after it."""
    game = won()
    rows = len(game.rows)
    game.ask("amend", "seat:0", value=f"{newest(game, 'grab')}=out")
    game.ask("undo", "seat:0")
    assert (game.table.phase, game.view().result.winners) == ("over", (0,))
    assert resume(empty_table(2), game.rows).phase == "over"
    assert len(game.rows) > rows
    assert game.ask("redo", "seat:0").status == 200
    assert game.table.phase == "playing"
    game.ask("undo", "seat:0")
    assert game.ask("new_game").status == 200


def test_after_the_end_nobody_changes_places_with_the_winner():
    game = won()
    refused = game.ask("move", value="0:1")
    assert refused.status == 409
    assert "Begin a new game" in refused.reason
    assert game.view().result.title == "Ann wins"
    game.ask("new_game")
    assert game.ask("move", value="0:1").status == 200


def test_a_disk_that_works_is_not_said_to_work_again():
    game = Script(2).begin()
    rows = len(game.rows)
    assert game.ask("retry").status == 409
    assert len(game.rows) == rows
