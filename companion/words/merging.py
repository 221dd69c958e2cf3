"""Bringing a catalogue up to date with the code, without losing a translation."""

from collections.abc import Sequence
from pathlib import Path

import polib
from msgspec import Struct

from companion.words.extract import Template
from companion.words.text import names_in


class Fault(Struct, frozen=True, kw_only=True):
    """What is wrong with one entry of a catalogue."""

    text: str
    what: str


def faults(catalogue: Path, said: Sequence[Template]) -> tuple[Fault, ...]:
    """Missing, unused, unsure, or with other parts than the English. Empty where all is well.

    said: All templates of the code.
    """
    entries = {entry.msgid: entry for entry in polib.pofile(str(catalogue)) if not entry.obsolete}
    used = {template.text: template for template in said}
    found = [
        Fault(text=text, what=what)
        for text, template in used.items()
        if (what := _wrong(template, entries.get(text)))
    ]
    unused = [Fault(text=text, what="nobody uses it") for text in entries if text not in used]
    return (*found, *unused)


def _wrong(template: Template, entry: polib.POEntry | None) -> str:
    if entry is None or not entry.translated():
        return "no translation" if entry is None or "fuzzy" not in entry.flags else "marked fuzzy"
    if entry.msgid_plural != template.plural:
        return "another plural form in the code"
    for translation in entry.msgstr_plural.values() or (entry.msgstr,):
        if names_in(translation) - template.parts:
            return f"names parts that the English has not: {translation}"
        if template.parts - names_in(translation):
            return f"lacks parts of the English: {translation}"
    return ""


def merge(catalogue: Path, said: Sequence[Template]) -> int:
    """Write entries that are missing, without translation, and drop unused ones.

    said: All templates of the code, in their order.
    Returns how many entries have no translation now. The order is that of the code.
    """
    file = polib.pofile(str(catalogue), wrapwidth=98)
    old = {entry.msgid: entry for entry in file}
    file.clear()
    for template in said:
        entry = old.get(template.text) or _fresh(template)
        entry.occurrences = [(place, "") for place in template.places]
        file.append(entry)
    file.save(str(catalogue))
    return len(file.untranslated_entries()) + len(file.fuzzy_entries())


def _fresh(template: Template) -> polib.POEntry:
    if template.plural:
        return polib.POEntry(
            msgid=template.text, msgid_plural=template.plural, msgstr_plural={0: "", 1: ""}
        )
    return polib.POEntry(msgid=template.text, msgstr="")
