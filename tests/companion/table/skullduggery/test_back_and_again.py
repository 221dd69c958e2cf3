"""Undo, redo and corrections: people cannot unsee, and the journal alone gives the same table."""

import random

import pytest

from companion.history import fold
from companion.table.resume import resume
from rules import skullduggery as rules
from tests.companion.table.scripted import empty_table
from tests.companion.table.skullduggery.people import Game, lines_of, real_lines
from tests.companion.table.skullduggery.test_pages import discard


def meddle(game: Game, rng: random.Random) -> None:
    """A tap, or now and then an undo, a redo or a correction."""
    script = game.script
    dice = rng.random()
    if dice < 0.2 and script.view().can_undo:
        assert script.ask("undo", "seat:0").status == 200
    elif dice < 0.3 and script.view().redo_label:
        assert script.ask("redo", "seat:1").status == 200
    elif dice < 0.4:
        correct(game, rng)
    elif script.table.prompts:
        choice = rng.choice(script.view(0).prompts[0].choices)
        script.tap(0, choice.id)
    elif (found := game.honest(rng)) is not None:
        script.tap(*found)


def correct(game: Game, rng: random.Random) -> None:
    from companion.table.presenter import amendments_of

    lines = [line for line in game.script.view().log if line.amendable]
    if lines:
        choices = amendments_of(game.script.table, rng.choice(lines).seq)
        game.script.ask("amend", "seat:0", value=rng.choice(choices).id)


@pytest.mark.parametrize("seed", range(12))
def test_table_fold_and_restart_agree_whatever_people_take_back(seed: int):
    rng = random.Random(seed)
    game = Game(rng.choice(rules.SEATS), rng, memory_aid=rng.choice(("true", "false")))
    for count in range(70):
        meddle(game, rng)
        if count % 10 == 9:
            table = game.script.table
            assert fold(game.script.rows).state == table.game
            again = resume(empty_table(game.seats, "skullduggery"), game.script.rows)
            assert again.game == table.game
            assert [s.seq for s in again.steps] == [s.seq for s in table.steps]
            assert [s.before for s in again.steps] == [s.before for s in table.steps]
            assert [s.events for s in again.steps] == [s.events for s in table.steps]
            assert again.phase == table.phase


def test_what_was_seen_before_an_undo_stays_known():
    """Design, History: knowledge only grows. Ann peeked; taking the peek back unsees nothing."""
    rng = random.Random(5)
    game = Game(3, rng, memory_aid="true")
    script = game.script
    first = script.state.lines[0][1]
    assert script.tap(0, game.true(0, noted(game, 0, "middle"))).status == 200
    assert script.view(0).lines[0].slots[1].recalled is not None
    script.ask("undo", "seat:1")
    assert 0 in script.state.sights[first].seen_by
    recalled = script.view(0).lines[0].slots[1].recalled
    assert recalled.key == f"number:{game.world.faces[first]}"
    assert script.view(1).lines[2].slots[1].recalled is None


def noted(game: Game, seat: int, ident: str):
    """The choice that asks for a note."""
    return next(c for c in game.choices(seat) if c.id == ident and c.entry is not None)


@pytest.mark.parametrize("seed", range(8))
def test_the_moves_of_an_undo_put_the_real_cards_back(seed: int):
    """Followed card by card, the list leads from the table as it lay to the one of the state."""
    rng = random.Random(seed)
    game = Game(rng.choice(rules.SEATS), rng)
    for _ in range(rng.randrange(10, 60)):
        if game.script.table.phase == "playing":
            game.act(rng)
    for _ in range(5):
        lay = game.script.state
        game.script.ask("undo", "seat:0")
        tasks = game.script.table.tasks
        assert carried_out(lay, [task.move for task in tasks]) == places(game.script.state)
        for task in tasks:
            if not task.done:
                game.script.ask("tick", "seat:0", value=task.id)
        assert lines_of(game.script.state) == real_lines(game.world)


@pytest.mark.parametrize("seed", range(6))
def test_several_undos_before_anybody_moves_a_card_are_one_list(seed: int):
    """From the table as it lies to the one of the state; also after a restart."""
    rng = random.Random(seed)
    game = Game(rng.choice(rules.SEATS), rng)
    for _ in range(rng.randrange(20, 60)):
        if game.script.table.phase == "playing":
            game.act(rng)
    lay = game.script.state
    for what in ("undo",) * 7 + ("redo",) * 3:
        game.script.ask(what, "seat:0")
        table = game.script.table
        assert carried_out(lay, [task.move for task in table.tasks]) == places(table.game)
        again = resume(empty_table(game.seats, "skullduggery"), game.script.rows)
        assert again.tasks == table.tasks
        if table.tasks:
            assert places(again.putting.was) == places(table.putting.was)


def test_a_whole_turn_taken_back_is_told_without_the_hand_between():
    """The drawn card goes back onto the pile, not into the hand and then onto the pile."""
    game = Game(2, random.Random(3))
    for choice in ("draw", "left:1"):
        assert game.script.tap(0, choice).status == 200
    shown = next(c.id for c in game.choices(0) if game.true(0, c) and c.id.startswith("shown"))
    assert game.script.tap(0, shown).status == 200
    while game.script.view().can_undo:
        assert game.script.ask("undo", "seat:0").status == 200
    moves = [(task.move.source, task.move.target) for task in game.script.table.tasks]
    assert ("discard", "line:1:1") in moves
    assert all("hand" not in place for move in moves for place in move)
    assert sum(target == "pile" for _, target in moves) == 1


@pytest.mark.parametrize("seats", rules.SEATS)
@pytest.mark.parametrize("value", [1, 3])
def test_a_pass_is_taken_back_by_the_other_one(seats: int, value: int):
    """One sentence for all instead of a move for each of up to 24 cards."""
    rng = random.Random(seats)
    game = Game(seats, rng)
    discard(game, value, rng)
    lay = game.script.state
    assert game.script.ask("undo", "seat:0").status == 200
    first, *rest = [task.move for task in game.script.table.tasks]
    assert (first.source, first.target) == ("lines", "pass_right" if value == 1 else "pass_left")
    assert str(first.text).startswith("Pass right" if value == 1 else "Pass left")
    assert len(rest) <= 2
    assert carried_out(lay, [first, *rest]) == places(game.script.state)
    assert game.script.ask("redo", "seat:0").status == 200
    assert game.script.table.tasks == ()


def places(state) -> dict[str, object]:
    """Where every card lies, which of them are open, and the tokens."""
    found: dict[str, object] = {}
    for seat, line in enumerate(state.lines):
        for slot, ref in enumerate(line):
            found[f"line:{seat}:{slot}"] = (ref, ref in state.face_up)
        found[f"token:{seat}:left"] = state.tokens[seat].red
        found[f"token:{seat}:right"] = state.tokens[seat].blue
    for row in ("pile", "discard", "spyglass"):
        found[row] = tuple(getattr(state, row))
    return found


def carried_out(state, moves) -> dict[str, object]:
    """The real table after the moves: all moved cards are taken up, then laid down in order.

    A pass is one move of all; what comes before and after it is done on its own.
    """
    where: dict[str, list] = {
        f"line:{seat}:{slot}": [ref]
        for seat, line in enumerate(state.lines)
        for slot, ref in enumerate(line)
    }
    where |= {row: list(getattr(state, row)) for row in ("discard", "spyglass")}
    where["pile"] = list(reversed(state.pile))  # the top card last
    held = [ref for ref in (state.drawn, state.leaving) if ref is not None]
    where |= {f"hand:{state.turn}": held}
    up = {*state.face_up, *state.discard, *state.spyglass}
    tokens = {}
    for seat, token in enumerate(state.tokens):
        tokens |= {f"token:{seat}:left": token.red, f"token:{seat}:right": token.blue}
    done: list = []
    for move in (*moves, None):
        if move is None or move.source == "lines":
            by_hand(done, where, up, tokens)
            done = []
        else:
            done.append(move)
        if move is not None and move.source == "lines":
            hand_on(where, len(state.lines), left=move.target == "pass_left")
    found: dict[str, object] = {
        place: (refs[0], refs[0] in up) for place, refs in where.items() if place.startswith("line")
    }
    for row in ("discard", "spyglass"):
        found[row] = tuple(where[row])
    found["pile"] = tuple(reversed(where["pile"]))
    return {**found, **tokens}


def by_hand(moves, where, up, tokens) -> None:
    """Cards from place to place, and what is turned over."""
    taken = []
    for move in moves:
        if move.source.startswith("token"):
            tokens[move.source] = not tokens[move.source]
        elif move.source != move.target:
            taken.append((where[move.source].pop(), move.target))
    for ref, target in taken:
        where.setdefault(target, []).append(ref)
    for move in moves:
        if move.source == move.target and move.source.startswith("line"):
            (ref,) = where[move.source]
            up ^= {ref}


def hand_on(where, seats: int, *, left: bool) -> None:
    """Rulebook, "Card Actions": all at the same time; the rest of a line moves up."""
    lines = [[where[f"line:{seat}:{slot}"] for slot in range(4)] for seat in range(seats)]
    given = [line.pop(0 if left else 3) for line in lines]
    for seat, card in enumerate(given):
        lines[(seat + (1 if left else -1)) % seats].insert(3 if left else 0, card)
    for seat, line in enumerate(lines):
        where |= {f"line:{seat}:{slot}": cards for slot, cards in enumerate(line)}
