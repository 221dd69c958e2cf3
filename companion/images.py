"""JPEGs that the eye sent and no entry has claimed yet: a small shelf that forgets the oldest."""

import threading
from collections import OrderedDict
from collections.abc import Iterable

SHELF_BYTES = 16 * 1024 * 1024
"""About a minute of evidence at three 60 kB frames a card; a Pi's memory allows it."""


class ImageShelf:
    """Thread-safe; bounded by bytes."""

    def __init__(self, limit_bytes: int = SHELF_BYTES) -> None:
        self._limit = limit_bytes
        self._size = 0
        self._images: OrderedDict[str, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, ident: str, jpeg: bytes) -> None:
        """Keep `jpeg`; the oldest are forgotten when the shelf is full."""
        with self._lock:
            self._size += len(jpeg) - len(self._images.pop(ident, b""))
            self._images[ident] = jpeg
            while self._size > self._limit and len(self._images) > 1:
                _, gone = self._images.popitem(last=False)
                self._size -= len(gone)

    def get(self, ident: str) -> bytes | None:
        """The JPEG, if it is still here."""
        with self._lock:
            return self._images.get(ident)

    def pick(self, idents: Iterable[str]) -> dict[str, bytes]:
        """Those of `idents` that are here."""
        with self._lock:
            return {i: self._images[i] for i in idents if i in self._images}
