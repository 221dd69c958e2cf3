"""Every ruling and worked example of a built game's specification has a test that cites it."""

import re
from pathlib import Path

import pytest

from rules import GAMES

TESTS = Path(__file__).parents[1]
SPEC = TESTS.parents[1] / "shared" / "spec"
FILES = {"wizard-thieves": "wizard_thieves", "skullduggery": "skullduggery"}
FILES["thieves-of-eldris"] = "eldris"
RULING = re.compile(r"^- \*\*(R-[A-Z]{2}-\d+)", re.MULTILINE)
EXAMPLES = re.compile(r"^## \d+\. Worked examples.*?$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
NUMBER = re.compile(r"^(\d+)\. ", re.MULTILINE)
CITED = re.compile(r"examples?[ _]((?:\d+[a-z]?)(?:(?:,|_and| and|_|, and) ?\d+)*)", re.IGNORECASE)


def _spec(name: str) -> str:
    """The game's specification, where the checkout has it beside it."""
    path = SPEC / f"{FILES[name]}.md"
    if not path.exists():
        pytest.skip(f"{path.name} is not beside this checkout")
    return path.read_text(encoding="utf-8")


def _all_tests(name: str) -> str:
    """All that is tested of the game, this file left out."""
    folders = [TESTS / "rules" / FILES[name], TESTS / "companion", TESTS / "twin"]
    files = [path for folder in folders for path in sorted(folder.rglob("*.py"))]
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_ruling_is_cited(name: str) -> None:
    rulings = set(RULING.findall(_spec(name)))
    assert len(rulings) > 10
    tests = _all_tests(name)
    assert [r for r in sorted(rulings) if not re.search(rf"{r}\b", tests)] == []


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_worked_example_is_cited(name: str) -> None:
    section = EXAMPLES.search(_spec(name))
    assert section is not None
    wanted = set(NUMBER.findall(section[1]))
    assert len(wanted) > 10
    folder = TESTS / "rules" / FILES[name]
    sources = [*folder.glob("*.py")]
    if name == "wizard-thieves":  # its timed ones are the referee's
        sources += (TESTS / "companion" / "referee").glob("*.py")
    text = "\n".join(path.read_text(encoding="utf-8") for path in sources)
    cited = {n for group in CITED.findall(text) for n in re.findall(r"\d+", group)}
    assert sorted(wanted - cited, key=int) == []
