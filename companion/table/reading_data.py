"""What the camera read, as it stands with an entry: later compared with what was believed."""

from typing import Any

import msgspec

from hardware.events import DiceSeen, GridSeen, Observation


def reading_of(seen: Observation | GridSeen | DiceSeen) -> dict[str, Any]:
    """Of a pile its new card, of a grid what changed, of a roll all dice; with the evidence."""
    common = {
        "ident": seen.ident,
        "settled": seen.settled_at,
        "frames": [frame.id for frame in seen.frames],
    }
    match seen:
        case GridSeen(zone=zone, cells=cells, changed=changed):
            read = {str(place): msgspec.to_builtins(cells[place]) for place in changed}
            return {"sight": zone, "cells": read, **common}
        case DiceSeen(zone=zone, dice=dice):
            return {"sight": zone, "dice": msgspec.to_builtins(dice), **common}
        case Observation():
            return {
                "read": seen.identity,
                "unsure": seen.unsure,
                "candidates": [[c.key, round(c.p, 4)] for c in seen.candidates],
                "onset": [seen.onset.earliest, seen.onset.latest],
                **common,
            }
