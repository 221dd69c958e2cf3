"""The words of the pages, read from one file so that another language is another file."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files

Strings = Mapping[str, Mapping[str, str]]


def load_strings() -> Strings:
    """Section, key, sentence: `strings["join"]["title"]`. `{name}` marks what is filled in."""
    return tomllib.loads((files("web") / "strings.toml").read_text(encoding="utf-8"))
