"""What follows from a reveal, a press or a choice: who gets the Pot, whose turn, who has won."""

from typing import TYPE_CHECKING

from companion.twin.wizard_thieves.pieces import Challenge

if TYPE_CHECKING:
    from companion.twin.wizard_thieves.truth import Truth


def win_pot(truth: "Truth", seat: int) -> None:
    """The whole Pot goes under the deck as a block: what was played first is drawn first."""
    truth.decks[seat] += [card for card, _ in truth.pot]
    truth.pot = []
    truth.window = ()
    truth.challenge = None
    truth.collector = None
    truth.turn = seat


def next_holder(truth: "Truth", seat: int) -> int | None:
    """The next player clockwise with cards, at last `seat` itself."""
    for step in range(1, truth.seats + 1):
        other = (seat + step) % truth.seats
        if truth.decks[other]:
            return other
    return None


def end_test(truth: "Truth") -> None:
    """Spec section 4, R-WT-14 to R-WT-16, R-WT-27."""
    if truth.winners is not None or truth.pending is not None or truth.caster is not None:
        if len(truth.playing()) == 1 and truth.winners is None:
            _over(truth, truth.playing()[0])
        return
    holders, playing = truth.holders(), truth.playing()
    if len(playing) == 1:
        _over(truth, playing[0])
    elif len(holders) == 1:
        holder = holders[0]
        if truth.challenge is not None and truth.challenge.facing == holder:
            return
        if truth.window and truth.options["grab_before_end"]:
            truth.collector = holder if truth.collector is None else truth.collector
            return
        _over(truth, holder)
    elif not holders:
        _nobody_holds(truth)


def _nobody_holds(truth: "Truth") -> None:
    """R-WT-14."""
    if truth.challenge is not None:
        _settle_running_challenge(truth, truth.challenge)
        return
    last = next(seat for seat in truth.recent if truth.status[seat] != "out")
    if truth.window:
        truth.collector = last if truth.collector is None else truth.collector
        truth.turn = truth.collector
        return
    _over(truth, last)


def _settle_running_challenge(truth: "Truth", challenge: Challenge) -> None:
    truth.challenge = None
    truth.turn = challenge.setter
    if truth.window:
        truth.collector = challenge.setter
        return
    win_pot(truth, challenge.setter)
    end_test(truth)


def _over(truth: "Truth", winner: int) -> None:
    truth.winners = [winner]
    truth.window = ()
    truth.pending = None
    truth.caster = None
    truth.collector = None
