"""Setting the tie band in the owner's configuration, leaving every other line as it is."""

import re
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.config import Config, ConfigError
from companion.whole_file import write_whole

_SECTION = re.compile(r"^[ \t]*\[[ \t]*referee[ \t]*\][ \t]*(?:#.*)?$", re.MULTILINE)
_KEY = re.compile(
    r"^([ \t]*measured_band_ms[ \t]*=[ \t]*)[^#\r\n]*?([ \t]*(?:#.*)?)$", re.MULTILINE
)
_NEXT = re.compile(r"^[ \t]*\[", re.MULTILINE)


def keep_band(path: Path, band_ms: float) -> None:
    """Put this band into the owner's configuration. Raises ConfigError, OSError."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    write_whole(path, with_band(text, band_ms).encode())


def with_band(text: str, band_ms: float) -> str:
    """The configuration with this band.

    Raises:
        ConfigError: The text is no configuration, or written so that the line would have to be put
            in by hand.
    """
    before = _config(text)
    changed = _put(text, f"{band_ms:g}" if band_ms % 1 else f"{band_ms:.1f}")
    wanted = replace(before, referee=replace(before.referee, measured_band_ms=band_ms))
    if _config(changed) != wanted:
        raise ConfigError(
            f"The configuration is written in a way that only a person can change: put "
            f"measured_band_ms = {band_ms:g} under [referee] by hand."
        )
    return changed


def _put(text: str, value: str) -> str:
    line = f"measured_band_ms = {value}"
    section = _SECTION.search(text)
    if section is None:
        gap = "" if not text else "\n" if text.endswith("\n") else "\n\n"
        return f"{text}{gap}[referee]\n{line}\n"
    following = _NEXT.search(text, section.end())
    end = following.start() if following else len(text)
    inside = text[section.end() : end]
    if _KEY.search(inside):
        inside = _KEY.sub(lambda found: f"{found.group(1)}{value}{found.group(2)}", inside, count=1)
    else:
        inside = f"\n{line}{inside}"
    return text[: section.end()] + inside + text[end:]


def _config(text: str) -> Config:
    try:
        return msgspec.toml.decode(text, type=Config)
    except msgspec.DecodeError as error:
        raise ConfigError(f"The configuration cannot be read: {error}.") from error
