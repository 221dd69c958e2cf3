"""What the zones of cards have in common: which cards were taught, and how like them cards look."""

from companion.eye.usual import Usual
from companion.eye.watch import FINE, Site, Watch
from vision.zone_reader import ZoneReader


class CardWatch(Watch):
    """Watches one zone of cards.

    Args:
        site: See `Watch`.
        reader: With what was taught, if anything; shared by the zones.
        usual: How much cards look like their faces here; shared likewise.
    """

    def __init__(self, site: Site, reader: ZoneReader | None, usual: Usual) -> None:
        super().__init__(site, fine=FINE)
        self._reader = reader
        self._usual = usual

    def use(self, reader: ZoneReader, usual: Usual) -> None:
        """Other taught cards; what lies there now is looked at anew."""
        self._reader, self._usual = reader, usual
        self.forget()
