"""What the eye was asked to learn and has not answered: where it dies, that is an answer too."""

import threading

from companion.words import mark
from hardware.eye_link import Taught, Teach, TeachBuild, TeachLoad, TeachPhoto, TeachShot

LEARNING = mark(
    "The part that looks at the table stopped while it learned, and is being started again. What "
    "you have shown is kept: wait a moment, then learn once more."
)
LOADING = mark(
    "The part that looks at the table stopped while it read the file, and is being started again. "
    "Nothing was changed: wait a moment, then bring the file once more."
)
PHOTO = mark("The part that looks at the table stopped before it had looked at the photo.")
PHOTO_CURE = mark("Wait a moment, then send it again.")


class Unanswered:
    """Requests under way, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._learning: dict[int, str] = {}
        self._photos: set[int] = set()

    def asked(self, message: Teach | TeachPhoto | TeachBuild | TeachLoad) -> None:
        """It goes to the eye now."""
        with self._lock:
            match message:
                case TeachPhoto(ident=ident):
                    self._photos.add(ident)
                case TeachBuild(ident=ident):
                    self._learning[ident] = LEARNING
                case TeachLoad(ident=ident):
                    self._learning[ident] = LOADING
                case Teach():
                    pass

    def refused(self, message: Teach | TeachPhoto | TeachBuild | TeachLoad) -> None:
        """It could not be sent, and whoever asked knows that."""
        with self._lock:
            match message:
                case TeachPhoto(ident=ident):
                    self._photos.discard(ident)
                case TeachBuild(ident=ident) | TeachLoad(ident=ident):
                    self._learning.pop(ident, None)
                case Teach():
                    pass

    def answered(self, message: TeachShot | Taught) -> None:
        """The eye answered."""
        with self._lock:
            if isinstance(message, TeachShot):
                self._photos.discard(message.ident)
            else:
                self._learning.pop(message.ident, None)

    def take(self) -> tuple[TeachShot | Taught, ...]:
        """What to answer in the eye's place; nothing is waited for any more."""
        with self._lock:
            photos, self._photos = sorted(self._photos), set()
            learning, self._learning = sorted(self._learning.items()), {}
        return (
            *(
                TeachShot(ident=ident, ok=False, why="died", text=PHOTO, cure=PHOTO_CURE)
                for ident in photos
            ),
            *(Taught(ident=ident, ok=False, text=text) for ident, text in learning),
        )
