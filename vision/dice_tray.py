"""Several kinds of dice in one tray: taught ones by their faces, the others by their pips."""

from dataclasses import replace

from vision.dice import MOVING_WHY, DiceReading, DiceState, DieReading, box_overlap
from vision.dice_reading import read_dice
from vision.readings import Image
from vision.symbol_dice import SymbolDiceReader

ONE_DIE = 0.4
"""Share of the smaller box from which the two readers speak of the same die."""
MAYBE_TAUGHT = 0.3
"""Probability of the best taught face from which a die that is not named may still be that face,
and its pips are not counted: a skull has two eyes."""
CLEAR_PIPS, MAYBE_PIPS = 0.9, 0.5
"""Probability from which pips are told, and from which they are asked about where no die's outline
was found: a die that is left out would make a total without it. Signs that were not taught reach
0.89: seven of 28 rendered dice with such a one on top had a value of 0.65 and more."""


def read_mixed_tray(image: Image, taught: SymbolDiceReader) -> DiceReading:
    """Taught and pip dice in a BGR uint8 picture, top to bottom.

    A taught face that is named stands. Pips are told where no taught face is likely.
    """
    faces, pips = taught.read(image), read_dice(image)
    dice = list(faces.dice)
    for die in pips.dice:
        rival = max(dice, key=lambda d: box_overlap(d.box, die.box), default=None)
        if rival is None or box_overlap(rival.box, die.box) < ONE_DIE:
            if die.confidence >= MAYBE_PIPS:
                dice.append(_clear(die))
        elif die.value is not None and _leaves_room(rival):
            dice[dice.index(rival)] = _clear(die)
    ordered = tuple(sorted(dice, key=lambda die: (die.box[1], die.box[0])))
    return DiceReading(ordered, _state(pips, faces.dice, ordered))


def _clear(die: DieReading) -> DieReading:
    """Pips among taught dice: told only where they are clear, else asked about."""
    if die.value is None or die.confidence >= CLEAR_PIPS:
        return die
    return replace(die, value=None, unsure=f"it could be {die.value}, or no die at all")


def _leaves_room(face: DieReading) -> bool:
    return face.value is None and face.confidence < MAYBE_TAUGHT


def _state(
    pips: DiceReading, faces: tuple[DieReading, ...], dice: tuple[DieReading, ...]
) -> DiceState:
    """What all of the tray does: a sign may look like pips that are smeared, but its die lies."""
    if pips.state is DiceState.HAND:
        return pips.state
    rolls = [die for die in pips.dice if die.unsure == MOVING_WHY]
    lying = [die for die in rolls if any(box_overlap(die.box, o.box) > ONE_DIE for o in faces)]
    if pips.state is DiceState.MOVING and (len(lying) < len(rolls) or not rolls):
        return DiceState.MOVING
    return DiceState.SETTLED if dice else DiceState.EMPTY
