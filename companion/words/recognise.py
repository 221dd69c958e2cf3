"""From an English sentence back to its template: what the eye, the drivers and the disk said.

They know no languages (see `companion.words.sentences`); here their words become a Text that every
catalogue can put into its own.
"""

import re
from functools import cache, lru_cache

from companion.words.catalogue import ENGLISH, catalogue, languages
from companion.words.text import Text, Words, enumerated, names_in, sentences

REMEMBERED = 256
_END = re.compile(r"(?<=[.!?]) ")
_PART = re.compile(r"\\\{(\w+)\\\}")
"""A part's braces after `re.escape`."""


@lru_cache(maxsize=REMEMBERED)
def recognised(sentence: str) -> Words:
    """The sentence, or several, with their templates; what no catalogue knows stays English."""
    whole = _one(sentence)
    if whole is not None:
        return whole
    ends = [match.start() for match in _END.finditer(sentence)]
    for end in reversed(ends):
        first = _one(sentence[:end])
        if first is not None:
            return sentences((first, recognised(sentence[end + 1 :])))
    if not ends:
        return sentence
    return sentences((sentence[: ends[0]], recognised(sentence[ends[0] + 1 :])))


def _one(sentence: str) -> Text | None:
    """One template that is this sentence; the one with the most words of its own."""
    if sentence in _known():
        return Text(sentence)
    for pattern, template in _patterns():
        found = pattern.fullmatch(sentence)
        if found is not None:
            parts = {name: _filled(value) for name, value in found.groupdict().items()}
            return Text(template, parts)
    return None


def _filled(value: str) -> Words:
    """A part may be a sentence itself, or a list of what is known."""
    pieces = value.split(", ")
    if len(pieces) > 1 and all(piece in _known() for piece in pieces):
        return enumerated([Text(piece) for piece in pieces])
    return recognised(value)


@cache
def _known() -> frozenset[str]:
    """Templates without parts, of all catalogues."""
    return frozenset(
        text
        for language in languages()
        if language != ENGLISH
        for text in catalogue(language).forms
        if not names_in(text)
    )


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    """Those with parts as patterns, the longest first."""
    found = {
        text
        for language in languages()
        if language != ENGLISH
        for text in catalogue(language).heard
        if names_in(text)
    }
    longest = sorted(found, key=lambda text: (-len(_PART.sub("", re.escape(text))), text))
    return tuple((_pattern(text), text) for text in longest)


def _pattern(template: str) -> re.Pattern[str]:
    taken: set[str] = set()

    def part(match: re.Match[str]) -> str:
        name = match[1]
        if name in taken:
            return f"(?P={name})"
        taken.add(name)
        return f"(?P<{name}>.+?)"

    return re.compile(_PART.sub(part, re.escape(template)), re.DOTALL)
