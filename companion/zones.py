"""How the zones lie at rest, told rarely: what the table compares its piles with."""

from companion.table.signals import ZonesSeen
from hardware.eye_link import Conditions, ZoneNow


class RestingZones:
    """From the eye's conditions to signals. Motion is passed over: it is no state of a pile."""

    def __init__(self) -> None:
        self._zones: dict[str, ZoneNow] = {}
        self._told: tuple[ZoneNow, ...] = ()

    def seen(self, conditions: Conditions) -> ZonesSeen | None:
        """A signal where a zone at rest lies otherwise than told before, else None."""
        for zone in conditions.zones:
            if zone.state != "busy":
                self._zones[zone.zone] = zone
        now = tuple(self._zones[name] for name in sorted(self._zones))
        if now == self._told:
            return None
        self._told = now
        return ZonesSeen(zones=now, run=conditions.run)
