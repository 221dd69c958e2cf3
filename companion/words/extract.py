"""Every template in the code, for catalogues: found by reading the sources, as gettext does.

A template is the literal in `t(...)`, `n(...)` or `mark(...)`, the reason of an `Illegal(...)`, a
`template=` or `text=` of a sensor's status, a sentence of a part that knows no languages, a label
or help of an option, a ruling, a card's name.
"""

import ast
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from companion.words.sentences import spoken
from companion.words.text import names_in

GAMES = ("eldris", "skullduggery", "wizard_thieves")
"""Games whose refusals, rulings, options and cards are translated: those with a table."""
VERDICTS = "companion/table/verdict_words.py"
"""Its dictionaries hold nothing but templates."""
LIGHT = "companion/sensors.py"
_CALLS = {"t": 1, "n": 2, "mark": 1}


class Template(Struct, frozen=True, kw_only=True):
    """One entry for a translator.

    Attributes:
        text: English.
        plural: English for many, or empty.
        places: Files that use it.
    """

    text: str
    plural: str = ""
    places: tuple[str, ...] = ()

    @property
    def parts(self) -> frozenset[str]:
        """Names that a translation must have as well."""
        return names_in(self.text) | names_in(self.plural)


def templates(root: Path) -> tuple[Template, ...]:
    """All of them, each once, in the order of files and lines; `root` holds our packages."""
    found: dict[str, Template] = {}
    for place, text, plural in _everything(root):
        old = found.get(text, Template(text=text, plural=plural))
        places = dict.fromkeys((*old.places, place))
        found[text] = Template(text=text, plural=old.plural or plural, places=tuple(places))
    return tuple(found.values())


def _everything(root: Path) -> Iterator[tuple[str, str, str]]:
    for package in ("companion", "web"):
        for path in sorted((root / package).rglob("*.py")):
            yield from _located(root, path, _calls(path))
    yield from _located(root, root / VERDICTS, _values(root / VERDICTS))
    for sensors in ("hardware", "companion/eye"):
        for path in sorted((root / sensors).rglob("*.py")):
            yield from _located(root, path, _keyword(path, {"template", "text"}))
    yield from _located(root, root / LIGHT, _keyword(root / LIGHT, {"template", "text"}))
    for path, text in spoken(root):
        yield str(path.relative_to(root)), text, ""
    for game in GAMES:
        folder = root / "rules" / game
        for path in sorted(folder.glob("*.py")):
            yield from _located(root, path, _refusals(path))
        options = folder / "options.py"
        yield from _located(root, options, _keyword(options, {"label", "help"}))
        rulings = folder / "rulings.py"
        yield from _located(root, rulings, _values(rulings))
        for pack in sorted(folder.rglob("*.toml")):
            yield from _located(root, pack, _card_names(pack))


def _located(
    root: Path, path: Path, found: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, str, str]]:
    for text, plural in found:
        yield str(path.relative_to(root)), text, plural


def _literal(node: ast.expr | None) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def _nodes(path: Path) -> Iterator[ast.AST]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from sorted(ast.walk(tree), key=lambda node: getattr(node, "lineno", 0))


def _calls(path: Path) -> Iterator[tuple[str, str]]:
    for node in _nodes(path):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        count = _CALLS.get(node.func.id, 0)
        literals = [_literal(argument) for argument in node.args[:count]]
        if count and all(literals):
            yield literals[0], literals[1] if count > 1 else ""


def _keyword(path: Path, names: set[str]) -> Iterator[tuple[str, str]]:
    for node in _nodes(path):
        if isinstance(node, ast.keyword) and node.arg in names and _literal(node.value):
            yield _literal(node.value), ""


def _refusals(path: Path) -> Iterator[tuple[str, str]]:
    for node in _nodes(path):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id == "Illegal" and node.args and _literal(node.args[0]):
            yield _literal(node.args[0]), ""


def _values(path: Path) -> Iterator[tuple[str, str]]:
    for node in _nodes(path):
        if isinstance(node, ast.Dict):
            for value in node.values:
                if _literal(value):
                    yield _literal(value), ""


def _card_names(pack: Path) -> Iterator[tuple[str, str]]:
    """Every name of a content pack: the `value` of each of its facts, but no trait of a card."""
    yield from _names(tomllib.loads(pack.read_text(encoding="utf-8")))


def _names(table: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict) and key != "trait":
            yield from _names(value)
        elif key == "value" and isinstance(value, str):
            yield value, ""
