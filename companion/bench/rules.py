"""How fast the rules are, beside PokerKit and python-chess: one core, in turns, in the same run."""

import random
import tracemalloc
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time

import msgspec

from companion.bench.playout import Playout
from companion.bench.row import BenchRow, beside
from companion.packs import content_pack
from rules import history
from rules import wizard_thieves as game
from rules.core import Actor
from rules.history import Step

ROUNDS = 9
TURN_S = 0.25
"""CPU seconds of each contestant in each round."""
SEATS = 4
GAMES = 160
CHESS_MOVES = 200
SEED = 2026
JOURNAL = 1000

Script = list[tuple[Actor, game.Action]]
Work = Callable[[], tuple[int, float]]
"""Does a piece of work; says how many actions it was and how many CPU seconds they took."""


def rows() -> list[BenchRow]:
    """About fifteen seconds."""
    start, scripts = _scripts()
    ours, full, poker, chess = _in_turns(
        [_legal_and_apply(start, scripts), _full_path(start, scripts), _poker(), _chess()]
    )
    what = "Wizard Thieves, 4 seats: choices and apply"
    return [
        beside(what, ours, "actions/s", peer="PokerKit 4-handed NL hold'em", peer_value=poker),
        beside(what, ours, "actions/s", peer="python-chess legal+push", peer_value=chess),
        BenchRow(what="... with events and a view a seat as JSON", value=full, unit="actions/s"),
        BenchRow(what="a kept state", value=_bytes_per_state(start, scripts), unit="bytes"),
        BenchRow(
            what=f"folding {JOURNAL:,} entries of random games",
            value=_fold_ms(start, scripts),
            unit="ms",
        ),
    ]


def _scripts() -> tuple[game.State, list[Script]]:
    """Whole random games, recorded, all from the same start: dealing and dice are not measured."""
    pack = content_pack(game)
    games = [Playout(SEATS, seed, game.Options(), pack) for seed in range(SEED, SEED + GAMES)]
    same = [playout for playout in games if playout.start == games[0].start]
    return games[0].start, [[(m.actor, m.action) for m in playout.moves()] for playout in same]


def _legal_and_apply(start: game.State, scripts: list[Script]) -> Work:
    def play() -> tuple[int, float]:
        began = process_time()
        for script in scripts:
            state = start
            for actor, action in script:
                game.choices(state, actor)
                _, state = game.apply(state, action)
        return sum(map(len, scripts)), process_time() - began

    return play


def _full_path(start: game.State, scripts: list[Script]) -> Work:
    encode = msgspec.json.Encoder().encode

    def play() -> tuple[int, float]:
        began = process_time()
        for script in scripts:
            state = start
            for actor, action in script:
                game.choices(state, actor)
                events, state = game.apply(state, action)
                encode(events)
                for seat in range(SEATS):
                    encode(game.observe(state, seat))
        return sum(map(len, scripts)), process_time() - began

    return play


def _poker() -> Work:
    """Random legal play of four-handed no-limit hold'em: list what is legal, do one of it.

    Making the hand's first state is not counted, as dealing is not counted for us.
    """
    from pokerkit import Automation, NoLimitTexasHoldem

    automations = tuple(Automation)
    rng = random.Random(SEED)

    def play() -> tuple[int, float]:
        state = NoLimitTexasHoldem.create_state(automations, True, 0, (1, 2), 2, 200, SEATS)  # noqa: FBT003
        done, began = 0, process_time()
        while state.status:
            legal: list[Callable[[], object]] = []
            if state.can_check_or_call():
                legal.append(state.check_or_call)
            if state.can_fold():
                legal.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                legal.append(state.complete_bet_or_raise_to)
            rng.choice(legal)()
            done += 1
        return done, process_time() - began

    return play


def _chess() -> Work:
    """Random legal chess: list the moves, push one."""
    import chess

    rng = random.Random(SEED)

    def play() -> tuple[int, float]:
        board, done, began = chess.Board(), 0, process_time()
        while done < CHESS_MOVES and (moves := list(board.legal_moves)):
            board.push(rng.choice(moves))
            done += 1
        return done, process_time() - began

    return play


def _in_turns(contestants: list[Work]) -> list[float]:
    """Median actions per CPU second of each; they take turns, so that all meet the same machine."""
    rates: list[list[float]] = [[] for _ in contestants]
    for work in contestants:
        work()
    for _ in range(ROUNDS):
        for work, found in zip(contestants, rates, strict=True):
            done, spent = 0, 0.0
            while spent < TURN_S:
                actions, seconds = work()
                done, spent = done + actions, spent + seconds
            found.append(done / spent)
    return [median(found) for found in rates]


def _bytes_per_state(start: game.State, scripts: list[Script]) -> float:
    """Memory of kept states, what they share counted once, as undo keeps them."""
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    kept = []
    for script in scripts:
        state = start
        for _, action in script:
            _, state = game.apply(state, action)
            kept.append(state)
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / len(kept)


def _fold_ms(start: game.State, scripts: list[Script]) -> float:
    """Opening a journal folds events that were decided before (reading it is the store's part)."""
    steps: list[Step] = []
    for script in scripts:
        state = start
        for _, action in script:
            events, state = game.apply(state, action)
            steps.append(Step(seq=len(steps) + 1, action=action, events=events))
    times = []
    for first in range(ROUNDS):
        piece = steps[first : first + JOURNAL]
        began = perf_counter()
        history.fold(game, start, piece)
        times.append(1000 * (perf_counter() - began))
    return median(times)
