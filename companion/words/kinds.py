"""Kinds of sentences: which of them the voice says is for each table to choose."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.words.text import mark

KINDS: Mapping[str, str] = MappingProxyType(
    {
        "verdict": mark("Verdicts and the end"),
        "question": mark("Questions to the table"),
        "challenge": mark("Challenges"),
        "count": mark("Chances and cards that run out"),
        "pot": mark("Who takes the Pot"),
        "item": mark("Magic Items"),
        "move": mark("Turns and what cards do"),
        "turn": mark("Who chooses"),
        "card": mark("Every card"),
        "correction": mark("Undo and corrections"),
        "people": mark("Joining, start and pause"),
        "sensor": mark("Missing camera or buttons"),
        "conditions": mark("Light, lens and the camera's place"),
    }
)
"""Kind to its name on the host's page."""
NOTE = "note"
"""A kind that is for the page alone."""
USUAL: tuple[str, ...] = tuple(kind for kind in KINDS if kind not in {"card", "turn"})
"""What is spoken where nobody chose otherwise."""
