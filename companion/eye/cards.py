"""What the zones of cards have in common: which cards were taught, and how like them cards look."""

from companion.eye.usual import Usual
from companion.eye.watch import FINE, Site, Watch
from vision.catalogue import Catalogue


class CardWatch(Watch):
    """Watches one zone of cards.

    Args:
        site: See `Watch`.
        catalogue: What was taught, if anything.
        usual: How much cards look like their faces here; shared by the zones.
    """

    def __init__(self, site: Site, catalogue: Catalogue | None, usual: Usual) -> None:
        super().__init__(site, fine=FINE)
        self._catalogue = catalogue
        self._usual = usual

    def use(self, catalogue: Catalogue, usual: Usual) -> None:
        """Other taught cards; what lies there now is looked at anew."""
        self._catalogue, self._usual = catalogue, usual
        self.forget()
