"""Every sentence that people see or hear: English templates here, other languages in catalogues.

`t("{who} takes the Pot: {cards}.", who="Ann", cards=cards(3))` is a value that is kept, compared
and written like any other; `render(text, "de")` puts it into a language when somebody looks.
"""

from companion.words.catalogue import (
    ENGLISH,
    Catalogue,
    catalogue,
    known,
    languages,
    read_catalogue,
    render,
)
from companion.words.kinds import KINDS, NOTE, USUAL
from companion.words.recognise import recognised
from companion.words.text import (
    Part,
    Said,
    Text,
    Words,
    all_of,
    decimal,
    enumerated,
    mark,
    n,
    names_in,
    one_of,
    sentences,
    t,
)

__all__ = [
    "ENGLISH",
    "KINDS",
    "NOTE",
    "USUAL",
    "Catalogue",
    "Part",
    "Said",
    "Text",
    "Words",
    "all_of",
    "catalogue",
    "decimal",
    "enumerated",
    "known",
    "languages",
    "mark",
    "n",
    "names_in",
    "one_of",
    "read_catalogue",
    "recognised",
    "render",
    "sentences",
    "t",
]
