"""How the doctor looks at a machine; a test gives it another root and other programs."""

import os
import subprocess
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion.eye.config import EyeConfig
from companion.words import Words
from hardware.board_link import ToCompanion
from hardware.config import BoardConfig

Level = Literal["green", "amber", "red"]
COMMAND_S = 5.0


class Finding(Struct, frozen=True, kw_only=True):
    """One line of the doctor's report.

    Attributes:
        check: What was looked at.
        level: `green` is well, `amber` plays on without it, `red` must be mended first.
        text: What was found, and what it means for the game where it is not well.
        cure: What to do; empty where it is well.
    """

    check: str
    level: Level
    text: Words
    cure: Words = ""

    def plain(self) -> dict[str, str]:
        """In English, for other programs."""
        return {
            "check": self.check,
            "level": self.level,
            "text": str(self.text),
            "cure": str(self.cure),
        }


class Answer(Struct, frozen=True, kw_only=True):
    """What a program said; `code` is None where it is not installed or did not answer."""

    code: int | None
    out: str = ""


Ask = Callable[[Sequence[str]], Answer]
OpenBoard = Callable[[BoardConfig], AbstractContextManager[Callable[[], ToCompanion]]]
"""Opens the buttons of a wiring and gives what they say, one signal a call."""

LookAtTable = Callable[[EyeConfig], AbstractContextManager[Callable[[], object]]]
"""Starts the eye and gives what it says, one message a call."""


class Machine(Struct, frozen=True, kw_only=True):
    """What can be looked at.

    Attributes:
        root: Before /dev, /proc and /sys.
        ask: Runs a program.
        data_dir: Where games are kept.
        open_board: Opens the buttons; None where they are to be left alone.
        look: Looks through the camera; None where it is to be left alone.
    """

    root: Path
    ask: Ask
    data_dir: Path
    open_board: OpenBoard | None = None
    look: LookAtTable | None = None

    def nodes(self, pattern: str) -> list[Path]:
        """Device nodes such as `gpiochip*`, in order."""
        return sorted((self.root / "dev").glob(pattern))

    def read(self, path: str) -> str:
        """A small file below the root; empty where there is none."""
        try:
            text = (self.root / path).read_text(encoding="utf-8", errors="replace")
        except OSError:
            return ""
        return text.strip("\0\n ")

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return "Raspberry Pi" in self.read("proc/device-tree/model")


def ask(command: Sequence[str]) -> Answer:
    """Run a program of this machine, five seconds at most."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=COMMAND_S,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return Answer(code=None)
    return Answer(code=done.returncode, out=done.stdout + done.stderr)


def green(check: str, text: Words) -> Finding:
    """All is well."""
    return Finding(check=check, level="green", text=text)


def amber(check: str, text: Words, cure: Words) -> Finding:
    """Play goes on without it."""
    return Finding(check=check, level="amber", text=text, cure=cure)


def red(check: str, text: Words, cure: Words) -> Finding:
    """It must be mended before play."""
    return Finding(check=check, level="red", text=text, cure=cure)
