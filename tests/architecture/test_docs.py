"""What the documents say is there is there, and what is there is documented."""

import re
import tomllib
from pathlib import Path

import pytest

from companion.__main__ import COMMANDS
from companion.table.desks import DESKS
from rules import GAMES

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
FIVE_GAMES = (
    "Wizard Thieves",
    "Thieves of Eldris",
    "Skullduggery",
    "Thiefdom",
    "The Thieves of El Dorado",
)
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_is_in_the_readme(command: str):
    assert f"`companion {command}" in README


def test_every_command_can_be_loaded_and_helps():
    from click.testing import CliRunner

    from companion.__main__ import main

    for command in COMMANDS:
        done = CliRunner().invoke(main, [command, "--help"])
        assert done.exit_code == 0, f"{command}: {done.output} {done.exception!r}"


@pytest.mark.parametrize("title", FIVE_GAMES)
def test_every_game_stands_in_the_readme_with_its_honest_status(title: str):
    """Playable exactly where the table can play it; rules alone are not enough."""
    line = next(line for line in README.splitlines() if line.startswith(f"| {title} |"))
    known = {GAMES[name].TITLE for name in DESKS}
    assert line.split("|")[2].strip().startswith("playable") == (title in known)


def test_the_first_screen_has_sentence_picture_games_and_commands():
    """Style: README, first 30 lines."""
    screen = "\n".join(README.splitlines()[:30])
    assert re.search(r"!\[[^\]]+\]\(docs/screens/[^)]+\)", screen)
    assert all(title in screen for title in FIVE_GAMES)
    assert "make run" in screen
    assert "make test" in screen


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_local_link_leads_somewhere(document: Path):
    text = _FENCED.sub("", document.read_text(encoding="utf-8"))
    for link in _LINK.findall(text):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        target = (document.parent / file).resolve() if file else document
        assert target.exists(), f"{link} leads nowhere"
        if anchor:
            assert anchor in _anchors(target), f"{link}: no such heading"


def _anchors(document: Path) -> set[str]:
    headings = _HEADING.findall(_FENCED.sub("", document.read_text(encoding="utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_the_changelog_names_the_version_that_is_built():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## \[(Unreleased|{re.escape(version)})\]", changelog, re.MULTILINE)


def test_the_make_targets_that_the_documents_name_exist():
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for document in DOCUMENTS:
        for target in re.findall(r"`make ([a-z-]+)", document.read_text(encoding="utf-8")):
            assert target in targets, f"{document.name} names `make {target}`"
