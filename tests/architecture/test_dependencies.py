"""Which package may import which: the contracts of pyproject.toml, and what they cannot say."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "vision", "hardware", "web", "rules")
VENDORS = ("gpiozero", "lgpio", "gpiod", "picamera2", "libcamera", "pyttsx3")
"""Hardware libraries: imported inside the matching adapter only, so that the rest runs anywhere."""
ADAPTERS = {
    "gpiozero": ("hardware/",),
    "lgpio": ("hardware/",),
    "gpiod": ("hardware/",),
    "picamera2": ("hardware/",),
    "libcamera": ("hardware/",),
    "pyttsx3": ("hardware/",),
}
MOST_LINES = 400
LONG: dict[str, str] = {}
"""Longer files, each with its reason."""


def sources() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_import_contracts_are_kept():
    """Layers, pure rules, strangers, and who may know the twin."""
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run(
        [program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


@pytest.mark.parametrize("path", list(sources()), ids=name)
def test_a_file_keeps_the_manners_of_the_house(path: Path):
    """No wall clock for `time.time`, no vendor import outside its adapter, no file out of hand."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert not list(_wall_clocks(tree)), "takes the wall clock; take a Clock"
    for module in _imports(tree):
        vendor = module.split(".")[0]
        if vendor in VENDORS:
            assert name(path).startswith(ADAPTERS[vendor]), f"imports {vendor} outside its adapter"
    if name(path) not in LONG:
        assert text.count("\n") <= MOST_LINES, "is too long for one subject; split it"


def test_the_list_of_long_files_is_no_longer_than_it_must_be():
    for long in LONG:
        assert (ROOT / long).read_text(encoding="utf-8").count("\n") > MOST_LINES, long


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def _wall_clocks(tree: ast.Module) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr == "time":
            if isinstance(node.value, ast.Name) and node.value.id == "time":
                yield node
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (node for alias in node.names if alias.name == "time")


def test_the_rules_fold_and_store_without_hardware_libraries():
    """A replay on a machine without camera or buttons must not even try to load them."""
    heavy = [*VENDORS, "cv2", "flask", "numpy"]
    code = (
        "import sys, companion.store, companion.history, rules\n"
        f"print(sorted(set(sys.modules) & set({heavy!r})))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
