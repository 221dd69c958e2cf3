"""The solo game: rounds, wagers and thefts in their order (R-EL-19)."""

from rules.core import Key
from rules.eldris import actions as act
from rules.eldris.events import (
    AbilityUsed,
    Awaiting,
    CompetitionPaid,
    FoesFanned,
    FoesRevealed,
    RivalsStole,
    RoundEnded,
    SoloCutpurseChosen,
    TargetRobbed,
    Wagered,
    WagerLost,
    WagerWon,
)
from rules.eldris.money import COMPETITION, GUILD, LOOT, START, WAGER, title
from rules.eldris.square import BESIDE, PLACE
from rules.eldris.standing import diagonal_targets, open_cards
from rules.eldris.state import Solo, State
from rules.eldris.turns import Course, end_game, refill

ROUNDS = 4


def choose_cutpurse(course: Course, seat: int, card: Key) -> None:
    """Out of the Display, which is filled up again; the first $1 comes from the bank."""
    course.tell(SoloCutpurseChosen(seat=seat, card=card, amount=START))
    refill(course, "fan")


def fan_foes(course: Course, action: act.FanFoes) -> None:
    """A round starts: a known Rival, and Threats on whoever else the concealed cards may be."""
    state, solo = course.state, _solo(course.state)
    taken = open_cards(state) | {action.rival}  # R-EL-10
    traits = state.config.traits
    threats = tuple(
        card for card in state.grid if traits[card] in action.traits and card not in taken
    )
    course.tell(
        FoesFanned(
            round=solo.round + 1,
            rival=action.rival,
            traits=action.traits,
            threats=threats,
            left=state.deck - 1 - len(action.traits),
        )
    )


def wager(course: Course, action: act.Wager) -> None:
    """$1 on each."""
    for character in action.characters:
        course.tell(Wagered(seat=action.seat, character=character, amount=WAGER))


def reveal_foes(course: Course, action: act.RevealFoes) -> None:
    """Payout, then the Rivals steal, then the player; then a diagonal Target if there is one."""
    seat, wagers = course.state.turn, _solo(course.state).wagers
    course.tell(FoesRevealed(cards=action.cards))
    for character in wagers:
        if character in action.cards:
            course.tell(WagerWon(seat=seat, character=character, amount=WAGER + GUILD))
        else:
            course.tell(WagerLost(seat=seat, character=character))
    _rivals_steal(course)
    _player_steals(course, seat)
    if diagonal_targets(course.state):
        course.tell(Awaiting(phase="diagonal"))
    else:
        _end_round(course, seat)


def steal_diagonal(course: Course, action: act.Steal) -> None:
    """Strength, openly, if it was not claimed before (R-EL-31)."""
    if course.state.benefit is None:
        course.tell(AbilityUsed(seat=action.seat, ability="strength", effect=True))
    _rob(course, action.seat, action.card)
    _end_round(course, action.seat)


def pass_diagonal(course: Course, action: act.Pass) -> None:
    """The diagonal Targets stay."""
    _end_round(course, action.seat)


def _solo(state: State) -> Solo:
    return state.solo or Solo()


def _beside_any(state: State, card: Key, others: tuple[Key, ...]) -> bool:
    near = BESIDE[state.grid.index(card)]
    return any(state.grid[cell] in others for cell in near)


def _rivals_steal(course: Course) -> None:
    """Each Target beside at least one Rival, once."""
    state = course.state
    for card in state.display:
        if _beside_any(state, card, _solo(state).rivals):
            place = PLACE[state.grid.index(card)]
            course.tell(RivalsStole(card=card, place=place, amount=LOOT[place]))


def _player_steals(course: Course, seat: int) -> None:
    """Every remaining Target beside the own Cutpurse; it is not optional."""
    state, cutpurse = course.state, _solo(course.state).cutpurse
    for card in state.display:
        if cutpurse is not None and _beside_any(state, card, (cutpurse,)):
            _rob(course, seat, card)


def _rob(course: Course, seat: int, card: Key) -> None:
    place = PLACE[course.state.grid.index(card)]
    course.tell(TargetRobbed(seat=seat, card=card, place=place, amount=LOOT[place]))


def _end_round(course: Course, seat: int) -> None:
    """Stiff competition, then the next round or the end."""
    state, solo = course.state, _solo(course.state)
    amount = min(COMPETITION, state.players[seat].haul)
    if amount and solo.cutpurse is not None and _beside_any(state, solo.cutpurse, solo.rivals):
        course.tell(CompetitionPaid(seat=seat, amount=amount))
    course.tell(RoundEnded(round=solo.round))
    if solo.round < ROUNDS:
        refill(course, "fan")
        return
    haul = course.state.players[seat].haul
    won = haul >= _solo(course.state).pool  # R-EL-20
    end_game(course, (seat,) if won else (), "solo_won" if won else "solo_lost", title(haul))
