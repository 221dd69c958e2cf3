"""Thefts and rounds told once more, in another way, over random games.

Everything here is counted from rows and columns as the rulebook says it, without the rules' tables.
"""

from collections.abc import Iterator

from companion.bench.playout import Move, Playout
from rules import eldris as game
from tests.support.eldris import PACK


def solo_moves() -> Iterator[Move]:
    for seed in range(150):
        options = game.Options(strength_wager=seed % 2 == 0)
        yield from Playout(game, 1, seed, options, PACK).moves()


def where(state: game.State, card: str) -> tuple[int, int]:
    place = state.grid.index(card)
    return place // 6, place % 6


def side_by_side(state: game.State, card: str, other: str) -> bool:
    (row, column), (row2, column2) = where(state, card), where(state, other)
    return abs(row - row2) + abs(column - column2) == 1


def worth(state: game.State, card: str) -> int:
    row, column = where(state, card)
    outer = [row in (0, 3), column in (0, 5)]
    return 4 if all(outer) else 3 if any(outer) else 2


def strong(state: game.State) -> bool:
    counts = [state.dice.count(die) for die in state.dice]
    pair = state.dice.count("strength") >= 2 or max(counts) == 3
    return state.benefit == "strength" or (state.benefit is None and pair)


def test_a_solo_nick_phase_as_the_rulebook_tells_it() -> None:
    """Solo Play, "Nick Phase": wager, reveal, Rivals, player, competition."""
    rounds = right = 0
    for move in solo_moves():
        before, solo = move.before, move.before.solo
        if not isinstance(move.action, game.RevealFoes) or solo is None:
            continue
        assert solo.cutpurse is not None
        rounds += 1
        haul, pool = before.players[0].haul, solo.pool
        won = [card for card in solo.wagers if card in move.action.cards]
        right += len(won)
        haul += 6 * len(won)
        rivals = [card for card in (*solo.rivals, *move.action.cards) if card not in won]
        left = list(before.display)
        for card in before.display:
            if any(side_by_side(before, card, rival) for rival in rivals):
                pool += worth(before, card)
                left.remove(card)
        for card in list(left):
            if side_by_side(before, card, solo.cutpurse):
                haul += worth(before, card)
                left.remove(card)
        row, column = where(before, solo.cutpurse)
        waits = strong(before) and any(
            abs(where(before, card)[0] - row) == abs(where(before, card)[1] - column) == 1
            for card in left
        )
        if not waits and any(side_by_side(before, solo.cutpurse, rival) for rival in rivals):
            taken = min(3, haul)
            haul, pool = haul - taken, pool + taken
        after = move.after
        assert after.solo is not None
        assert (after.phase == "diagonal") == waits
        assert (after.players[0].haul, after.solo.pool) == (haul, pool)
        assert list(after.display) == left
        assert set(after.solo.rivals) == set(rivals)
    assert rounds == 600
    assert right > 5


def test_thefts_and_accusations_pay_as_the_rulebook_tells_it() -> None:
    """Nick Phase, "Steal" and "Reveal", two to six players, trusted."""
    thefts = named = 0
    for seed in range(60):
        options = game.Options(secrecy="trusted")
        for move in Playout(game, 2 + seed % 5, seed, options, PACK).moves():
            before, after, action = move.before, move.after, move.action
            if isinstance(action, game.Steal):
                thefts += 1
                seat = action.seat
                gain = after.players[seat].haul - before.players[seat].haul
                assert gain == worth(before, action.card)
                assert before.bank - after.bank == gain
                cutpurse = before.players[seat].cutpurse
                assert cutpurse is not None
                if not strong(before):
                    assert side_by_side(before, cutpurse, action.card)
            elif isinstance(action, game.Accuse):
                true = before.players[action.player].cutpurse == action.character
                named += true
                gain = after.players[action.seat].haul - before.players[action.seat].haul
                loss = before.players[action.player].haul - after.players[action.player].haul
                had = before.players[action.player].haul
                assert (gain, loss) == ((4 + min(2, had), min(2, had)) if true else (0, 0))
                assert (action.character in after.dark) == true
    assert thefts > 300
    assert named > 60


def test_dice_and_moves_as_the_rulebook_tells_it() -> None:
    """Slip Phase: a die is spent on a card of its trait, which changes places with a neighbour."""
    moved = 0
    for seed in range(12):
        for move in Playout(game, 1 + seed % 6, seed, game.Options(), PACK).moves():
            if isinstance(move.action, game.Move):
                moved += 1
                before, after = move.before, move.after
                changed = [place for place in range(24) if before.grid[place] != after.grid[place]]
                card, other = move.action.card, move.action.other
                assert {before.grid[place] for place in changed} == {card, other}
                assert side_by_side(before, card, other)
                spent = list(before.unspent)
                spent.remove(before.config.traits[card])
                assert list(after.unspent) == spent
    assert moved > 1_000
