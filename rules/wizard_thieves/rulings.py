"""What each ruling says, in one sentence, for whoever asks "why not?"."""

from collections.abc import Mapping
from types import MappingProxyType

RULINGS: Mapping[str, str] = MappingProxyType(
    {
        "R-WT-1": "A reason to grab lasts while its card is on top of the Pot.",
        "R-WT-2": "Three alike in a row are Doubles; a sandwich has another card between.",
        "R-WT-3": "Only the cards of this Pot count; the Portal is no part of the sequence.",
        "R-WT-4": "A press is judged against the Pot as it was when the button went down.",
        "R-WT-5": "Late hands after a win are excused, and an empty Pot cannot be grabbed.",
        "R-WT-6": "Presses too close to tell apart are decided by the table.",
        "R-WT-7": "Improper grabs count in order of time, with a look for the end after each.",
        "R-WT-8": "One attempt counts once, however often the button is hit.",
        "R-WT-9": "Turns and challenges skip players without cards and eliminated players.",
        "R-WT-10": "A Pot won without a deck becomes the deck; its winner starts the next Pot.",
        "R-WT-11": "A failed challenge with a match on top waits for a grab or for the setter.",
        "R-WT-12": "An eliminated setter is replaced by the one of the latest earlier Treasure.",
        "R-WT-13": "A facing player who is eliminated takes the Pot out of the game.",
        "R-WT-14": "When nobody holds cards, the latest revealer wins unless the Pot is grabbed.",
        "R-WT-15": "A card that leaves one player with cards ends the game before any grab.",
        "R-WT-16": "A holder who faces a challenge plays it out.",
        "R-WT-17": "Every card of the facing player uses one chance, items too.",
        "R-WT-18": "A grab and an item's choice race: the earlier one counts.",
        "R-WT-19": "Items take what is there; nobody without cards can be chosen.",
        "R-WT-20": "The Portal matches a card only at the moment that card is played.",
        "R-WT-21": "The Gauntlet may take any card of the Portal.",
        "R-WT-22": "A won Pot is turned over as a block: its first card is drawn first.",
        "R-WT-23": "Two players are dealt four Magic Items each, three or four players two.",
        "R-WT-24": "An item's effect comes before its chance is counted.",
        "R-WT-25": "Hands are represented by buttons; nobody checks how high they were lifted.",
        "R-WT-26": "Grabbing while somebody chooses for an item is improper without a match.",
        "R-WT-27": "An item lapses when its owner is cursed, the Pot is grabbed, or the game ends.",
        "R-WT-28": "Applying an item does not close the chance to grab that its card opened.",
        "R-WT-29": "An item's choice must be made; if none is possible it does nothing.",
        "R-WT-30": "A King Coin works at once when nothing can be grabbed.",
        "R-WT-31": "A card flipped when it must not be goes back into the middle of its deck.",
        "R-WT-32": "A Cursed player plays on; only the own Magic Items do nothing.",
        "R-WT-33": "A failed challenge without a match gives the Pot to the setter at once.",
        "R-WT-34": "A Treasure sets its challenge even when it opened a chance to grab.",
        "R-WT-35": "The first card of a Pot can match only the Portal.",
    }
)

HEADINGS = frozenset(
    {
        "Core Game Components",
        "Setup",
        "Game End",
        "Running Out of Cards",
        "The Curse",
        "Magic Items",
        "Grabbing Etiquette",
    }
)
"""Rulebook headings that stand where no ruling was needed."""
