"""What an undo cannot take back: people cannot unsee (design: "History")."""

from msgspec.structs import replace

from rules.eldris.state import State


def remember(restored: State, undone: State) -> State:
    """The state before an undone step, with who has looked at the top card since.

    Only while the deck is the same: otherwise another card lies on top. One that was shuffled since
    is not put back in order, so what was known of its top before is gone. A Cutpurse that was shown
    is no memory but public by rule until R-EL-22, so it goes with the step that showed it.
    """
    if restored.deck != undone.deck or restored.peeks == undone.peeks:
        return restored
    noted = {peek.seat: peek for peek in undone.peeks}
    if all(peek.seat in noted for peek in restored.peeks):
        noted.update({peek.seat: peek for peek in restored.peeks if peek.card is not None})
    return replace(restored, peeks=tuple(noted.values()))
