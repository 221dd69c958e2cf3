"""Catalogues: one gettext file a language beside this module, as translators' tools know them.

`de.po` has German for every template. What is missing there is shown in English, so that a
half-finished catalogue can be used.
"""

import gettext
import re
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files

import polib
from msgspec import Struct

from companion.words.programs import HERE as PROGRAMS
from companion.words.sentences import HERE, SPEAKING
from companion.words.text import AS_WRITTEN, NUMBER, Said, Text, Words, fill

ENGLISH = "en"
SUFFIX = ".po"
NAME_HEADER = "X-Language-Name"
VOICE_HEADER = "X-Espeak-Voice"

_OWN_WORDS = re.compile(r"[^\W\d_](?![^{]*\})")
"""A letter outside the parts: `{name} {value}` would be found in whatever is said."""


class Catalogue(Struct, frozen=True, kw_only=True):
    """One language.

    Attributes:
        language: Its code: `de`.
        name: Its own name for itself: `Deutsch`.
        voice: Its voice of eSpeak NG: `gmw/de`.
        forms: English template to its translations, one for each plural form.
        form_of: A number to the place of its plural form.
        heard: Templates of the parts that know no languages: see `companion.words.recognise`.
    """

    language: str
    name: str
    voice: str
    forms: Mapping[str, tuple[str, ...]]
    form_of: Callable[[int], int]
    heard: tuple[str, ...] = ()

    def template(self, text: Text) -> str:
        """The sentence with its parts still open; English where there is no translation."""
        forms = self.forms.get(text.template)
        number = text.parts.get(NUMBER)
        if forms is None:
            return text.plural if text.plural and number != 1 else text.template
        if len(forms) == 1 or not isinstance(number, int):
            return forms[0]
        return forms[min(self.form_of(number), len(forms) - 1)]


@cache
def languages() -> Mapping[str, str]:
    """Code to the language's own name: English, and every catalogue that is here."""
    found = sorted(
        entry.name.removesuffix(SUFFIX)
        for entry in files(__package__).iterdir()
        if entry.name.endswith(SUFFIX)
    )
    return {ENGLISH: "English", **{code: catalogue(code).name for code in found}}


@cache
def catalogue(language: str) -> Catalogue:
    """The catalogue of a language; English is its own."""
    if language == ENGLISH:
        return Catalogue(
            language=ENGLISH,
            name="English",
            voice="gmw/en",
            forms={},
            form_of=lambda number: int(number != 1),
        )
    return read_catalogue((files(__package__) / f"{language}{SUFFIX}").read_text("utf-8"))


def read_catalogue(source: str) -> Catalogue:
    """A catalogue from the text of its file; entries without translation, or unsure, are left."""
    file = polib.pofile(source)
    rule = file.metadata.get("Plural-Forms", "").partition("plural=")[2].rstrip("; \n")
    return Catalogue(
        language=file.metadata["Language"],
        name=file.metadata.get(NAME_HEADER, file.metadata["Language"]),
        voice=file.metadata.get(VOICE_HEADER, file.metadata["Language"]),
        forms={
            entry.msgid: tuple(entry.msgstr_plural.values()) or (entry.msgstr,)
            for entry in file
            if entry.translated() and not entry.obsolete
        },
        form_of=gettext.c2py(rule or "n != 1"),
        heard=tuple(
            entry.msgid
            for entry in file
            if any(place in {*SPEAKING, HERE, PROGRAMS} for place, _ in entry.occurrences)
            and not entry.obsolete
            and _OWN_WORDS.search(entry.msgid)
        ),
    )


def known(language: str) -> str:
    """The language, or English where there is no catalogue for it."""
    return language if language in languages() else ENGLISH


def render(text: Words, language: str = ENGLISH, said: Said = AS_WRITTEN) -> str:
    """The sentence in a language.

    Args:
        text: What to say; a plain `str` stays as it is.
        language: Code of a catalogue; English where there is none.
        said: For the voice: parts (names) that sound otherwise than they are written.
    """
    if isinstance(text, str):
        return text
    if said:
        return fill(text, catalogue(known(language)).template, said)
    remembered: dict[str, str] = text.__dict__
    found = remembered.get(language)
    if found is None:
        found = fill(text, catalogue(known(language)).template)
        remembered[language] = found
    return found
