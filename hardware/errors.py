"""What can go wrong with hardware; each error is also the built-in it resembles."""

import re
from collections.abc import Mapping
from typing import Self

Parts = Mapping[str, str | int]


def filled(template: str, parts: Parts) -> str:
    """The template with its parts in place of their names in braces."""
    return re.sub(r"\{(\w+)\}", lambda name: str(parts.get(name[1], name[0])), template)


class HardwareError(Exception):
    """Base of everything a sensor or actuator raises. The text names the cure.

    Attributes:
        template: The text with its parts in braces, for other languages; empty where the text is
            shown in English alone.
        parts: What the template's braces hold.
    """

    def __init__(self, *args: object) -> None:
        super().__init__(*args)
        self.template = ""
        self.parts: Parts = {}

    @classmethod
    def of(cls, *, template: str, **parts: str | int) -> Self:
        """An error that can be told in other languages."""
        error = cls(filled(template, parts))
        error.template, error.parts = template, parts
        return error


class WiringError(HardwareError, ValueError):
    """The wiring in the configuration cannot work; nothing was switched on."""


class BoardUnavailableError(HardwareError, OSError):
    """The pins cannot be reached now; they may come back."""
