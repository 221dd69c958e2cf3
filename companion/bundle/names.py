"""Replacing names, the same one everywhere, so that a game can be shown to strangers.

Names come in where people type them. A black box is therefore replaced at its signals, and its
replay tells the game with the new names; entries without a black box are replaced in their texts.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.history import Row
from companion.table.people import NAME_MAX, clean_name

SAID = "Player"
"""How every name is spoken in a copy without names."""
_PLAIN = re.compile(r"[a-z0-9_:.=/#-]*")
"""Ids, keys of cards, kinds: never a name, even where somebody is called like one."""
_TEXT_FIELDS = frozenset(
    {"name", "names", "label", "title", "body", "text", "hint", "reason", "who", "headline"}
)
"""Where a name may stand by itself, in whatever letters."""
_KEPT_FIELDS = frozenset(
    {"pack", "options", "colour", "frames", "candidates", "read", "question", "template", "plural"}
)
_BLANK_FIELDS = frozenset({"digest", "says", "sound", "sounds", "phonetic"})
"""What belongs to a person and has no other name."""
_VARIANTS: tuple[Callable[[str], str], ...] = (str, str.lower, str.upper, str.swapcase)


class Aliases:
    """`Ann` is `Player 1`, `Ben` is `Player 2`, in the order in which they turned up."""

    def __init__(self) -> None:
        self._alias: dict[str, str] = {}
        self._folded: dict[str, list[str]] = {}

    def typed(self, text: str) -> str:
        """What to type instead; like names stay alike, different ones different."""
        name = clean_name(text)
        return self.of(name) if name else text

    def of(self, name: str) -> str:
        """The alias of a name as the table shows it."""
        if name not in self._alias:
            alike = self._folded.setdefault(name.casefold(), [])
            number = len(self._folded)
            self._alias[name] = _VARIANTS[len(alike) % len(_VARIANTS)](f"Player {number}")
            alike.append(name)
        return self._alias[name]

    def became(self, wanted: str, name: str) -> None:
        """The table made `name` of a typed name that was taken already: `Anna` became `Anna 2`."""
        base, suffix = clean_name(wanted), name.rpartition(" ")[2]
        if name != base and name not in self._alias:
            self._alias[name] = f"{self.of(base)[: NAME_MAX - 3]} {suffix}"
            self._folded.setdefault(name.casefold(), []).append(name)

    def learn(self, rows: Iterable[Row]) -> None:
        """Every name that entries tell of."""
        for row in rows:
            if row.kind == "seat" and row.data.get("name"):
                self.of(row.data["name"])
            elif row.kind == "game":
                for name in row.data.get("names", ()):
                    if not re.fullmatch(r"Seat \d", str(name)):
                        self.of(str(name))

    def text(self, text: str) -> str:
        """A text with every name in it replaced, as whole words, all at once."""
        if not self._alias or _PLAIN.fullmatch(text):
            return text
        names = sorted(self._alias, key=len, reverse=True)
        pattern = "|".join(re.escape(name) for name in names)
        return re.sub(rf"(?<!\w)(?:{pattern})(?!\w)", lambda m: self._alias[m[0]], text)

    def row(self, row: Row) -> Row:
        """An entry with the names and digests in its `data` replaced; what was played stays."""
        return replace(row, data=self._fields(row.data))

    def _fields(self, data: Mapping[str, Any]) -> dict[str, Any]:
        return {key: self._field(key, value) for key, value in data.items()}

    def _field(self, key: str, value: Any) -> Any:
        if key in _BLANK_FIELDS:
            return ""
        if key in _KEPT_FIELDS:
            return value
        if isinstance(value, str):
            known = key in _TEXT_FIELDS and value in self._alias
            return self._alias[value] if known else self.text(value)
        if isinstance(value, Mapping):
            return self._parts(value) if key == "parts" else self._fields(value)
        if isinstance(value, list | tuple):
            return [self._field(key, item) for item in value]
        return value

    def _parts(self, parts: Mapping[str, Any]) -> dict[str, Any]:
        """The parts of a sentence, whatever they are called: a name stands there by itself."""
        return {
            part: self._alias.get(value, self.text(value))
            if isinstance(value, str)
            else self._field("text", value)
            for part, value in parts.items()
        }

    def struct(self, value: Any) -> Any:
        """The same value of ours with every name in it replaced: a sentence, a member."""
        if isinstance(value, str):
            return self.text(value)
        return msgspec.convert(self._fields(msgspec.to_builtins(value)), type=type(value))


def scrubber(private: Mapping[str, str]) -> Callable[[str], str]:
    """Replaces places and machines: home folder, user, host, addresses, in the order given."""
    known = {old: new for old, new in private.items() if len(old) > 2}  # noqa: PLR2004

    def scrub(text: str) -> str:
        for old, new in known.items():
            text = text.replace(old, new)
        return re.sub(r"\b(?!127\.)\d{1,3}(\.\d{1,3}){3}\b", "192.0.2.1", text)

    return scrub
