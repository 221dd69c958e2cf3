"""`handle(practice, signal) -> (practice, effects)`: rounds of signal and slap, pure.

The signal stands where a card lands in a game: an onset with its interval, told by the board. The
presses are judged against it by the table's own referee, in event time, whatever comes late.
"""

from msgspec.structs import replace

from companion.practice.state import (
    Answer,
    Dark,
    Effect,
    Give,
    Over,
    Plan,
    Practice,
    Round,
    RoundOver,
    Signal,
)
from companion.referee import Due, DuePresses, DueUndecided, due, feed, start, verdict_of
from companion.table.presenter import status_text
from hardware.events import (
    Bounced,
    EdgesUntil,
    KnownUntil,
    Lit,
    Observation,
    Press,
    SensorStatus,
    with_train,
)

UNKNOWN = "the board did not say when the signal was given"


def begin(plan: Plan) -> Practice:
    """Before the first round."""
    return Practice(plan=plan, referee=start(plan.referee), round=_blank(plan, 0))


def handle(practice: Practice, signal: Signal) -> tuple[Practice, tuple[Effect, ...]]:
    """Work one signal in."""
    if practice.phase == "over":
        return practice, ()
    match signal:
        case Press():
            return _press(practice, signal), ()
        case Bounced():
            return replace(practice, presses=with_train(practice.presses, signal)), ()
        case EdgesUntil(ns=ns):
            return _time(practice, ns, signal.run)
        case Lit():
            return _lit(practice, signal), ()
        case SensorStatus():
            return _status(practice, signal)


def _blank(plan: Plan, place: int) -> Round:
    signal = plan.signals[place] if place < len(plan.signals) else ""
    return Round(number=place + 1, signal=signal)


def _press(practice: Practice, press: Press) -> Practice:
    if press.button != "grab" or not 0 <= press.seat < practice.plan.seats:
        return practice
    practice = replace(practice, presses=(*practice.presses, press))
    if practice.phase == "resting" or practice.since is None:
        return practice
    return replace(practice, referee=feed(practice.referee, press))


def _status(practice: Practice, status: SensorStatus) -> tuple[Practice, tuple[Effect, ...]]:
    if status.sensor != "buttons":
        return practice, ()
    if status.ok:
        return replace(practice, missing=""), ()
    return replace(practice, missing=status_text(status)), ()


def _lit(practice: Practice, lit: Lit) -> Practice:
    """The signal was given: from now on presses are held against it."""
    if practice.phase != "asked" or lit.ident != practice.round.number:
        return practice
    card = Observation(
        zone="pot",
        kind="card",
        on_empty=True,
        onset=lit.at,
        settled_at=lit.at.latest,
        identity=practice.round.signal,
        run=lit.run,
        ident=lit.ident,
    )
    return replace(
        practice,
        phase="lit",
        since=lit.at.latest,
        referee=feed(practice.referee, card),
        round=replace(practice.round, lit=lit.at),
    )


def _time(practice: Practice, ns: int, run: int) -> tuple[Practice, tuple[Effect, ...]]:
    if practice.since is None:
        return replace(practice, since=ns), ()
    passed = ns - practice.since
    plan = practice.plan
    match practice.phase:
        case "resting":
            if passed < plan.rest_ns:
                return practice, ()
            referee = start(plan.referee, run=run)
            return replace(practice, phase="waiting", since=ns, referee=referee), ()
        case "waiting":
            return _wait(_judged(practice, ns, run, known=True), ns, passed)
        case "asked":
            practice = _judged(practice, ns, run, known=False)
            return (practice, ()) if passed < plan.answer_ns else _close(practice, ns, UNKNOWN)
        case _:
            practice = _judged(practice, ns, run, known=True)
            done = len(practice.round.answers) >= plan.seats
            return _close(practice, ns) if done or passed >= plan.patience_ns else (practice, ())


def _wait(practice: Practice, ns: int, passed: int) -> tuple[Practice, tuple[Effect, ...]]:
    now = practice.round
    if passed < practice.plan.foreperiods_ns[now.number - 1]:
        return practice, ()
    asked = replace(practice, phase="asked", since=ns)
    return asked, (Give(ident=now.number, signal=now.signal),)


def _close(practice: Practice, ns: int, void: str = "") -> tuple[Practice, tuple[Effect, ...]]:
    over = replace(practice.round, void=void)
    rounds = (*practice.rounds, over)
    more = len(rounds) < len(practice.plan.foreperiods_ns)
    practice = replace(
        practice,
        phase="resting" if more else "over",
        since=ns,
        round=_blank(practice.plan, len(rounds)),
        rounds=rounds,
    )
    effects: tuple[Effect, ...] = (Dark(), RoundOver(round=over))
    return practice, effects if more else (*effects, Over())


def _judged(practice: Practice, ns: int, run: int, *, known: bool) -> Practice:
    """Take the marks in and judge what is settled.

    While the signal's instant is on its way, nobody can promise to know of it: not `known`, and
    nothing after the last promise is judged.
    """
    referee = feed(practice.referee, EdgesUntil(ns=ns, run=run))
    if known:
        referee = feed(referee, KnownUntil(ns=ns, run=run))
    referee, dues = due(referee)
    practice = replace(practice, referee=referee)
    for one in dues:
        practice = _settled(practice, one)
    return practice


def _settled(practice: Practice, one: Due) -> Practice:
    match one:
        case DuePresses():
            return _presses(practice, one)
        case DueUndecided(elements=elements):
            # Whether before or after the signal: nobody is so quick.
            for element in elements:
                if isinstance(element, Press):
                    practice = _answer(practice, Answer(seat=element.seat, jumped="early"))
            return practice
        case _:
            return practice


def _presses(practice: Practice, one: DuePresses) -> Practice:
    verdict = verdict_of(one.record, None)
    reactions = {reaction.seat: reaction.ns for reaction in verdict.reactions}
    for group in verdict.groups:
        fair = []
        for seat in group:
            jumped = "early" if seat in verdict.anticipated else ""
            jumped = "before" if one.record.top is None else jumped
            known = any(answer.seat == seat for answer in practice.round.answers)
            reaction = None if jumped else reactions.get(seat)
            practice = _answer(practice, Answer(seat=seat, reaction=reaction, jumped=jumped))
            if not jumped and not known:
                fair.append(seat)
        if fair and not practice.round.first:
            practice = replace(practice, round=replace(practice.round, first=tuple(fair)))
    return practice


def _answer(practice: Practice, answer: Answer) -> Practice:
    """A hand counts once in a round; who jumped the gun sits it out."""
    now = practice.round
    if any(known.seat == answer.seat for known in now.answers):
        return practice
    return replace(practice, round=replace(now, answers=(*now.answers, answer)))
