"""Teaching as the pages see it: who may, what is shown, and the way to the eye's process."""

import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct
from msgspec.structs import replace

from companion.ports import Identity, Refused
from companion.teaching import session as rounds
from companion.teaching import texts
from companion.teaching.session import Session
from companion.teachmodels import TeachKind, TeachModel, TeachPair
from companion.words import ENGLISH, Text, recognised, render
from hardware.eye_link import Taught, Teach, TeachBuild, TeachLoad, TeachPhoto, TeachShot

PHOTO_BYTES = 7 * 1024 * 1024
"""Of an upload: a phone's photo, or a catalogue of a whole box."""
MOST_WAITING = 40
"""Photos that may be under way: two rounds of a box."""


class LearningEye(Protocol):
    """The part of the eye's client that is needed here."""

    def teach(self, message: Teach | TeachPhoto | TeachBuild | TeachLoad) -> bool:
        """Pass it on; False where no eye runs just now."""

    def use_catalogue(self, path: str) -> None:
        """Which taught cards a later process reads."""


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of card of the game, as it is named and drawn."""

    key: str
    label: str
    icon: str = ""


class TableNow(Struct, frozen=True, kw_only=True):
    """What teaching needs to know of the table.

    Attributes:
        busy: A game runs and is not paused: cards on the Pot count.
        camera: Whether the camera works.
        language: Of this audience's page.
    """

    kinds: tuple[Kind, ...]
    busy: bool
    camera: bool
    language: str = ENGLISH


class Teaching:
    """Implements `ports.TeachService`; every method may be called from any thread."""

    def __init__(self, path: Path, table: Callable[[str], TableNow]) -> None:
        """`path`: the catalogue's file; `table`: how the table stands, for an audience's eyes."""
        self._path = path
        self._table = table
        self._lock = threading.Lock()
        self._session = Session()
        self._eye: LearningEye | None = None
        self._looking = False
        self._photos: dict[int, str] = {}
        self._photo = 0

    def connect(self, eye: LearningEye) -> None:
        """From now on there is an eye."""
        self._eye = eye

    # ---------------------------------------------------------------- from the eye
    def heard(self, message: TeachShot | Taught) -> None:
        """The eye took a picture, or learned."""
        with self._lock:
            if isinstance(message, Taught):
                self._session = rounds.answered(self._session, message)
                if message.ok and self._session.phase == "written" and self._eye is not None:
                    self._eye.use_catalogue(str(self._path))
                    self._look_away()
                return
            key = self._photos.pop(message.ident, "") if message.ident else ""
            if message.ident and not key:
                return
            text, cure = texts.HINDERS.get(message.why, (message.text, message.cure))
            message = replace(message, text=text, cure=cure)
            before = self._session.number
            self._session = rounds.took(self._session, message, key)
            if self._session.number != before:
                self._compare(write=False)

    @staticmethod
    def _refused(
        status: Literal[403, 404, 409, 422, 429, 503], why: str, language: str = ENGLISH
    ) -> Refused:
        return Refused(status=status, reason=render(Text(why), language))

    def _not_host(self, identity: Identity) -> Refused:
        return self._refused(403, texts.NOT_HOST, self._table(identity.audience).language)

    def _compare(self, *, write: bool) -> bool:
        """Send what was taken; the lock is held."""
        self._session = rounds.comparing(self._session, write=write)
        build = TeachBuild(
            ident=self._session.asked,
            pictures=self._session.faces(),
            path=str(self._path) if write else "",
        )
        return self._eye is not None and self._eye.teach(build)

    def stand_aside(self) -> None:
        """A game goes on: the eye looks at the table again. What was shown stays on the page."""
        with self._lock:
            if self._looking:
                self._look_away()

    # ---------------------------------------------------------------- for pages
    def model(self, identity: Identity) -> TeachModel | Refused:
        """What the page shows."""
        if not identity.host:
            return self._not_host(identity)
        now = self._table(identity.audience)
        with self._lock:
            session = self._session
            if session.phase == "showing" and not now.busy and not self._looking:
                self._look()  # the game that was in the way is over
        kinds = {kind.key: kind for kind in now.kinds}
        return TeachModel(
            phase=session.phase,
            kinds=tuple(
                TeachKind(
                    key=kind.key,
                    label=kind.label,
                    icon=kind.icon,
                    pictures=tuple(one.ident for one in session.pictures.get(kind.key, ())),
                    skipped=kind.key in session.skipped,
                )
                for kind in now.kinds
            ),
            at=session.at,
            done=session.done,
            total=len(now.kinds),
            text=render(recognised(session.text), now.language),
            cure=render(recognised(session.cure), now.language),
            trouble=session.trouble,
            pairs=tuple(_pairs(session, kinds)),
            camera=now.camera,
            taught=self._path.exists(),
            digest=session.digest[:12],
            why_not=render(Text(texts.BUSY), now.language) if now.busy else "",
        )

    def act(self, identity: Identity, action: str, value: str = "") -> TeachModel | Refused:
        """`begin`, `choose`, `redo`, `skip`, `finish`, `stop`; `value` is a kind's key."""
        if not identity.host:
            return self._not_host(identity)
        now = self._table(identity.audience)
        if now.busy and action != "stop":
            return self._refused(409, texts.BUSY, now.language)
        refused = self._act(now, action, value)
        return refused or self.model(identity)

    def _act(self, now: TableNow, action: str, value: str) -> Refused | None:
        keys = tuple(kind.key for kind in now.kinds)
        with self._lock:
            match action:
                case "begin":
                    return self._begin(keys, now.language)
                case "choose" | "redo" if value in self._session.keys:
                    # What lies there was taken already; only `redo` takes the same card anew.
                    looking = self._session.phase == "showing" and action == "choose"
                    step = rounds.choose if action == "choose" else rounds.redo
                    self._session = step(self._session, value)
                    if not looking:
                        self._look()
                case "skip":
                    self._session = rounds.skip(self._session)
                case "finish":
                    return self._finish(now.language)
                case "stop":
                    self._session = Session(asked=self._session.asked + 1)
                    self._photos.clear()
                    self._look_away()
                case _:
                    return self._refused(422, texts.NOT_OFFERED, now.language)
        return None

    def _begin(self, keys: Sequence[str], language: str) -> Refused | None:
        self._session = rounds.begin(tuple(keys), self._session.asked)
        self._photos.clear()
        return None if self._look() else self._refused(503, texts.NO_EYE, language)

    def _look_away(self) -> None:
        self._looking = False
        if self._eye is not None:
            self._eye.teach(Teach(on=False))

    def _look(self) -> bool:
        self._looking = True
        return self._eye is not None and self._eye.teach(Teach(on=True))

    def _finish(self, language: str) -> Refused | None:
        if self._session.phase != "showing" or not self._session.done:
            return self._refused(409, texts.NOTHING_SHOWN, language)
        if self._compare(write=True):
            return None
        self._session = replace(self._session, phase="showing")
        return self._refused(503, texts.NO_EYE, language)

    def photo(self, identity: Identity, key: str, data: bytes) -> TeachModel | Refused:
        """A phone's photo of the card `key`; what became of it shows on the page."""
        if not identity.host:
            return self._not_host(identity)
        now = self._table(identity.audience)
        if now.busy:
            return self._refused(409, texts.BUSY, now.language)
        with self._lock:
            if self._session.phase != "showing" or key not in self._session.keys:
                return self._refused(409, texts.NOT_STARTED, now.language)
            if len(self._photos) >= MOST_WAITING:
                return self._refused(429, texts.TOO_MANY, now.language)
            self._photo += 1
            self._photos[self._photo] = key
            sent = self._eye is not None and self._eye.teach(
                TeachPhoto(ident=self._photo, data=data)
            )
            if not sent:
                self._photos.pop(self._photo)
        return self.model(identity) if sent else self._refused(503, texts.NO_EYE, now.language)

    def thumb(self, identity: Identity, ident: str) -> bytes | None:
        """A picture that was taken, as JPEG."""
        with self._lock:
            found = self._session.picture(ident) if identity.host else None
        return found.thumb if found is not None else None

    def catalogue(self, identity: Identity) -> bytes | Refused:
        """The file of this table's cards, to keep or to take to another table."""
        if not identity.host:
            return self._not_host(identity)
        try:
            return self._path.read_bytes()
        except OSError:
            return self._refused(404, texts.NOT_TAUGHT, self._table(identity.audience).language)

    def take_catalogue(self, identity: Identity, data: bytes) -> TeachModel | Refused:
        """Use another table's file, if it is whole and of this version."""
        if not identity.host:
            return self._not_host(identity)
        now = self._table(identity.audience)
        if now.busy:
            return self._refused(409, texts.BUSY, now.language)
        with self._lock:
            fresh = Session(phase="writing", asked=self._session.asked)
            self._session = rounds.comparing(fresh, write=True)
            load = TeachLoad(ident=self._session.asked, data=data, path=str(self._path))
            if self._eye is None or not self._eye.teach(load):
                self._session = Session(asked=self._session.asked)
                return self._refused(503, texts.NO_EYE, now.language)
        return self.model(identity)


def _pairs(session: Session, kinds: dict[str, Kind]) -> Sequence[TeachPair]:
    found = []
    for pair in session.pairs:
        first, second = kinds.get(pair.first), kinds.get(pair.second)
        found.append(
            TeachPair(
                first=first.label if first else pair.first,
                second=second.label if second else pair.second,
                first_key=pair.first,
                second_key=pair.second,
                distance=round(pair.distance, 2),
                first_picture=_newest(session, pair.first),
                second_picture=_newest(session, pair.second),
            )
        )
    return found


def _newest(session: Session, key: str) -> str:
    taken = session.pictures.get(key, ())
    return taken[-1].ident if taken else ""
