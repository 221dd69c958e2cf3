"""May this be done? Refusals name their rule and rest on nothing but what all can see."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from rules.core import LEGAL, Illegal, Ruling
from rules.skullduggery import actions as act
from rules.skullduggery.cards import LINE, MIDDLE, VALUES, Side, neighbour
from rules.skullduggery.knowledge import sure_face
from rules.skullduggery.state import Phase, State, has_begun, open_face, phase_of

GAME_OVER = Illegal("The game is over.", "Winning the Game")
NO_SUCH_SEAT = Illegal("There is no such seat at this table.", "Set Up")
NO_SUCH_CARD = Illegal("Cards show 1 to 9.", "Contents")
NO_SUCH_SLOT = Illegal("A line has four cards: slots 0 to 3.", "Set Up")
NOT_YOUR_TURN = Illegal("It is somebody else's turn.", "Playing the Game")
DRAW_FIRST = Illegal("First the card on top of the pile is drawn.", "R-SK-22")
PLAY_FIRST = Illegal("First the drawn card is discarded or put into a line.", "R-SK-22")
SHOW_FIRST = Illegal("First the discarded card is shown: what was declared stands.", "R-SK-14")
LOOK_FIRST = Illegal("First the active player chooses which card to look at.", "R-SK-5")
TURN_UP_FIRST = Illegal("First everybody turns a middle card face up.", "R-SK-6")
NO_MORE_TURNS = Illegal("Nobody draws any more. Turn up the lines.", "Winning the Game")
PILE_EMPTY = Illegal("The draw pile is empty.", "Winning the Game")
TOO_LATE_TO_LOOK = Illegal(
    "The look at the middle cards ended when the first card was drawn.", "R-SK-12"
)
LOOKED_ALREADY = Illegal("The middle cards may be looked at only once.", "R-SK-12")
NOTHING_TO_TELL = Illegal("This player holds no card and has just looked at none.", "R-SK-13")
TOKEN_USED = Illegal("The token for that side has been used.", "R-SK-17")
NOTHING_SEEN = Illegal("Who waives the look has no value to tell.", "R-SK-5")
NO_TURN_UP = Illegal("This player has no middle card to turn up now.", "R-SK-6")
NOT_MIDDLE = Illegal("Only one of the two middle cards is turned up.", "R-SK-6")
UP_ALREADY = Illegal("That card lies face up already. Turn the other middle card.", "R-SK-6")
NOT_FACE_UP = Illegal("That card lies face down.", "R-SK-3")
NOT_THE_END = Illegal("Lines are turned up when the game has ended.", "Winning the Game")
REVEALED_ALREADY = Illegal("This line has been turned up.", "Winning the Game")
NOT_READ = Illegal("Say what every card of the line shows.", "Winning the Game")

_FIRST: Mapping[Phase, Illegal] = MappingProxyType(
    {
        "draw": DRAW_FIRST,
        "act": PLAY_FIRST,
        "discard": SHOW_FIRST,
        "peek": LOOK_FIRST,
        "sneak": LOOK_FIRST,
        "spyglass": TURN_UP_FIRST,
        "reveal": NO_MORE_TURNS,
        "over": GAME_OVER,
    }
)
"""What has to happen before anything else."""


def _is_seat(state: State, seat: int) -> bool:
    return 0 <= seat < state.config.seats


def _is_slot(slot: int) -> bool:
    return 0 <= slot < LINE


def _is_card(value: int | None) -> bool:
    return value is None or value in VALUES


def _active(state: State, seat: int, wanted: Phase) -> Ruling:
    """Whether it is for this seat to act, in this phase of its turn."""
    if not _is_seat(state, seat):
        return NO_SUCH_SEAT
    phase = phase_of(state)
    if phase != wanted:
        return _FIRST[phase]
    return LEGAL if seat == state.turn else NOT_YOUR_TURN


def _open_as_something_else(face: int | None, value: int | None) -> Illegal | None:
    """A card that all can see cannot be shown as another one."""
    if face is None or value is None or face == value:
        return None
    return Illegal(
        f"That card lies face up as {face}. If it was misread, put that right first.", "R-SK-3"
    )


def _look_at_middle(state: State, action: act.LookAtMiddle) -> Ruling:
    if not _is_seat(state, action.seat):
        return NO_SUCH_SEAT
    if has_begun(state):
        return TOO_LATE_TO_LOOK
    if action.seat in state.looked:
        return LOOKED_ALREADY
    return LEGAL if all(map(_is_card, action.values)) else NO_SUCH_CARD


def _draw(state: State, action: act.Draw) -> Ruling:
    ruling = _active(state, action.seat, "draw")
    if ruling is not LEGAL:
        return ruling
    if not state.pile:
        return PILE_EMPTY
    return LEGAL if _is_card(action.value) else NO_SUCH_CARD


def _tell(state: State, action: act.Tell) -> Ruling:
    if not _is_seat(state, action.seat):
        return NO_SUCH_SEAT
    if not may_tell(state, action.seat):
        return NOTHING_TO_TELL
    return LEGAL if action.value in VALUES else NO_SUCH_CARD


def may_tell(state: State, seat: int) -> bool:
    """Whether the seat holds a card, or looked at one since the last was drawn."""
    if state.drawn is not None:
        return seat == state.turn
    return state.look is not None and state.look.seat == seat


def _discard_drawn(state: State, action: act.DiscardDrawn) -> Ruling:
    ruling = _active(state, action.seat, "act")
    if ruling is not LEGAL:
        return ruling
    return LEGAL if _is_card(action.discard) else NO_SUCH_CARD


def _replace_own(state: State, action: act.ReplaceOwn) -> Ruling:
    ruling = _active(state, action.seat, "act")
    if ruling is not LEGAL:
        return ruling
    return _replace_in(state, action.seat, action)


def _replace_in(state: State, owner: int, action: act.ReplaceOwn | act.ReplaceNeighbour) -> Ruling:
    if not _is_slot(action.slot):
        return NO_SUCH_SLOT
    if not _is_card(action.discard) or not _is_card(action.value):
        return NO_SUCH_CARD
    old = state.lines[owner][action.slot]
    return _open_as_something_else(open_face(state, old), action.discard) or LEGAL


def _replace_neighbour(state: State, action: act.ReplaceNeighbour) -> Ruling:
    ruling = _active(state, action.seat, "act")
    if ruling is not LEGAL:
        return ruling
    if token_used(state, action.seat, action.side):
        return TOKEN_USED
    return _replace_in(state, neighbour(state.config.seats, action.seat, action.side), action)


def token_used(state: State, seat: int, side: Side) -> bool:
    """Whether the seat's token of that side lies turned over (R-SK-17)."""
    tokens = state.tokens[seat]
    return tokens.red if side == "left" else tokens.blue


def _show_discard(state: State, action: act.ShowDiscard) -> Ruling:
    ruling = _active(state, action.seat, "discard")
    if ruling is not LEGAL:
        return ruling
    return LEGAL if action.value in VALUES else NO_SUCH_CARD


def _looked(action: act.ChoosePeek | act.ChooseSneak) -> Ruling:
    if not _is_card(action.value):
        return NO_SUCH_CARD
    return LEGAL if action.look or action.value is None else NOTHING_SEEN


def _choose_peek(state: State, action: act.ChoosePeek) -> Ruling:
    ruling = _active(state, action.seat, "peek")
    return ruling if ruling is not LEGAL else _looked(action)


def _choose_sneak(state: State, action: act.ChooseSneak) -> Ruling:
    ruling = _active(state, action.seat, "sneak")
    return ruling if ruling is not LEGAL else _looked(action)


def _turn_up(state: State, action: act.TurnUp) -> Ruling:
    if not _is_seat(state, action.seat):
        return NO_SUCH_SEAT
    if state.over is not None:
        return GAME_OVER
    if action.seat not in state.owing:
        return NO_TURN_UP
    if action.slot not in MIDDLE:
        return NOT_MIDDLE
    if state.lines[action.seat][action.slot] in state.face_up:
        return UP_ALREADY
    return LEGAL if _is_card(action.value) else NO_SUCH_CARD


def _read_face_up(state: State, action: act.ReadFaceUp) -> Ruling:
    if not _is_seat(state, action.seat):
        return NO_SUCH_SEAT
    if not _is_slot(action.slot):
        return NO_SUCH_SLOT
    if state.over is not None:
        return GAME_OVER
    if action.seat in state.revealed:
        return REVEALED_ALREADY
    if state.lines[action.seat][action.slot] not in state.face_up:
        return NOT_FACE_UP
    return LEGAL if action.value in VALUES else NO_SUCH_CARD


def _reveal_all(state: State, action: act.RevealAll) -> Ruling:
    if not _is_seat(state, action.seat):
        return NO_SUCH_SEAT
    if state.over is not None:
        return GAME_OVER
    if state.ended is None:
        return NOT_THE_END
    if action.seat in state.revealed:
        return REVEALED_ALREADY
    if not all(map(_is_card, action.values)):
        return NO_SUCH_CARD
    faces = [open_face(state, ref) for ref in state.lines[action.seat]]
    unread = [
        face is None and value is None for face, value in zip(faces, action.values, strict=True)
    ]
    if any(unread) and sure_face(state) is None:
        return NOT_READ
    conflicts = map(_open_as_something_else, faces, action.values)
    return next((refusal for refusal in conflicts if refusal is not None), LEGAL)


CHECKS: Mapping[type, Callable[[State, Any], Ruling]] = MappingProxyType(
    {
        act.LookAtMiddle: _look_at_middle,
        act.Draw: _draw,
        act.Tell: _tell,
        act.DiscardDrawn: _discard_drawn,
        act.ReplaceOwn: _replace_own,
        act.ReplaceNeighbour: _replace_neighbour,
        act.ShowDiscard: _show_discard,
        act.ChoosePeek: _choose_peek,
        act.ChooseSneak: _choose_sneak,
        act.TurnUp: _turn_up,
        act.ReadFaceUp: _read_face_up,
        act.RevealAll: _reveal_all,
    }
)


def check(state: State, action: act.Action) -> Ruling:
    """`Legal`, or why not and by which rule."""
    return CHECKS[type(action)](state, action)
