"""What each ruling says, in one sentence, for whoever asks "why not?"."""

from collections.abc import Mapping
from types import MappingProxyType

RULINGS: Mapping[str, str] = MappingProxyType(
    {
        "R-EL-1": "A haul of $8 at the end of the own turn wins; money paid away does not count.",
        "R-EL-2": "One benefit a turn: the Sigil's reset or one ability, also with triples.",
        "R-EL-3": "Dice are rolled again before anything else, and not with a Sigil just reset.",
        "R-EL-4": "An accused pays what is there, up to $1; the Guild always pays $2.",
        "R-EL-5": "Nobody can be accused before the own first turn.",
        "R-EL-6": "An empty deck replaces nothing; without a new Cutpurse a player is out.",
        "R-EL-7": "In Constitution, only a Cutpurse lost to an accusation counts as revealed.",
        "R-EL-8": "The last player wins; a stuck game may be ended by all, the highest haul wins.",
        "R-EL-9": "Nobody is told which adjacency was used; Strength simply counts.",
        "R-EL-10": "Threat tokens stand on occupied characters that carry no other token.",
        "R-EL-11": "Solo: Constitution does nothing, and Strength does not reach wagers.",
        "R-EL-12": "A short deck fills the Display first; the foes' stack takes what is left.",
        "R-EL-13": "Half a dollar between two titles is cut off.",
        "R-EL-14": "Dexterity moves one card, not at all, once or twice.",
        "R-EL-15": "Wisdom exchanges two different cards of one trait, wherever they lie.",
        "R-EL-16": "Only occupied characters can be robbed or accused.",
        "R-EL-17": "The table says who borrowed something last and starts.",
        "R-EL-18": "A Cutpurse shown after a wrong accusation stays in use.",
        "R-EL-19": "Solo: wager, reveal and payout, Rivals steal, player steals, competition.",
        "R-EL-20": "Solo: as much money as the Rivals is a win.",
        "R-EL-21": "Only the active Cutpurse makes an accusation correct.",
        "R-EL-22": "A shown Cutpurse is forgotten when it is lost or Constitution is used.",
        "R-EL-23": "Which card was chosen or returned stays private; the Cutpurse never goes back.",
        "R-EL-24": "No card turns up where all know it cannot be; a doubtful reach is told.",
        "R-EL-25": "Without a Target there is only Accuse and Pass.",
        "R-EL-26": "Any adjacent occupied character may be named, even an own Target.",
        "R-EL-27": "Target tokens are an aid that nothing depends on.",
        "R-EL-28": "A second loss is paid for first; the rest of that haul is frozen.",
        "R-EL-29": "The first Cutpurse is chosen before the first roll.",
        "R-EL-30": "Solo: no stop at $8, no accusation, no pass; four rounds are played.",
        "R-EL-31": "Solo: Strength robs at most one diagonal Target, after the Rivals.",
        "R-EL-32": "Solo: the title is told for wins and losses.",
        "R-EL-33": "Each wager needs a whole $1; winnings come after all wagers.",
        "R-EL-34": "Every hidden foe stands with a Threat token until the reveal.",
        "R-EL-35": "Solo: thefts use the places at the end of the moves, in any order.",
        "R-EL-36": "Score cards show at most 8; a higher haul is kept here.",
    }
)

HEADINGS = frozenset(
    {
        "Components",
        "Setup",
        "How to Play",
        "Slip Phase",
        "Character Card Movement",
        "Sigil Tokens",
        "Rolling Doubles & Triples",
        "Reset your Sigil Token",
        "Nick Phase",
        "Steal",
        "Scout the Next Target",
        "Reveal",
        "End of Game",
        "Solo Play",
        "Round Start",
        "Wager",
    }
)
"""Rulebook headings that stand where no ruling was needed."""
