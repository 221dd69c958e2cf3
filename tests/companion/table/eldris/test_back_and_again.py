"""Undo, redo and corrections of Eldris: the law of design section 5, the real table put right."""

import random
import re
from typing import Any

import pytest

from companion.history import fold
from companion.table.amend import as_it_lies
from companion.table.desks import desk_of, told_of
from companion.table.presenter import amendments_of
from companion.table.resume import resume
from rules import eldris as rules
from rules.core import Illegal
from tests.companion.table.eldris.people import GAME, taps
from tests.companion.table.eldris.wandering import any_action
from tests.companion.table.scripted import Script, empty_table

TABLES = [
    (1, {}),
    (2, {"secrecy": "sealed"}),
    (3, {"secrecy": "trusted"}),
    (5, {"secrecy": "trusted"}),
    (6, {"secrecy": "sealed"}),
]


def begun(seats: int, options: dict[str, str]) -> Script:
    return Script(seats, camera=False, buttons=False, game=GAME, **options).begin()


def play(script: Script, rng: random.Random, steps: int) -> None:
    for _ in range(steps):
        found = any_action(script.state, rng)
        if script.table.phase != "playing" or script.table.prompts or found is None:
            return
        seat, action = found
        for choice in taps(action):
            assert script.tap(seat, choice).status == 200, (choice, action)


def meddle(script: Script, rng: random.Random) -> None:
    """A tap, or now and then an undo, a redo, a correction or an answer."""
    dice = rng.random()
    if script.table.prompts:
        script.tap(0, rng.choice(script.view(0).prompts[0].choices).id)
    elif dice < 0.2 and script.view().can_undo:
        assert script.ask("undo", "seat:0").status == 200
    elif dice < 0.3 and script.view().redo_label:
        assert script.ask("redo", "seat:0").status == 200
    elif dice < 0.4:
        correct(script, rng)
    else:
        play(script, rng, 1)


def correct(script: Script, rng: random.Random) -> None:
    audience = f"seat:{rng.randrange(script.table.seats)}"
    lines = [line for line in script.view(audience).log if line.amendable]
    if lines:
        choices = amendments_of(script.table, rng.choice(lines).seq, audience)
        script.ask("amend", audience, value=rng.choice(choices).id)


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_table_fold_and_restart_agree_whatever_people_take_back(seats: int, options):
    rng = random.Random(seats)
    script = begun(seats, options)
    for count in range(80):
        meddle(script, rng)
        if count % 20 == 19:
            table = script.table
            assert fold(script.rows).state == table.game
            again = resume(empty_table(seats, GAME), script.rows)
            assert again.game == table.game
            assert [s.seq for s in again.steps] == [s.seq for s in table.steps]
            assert [s.before for s in again.steps] == [s.before for s in table.steps]
            assert [s.events for s in again.steps] == [s.events for s in table.steps]
            assert again.phase == table.phase


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_amending_equals_a_fresh_game_with_the_right_entry(seats: int, options):
    """Design, section 5, for every entry: where all later ones stay legal."""
    rng = random.Random(10 + seats)
    script = begun(seats, options)
    play(script, rng, 45)
    compared = 0
    for step in [step for step in script.table.steps if step.action is not None]:
        desk, told = desk_of(script.table), told_of(script.table)
        values = [value for value, _ in desk.amendments(step.before, step.action, told)]
        for value in rng.sample(values, min(2, len(values))):
            compared += equals_a_fresh_game(script, step, value)
    assert compared > 5


def copy_of(script: Script) -> Script:
    copy = Script.__new__(Script)
    copy.__dict__ = {**script.__dict__, "rows": list(script.rows), "effects": [], "said": []}
    return copy


def equals_a_fresh_game(script: Script, step: Any, value: str) -> bool:
    """Whether it could be compared: the correction was taken and all later entries fit."""
    desk, copy = desk_of(script.table), copy_of(script)
    keeper = desk.keeper(step.before, step.action)
    audience = f"seat:{0 if keeper is None else keeper}"
    reply = copy.ask("amend", audience, value=f"{step.seq}={value}")
    if reply.status != 200:
        assert copy.state is script.state
        return False
    state = step.before
    right = desk.amended(step.action, value)
    for one in [one for one in script.table.steps if one.action and one.seq >= step.seq]:
        action = right if one.seq == step.seq else one.action
        ruling = rules.check(state, action)
        if isinstance(ruling, Illegal) and not ruling.private:
            assert copy.table.prompts, "what became impossible must be asked about"
            return False
        for event in rules.insist(state, action):
            state = rules.evolve(state, event)
    assert copy.state == rules.remember(state, script.state)
    assert fold(copy.rows).state == copy.state
    place = next(n for n, one in enumerate(script.table.steps) if one.seq == step.seq)
    lies = as_it_lies(script.table, place, right)
    new = copy.table.tasks[len(script.table.tasks) :]
    assert put_right(lies, [task.move for task in new]) == physical(copy.state)
    return True


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_the_moves_of_an_undo_put_the_real_table_back(seats: int, options):
    rng = random.Random(20 + seats)
    script = begun(seats, options)
    play(script, rng, 60)
    for _ in range(30):
        if not script.table.steps:
            break
        lies = script.state
        script.ask("undo", "seat:0")
        moves = [task.move for task in script.table.tasks if not task.done]
        assert put_right(lies, moves) == physical(script.state)
        for task in script.table.tasks:
            if not task.done:
                script.ask("tick", "seat:0", value=task.id)


def physical(state: Any) -> dict[str, Any]:
    """What of a state lies on the table for all to see."""
    places = dict.fromkeys(state.display, "display")
    for seat, player in enumerate(state.players):
        places |= dict.fromkeys(player.taken, f"open:{seat}")
    if state.solo is not None:
        places |= dict.fromkeys(state.solo.rivals, "foes")
        places |= dict.fromkeys(state.solo.discarded, "discarded")
        if state.solo.cutpurse is not None:
            places[state.solo.cutpurse] = "cutpurse"
    return {
        "grid": list(state.grid),
        "dark": set(state.dark),
        "places": places,
        "hauls": [player.haul for player in state.players],
        "sigils": [player.sigil for player in state.players],
        "tokens": {
            cell.character: cell.token
            for cell in rules.observe(state, "table").square
            if cell.token is not None
        },
        "wagers": set() if state.solo is None else set(state.solo.wagers),
    }


def put_right(lies: Any, moves: list[Any]) -> dict[str, Any]:
    """The table after people made these moves by hand."""
    found = physical(lies)
    for move in moves:
        word, _, rest = move.source.partition(":")
        if "grid" in (word, move.target.partition(":")[0]):
            square_moved(found, move)
        elif "token" in (word, move.target.partition(":")[0]):
            tokens_moved(found, move)
        elif word == "sigil":
            found["sigils"][int(rest)] ^= True
        elif "haul" in (word, move.target.partition(":")[0]):
            money_moved(found, move)
        elif move.cards and move.cards[0] and word != "bank":
            found["places"].pop(move.cards[0], None)
            if move.target != "hidden":
                found["places"][move.cards[0]] = move.target
    return found


def square_moved(found: dict[str, Any], move: Any) -> None:
    if move.target == "box":
        found["grid"], found["tokens"] = [], {}
    elif move.source == "box":
        found["grid"] += move.cards
    elif move.source == move.target:
        found["dark"] ^= {move.cards[0]}
    else:
        one, two = (int(place.partition(":")[2]) for place in (move.source, move.target))
        grid = found["grid"]
        grid[one], grid[two] = grid[two], grid[one]


def tokens_moved(found: dict[str, Any], move: Any) -> None:
    (_, _, off), (_, _, on) = move.source.partition(":"), move.target.partition(":")
    for card in move.cards:
        assert found["tokens"].pop(card, "") == off
        if on:
            found["tokens"][card] = on


def money_moved(found: dict[str, Any], move: Any) -> None:
    give = move.source.startswith("haul")
    seat = int((move.source if give else move.target).partition(":")[2])
    found["hauls"][seat] += -amount(str(move.text)) if give else amount(str(move.text))
    if "wager" in (move.source, move.target):
        found["wagers"] ^= {move.cards[0]}


def test_an_undo_says_what_becomes_of_tokens_wagers_and_hidden_foes():
    """Setup of the solo game, "Identify Threats and Rivals", "Wager"."""
    script = begun(1, {"mode": "solo"})
    for choice in ("layout=abcdefghijklmnopqrstuvwx", "up=a", "up=e", "up=i", "cutpurse:cha1"):
        assert script.tap(0, choice).status == 200
    for choice in ("up=q", "fan=m12", "roll=555"):
        assert script.tap(0, choice).status == 200
    for word in ("move:", "move:", "move:", "wager:"):
        choice = next(c.id for c in script.view(0).my_choices if c.id.startswith(word))
        assert script.tap(0, choice).status == 200
    told = []
    for _ in range(8):
        script.ask("undo", "seat:0")
        told += [str(task.move.text) for task in script.table.tasks if not task.done]
        for task in script.table.tasks:
            script.ask("tick", "seat:0", value=task.id)
    assert any("takes the $1 off" in one for one in told)
    assert not any("from the bank" in one for one in told)
    assert any("take the Threat token off" in one for one in told)
    assert any("take the Rival token off" in one for one in told)
    assert "The hidden cards of the foes' stack go back on top of the deck, unseen." in told
    assert any("take the Cutpurse token off" in one for one in told)


def amount(text: str) -> int:
    """The sum in a sentence, in half-dollars."""
    if "50 c" in text:
        return 1
    match = re.search(r"\$(\d+)(\.50)?", text)
    assert match, text
    return 2 * int(match[1]) + bool(match[2])


def test_only_its_keeper_corrects_what_rests_on_secret_cards():
    script = begun(3, {"secrecy": "trusted"})
    assert script.tap(0, "layout=abcdefghijklmnopqrstuvwx").status == 200
    assert script.tap(1, "hand=abc").status == 200
    seq = script.table.steps[-1].seq
    assert amendments_of(script.table, seq, "seat:0") == ()
    assert amendments_of(script.table, seq, "table") == ()
    value = next(c.id for c in amendments_of(script.table, seq, "seat:1") if ":0:" in c.id)
    refused = script.ask("amend", "seat:0", value=value)
    assert refused.status == 409
    assert "Ben" in refused.reason
    as_json = f'{seq}=json:{{"type":"enter_cards","seat":1,"cards":["dex1","dex2","dex3"]}}'
    assert script.ask("amend", "table", value=as_json).status == 409
    assert script.ask("amend", "seat:1", value=value).status == 200
    assert script.state.players[1].others != ("cha1", "cha2", "cha3")


def test_a_secret_correction_that_others_would_notice_is_refused():
    """What was robbed since cannot have been the Cutpurse; what nobody noticed can be put right."""
    script = begun(2, {"secrecy": "trusted"})
    for seat, choice in [
        *((0, one) for one in ("layout=abcdefghijklmnopqrstuvwx", "hand=abc", "cutpurse:cha1")),
        (1, "hand=ijk"),
    ]:
        assert script.tap(seat, choice).status == 200, choice
    entry = script.table.steps[2].seq
    assert script.tap(0, "roll=123").status == 200
    assert script.ask("amend", "seat:0", value=f"{entry}=as:cutpurse:cha3").status == 200
    assert script.state.players[0].cutpurse == "cha3"
    assert script.ask("undo", "seat:1").status == 200
    for choice in ("move:cha1:cha2", "move:con1:cha4", "move:dex1:cha3", "steal:cha2"):
        assert script.tap(0, choice).status == 200, choice
    refused = script.ask("amend", "seat:0", value=f"{entry}=as:cutpurse:cha2")
    assert refused.status == 409
    assert "Undo" in refused.reason
    assert script.state.players[0].cutpurse == "cha1"


def test_an_undone_layout_says_to_lay_the_square_out_anew_and_a_redo_how():
    script = begun(2, {})
    assert script.tap(0, "layout=abcdefghijklmnopqrstuvwx").status == 200
    assert script.ask("undo", "seat:0").status == 200
    (task,) = script.table.tasks
    assert "lay them out anew" in str(task.move.text)
    assert script.ask("tick", "seat:0", value=task.id).status == 200
    assert script.ask("redo", "seat:0").status == 200
    rows = [str(task.move.text) for task in script.table.tasks]
    assert len(rows) == 4
    assert rows[0].startswith("Square, row 1, from the left and light side up: Bard, Beastmaster,")
