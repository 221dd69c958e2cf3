"""Why something may not be done, as the person who tried is told.

A private refusal follows from cards that only the asking seat may know, or repeats what it typed.
None says which kind of adjacency was looked at (R-EL-9).
"""

from collections.abc import Mapping
from types import MappingProxyType

from rules.core import Illegal
from rules.eldris.state import Phase

GAME_OVER = Illegal("The game is over.", "End of Game")
NOT_YOUR_TURN = Illegal("It is somebody else's turn.", "How to Play")
NO_SUCH_SEAT = Illegal("There is no such seat at this table.", "Setup")
IS_OUT = Illegal("This player has been eliminated.", "Reveal")
NO_CHARACTER = Illegal("There is no such character.", "Components")

DUE: Mapping[Phase, Illegal] = MappingProxyType(
    {
        "lay_out": Illegal("First lay out the Square.", "Setup"),
        "turn_up": Illegal("First turn up the next card for the Display.", "Setup"),
        "choose": Illegal("First choose a Cutpurse.", "R-EL-29"),
        "roll": Illegal("First roll the three dice.", "Slip Phase"),
        "slip": Illegal("All three dice must be spent on moves first.", "Slip Phase"),
        "dexterity": Illegal("First finish the moves that Dexterity gives.", "R-EL-14"),
        "wisdom": Illegal("First exchange the two cards that Wisdom gives.", "R-EL-15"),
        "constitution": Illegal("First decide about the Cutpurse.", "R-EL-23"),
        "draw": Illegal("First the player who drew a Target enters it.", "Scout the Next Target"),
        "give_back": Illegal("First a Target goes back into the deck.", "R-EL-23"),
        "nick": Illegal("The dice are spent: Steal, Accuse or Pass.", "Nick Phase"),
        "answer": Illegal("First the accused answers.", "Reveal"),
        "show": Illegal("First the accuser shows the own Cutpurse.", "Reveal"),
        "promote": Illegal("First the accused chooses a new Cutpurse.", "Reveal"),
        "fan": Illegal("First fan out the foes' stack of this round.", "Round Start"),
        "wager": Illegal("Wagers and the reveal of the foes' stack are due.", "R-EL-19"),
        "diagonal": Illegal("Rob a Target with Strength, or pass.", "R-EL-31"),
        "over": GAME_OVER,
    }
)
"""Phase to what is due in it."""

ALL_CHARACTERS = Illegal("The Square has each of the 24 characters exactly once.", "Setup")
LIES_OPEN = Illegal("That card lies open elsewhere, so it cannot turn up here.", "R-EL-24")
IS_CONCEALED = Illegal("That card must be one of the hidden foes.", "R-EL-34")

SEALED = Illegal("In a sealed game the companion is not told hidden cards.", "Setup")
TOLD_ALREADY = Illegal("This player's cards have been entered.", "Setup")
ENTER_FIRST = Illegal("First enter the cards you were dealt.", "Setup")
NAME_IT = Illegal("Say which card it is.", "Setup", private=True)
WRONG_HAND = Illegal("Enter the cards you were dealt, each once.", "Setup", private=True)
OPEN_ELSEWHERE = Illegal("That card lies open elsewhere.", "R-EL-24", private=True)
NOT_YOURS = Illegal("That is not one of your cards.", "R-EL-23", private=True)
YOURS_ALREADY = Illegal("You hold that card already.", "R-EL-23", private=True)
KEEPS_CUTPURSE = Illegal("The Cutpurse never goes back.", "R-EL-23", private=True)
NOT_IN_DISPLAY = Illegal("That card is not in the Display.", "Setup")
NO_PEEK = Illegal(
    "You have not looked at the card that lies on top now.", "Rolling Doubles & Triples"
)

NO_DIE = Illegal("No unspent die shows the trait of that card.", "Character Card Movement")
NOT_BESIDE = Illegal(
    "A card changes places with one above, below, left or right of it.", "Character Card Movement"
)
THREE_DICE = Illegal("A roll is three dice, each showing a trait.", "Slip Phase")
WHICH_DICE = Illegal("Say which of the three dice were rolled again, and what they show.", "R-EL-3")
SIGIL_USED = Illegal("The Sigil is Inactive.", "Sigil Tokens")
SIGIL_READY = Illegal("The Sigil is Active already.", "Reset your Sigil Token")
TOO_LATE_TO_REROLL = Illegal(
    "Dice are rolled again before a benefit is claimed and before any is spent.", "R-EL-3"
)
NO_DOUBLES = Illegal("The dice show no doubles.", "Rolling Doubles & Triples")
BEFORE_MOVING = Illegal(
    "A reset or an ability comes before the first move.", "Rolling Doubles & Triples"
)
ONE_BENEFIT = Illegal("One benefit a turn, and this one has been settled.", "R-EL-2")
OTHER_ABILITY = Illegal(
    "Doubles bring the ability of their own trait only.", "Rolling Doubles & Triples"
)
SILENT = Illegal("Strength is never claimed aloud; it simply counts.", "R-EL-9")
SAME_RUNNER = Illegal("Dexterity moves the same card again, or no card.", "R-EL-14")
SAME_TRAIT = Illegal("Wisdom exchanges two different cards of one trait.", "R-EL-15")

UNOCCUPIED = Illegal("That character has left the Square.", "R-EL-16")
NO_TARGET = Illegal("This player has no Target.", "R-EL-25")
NOT_A_TARGET = Illegal("That card is not one of your Targets.", "Steal", private=True)
KNOWN_ELSEWHERE = Illegal("That card is known to lie elsewhere.", "R-EL-24")
OUT_OF_REACH = Illegal("That character is not beside your Cutpurse.", "Nick Phase", private=True)
OUT_OF_SHOWN_REACH = Illegal("That character is not beside the Cutpurse all know.", "Nick Phase")
NOT_SOLO = Illegal("That is done in the solo game only.", "Solo Play")
ONLY_SOLO = Illegal("The solo game has no accusation and no pass.", "R-EL-30")
NOT_ONESELF = Illegal("Accuse another player.", "Reveal")
NO_CUTPURSE = Illegal("That player has not begun a first turn and has no Cutpurse.", "R-EL-5")
SHOWN_OTHERWISE = Illegal("That player's Cutpurse is known to all: answer truthfully.", "Reveal")
NOT_THE_ACCUSED = Illegal("The accused answers.", "Reveal")
GAME_GOES_ON = Illegal(
    "The table may end a game only when the deck is empty and all have passed.", "R-EL-8"
)

FAN = Illegal("The foes' stack is one open card and the traits of the two below.", "Round Start")
SHORT_FAN = Illegal("Only so many cards are left for the foes' stack.", "R-EL-12")
NO_SUCH_FOES = Illegal("Too few cards with these traits are left.", "R-EL-34")
FOES_DIFFER = Illegal("The hidden cards are as many, and of the traits, shown.", "R-EL-34")
NO_THREAT = Illegal("Every hidden foe stood with a Threat token.", "R-EL-34")
WAGER_WHERE = Illegal("Wager on Threats right beside your Cutpurse, once on each.", "Wager")
NO_DOLLAR = Illegal("Each wager needs a whole $1 of the haul.", "R-EL-33")
NOT_DIAGONAL = Illegal("Strength reaches one diagonal Target of the Display.", "R-EL-31")
