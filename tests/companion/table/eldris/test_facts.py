"""The owner completes the 24 characters: checked with clear errors, kept, played with."""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.owner_packs import write_owner_pack
from companion.packs import content_pack, owner_path, pack_of
from companion.table.facts import facts_of
from companion.table.resume import resume
from rules import eldris as rules
from rules.core import PackError
from rules.eldris.cards import OF_A_TRAIT, TRAITS
from tests.companion.table.eldris.people import GAME
from tests.companion.table.scripted import Script, empty_table


@pytest.fixture
def script() -> Script:
    return Script(2, camera=False, buttons=False, game=GAME).seat_everybody()


def rows_of(script: Script) -> list[dict[str, str]]:
    model = facts_of(script.table)
    assert model is not None
    return [{"key": row.key, "name": row.name, "kind": row.kind} for row in model.rows]


def tell(script: Script, rows: Any) -> Any:
    return script.ask("facts", "seat:0", value=rows if isinstance(rows, str) else json.dumps(rows))


def test_the_page_starts_with_what_the_rulebook_names(script: Script):
    """Spec, section 1: 12 names are known, of 6 of them the trait."""
    model = facts_of(script.table)
    assert len(model.rows) == 24
    assert model.missing == sum(not row.sure for row in model.rows) == 18
    assert {row.name for row in model.rows if row.sure} == {
        *("Fighter", "Alchemist", "Monk", "Ranger", "Ninja", "Warlock")
    }
    assert script.view().host.facts == 18
    for trait in TRAITS:
        assert sum(row.kind == trait for row in model.rows) == OF_A_TRAIT


def test_names_and_traits_that_were_told_are_played_with(script: Script):
    rows = rows_of(script)
    by_name = {row["name"]: row for row in rows}
    by_name["Charisma 3"]["name"] = "  Trickster "
    by_name["Bard"]["kind"], by_name["Barbarian"]["kind"] = "strength", "charisma"
    assert tell(script, rows).status == 200
    model = facts_of(script.table)
    assert model.missing == 0
    assert "Trickster" in {row.name for row in model.rows}
    assert script.ask("start").status == 200
    assert script.tap(0, "layout=abcdefghijklmnopqrstuvwx").status == 200
    cards = {card.face.label: card.kind for card in script.view().square.cards}
    assert cards["Trickster"] == "Charisma"
    assert (cards["Bard"], cards["Barbarian"]) == ("Strength", "Charisma")
    assert resume(empty_table(2, GAME), script.rows).pack == script.table.pack


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda rows: rows[0].update(kind="wisdom"), "Charisma: 3 and Wisdom: 5"),
        (lambda rows: rows[0].update(name="monk"), "Two characters are called"),
        (lambda rows: rows[2].update(name=" \u200b "), "Row 3: a name has 1 to 40"),
        (lambda rows: rows[2].update(name="x" * 41), "Row 3"),
        (lambda rows: rows[0].update(kind="luck"), "one of the six traits"),
        (lambda rows: rows.pop(), "All 24"),
        (lambda rows: rows[0].update(key="str9"), "All 24"),
        (lambda rows: rows.append(dict(rows[0])), "All 24"),
    ],
)
def test_what_does_not_fit_the_box_is_refused_with_the_cure(script: Script, change: Any, why: str):
    rows, before = rows_of(script), script.table.pack
    change(rows)
    reply = tell(script, rows)
    assert reply.status == 409
    assert why in reply.reason
    assert script.table.pack is before


def test_what_is_no_list_of_rows_is_refused(script: Script):
    for text in ("", "[]", "{}", "[1]", '[{"key":"str1"}]'):
        assert tell(script, text).status == 409


def test_nothing_changes_while_a_game_runs(script: Script):
    rows = rows_of(script)
    assert script.ask("start").status == 200
    assert tell(script, rows).status == 409
    assert "while a game runs" in str(facts_of(script.table).why_not)


def test_what_was_told_is_kept_for_the_next_evening(script: Script, tmp_path: Path):
    rows = rows_of(script)
    rows[3]["name"] = 'The "Quiet" \\ Ümlaut'
    assert tell(script, rows).status == 200
    path = owner_path(rules, tmp_path)
    assert write_owner_pack(path, script.table.pack) == ""
    again = pack_of(rules, tmp_path)
    assert again.trait_of() == script.table.pack.trait_of()
    told = {key: fact.value for key, fact in script.table.pack.names.items()}
    assert {key: fact.value for key, fact in again.names.items()} == told
    assert again.names[rows[3]["key"]].origin == "owner"
    assert again.names["str1"] == content_pack(rules).names["str1"]


def test_a_full_disk_is_said_and_loses_nothing(script: Script, tmp_path: Path):
    (tmp_path / "packs").write_text("a file where the folder should be")
    assert write_owner_pack(owner_path(rules, tmp_path), script.table.pack) != ""


@pytest.mark.parametrize("text", ["nonsense", "[people]", "[names.str1]\nvalue = 7"])
def test_a_broken_file_of_the_owner_is_named_once(tmp_path: Path, text: str):
    path = owner_path(rules, tmp_path)
    path.parent.mkdir()
    path.write_text(text)
    with pytest.raises(PackError) as caught:
        pack_of(rules, tmp_path)
    assert str(caught.value).count(str(path)) == 1


def test_games_that_print_everything_have_no_such_page():
    other = Script(2)
    assert facts_of(other.table) is None
    assert other.view().host.facts == -1
    assert other.ask("facts", value="[]").status == 409
