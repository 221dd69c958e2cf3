"""Sentences as data: parts, plurals, lists, and names that try to be more than names."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.words import (
    Text,
    Words,
    all_of,
    decimal,
    enumerated,
    n,
    one_of,
    render,
    sentences,
    t,
)

POT = t("{who} takes the Pot: {cards}.", who="Ann", cards=n("{n} card", "{n} cards", 3))


def test_english_is_the_template_and_german_is_in_the_catalogue():
    assert str(POT) == render(POT) == "Ann takes the Pot: 3 cards."
    assert render(POT, "de") == "Ann nimmt den Topf: 3 Karten."


@pytest.mark.parametrize(
    ("count", "english", "german"),
    [(0, "0 cards", "0 Karten"), (1, "1 card", "1 Karte"), (12, "12 cards", "12 Karten")],
)
def test_numbers_choose_the_form(count: int, english: str, german: str):
    cards = n("{n} card", "{n} cards", count)
    assert (render(cards), render(cards, "de")) == (english, german)


def test_people_are_listed_as_each_language_does():
    people = ["Ann", "Ben", "Cleo"]
    assert render(all_of(people)) == "Ann, Ben and Cleo"
    assert render(all_of(people), "de") == "Ann, Ben und Cleo"
    assert render(one_of(people[:2]), "de") == "Ann oder Ben"
    assert (all_of([]), one_of(["Ann"])) == ("", "Ann")
    assert render(enumerated([t("Ruby"), t("Onyx"), t("Leaf")]), "de") == "Rubin, Onyx, Blatt"
    assert render(sentences([t("Corrected."), "", t("Nobody wins.")])) == "Corrected. Nobody wins."


def test_a_decimal_point_is_a_comma_in_german():
    text = t("{ms} ms ± {doubt}", ms=decimal("12.30"), doubt=decimal("2"))
    assert render(text) == "12.30 ms ± 2"
    assert render(text, "de") == "12,30 ms ± 2"


def test_it_is_written_and_read_like_any_value():
    kept = msgspec.json.encode(POT)
    assert msgspec.json.decode(kept, type=Words) == POT
    assert msgspec.json.decode(b'"as it was in old journals"', type=Words) == (
        "as it was in old journals"
    )


def test_names_are_spoken_as_their_owners_want_and_shown_as_they_are_written():
    said = {"Siobhán": "Shi-vawn"}
    text = t("{who} has joined.", who="Siobhán")
    assert render(text, "de", said) == "Shi-vawn spielt mit."
    assert render(text, "en", said) == "Shi-vawn has joined."
    assert render(text, "de") == "Siobhán spielt mit."


@given(st.text())
def test_a_name_is_only_a_name(name: str):
    """Braces, templates, format codes: nothing in a name is looked at."""
    assert render(t("{who}: {what}.", who=name, what="{who}"), "de") == f"{name}: {{who}}."


@pytest.mark.parametrize("template", ["{nobody} is here", "{", "}", "{}", "{who.__class__}", "%s"])
def test_a_brace_that_names_no_part_stays(template: str):
    assert render(Text(template, {"who": "Ann"})) == template
