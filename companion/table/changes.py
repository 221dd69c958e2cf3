"""What is due, carried out: cards that landed, hands that slapped, what evidence leaves open."""

from companion.referee import Due, DueChange, DuePresses, DueTap, DueUndecided
from companion.table.cells import BACK
from companion.table.choices import apply_tap
from companion.table.desk import (
    Act,
    Ask,
    Hold,
    Meaning,
    Nothing,
    TakenAway,
    Which,
    WhoTook,
    WhoTookBack,
)
from companion.table.desks import desk_of, game_of
from companion.table.done import hands_done
from companion.table.echoes import has_seen_all, is_echo, is_put_back, note_echo
from companion.table.orders import apply_undecided
from companion.table.play import carry_out, reason_of, sealed_by
from companion.table.questions import (
    ask_card,
    ask_claim,
    ask_first,
    ask_stale,
    ask_taken_back,
)
from companion.table.questions_sights import ask_way
from companion.table.reading_data import reading_of
from companion.table.undo import take_back
from companion.table.work import Work
from companion.words import NOTE, Words, t
from hardware.events import Beep, Observation
from rules.core import Illegal


def apply_due(work: Work, due: Due) -> None:
    """Carry out one settled thing."""
    match due:
        case DueChange(observation=observation):
            apply_change(work, observation)
        case DuePresses():
            apply_presses(work, due)
        case DueTap():
            apply_tap(work, due.tap, exact=due.exact)
        case DueUndecided():
            apply_undecided(work, due)


def apply_change(work: Work, observation: Observation, *, by: str = "sensors") -> None:
    """A pile changed."""
    table = work.table
    if table.phase != "playing" or not desk_of(table).SEES:
        return  # before and after a game people may lay cards as they like
    if observation.kind == "taken_back" and table.expect_back:
        work.quietly(expect_back=table.expect_back - 1)
        return
    waited = observation in table.held
    if waited:
        work.set(held=tuple(one for one in table.held if one != observation))
    elif observation.kind == "card" and _is_echo(work, observation):
        return
    if observation.identity == BACK:
        _note(work, t("A card lies face down on a pile; turn it over, or take it away."))
        return
    if observation.zone == "pot" and observation.kind == "emptied":
        work.quietly(expect_back=0)
    meaning = desk_of(table).change(table.game, observation)
    _mean(work, meaning, observation, by, waited=waited)


def _is_echo(work: Work, observation: Observation) -> bool:
    """Whether it was told already, before the camera saw it."""
    told = is_echo(work.table, observation.onset.latest) and not has_seen_all(work.table)
    if told or is_put_back(work.table, observation):
        note_echo(work, observation)
        return True
    return False


def _hold(work: Work, hold: Hold, observation: Observation, *, first: bool) -> None:
    """It waits for a choice; in turn, or in the place of what waited before."""
    held = work.table.held
    if not hold.in_turn:
        work.set(held=(observation,))
    elif first:
        work.set(held=(observation, *held))
    elif not hold.early or has_seen_all(work.table):
        work.set(held=(*held, observation))
        _note(work, hold.note)
    else:
        note_echo(work, observation)


def _mean(work: Work, meaning: Meaning, observation: Observation, by: str, *, waited: bool) -> None:
    """Do what the change means, ask, or wait."""
    table = work.table
    match meaning:
        case Act() as act:
            _act(work, act, observation, by)
        case Ask():
            ask_card(work, observation)
        case Hold() as hold:
            _hold(work, hold, observation, first=waited)
        case TakenAway():
            _let_go(work, observation.zone)
        case Nothing(note=note):
            _note(work, note)
        case WhoTook():
            seats = desk_of(table).can_grab(game_of(table).observe(table.game, "table"))
            body = t("The Pot was taken and no button was pressed.")
            ask_claim(work, seats, by=None, body=body)
        case WhoTookBack():
            ask_taken_back(work, observation)
        case Which() as which:
            ask_way(work, observation, which)


def _act(work: Work, act: Act, observation: Observation, by: str) -> None:
    """The change is an action. What the rules refuse is said and left as it was."""
    data = reading_of(observation) if observation.kind == "card" else {}
    images = [frame.id for frame in observation.frames]
    for action in act.actions:
        refused = carry_out(
            work, action, at_ns=observation.onset.latest, by=by, images=images, data=data
        )
        if isinstance(refused, Illegal):
            why = reason_of(refused)
            _note(work, t("A card was seen that does not fit: {why}", why=why))
            work.tell(why, kind="correction")
            return
    if act.too_soon:
        work.quietly(expect_back=work.table.expect_back + 1)


def _let_go(work: Work, zone: str) -> None:
    """The newest card that waited there has gone again."""
    held = work.table.held
    last = next((one for one in reversed(held) if one.zone == zone), None)
    if last is not None:
        work.set(held=tuple(one for one in held if one is not last))


def _note(work: Work, note: Words) -> None:
    if note:
        work.set(notes=(*work.table.notes, note)[-3:])


def apply_presses(work: Work, due: DuePresses) -> None:
    """Hands went for the Pot. Who was first is the referee's; whether they might is the rules'.

    Where there are no slaps a press says that hands are done.
    """
    table = work.table
    if table.phase == "lobby":
        _button_test(work, due)
        return
    if table.game is None or table.phase != "playing":
        return
    if not desk_of(table).SLAPS:
        hands_done(work, due.presses[0].seat)
        return
    if not table.works("camera"):
        ask_stale(work, due, t("There is no camera."))
        return
    if any(difference.zone == "pot" for difference in table.audit.shown):
        # Cards came or went that nobody told: this Pot is not the one that was slapped.
        ask_stale(work, due, t("The Pot does not lie as the game has it."))
        return
    judge_presses(work, due)


def judge_presses(work: Work, due: DuePresses) -> None:
    """On the Pot as it is known now."""
    table = work.table
    action = desk_of(table).grab(_groups(work, due))
    frames = [*(due.record.top.frames if due.record.top else ())]
    if due.record.next:
        frames += due.record.next.frames
    carry_out(
        work,
        action,
        at_ns=due.presses[0].at.earliest,
        record=due.record,
        images=[frame.id for frame in frames],
        data={"presses": [[p.seat, p.at.earliest] for p in due.presses]},
    )
    work.effect(Beep())
    ask_if_tied(work, due)


def _groups(work: Work, due: DuePresses) -> tuple[tuple[int, ...], ...]:
    """Ordered groups; where neighbours are not certainly apart and it matters, one of all."""
    verdict = sealed_by(work, due.record).verdict if due.chained else None
    if verdict is not None and verdict.why == "chain":
        return (tuple(seat for group in due.groups for seat in group),)
    return due.groups


def ask_if_tied(work: Work, due: DuePresses | None) -> None:
    """Open the question that the rules need answered."""
    tied = desk_of(work.table).tied(work.table.game)
    if tied and not work.table.prompts:
        ask_first(work, tied, due.record if due else None)


def _button_test(work: Work, due: DuePresses) -> None:
    """In the lobby a press says that the button works."""
    seats = {press.seat for press in due.presses}
    fresh = seats - work.table.seen_buttons
    if fresh:
        work.set(seen_buttons=work.table.seen_buttons | seats)
        for seat in sorted(fresh):
            text = t("{who}'s button works.", who=work.table.name(seat))
            work.tell(text, "quiet", kind=NOTE)


def mistaken_card(work: Work, seat: int, *, by: str, at_ns: int) -> Illegal | None:
    """This seat flipped the newest card by mistake (R-WT-31): it never counted."""
    table = work.table
    desk = desk_of(table)
    newest = table.steps[-1].action if table.steps else None
    if newest is not None and desk.undoes_reveal(newest):
        take_back(work, by=by)
    refused = carry_out(work, desk.mistaken(work.table.game, seat), at_ns=at_ns, by=by)
    if refused is None:
        work.quietly(expect_back=work.table.expect_back + 1)
    return refused
