"""How fast the rules are, beside PokerKit and python-chess: one core, in turns, in the same run."""

import itertools
import random
import tracemalloc
from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import Any

import msgspec
from msgspec import Struct

from companion.bench.playout import Playout
from companion.bench.row import BenchRow, beside
from companion.packs import content_pack
from rules import GAMES, history
from rules.core import Actor
from rules.history import Step

ROUNDS = 9
TURN_S = 0.25
"""CPU seconds of each contestant in each round."""
SEATS = 4
PLAYED = 160
CHESS_MOVES = 200
SEED = 2026
JOURNAL = 1000

Script = list[tuple[Actor, Any]]
Work = Callable[[], tuple[int, float]]
"""Does a piece of work; says how many actions it was and how many CPU seconds they took."""


class Games(Struct, frozen=True, kw_only=True):
    """Whole random games of one kind, recorded, all from the same start."""

    game: Any
    start: Any
    scripts: list[Script]


def rows() -> list[BenchRow]:
    """About ten seconds for each game, and five more."""
    recorded = [_recorded(game) for game in GAMES.values()]
    contestants = [work(games) for games in recorded for work in (_legal_and_apply, _full_path)]
    *ours, poker, chess = _in_turns([*contestants, _poker(), _chess()])
    found: list[BenchRow] = []
    for number, games in enumerate(recorded):
        quick, full = ours[2 * number : 2 * number + 2]
        title = games.game.TITLE
        what = f"{title}, {SEATS} seats: choices and apply"
        found += [
            beside(what, quick, "actions/s", peer="PokerKit 4-handed NL hold'em", peer_value=poker),
            beside(what, quick, "actions/s", peer="python-chess legal+push", peer_value=chess),
            BenchRow(
                what="... with events and a view a seat as JSON", value=full, unit="actions/s"
            ),
            BenchRow(what=f"{title}: a kept state", value=_bytes_per_state(games), unit="bytes"),
            BenchRow(
                what=f"{title}: folding {JOURNAL:,} entries of random games",
                value=_fold_ms(games),
                unit="ms",
            ),
        ]
    return found


def _recorded(game: Any) -> Games:
    """Dealing and dice are not measured."""
    pack = content_pack(game)
    seeds = range(SEED, SEED + PLAYED)
    played = [Playout(game, SEATS, seed, game.Options(), pack) for seed in seeds]
    same = [playout for playout in played if playout.start == played[0].start]
    scripts = [[(move.actor, move.action) for move in playout.moves()] for playout in same]
    return Games(game=game, start=played[0].start, scripts=scripts)


def _legal_and_apply(games: Games) -> Work:
    game, start, scripts = games.game, games.start, games.scripts

    def play() -> tuple[int, float]:
        began = process_time()
        for script in scripts:
            state = start
            for actor, action in script:
                game.choices(state, actor)
                _, state = game.apply(state, action)
        return sum(map(len, scripts)), process_time() - began

    return play


def _full_path(games: Games) -> Work:
    game, start, scripts = games.game, games.start, games.scripts
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


def _bytes_per_state(games: Games) -> float:
    """Memory of kept states, what they share counted once, as undo keeps them."""
    game, start, scripts = games.game, games.start, games.scripts
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


def _fold_ms(games: Games) -> float:
    """Opening a journal folds events that were decided before (reading it is the store's part)."""
    game, start, scripts = games.game, games.start, games.scripts
    whole = [_steps(game, start, script) for script in scripts]
    times = []
    for first in range(ROUNDS):
        left, spent = JOURNAL, 0.0
        for steps in itertools.islice(itertools.cycle(whole), first, None):
            piece = steps[:left]
            began = perf_counter()
            history.fold(game, start, piece)
            spent += perf_counter() - began
            left -= len(piece)
            if not left:
                break
        times.append(1000 * spent)
    return median(times)


def _steps(game: Any, start: Any, script: Script) -> list[Step]:
    state, steps = start, list[Step]()
    for _, action in script:
        events, state = game.apply(state, action)
        steps.append(Step(seq=len(steps) + 1, action=action, events=events))
    return steps
