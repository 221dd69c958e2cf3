"""What only seat B knows changes no byte that seat A, the table or an error can get.

Pairs of games differ in what others than A have looked at and told the companion in confidence,
and so in every guess about the hidden cards. What lies open is the same in both, move by move.
"""

import random
from collections.abc import Iterator
from itertools import islice

import msgspec
import pytest
from msgspec.structs import replace

from companion.bench.playout import Move, Playout
from rules import skullduggery as game
from rules.core import Illegal
from rules.knowledge import Sight
from rules.skullduggery.cards import VALUES
from rules.skullduggery.viewing import observe
from tests.rules.skullduggery.test_laws import every_action, placed_face_up
from tests.support.skullduggery import PACK, A, B, C, deal, table

Audience = int | str
PAIRS = 10_000
SOAK_PAIRS = 1_000_000
RULINGS_EVERY = 25
"""All refusals are compared for one pair in so many; they are the slow part."""

encode = msgspec.json.Encoder().encode


class Pair(msgspec.Struct, frozen=True):
    """The same moment twice, for one audience: before a move, and after it."""

    audience: Audience
    one: game.State
    two: game.State
    told_one: tuple[bytes, ...]
    told_two: tuple[bytes, ...]


def told(state: game.State, audience: Audience, *, rulings: bool = False) -> tuple[bytes, ...]:
    """Everything about a state that may reach this audience."""
    view = observe(state, audience)  # type: ignore[arg-type]
    parts = [
        encode(view),
        encode(game.choices(state, audience)),
        encode(sorted(map(str, game.acting(state)))),
        encode(game.expects(view)),
    ]
    if rulings:
        parts.append(encode([game.check(state, action) for action in every_action(state)]))
    return tuple(parts)


def heard(events: tuple[game.Event, ...], audience: Audience) -> bytes:
    """The events as this audience gets them."""
    redacted = (game.redact(event, audience) for event in events)  # type: ignore[arg-type]
    return encode([event for event in redacted if event is not None])


def disguised(state: game.State, audience: Audience, rng: random.Random) -> game.State:
    """The same table, where the others have seen and told something else of the hidden cards."""
    sights = list(state.sights)
    lying_open = {*state.discard, *state.spyglass, *state.face_up}
    for ref, sight in enumerate(sights):
        if ref not in lying_open and (sight is None or sight.face is None):
            sights[ref] = _other_sight(sight or Sight(), state.config.seats, audience, rng)
    return replace(state, sights=tuple(sights))


def _other_sight(
    sight: Sight[int], seats: int, audience: Audience, rng: random.Random
) -> Sight[int] | None:
    others = [seat for seat in range(seats) if seat != audience]
    seen_by = {seat for seat in others if rng.random() < 0.5}
    told_by = {seat: rng.choice(VALUES) for seat in seen_by if rng.random() < 0.7}
    if audience in sight.seen_by:
        seen_by.add(int(audience))
    told_by.update({seat: face for seat, face in sight.told if seat == audience})
    if not seen_by:
        return None
    return Sight(seen_by=tuple(sorted(seen_by)), told=tuple(sorted(told_by.items())))


def retold(move: Move, audience: Audience, rng: random.Random) -> game.Action | None:
    """The same action, with something else told in confidence, or nothing, by others than A."""
    action: game.Action = move.action
    if action.seat == audience or placed_face_up(move):
        return action
    lie = rng.choice([None, *VALUES])
    match action:
        case game.Tell():
            return None if lie is None else replace(action, value=lie)
        case game.LookAtMiddle():
            return replace(action, values=(lie, rng.choice(VALUES)))
        case game.Draw() | game.ReplaceOwn() | game.ReplaceNeighbour():
            return replace(action, value=lie)
        case game.ChoosePeek() | game.ChooseSneak() if action.look:
            return replace(action, value=lie)
        case _:
            return action


def pairs(first: int) -> Iterator[Pair]:
    """Game after game, each for one audience, with the memory aid and without."""
    seed = first
    while True:
        rng = random.Random(seed)
        seats = 2 + seed % 5
        audience: Audience = rng.choice((*range(seats), "table"))
        options = game.Options(memory_aid=bool(seed // 5 % 2))
        yield from pairs_of(Playout(game, seats, seed, options, PACK), audience, rng)
        seed += 1


def pairs_of(playout: Playout, audience: Audience, rng: random.Random) -> Iterator[Pair]:
    """For each move: disguise the state, compare; play the move in both, compare again."""
    for number, move in enumerate(playout.moves()):
        rulings = number % RULINGS_EVERY == 0
        other = disguised(move.before, audience, rng)
        before = told(move.before, audience, rulings=rulings)
        yield Pair(audience, move.before, other, before, told(other, audience, rulings=rulings))
        action = retold(move, audience, rng)
        events, after = game.apply(other, action) if action is not None else ((), other)
        yield Pair(
            audience,
            move.after,
            after,
            (*told(move.after, audience), heard(move.events, audience)),
            (*told(after, audience), heard(events, audience)),
        )


def test_what_others_know_changes_no_byte() -> None:
    """Promise 3. Views, choices, expectations, refusals, events; the table's and each seat's."""
    differing = 0
    for pair in islice(pairs(0), PAIRS):
        assert pair.told_one == pair.told_two, pair.audience
        differing += pair.one != pair.two
    assert differing > PAIRS * 0.9


@pytest.mark.slow
@pytest.mark.timeout(0)
def test_what_others_know_changes_no_byte_for_very_long() -> None:
    for pair in islice(pairs(1_000_000), SOAK_PAIRS):
        assert pair.told_one == pair.told_two, pair.audience


def test_a_leak_would_be_found() -> None:
    """Sabotage: whoever looks with another's eyes sees the difference at once."""
    found = 0
    for pair in islice(pairs(5), 400):
        seats = range(pair.one.config.seats)
        found += any(
            told(pair.one, seat) != told(pair.two, seat) for seat in seats if seat != pair.audience
        )
    assert found > 50


def test_a_public_line_tells_no_secret_of_a_whole_game() -> None:
    """Told and untold games look the same to the table from the first card to the last."""
    for seed in range(10):
        rng = random.Random(seed)
        played = list(
            Playout(game, 2 + seed % 5, seed, game.Options(memory_aid=True), PACK).moves()
        )
        other = played[0].before
        for move in played:
            action = retold(move, "table", rng)
            events, other = game.apply(other, action) if action is not None else ((), other)
            assert heard(events, "table") == heard(move.events, "table")
            assert told(other, "table") == told(move.after, "table")


# The memory aid.


def test_phones_forget_what_was_looked_at() -> None:
    """Memory aid off: only the card in hand, or under the eyes this moment, is shown."""
    playing = deal(2)
    playing.do(game.LookAtMiddle(seat=A, values=(7, 8)))
    assert all(slot.recalled is None and not slot.seen for slot in playing.view(A).players[A].line)
    playing.draw(4, tell=True)
    assert playing.view(A).drawn == 4
    playing.discard().peek("left", value=9)
    look = playing.view(A).look
    assert look is not None
    assert look.value == 9
    playing.draw(5)
    assert b"9" not in encode(playing.view(A).players)
    assert playing.view(A).left == ()


def test_phones_do_not_recall_because_somebody_else_looks() -> None:
    """Memory aid off: B told a card once; that A sneaks at it now reminds B of nothing."""
    playing = deal(2).do(game.LookAtMiddle(seat=B, values=(9, 8))).throw(1).pass_turns(1)
    playing.throw(7).sneak("right")
    sneaked = playing.view(B).look
    assert sneaked is not None
    assert (sneaked.place.seat, sneaked.place.slot) == (B, 0)
    told = playing.state.sights[playing.state.lines[B][0]]
    assert told is not None
    assert told.told == ((B, 9),)
    assert sneaked.value is None
    drawn = deal(2).draw(5).state
    assert drawn.drawn is not None
    known = Sight(seen_by=(A, B), told=((B, 5),))
    seen = (*drawn.sights[: drawn.drawn], known, *drawn.sights[drawn.drawn + 1 :])
    assert observe(replace(drawn, sights=seen), B).drawn is None


def test_the_memory_aid_recalls_what_its_player_saw() -> None:
    """On: cards that moved too, on the own page alone; and what is left to count on."""
    playing = deal(3, memory_aid=True)
    playing.do(game.LookAtMiddle(seat=A, values=(7, None))).throw(1)
    own = playing.view(A)
    assert [(slot.seen, slot.recalled) for slot in own.players[A].line] == [
        (True, 7),
        (True, None),
        (False, None),
        (False, None),
    ]
    playing.throw(1)
    assert playing.view(A).players[B].line[3].recalled == 7
    assert own.left == (5, 6, 6, 6, 6, 6, 5, 6, 6)
    for audience in (B, C, "table"):
        line = playing.view(audience).players[B].line
        assert all(slot.recalled is None and not slot.seen for slot in line)
    assert playing.view("table").left == ()


def test_the_memory_aid_works_out_the_last_value() -> None:
    """All other cards of the box are known to A: the rest can be only one thing."""
    playing = table([[5, 6, 9, 5], [5, 5, 5, 5]], pile=1, up=[(A, 1)], memory_aid=True)
    copies = (0, 0, 0, 0, 8, 1, 0, 0, 1)
    config = replace(playing.state.config, copies=copies)
    state = replace(playing.state, config=config)
    state = game.apply(state, game.Draw(seat=A, value=5))[1]
    assert game.observe(state, A).players[A].line[0].recalled is None
    told_9 = replace(
        state, sights=(*state.sights[:2], Sight(seen_by=(A,), told=((A, 9),)), *state.sights[3:])
    )
    view = game.observe(told_9, A)
    assert [slot.recalled for slot in view.players[A].line] == [5, 6, 9, 5]
    assert game.observe(told_9, B).players[A].line[0].recalled is None


def test_a_neighbour_is_not_told_of_the_new_card() -> None:
    """R-SK-21, with the memory aid on."""
    playing = table([[5, 6, 9, 5]] * 2, memory_aid=True).draw(8, tell=True).other("left", 0)
    assert playing.view(A).players[B].line[0].recalled == 8
    assert playing.view(B).players[B].line[0].recalled is None
    assert not playing.view(B).players[B].line[0].seen


def test_events_keep_what_is_private() -> None:
    playing = deal(2).do(game.LookAtMiddle(seat=A, values=(7, 8)))
    looked = playing.events[0]
    assert game.redact(looked, A) == looked
    assert game.redact(looked, B) == replace(looked, values=(None, None))
    drawn = playing.draw(4, tell=True).events[0]
    assert game.redact(drawn, "table") == replace(drawn, value=None)
    whispered = playing.do(game.Tell(seat=A, value=4)).events[0]
    assert game.redact(whispered, A) == whispered
    assert game.redact(whispered, B) is None
    assert game.redact(whispered, "table") is None


def test_refusals_rest_on_what_all_can_see() -> None:
    """B told a 9 and laid it into A's line: A cannot find that out by trying."""
    playing = table([[5, 6, 9, 5]] * 2, turn=B).draw(9, tell=True).other("left", 0)
    playing.draw(5)
    rulings = {
        game.check(playing.state, game.ReplaceOwn(seat=A, slot=0, discard=value))
        for value in VALUES
    }
    assert not any(isinstance(ruling, Illegal) for ruling in rulings)


def test_views_do_not_tell_one_card_from_another() -> None:
    """Refs exchanged throughout: no page can follow a hidden card by its number."""
    rng = random.Random(4)
    for seed in range(5):
        options = game.Options(memory_aid=bool(seed % 2))
        for move in Playout(game, 2 + seed, seed, options, PACK).moves():
            other = relabelled(move.after, rng)
            assert other != move.after
            for audience in (*range(2 + seed), "table"):
                assert told(other, audience) == told(move.after, audience)


def relabelled(state: game.State, rng: random.Random) -> game.State:
    """The same table, where every card has another number."""
    new = list(range(len(state.sights)))
    rng.shuffle(new)
    sights: list[Sight[int] | None] = [None] * len(new)
    for ref, sight in enumerate(state.sights):
        sights[new[ref]] = sight
    return replace(
        state,
        sights=tuple(sights),
        pile=tuple(new[ref] for ref in state.pile),
        lines=tuple(tuple(new[ref] for ref in line) for line in state.lines),
        face_up=frozenset(new[ref] for ref in state.face_up),
        drawn=None if state.drawn is None else new[state.drawn],
        leaving=None if state.leaving is None else new[state.leaving],
        discard=tuple(new[ref] for ref in state.discard),
        spyglass=tuple(new[ref] for ref in state.spyglass),
    )
