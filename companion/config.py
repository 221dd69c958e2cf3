"""The owner's configuration: one TOML file in the data folder; every key has a default."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from companion.eye.config import EyeConfig
from companion.words import ENGLISH, KINDS, USUAL, catalogue, languages
from hardware.config import BoardConfig

FILE_NAME = "companion.toml"
Port = Annotated[int, Meta(ge=0, le=65535)]
Milliseconds = Annotated[float, Meta(ge=0, le=10_000)]


class ConfigError(ValueError):
    """The configuration is malformed; the message names file, field and cure."""


class WebConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where pages are served.

    Attributes:
        host: Address to listen on; `127.0.0.1` keeps the table to this machine.
        port: 0 lets the system choose.
        names: Names under which phones may reach this machine, besides its address and `*.local`.
    """

    host: str = "0.0.0.0"  # noqa: S104 - phones of the LAN are the purpose
    port: Port = 8080
    names: tuple[str, ...] = ()


class VoiceConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The announcer.

    Attributes:
        enabled: False leaves captions only.
        language: Of a new game's voice and screen: a code such as `en` or `de`. The host may change
            it, and every phone may choose its own.
        kinds: Which sentences are spoken in a new game; all are shown.
        voice: Name of an espeak-ng voice such as `gmw/en` for `language`; empty takes the usual.
        voices: The same for further languages, by code.
        rate: Words a minute.
    """

    enabled: bool = True
    language: str = ENGLISH
    kinds: tuple[str, ...] = USUAL
    voice: str = ""
    voices: Mapping[str, str] = {}
    rate: Annotated[int, Meta(ge=80, le=400)] = 165

    def __post_init__(self) -> None:
        """Raises ValueError, which the decoder tells with the field's place."""
        if self.language not in languages():
            raise ValueError(f"no language {self.language!r}; there are {', '.join(languages())}")
        unknown = [kind for kind in self.kinds if kind not in KINDS]
        if unknown:
            raise ValueError(f"no kind {unknown[0]!r} of sentence; there are {', '.join(KINDS)}")


def voices_of(voice: VoiceConfig) -> dict[str, str]:
    """Language to the espeak-ng voice that speaks it."""
    usual = {code: catalogue(code).voice for code in languages()}
    chosen = {voice.language: voice.voice} if voice.voice else {}
    return {**usual, **chosen, **voice.voices}


class RefereeConfig(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What belongs to these devices rather than to a game.

    Attributes:
        measured_band_ms: How far apart these very buttons must be pressed to be told apart.
        tap_ms: How long a tap may have been under way (touch screen and Wi-Fi).
        limit_ms: How long evidence may wait for a slow sensor before the table is asked.
    """

    measured_band_ms: Milliseconds = 0.0
    tap_ms: Milliseconds = 130.0
    limit_ms: Milliseconds = 3000.0


class Config(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The whole file. `board` absent means the default wiring for the number of seats.

    Attributes:
        eye: The camera and what is known of the cards.
    """

    board: BoardConfig | None = None
    eye: EyeConfig = EyeConfig()
    voice: VoiceConfig = VoiceConfig()
    web: WebConfig = WebConfig()
    referee: RefereeConfig = RefereeConfig()


def load_config(path: Path) -> Config:
    """The configuration; defaults where there is no file. Raises ConfigError."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Config()
    except OSError as error:
        raise ConfigError(
            f"{path}: {error.strerror}. Make it readable, or move it away."
        ) from error
    try:
        return msgspec.toml.decode(data, type=Config)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"{path}: {error}. Mend that line, or move the file away to play with the defaults; "
            "docs/configuration.md lists every key."
        ) from error
