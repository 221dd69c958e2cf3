"""How people answer the companion's questions, from what lies on the table before them."""

import re

from companion.twin.people_phone import Question
from companion.twin.thieves_of_eldris.acts import Acts
from companion.twin.thieves_of_eldris.cards import COLUMNS

ANOTHER = "none"
"""The answer that nothing of what is offered happened."""
ROLLED = "rolled again"
"""What somebody just did, as `answer` is told it; else a part of the label that tells of it."""
UNSAID = "ability"
"""In labels that tell of an ability which nobody had announced."""


def answer(question: Question, acts: Acts, deed: str, *, unsaid: bool) -> str | None:
    """The true answer among the question's values, or None where people see no sense in it.

    Args:
        question: As the page asks it.
        acts: How the table lies.
        deed: What was done last.
        unsaid: By an ability that nobody has told a phone of.
    """
    if question.kind == "which_card":
        shown = _shown(question.title, acts)
        return shown if shown in question.values else None
    if question.kind != "confirm":
        return None
    if "Sigil" in question.title:
        found = ["0"] if deed == ROLLED else []
    else:
        found = [
            value
            for value, label in question.labels.items()
            if deed and deed in label and (UNSAID in label) == unsaid
        ]
    return next((value for value in [*found, ANOTHER] if value in question.values), None)


def _shown(title: str, acts: Acts) -> str:
    """What lies there: `Which card lies here: row 2, column 3?`, `What does die 1 show, ...?`."""
    numbers = [int(number) for number in re.findall(r"\d+", title)]
    match numbers:
        case [die]:
            return acts.tray.from_left()[die - 1]
        case [row, column]:
            return acts.layout.face((row - 1) * COLUMNS + column - 1) or "empty"
        case _:
            return ""
