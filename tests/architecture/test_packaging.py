"""Our five package names are generic; packages of these names on PyPI replace ours silently."""

import importlib
import importlib.metadata
import tomllib
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("companion", "vision", "hardware", "web", "rules")


@pytest.mark.parametrize("name", PACKAGES)
def test_only_our_distribution_provides_the_package(name: str):
    """Installing PyPI's `rules` over ours replaced `rules/__init__.py`, and pip said nothing."""
    providers = set(importlib.metadata.packages_distributions().get(name, ()))
    assert providers <= {"table-companion"}


@pytest.mark.parametrize("name", PACKAGES)
def test_the_package_imported_is_the_one_of_this_tree(name: str):
    module = importlib.import_module(name)
    assert module.__file__ is not None
    assert Path(module.__file__).parent == ROOT / name
    assert (ROOT / name / "py.typed").exists()


def test_the_distribution_can_not_be_uploaded_by_mistake():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert "Private :: Do Not Upload" in project["classifiers"]


def test_every_dependency_is_pinned():
    """A fresh machine gets the versions that this tree was tested with."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *chain(*project["optional-dependencies"].values())]
    pins = "".join(path.read_text().lower() for path in (ROOT / "requirements").glob("*.txt"))
    names = {wish.split(">=")[0].lower() for wish in wanted}
    assert {name for name in names if f"\n{name}==" not in pins} == set()
