"""How piles lay when an eye ended, kept for the eye that is started in its place.

Without it an eye that starts anew takes what lies there as given: a card that was laid meanwhile
would be noticed by the audit alone, and the card below a lifted one would be told as laid.
"""

from msgspec.structs import replace

from hardware.eye_link import PileLies


class Handover:
    """What eyes said of their piles, kept by the companion."""

    def __init__(self) -> None:
        self._piles: dict[str, tuple[PileLies, ...]] = {}
        self._known_ns = 0
        self._run = 0

    def take(self, lies: PileLies) -> None:
        """A pile came to rest."""
        below = self._piles.get(lies.zone, ())[: lies.depth - 1]
        if below:  # the eye keeps the fine picture of the top alone, and of the one below it
            below = (*(replace(one, fine=b"") for one in below[:-1]), below[-1])
        self._piles[lies.zone] = (*below, lies)

    def known(self, ns: int, run: int) -> None:
        """Every change that began before `ns` was told."""
        self._known_ns, self._run = ns, run

    def forget(self, zone: str = "") -> None:
        """What lies there (in all zones where empty) is to be taken as given."""
        for name in [zone] if zone else list(self._piles):
            self._piles.pop(name, None)

    def all(self) -> list[PileLies]:
        """For an eye that starts: each pile from below, as long as one clock runs."""
        return [
            replace(lies, until_ns=self._known_ns)
            for pile in list(self._piles.values())
            for lies in pile
            if self._known_ns and lies.run == self._run
        ]
