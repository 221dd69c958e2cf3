"""Sentences as data: an English template with named parts, put into a language when it is shown.

A template names its parts: `{who} takes the Pot: {cards}.` A part is a name or number that every
language has alike, or a Text itself.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

_PART = re.compile(r"\{(\w+)\}")
NUMBER = "n"
"""The part that chooses between the forms of a Text with a plural."""


class Text(Struct, frozen=True, omit_defaults=True, dict=True):
    """One sentence, or a piece of one.

    It remembers what it was rendered to, since pages show the same lines again and again; that is
    no part of its value.

    Attributes:
        template: English, with the names of its parts in braces; the key of every catalogue.
        parts: What is filled in. A `str` is shown as it is, whatever it holds; the voice says a
            person's name as that person wants it, so what is no name and is spoken is a Text.
        plural: English for any number `n` but one; empty where there is only one form.
    """

    template: str
    parts: Mapping[str, "Text | str | int"] = {}
    plural: str = ""

    def __str__(self) -> str:
        """In English."""
        return english(self)

    def __contains__(self, piece: str) -> bool:
        """Whether the English has this in it."""
        return piece in english(self)


Part = Text | str | int
Words = Text | str
"""A Text, or a sentence that is in a language already and stays as it is."""
Translate = Callable[[Text], str]
"""From a Text to its template in some language, with the parts not yet filled in."""
Said = Mapping[str, str]
"""Part to what the voice says instead of it: how people want their names to sound."""
AS_WRITTEN: Said = {}


def t(template: str, /, **parts: Part) -> Text:
    """A sentence with its parts. The template must be a literal: catalogues are made from it."""
    return Text(template, parts)


def n(one: str, many: str, count: int, /, **parts: Part) -> Text:
    """A sentence that depends on a number, which is its part `{n}`. Both must be literals."""
    return Text(one, {NUMBER: count, **parts}, many)


def mark(template: str, /) -> str:
    """A literal that will become a template elsewhere; for the catalogues only."""
    return template


def all_of(items: Sequence[Words]) -> Words:
    """`Ann`, `Ann and Ben`, `Ann, Ben and Cleo`."""
    if len(items) < 2:  # noqa: PLR2004 - nothing to join
        return items[0] if items else ""
    return t("{first} and {last}", first=enumerated(items[:-1]), last=items[-1])


def one_of(items: Sequence[Words]) -> Words:
    """`Ann`, `Ann or Ben`, `Ann, Ben or Cleo`."""
    if len(items) < 2:  # noqa: PLR2004 - nothing to join
        return items[0] if items else ""
    return t("{first} or {last}", first=enumerated(items[:-1]), last=items[-1])


def enumerated(items: Sequence[Words]) -> Words:
    """`Ruby, Opal, Jet`."""
    return _chain("{first}, {rest}", items)


def sentences(items: Sequence[Words]) -> Words:
    """One after the other."""
    return _chain("{first} {rest}", [item for item in items if item])


def decimal(shown: str) -> Words:
    """A number written with a point, for languages that write a comma: `12.5`."""
    whole, point, fraction = shown.partition(".")
    return t("{whole}.{fraction}", whole=whole, fraction=fraction) if point else shown


def _chain(template: str, items: Sequence[Words]) -> Words:
    if len(items) < 2:  # noqa: PLR2004 - nothing to join
        return items[0] if items else ""
    return Text(template, {"first": items[0], "rest": _chain(template, items[1:])})


def english(text: Words) -> str:
    """In English, with the parts filled in."""
    return fill(text, _source)


def _source(text: Text) -> str:
    return text.plural if text.plural and text.parts.get(NUMBER) != 1 else text.template


def fill(text: Words, translate: Translate, said: Said = AS_WRITTEN) -> str:
    """`text` through `translate`, parts and all. A brace that names no part stays as it is."""
    if isinstance(text, str):
        return text
    template = translate(text)
    if not text.parts:
        return template

    def part(match: re.Match[str]) -> str:
        value = text.parts.get(match[1])
        if value is None:
            return match[0]
        if isinstance(value, str):
            return said.get(value, value)
        return str(value) if isinstance(value, int) else fill(value, translate, said)

    return _PART.sub(part, template)


def names_in(template: str) -> frozenset[str]:
    """The parts that a template names."""
    return frozenset(_PART.findall(template))
