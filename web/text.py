"""The words of the pages, one file a language: strings.toml is English, strings.de.toml German."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

Strings = Mapping[str, Mapping[str, str]]
ENGLISH = "en"


@cache
def load_strings(language: str = ENGLISH) -> Strings:
    """Section, key, sentence: `strings["join"]["title"]`. `{name}` marks what is filled in.

    What a language lacks, or a language that is not there at all, is English.
    """
    english = _read("strings.toml")
    name = f"strings.{language}.toml"
    if language == ENGLISH or not (files("web") / name).is_file():
        return english
    other = _read(name)
    return {section: {**keys, **other.get(section, {})} for section, keys in english.items()}


def _read(name: str) -> Strings:
    return tomllib.loads((files("web") / name).read_text(encoding="utf-8"))
