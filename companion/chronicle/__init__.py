"""What a journal tells afterwards: the story, any moment of it, and statistics.

Pure: folded entries in, plain values out.

told = chronicle(fold(rows))            # once
told.story; moment(told, seq)           # as often as people look
summarise(told)                         # what is kept of a game
"""

from companion.chronicle.accuracy import Reading, accuracy_of, readings_of
from companion.chronicle.entries import told_entries
from companion.chronicle.evenings import (
    GameSummary,
    kept_accuracy,
    kept_reactions,
    summarise,
    tally,
)
from companion.chronicle.presses import FEW, Slap, reactions_of, slaps_of, summary
from companion.chronicle.story import Chronicle, chronicle, moment

__all__ = [
    "FEW",
    "Chronicle",
    "GameSummary",
    "Reading",
    "Slap",
    "accuracy_of",
    "chronicle",
    "kept_accuracy",
    "kept_reactions",
    "moment",
    "reactions_of",
    "readings_of",
    "slaps_of",
    "summarise",
    "summary",
    "tally",
    "told_entries",
]
