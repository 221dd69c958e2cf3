"""Hands on the Pot: what each press meant (spec, section 3, "Grab")."""

from itertools import permutations

from rules.wizard_thieves.actions import AdjudicateGrab, Grab, OverrideGrab
from rules.wizard_thieves.cards import KING_COIN, PORTAL_CASTER, TREASURE_VALUE
from rules.wizard_thieves.course import (
    Course,
    close_collecting,
    end_if_decided,
    next_with_cards,
    pass_turn,
    settle_collecting,
    warn_of_excess,
)
from rules.wizard_thieves.events import (
    ChallengeEnded,
    Cursed,
    Eliminated,
    GrabAdjudicated,
    Grabbed,
    GrabOverturned,
    GrabTied,
    ItemLapsed,
    ItemWithoutEffect,
    PotRemoved,
    PotWon,
    PressIgnored,
    SetterChanged,
)
from rules.wizard_thieves.items import item_choices, owed
from rules.wizard_thieves.knowledge import overcounted
from rules.wizard_thieves.reveal import follow_up
from rules.wizard_thieves.state import State

Groups = tuple[tuple[int, ...], ...]


def grab(course: Course, action: Grab) -> None:
    """Judge the presses of one moment against the Pot as it lies (R-WT-1, R-WT-4)."""
    groups = _of_players_still_in(course, action.presses)
    if not groups:
        return
    state = course.state
    if state.pot:
        course.tell(Grabbed(presses=action.presses))
        judge(course, groups, valid=bool(state.window))
        return
    collector = state.collecting.seat if state.collecting is not None else None
    for seat in _flat(groups):
        if seat != collector:  # the collector's own press is TakePot (R-WT-33)
            course.tell(PressIgnored(seat=seat, why="no_pot", rule="R-WT-5"))
    close_collecting(course)


def _flat(groups: Groups) -> tuple[int, ...]:
    return tuple(seat for group in groups for seat in group)


def _of_players_still_in(course: Course, presses: Groups) -> Groups:
    """The groups without eliminated players, whose presses are ignored."""
    status = course.state.status
    groups = []
    for group in presses:
        for seat in group:
            if status[seat] == "out":
                course.tell(PressIgnored(seat=seat, why="eliminated", rule="The Curse"))
        alive = tuple(seat for seat in group if status[seat] != "out")
        if alive:
            groups.append(alive)
    return tuple(groups)


def judge(course: Course, groups: Groups, *, valid: bool) -> None:
    """The earliest press wins a Pot that may be grabbed; otherwise all were wrong, in order."""
    if valid:
        _judge_race(course, groups)
    else:
        _judge_improper(course, groups)


def _judge_race(course: Course, groups: Groups) -> None:
    first, rest = groups[0], groups[1:]
    if len(first) > 1:
        course.tell(GrabTied(seats=first, rest=rest, valid=True))
        return
    win(course, first[0])
    for seat in _flat(rest):
        course.tell(PressIgnored(seat=seat, why="late", rule="R-WT-5"))


def _judge_improper(course: Course, groups: Groups) -> None:
    """In order of time, with an end test after each (R-WT-7); the table is asked if it matters."""
    for index, group in enumerate(groups):
        if len(group) > 1 and _order_matters(course.state, group):
            course.tell(GrabTied(seats=group, rest=groups[index + 1 :], valid=False))
            return
        for seat in group:
            improper(course, seat)


def _order_matters(state: State, group: tuple[int, ...]) -> bool:
    """Whether two orders of these improper presses lead to different states."""
    results = []
    for order in permutations(group):
        course = Course(state)
        for seat in order:
            improper(course, seat)
        results.append(course.state)
    return any(result != results[0] for result in results)


def win(course: Course, seat: int) -> None:
    """`seat` takes the Pot with a valid grab; challenge and pending effect are cancelled."""
    state = course.state
    if state.item is not None:
        course.tell(ItemLapsed(seat=state.item.seat, item=state.item.item, why="grab"))
    elif state.collecting is not None and state.collecting.why == "king_coin":
        course.tell(ItemLapsed(seat=state.collecting.seat, item=KING_COIN, why="grab"))
    excess = overcounted(state)
    course.tell(PotWon(seat=seat, count=len(state.pot), why="grab", reasons=state.window))
    warn_of_excess(course, excess)
    end_if_decided(course)


def improper(course: Course, seat: int) -> None:
    """A hand on a Pot that could not be grabbed: Safe becomes Cursed, Cursed is out."""
    state = course.state
    if state.over is not None:
        course.tell(PressIgnored(seat=seat, why="game_over", rule="R-WT-7"))
        return
    if not state.pot:  # gone with an earlier press of this moment
        course.tell(PressIgnored(seat=seat, why="no_pot", rule="R-WT-5"))
        return
    if state.status[seat] == "safe":
        _curse(course, seat)
    else:
        _eliminate(course, seat)
    close_collecting(course)  # somebody pressed: nothing is left to hide


def _curse(course: Course, seat: int) -> None:
    item, rest = course.state.item, owed(course.state)
    course.tell(Cursed(seat=seat))
    if item is not None and item.seat == seat:
        course.tell(ItemLapsed(seat=seat, item=item.item, why="cursed"))  # R-WT-27
        follow_up(course, seat, rest)


def _eliminate(course: Course, seat: int) -> None:
    """The deck goes under the status card; the Pot too if the player was facing (R-WT-13)."""
    state = course.state
    course.tell(Eliminated(seat=seat, count=len(state.decks[seat])))
    challenge = state.challenge
    if challenge is not None and challenge.facing == seat:
        course.tell(PotRemoved(count=len(state.pot)))
        course.tell(ChallengeEnded(why="facing_out"))
    elif challenge is not None and challenge.setter == seat:
        _replace_setter(course)
    if end_if_decided(course):
        return
    _drop_portal_target(course, seat)
    _drop_impossible_item(course)
    state = course.state
    if state.over is None and state.turn == seat:
        pass_turn(course, next_with_cards(state, seat))


def _replace_setter(course: Course) -> None:
    """R-WT-12: the revealer of the latest earlier Treasure sets now, or the challenge is over."""
    state = course.state
    challenge = state.challenge
    if challenge is None:
        return
    for key, by in zip(reversed(state.pot), reversed(state.pot_by), strict=True):
        if key in TREASURE_VALUE and state.status[by] != "out" and by != challenge.facing:
            course.tell(SetterChanged(setter=by))
            return
    course.tell(ChallengeEnded(why="no_setter"))


def _drop_portal_target(course: Course, seat: int) -> None:
    """A target that is out owes nothing; what the Caster's reveal still brings follows."""
    due = course.state.portal_due
    if due is not None and due.target == seat:
        course.tell(ItemLapsed(seat=due.seat, item=PORTAL_CASTER, why="target_out"))
        follow_up(course, due.seat, due.owed)


def _drop_impossible_item(course: Course) -> None:
    """The pending item's last possible victim is out: it has no effect (R-WT-29)."""
    item, rest = course.state.item, owed(course.state)
    if item is None or item_choices(course.state, item.seat, item.item):
        return
    course.tell(ItemWithoutEffect(seat=item.seat, item=item.item, why="no_choice"))
    follow_up(course, item.seat, rest)


def adjudicate(course: Course, action: AdjudicateGrab) -> None:
    """The table named the first of an undecided group; the rest is judged after it."""
    tied = course.state.tied
    if tied is None:
        return
    course.tell(GrabAdjudicated(seat=action.seat))
    others = tuple(seat for seat in tied.seats if seat != action.seat)
    judge(course, ((action.seat,), others, *tied.rest), valid=tied.valid)


def override(course: Course, action: OverrideGrab) -> None:
    """Back to before the last grab, and judge its presses the other way ("Grabbing Etiquette")."""
    memory = course.state.memory
    if memory is None:
        return
    course.tell(GrabOverturned(valid=action.valid))
    if course.state.collecting is not None and not action.valid:
        # Without a window the Pot had gone to the collector at once (R-WT-33).
        settle_collecting(course)
        grab(course, Grab(presses=memory.presses))
        return
    course.tell(Grabbed(presses=memory.presses))
    judge(course, _of_players_still_in(course, memory.presses), valid=action.valid)
