"""What the owner told of a box, kept for later evenings: DATA/packs/<game>.toml."""

import json
import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.core import Fact

log = logging.getLogger(__name__)
HEAD = "# Told on the page of this table. Each value overrides the one that comes with the game.\n"


def owner_values(pack: Any) -> dict[str, dict[str, str]]:
    """Card to field to value, of what the owner told; `name` and `trait` for now."""
    fields: Mapping[str, Mapping[str, Fact]] = {"name": pack.names, "trait": pack.traits}
    found: dict[str, dict[str, str]] = {}
    for field, row in fields.items():
        for key, fact in row.items():
            if fact.origin == "owner":
                found.setdefault(key, {})[field] = str(fact.value)
    return found


def as_toml(section: str, values: Mapping[str, Mapping[str, str]]) -> str:
    """The override file's text. JSON's strings are TOML's basic strings."""
    parts = [HEAD]
    for key, row in sorted(values.items()):
        lines = [
            f"{field} = {json.dumps(value, ensure_ascii=False)}" for field, value in row.items()
        ]
        parts.append("\n".join((f"[{section}.{key}]", *lines)) + "\n")
    return "\n".join(parts)


def write_owner_pack(path: Path, pack: Any) -> str:
    """As a whole, or not at all; what went wrong, or nothing."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(as_toml("characters", owner_values(pack)), encoding="utf-8")
        part.replace(path)
    except OSError as error:
        log.warning("%s cannot be written (%s); what was told is not kept", path, error)
        return str(error)
    return ""
