"""What each ruling says, in one sentence, for whoever asks "why not?"."""

from collections.abc import Mapping
from types import MappingProxyType

RULINGS: Mapping[str, str] = MappingProxyType(
    {
        "R-SK-1": "Left is the neighbour clockwise; of two players each has the other on both.",
        "R-SK-2": "Two players exchange cards at the same time when cards are passed.",
        "R-SK-3": "A face-up card stays face up; what replaces it lies face up too.",
        "R-SK-4": "A discard's action is the active player's, whose line it came from or not.",
        "R-SK-5": "A pass or switch must be done; a look may be waived once it is chosen.",
        "R-SK-6": "A Spyglass makes every player turn a middle card that still lies face down.",
        "R-SK-7": "After the third Spyglass nothing is turned or passed any more.",
        "R-SK-8": "The turn with the last card of the pile is played in full, its action too.",
        "R-SK-9": "Equal numbers share the win.",
        "R-SK-10": "A 2 that lies in a line at the end just counts as 2.",
        "R-SK-11": "Discards and Spyglasses are never shuffled back into the pile.",
        "R-SK-12": "The look at the middle cards ends when the first card is drawn.",
        "R-SK-13": "A card is replaced unseen; a face-up one may be replaced as well.",
        "R-SK-14": "What was declared stands, whatever the replaced card turns out to be.",
        "R-SK-15": "A line is read from its owner's left: 8, 1, 3, 4 is 8134.",
        "R-SK-16": "Only a discard brings about an action; cards in lines never do.",
        "R-SK-17": "Tokens are never renewed, and stay with their player when cards are passed.",
        "R-SK-18": "The new card is in its slot before the discard's action is carried out.",
        "R-SK-19": "Middle means slots 1 and 2 as they lie now; no card is turned back down.",
        "R-SK-20": "A Spyglass on the last card of the pile is carried out before the reveal.",
        "R-SK-21": "Who replaces a neighbour's card knows the new one; the neighbour does not.",
        "R-SK-22": "Exactly one card is drawn each turn, and none goes back to the pile.",
    }
)

HEADINGS = frozenset({"Contents", "Set Up", "Playing the Game", "Winning the Game"})
"""Rulebook headings that stand where no ruling was needed."""
