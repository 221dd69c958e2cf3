"""The language of what a command tells people: that of the configuration. JSON stays English."""

from pathlib import Path

from companion.config import FILE_NAME, ConfigError, load_config
from companion.settings import default_data_dir
from companion.words import ENGLISH, Words, recognised, render, t


def language_of(data_dir: Path) -> str:
    """Of the configuration; English where that cannot be read, which `companion doctor` says."""
    try:
        return load_config(data_dir / FILE_NAME).voice.language
    except ConfigError:
        return ENGLISH


def spoken(text: Words) -> str:
    """A sentence of a part that knows no languages, in that of the usual data folder."""
    return render(
        recognised(text) if isinstance(text, str) else text, language_of(default_data_dir())
    )


def unsure(why: str) -> str:
    """What stands in the place of a name that is asked about."""
    return spoken(t("unsure ({why})", why=recognised(why)))
