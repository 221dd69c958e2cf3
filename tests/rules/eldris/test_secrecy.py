"""Non-interference: nothing that seat A or the table gets depends on what only seat B knows.

Pairs of reachable states of trusted games differ only in B's hidden cards and B's note of a peek.
Every byte of A's and the table's views, choices, expectations and refusals must be the same, and so
must the events that follow, as they are told. What the rules themselves make public (the answer to
an accusation, a card that is shown) is compared only where both states give the same.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import rules.eldris as package
from companion.bench.playout import Move, Playout
from rules import eldris as game
from rules.core import Illegal
from rules.eldris import viewing
from rules.eldris.cards import CHARACTERS
from rules.eldris.standing import hidden_cards, open_cards
from rules.eldris.state import Peek
from tests.support.eldris import PACK

PAIRS = 10_000
SOAK = 1_000_000

encode = msgspec.json.Encoder().encode

PRIVATE = (
    game.ChooseCutpurse
    | game.DrawTarget
    | game.GiveBack
    | game.Promote
    | game.NotePeek
    | game.EnterCards
)


_OPEN = game.GiveBack
_OPEN_SOLO = game.GiveBack | game.ChooseCutpurse


def own_cards(state: game.State, seat: int) -> tuple[str, ...]:
    player = state.players[seat]
    return player.others if player.cutpurse is None else (player.cutpurse, *player.others)


def disguised(state: game.State, seat: int, rng: random.Random) -> game.State:
    """The same table with other cards in B's hand, out of what lies in the deck, in another order.

    A Cutpurse that everybody has seen stays; so does who has looked at the top card.
    """
    player = state.players[seat]
    free = set(hidden_cards(state))
    for other in range(len(state.players)):
        if other != seat:
            free.difference_update(own_cards(state, other))
    pool = sorted(free)
    fixed = player.cutpurse is not None and player.cutpurse == player.exposed
    count = len(player.others) + (player.cutpurse is not None and not fixed)
    if player.entered and len(pool) >= count:
        cards = tuple(rng.sample(pool, count))
        if player.cutpurse is None or fixed:
            player = replace(player, others=cards)
        else:
            player = replace(player, cutpurse=cards[0], others=cards[1:])
    peeks = tuple(
        Peek(seat=seat, card=rng.choice([None, *pool])) if peek.seat == seat else peek
        for peek in state.peeks
    )
    players = (*state.players[:seat], player, *state.players[seat + 1 :])
    return replace(state, players=players, peeks=peeks)


def attempts(state: game.State, seat: int, cards: list[str]) -> Iterator[game.Action]:
    """What a seat may try in order to find something out."""
    turn = state.turn
    for card in cards:
        yield game.Steal(seat=seat, card=card)
        yield game.ChooseCutpurse(seat=seat, card=card)
        yield game.DrawTarget(seat=seat, card=card)
        yield game.GiveBack(seat=seat, card=card)
        yield game.NotePeek(seat=seat, card=card)
        yield game.Promote(seat=seat, card=card)
        yield game.TurnUp(card=card)
        yield game.ShowCutpurse(seat=turn if turn == seat else seat, card=card)
        yield game.Accuse(seat=seat, character=card, player=(seat + 1) % len(state.players))
    yield game.EnterCards(seat=seat, cards=tuple(cards[:3]))
    yield game.EnterCards(seat=seat, cards=tuple(cards[:2]))
    yield game.Answer(seat=seat, correct=True)
    yield game.AgreeEnd()


def told(state: game.State, audiences: tuple[Any, ...], cards: list[str]) -> bytes:
    """Everything about a state that may reach these audiences."""
    table = game.observe(state, "table")
    return encode(
        [
            table,
            game.expects(table),
            sorted(map(str, game.acting(state))),
            [
                [
                    game.observe(state, who),
                    game.choices(state, who),
                    [game.check(state, one) for one in attempts(state, who, cards)]
                    if isinstance(who, int)
                    else [],
                ]
                for who in audiences
            ],
        ]
    )


def public(events: tuple[game.Event, ...], audiences: tuple[Any, ...]) -> bytes:
    """A list of events as each audience gets it."""
    lists = [
        [kept for event in events if (kept := game.redact(event, who)) is not None]
        for who in audiences
    ]
    return encode(lists)


def counterpart(state: game.State, action: game.Action, seat: int, rng: random.Random) -> Any:
    """What B does in the other state, that looks the same from outside; None: nothing does."""
    if not isinstance(action, PRIVATE) or getattr(action, "seat", None) != seat:
        return action
    if isinstance(action, _OPEN_SOLO if len(state.players) == 1 else _OPEN) and state.display:
        return action  # a card of the Display, for all to see
    free = list(hidden_cards(state, seat))
    if isinstance(action, game.EnterCards):
        return game.EnterCards(seat=seat, cards=tuple(rng.sample(free, len(action.cards))))
    if isinstance(action, game.DrawTarget | game.NotePeek):
        return type(action)(seat=seat, card=rng.choice(free))
    offered = [one for one in game.choices(state, seat) if type(one) is type(action)]
    return rng.choice(offered) if offered else None


def reveals(first: game.State, second: game.State, action: game.Action, seat: int) -> bool:
    """Whether the rules make B's secret public with this action, and it is not the same."""
    if not isinstance(action, game.Accuse):
        return False
    if action.player == seat:
        return (first.players[seat].cutpurse == action.character) != (
            second.players[seat].cutpurse == action.character
        )
    if action.seat != seat:
        return False
    accused = first.players[action.player].cutpurse
    return accused != action.character and (
        first.players[seat].cutpurse != second.players[seat].cutpurse
    )


class Count:
    """How much was compared."""

    pairs = different = followed = private = 0


def compare(move: Move, rng: random.Random, count: Count) -> None:
    """One pair of states, and what follows from one action in both."""
    first = move.before
    seats = len(first.players)
    secret = rng.randrange(seats)
    others = [seat for seat in range(seats) if seat != secret]
    audiences: tuple[Any, ...] = (rng.choice(others), "table") if others else ("table",)
    second = disguised(first, secret, rng)
    held = {*own_cards(first, secret), *own_cards(second, secret)}
    cards = [*sorted(held), *rng.sample(CHARACTERS, 3)]
    count.pairs += 1
    count.different += first != second
    assert told(first, audiences, cards) == told(second, audiences, cards)
    for attempt in attempts(first, secret, cards):
        rulings = game.check(first, attempt), game.check(second, attempt)
        if rulings[0] != rulings[1]:
            count.private += 1
            assert all(not isinstance(one, Illegal) or one.private for one in rulings), rulings
    action = move.action
    other = counterpart(second, action, secret, rng)
    if other is None or isinstance(game.check(second, other), Illegal):
        return
    if reveals(first, second, action, secret):
        return
    count.followed += 1
    one, after = game.apply(first, action)
    two, disguise = game.apply(second, other)
    assert public(one, audiences) == public(two, audiences), (one, two)
    assert told(after, audiences, cards) == told(disguise, audiences, cards)


def games(rng: random.Random) -> Iterator[Move]:
    """Moves of trusted games for one to six, without end."""
    seed = 0
    while True:
        options = game.Options(
            secrecy="trusted",
            reroll_after_reset=rng.random() < 0.5,
            constitution_blocked_by_self_exposure=rng.random() < 0.5,
            target_tokens=rng.random() < 0.5,
            solo_tokens=rng.random() < 0.5,
        )
        yield from Playout(game, 1 + seed % 6, seed, options, PACK).moves()
        seed += 1


def run(pairs: int) -> Count:
    rng, count = random.Random(44), Count()
    for move in games(rng):
        quiet = move.before.phase in ("slip", "roll", "lay_out")
        if quiet and rng.random() < 0.7:
            continue  # most of the time nothing secret is at stake there
        compare(move, rng, count)
        if count.pairs == pairs:
            break
    return count


def test_what_only_b_knows_reaches_neither_a_nor_the_table() -> None:
    """Promise 3, ten thousand pairs."""
    count = run(PAIRS)
    assert count.pairs == PAIRS
    assert count.different > PAIRS * 0.6
    assert count.followed > PAIRS * 0.6
    assert count.private > 1_000


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_million_pairs() -> None:
    """Promise 3, soak."""
    assert run(SOAK).pairs == SOAK


@pytest.mark.parametrize("leak", ["events", "views", "refusals"])
def test_the_comparison_finds_a_leak(monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    """Sabotage: an engine that tells too much is found out."""
    if leak == "events":
        monkeypatch.setattr(game, "redact", lambda event, _audience: event)
    elif leak == "views":
        real = viewing.observe
        monkeypatch.setattr(game, "observe", lambda state, _audience: real(state, 0))
    else:
        real_check = game.check

        def check(state: game.State, action: Any) -> Any:
            held = {card for seat in range(len(state.players)) for card in own_cards(state, seat)}
            if isinstance(action, game.TurnUp | game.DrawTarget) and action.card in held:
                return Illegal("Somebody holds that card.", "Setup")
            return real_check(state, action)

        monkeypatch.setattr(game, "check", check)
    with pytest.raises(AssertionError):
        run(PAIRS)


def test_a_sealed_game_holds_no_secret_at_all() -> None:
    """In sealed mode the state itself names no card that does not lie open or was shown."""
    states = 0
    for seed in range(30):
        options = game.Options(secrecy="sealed")
        for move in Playout(game, 1 + seed % 6, seed, options, PACK).moves():
            state = move.after
            states += 1
            seen = open_cards(state)
            named = encode([state.players, state.peeks]).decode()
            assert {card for card in CHARACTERS if f'"{card}"' in named} <= seen
            for event in move.events:
                if event.__struct_config__.tag in ("cutpurse_chosen", "target_drawn"):
                    assert event.card is None
    assert states > 3_000


@pytest.mark.parametrize("chosen", ["cutpurse_rechosen", "cutpurse_replaced"])
def test_sealed_choices_leave_the_same_state(chosen: str) -> None:
    """Whatever people chose unseen: one action stands for all of it, so nothing can differ."""
    kinds = {"cutpurse_rechosen": game.ClaimAbility, "cutpurse_replaced": game.Promote}
    found = 0
    for seed in range(40):
        options = game.Options(secrecy="sealed")
        for move in Playout(game, 2 + seed % 3, seed, options, PACK).moves():
            tags = [event.__struct_config__.tag for event in move.events]
            if chosen in tags and isinstance(move.action, kinds[chosen]):
                found += 1
                assert move.events[tags.index(chosen)].card is None
                assert move.after.players[move.action.seat].cutpurse is None
    assert found > 5


def test_a_private_note_changes_nothing_for_anybody_else() -> None:
    """Not even that it was written."""
    rng, notes = random.Random(8), 0
    for move in games(rng):
        if not isinstance(move.action, game.NotePeek):
            continue
        notes += 1
        writer = move.action.seat
        others = [seat for seat in range(len(move.before.players)) if seat != writer]
        audiences = (*others, "table")
        cards = rng.sample(CHARACTERS, 4)
        assert told(move.before, audiences, cards) == told(move.after, audiences, cards)
        assert public(move.events, audiences) == public((), audiences)
        if notes == 50:
            break


def test_nobody_who_sits_nowhere_gets_a_hand() -> None:
    """A spectator is the table; a number that is no seat is nobody."""
    move = next(move for move in games(random.Random(1)) if len(move.before.players) > 2)
    for nobody in (-1, 7):
        assert game.observe(move.after, nobody).mine is None
        assert game.choices(move.after, nobody) == ()


def test_views_have_no_field_of_another_seat_s_secrets() -> None:
    """Built from named fields: only `mine` has room for a hidden card."""
    assert "cutpurse" not in package.view.PlayerView.__struct_fields__  # type: ignore[attr-defined]
    assert "others" not in package.view.PlayerView.__struct_fields__  # type: ignore[attr-defined]
