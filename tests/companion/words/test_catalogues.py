"""Catalogues: German for everything the code says, with the same parts, and nothing besides."""

from importlib.resources import files
from pathlib import Path

import polib
import pytest

from companion.words import catalogue, languages, n, read_catalogue, render, t
from companion.words.extract import templates
from companion.words.merging import faults, merge

ROOT = Path(__file__).parents[3]
SAID = templates(ROOT)
CATALOGUES = sorted((ROOT / "companion" / "words").glob("*.po"))


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.stem)
def test_a_catalogue_has_every_template_with_its_parts_and_nothing_else(path: Path):
    assert faults(path, SAID) == ()


def test_every_language_says_its_name_and_its_voice():
    assert languages() == {"en": "English", "de": "Deutsch"}
    assert catalogue("de").voice == "gmw/de"


def test_the_templates_are_found_where_they_stand():
    found = {template.text: template for template in SAID}
    assert "companion/table/undo.py" in found["{who} took back: {what}."].places
    assert found["{n} card"].plural == "{n} cards"
    assert "rules/wizard_thieves/legality.py" in found["This player has no cards left."].places
    assert "A won Pot is turned over as a block: its first card is drawn first." in found
    assert "Ruby" in found
    assert len(found) > 350


def copy_of(path: Path, tmp_path: Path, change) -> Path:
    file = polib.pofile(str(path))
    change({entry.msgid: entry for entry in file}, file)
    made = tmp_path / "xx.po"
    file.save(str(made))
    return made


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda by, _: setattr(by["Paused."], "msgstr", ""), "no translation"),
        (lambda by, _: by["Paused."].flags.append("fuzzy"), "marked fuzzy"),
        (lambda by, _: setattr(by["{who} chose"], "msgstr", "{wer} wählte"), "names parts"),
        (lambda by, _: setattr(by["{who} chose"], "msgstr", "gewählt"), "lacks parts"),
        (lambda by, file: file.remove(by["Paused."]), "no translation"),
        (lambda _, file: file.append(polib.POEntry(msgid="Gone", msgstr="Fort")), "nobody uses it"),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_named(tmp_path: Path, change, what: str):
    before = set(faults(CATALOGUES[0], SAID))
    (found,) = set(faults(copy_of(CATALOGUES[0], tmp_path, change), SAID)) - before
    assert what in found.what


def test_merging_keeps_translations_and_adds_what_is_new(tmp_path: Path):
    def damage(by, file) -> None:
        file.remove(by["Paused."])
        file.append(polib.POEntry(msgid="Gone", msgstr="Fort"))

    path = copy_of(CATALOGUES[0], tmp_path, damage)
    merge(path, SAID)
    assert "Paused." in {fault.text for fault in faults(path, SAID)}
    assert "nobody uses it" not in {fault.what for fault in faults(path, SAID)}
    kept = {entry.msgid: entry.msgstr for entry in polib.pofile(str(path))}
    assert kept["Play goes on."] == "Das Spiel geht weiter."


def test_a_translation_that_is_missing_is_shown_in_english():
    half = read_catalogue('msgid ""\nmsgstr "Language: xx\\n"\n\nmsgid "Pot"\nmsgstr "Xx"\n')
    assert half.template(t("Pot")) == "Xx"
    assert half.template(t("Portal")) == "Portal"
    assert half.template(n("{n} card", "{n} cards", 2)) == "{n} cards"


def test_a_language_with_three_plural_forms_is_spoken_right():
    """Polish: 1 karta, 2 karty, 5 kart, 22 karty."""
    polish = read_catalogue(
        'msgid ""\nmsgstr ""\n"Language: pl\\n"\n'
        '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || '
        'n%100>=20) ? 1 : 2);\\n"\n\n'
        'msgid "{n} card"\nmsgid_plural "{n} cards"\n'
        'msgstr[0] "{n} karta"\nmsgstr[1] "{n} karty"\nmsgstr[2] "{n} kart"\n'
    )
    said = [polish.template(n("{n} card", "{n} cards", count)) for count in (1, 2, 5, 22)]
    assert said == ["{n} karta", "{n} karty", "{n} kart", "{n} karty"]


def test_the_catalogues_are_shipped_with_the_package():
    assert (files("companion.words") / "de.po").is_file()


def test_an_unknown_language_is_english():
    assert render(t("Paused."), "tlh") == "Paused."
