"""One guided round of teaching, as a frozen value: which card is wanted, what was taken of it.

Pure: pictures are bytes that are never looked into here, and nothing has a time.
"""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from hardware.eye_link import Alike, Taught, TaughtPicture, TeachShot

MOST_PICTURES = 4
"""Of one kind: different borders, or another light. The oldest goes."""
FAR_APART = 4.0
"""Pairs further apart than this are no concern."""


class Picture(Struct, frozen=True, kw_only=True):
    """A face that was taken, and how it looks on the page."""

    ident: str
    face: bytes
    thumb: bytes


class Session(Struct, frozen=True, kw_only=True):
    """Where the round stands.

    Attributes:
        phase: `idle`, `showing`, `writing`, `written`.
        keys: Every kind of the game, in the order they are shown.
        at: The kind that is wanted, empty when all have had their turn.
        pictures: By kind.
        text, cure: What happened last or hinders; `trouble` where it went wrong.
        pairs: Kinds that look alike, as last compared.
        asked: Ident of the newest comparison; older answers are passed over.
    """

    phase: str = "idle"
    keys: tuple[str, ...] = ()
    at: str = ""
    pictures: Mapping[str, tuple[Picture, ...]] = {}
    skipped: frozenset[str] = frozenset()
    text: str = ""
    cure: str = ""
    trouble: bool = False
    pairs: tuple[Alike, ...] = ()
    digest: str = ""
    number: int = 0
    asked: int = 0

    @property
    def done(self) -> int:
        """Kinds with a picture."""
        return sum(bool(self.pictures.get(key)) for key in self.keys)

    def faces(self) -> tuple[TaughtPicture, ...]:
        """Everything that was taken, by kind."""
        return tuple(
            TaughtPicture(key, picture.face)
            for key in self.keys
            for picture in self.pictures.get(key, ())
        )

    def picture(self, ident: str) -> Picture | None:
        """A picture by its id."""
        return next(
            (one for taken in self.pictures.values() for one in taken if one.ident == ident), None
        )


def begin(keys: tuple[str, ...], asked: int = 0) -> Session:
    """The first card is wanted; `asked` of the round before, whose answers are passed over."""
    return Session(phase="showing", keys=keys, at=keys[0] if keys else "", asked=asked)


def took(session: Session, shot: TeachShot, key: str = "") -> Session:
    """A picture was taken of the kind that is wanted (or of `key`), or could not be."""
    kind = key or session.at
    if session.phase != "showing":
        return session
    if not shot.ok:
        return replace(session, text=shot.text, cure=shot.cure, trouble=shot.why != "none")
    if kind not in session.keys:
        return session
    number = session.number + 1
    fresh = Picture(ident=f"{number}", face=shot.face, thumb=shot.thumb)
    taken = (*session.pictures.get(kind, ()), fresh)[-MOST_PICTURES:]
    session = replace(
        session,
        pictures={**session.pictures, kind: taken},
        skipped=session.skipped - {kind},
        number=number,
        text="",
        cure="",
        trouble=False,
    )
    return session if key and key != session.at else replace(session, at=_next(session, kind))


def choose(session: Session, key: str) -> Session:
    """This kind is shown next; pictures of it are added to those it has."""
    if session.phase not in {"showing", "written"} or key not in session.keys:
        return session
    return replace(session, phase="showing", at=key, text="", cure="", trouble=False)


def redo(session: Session, key: str) -> Session:
    """Forget what was taken of this kind, and show it again."""
    if key not in session.keys:
        return session
    pictures = {kind: taken for kind, taken in session.pictures.items() if kind != key}
    pairs = tuple(pair for pair in session.pairs if key not in {pair.first, pair.second})
    return choose(replace(session, pictures=pictures, pairs=pairs), key)


def skip(session: Session) -> Session:
    """Leave the wanted kind out for now."""
    if session.phase != "showing" or not session.at:
        return session
    left = replace(session, skipped=session.skipped | {session.at}, text="", cure="")
    return replace(left, at=_next(left, session.at), trouble=False)


def _next(session: Session, after: str) -> str:
    """The next kind without a picture that nobody left out; empty where there is none."""
    place = session.keys.index(after) + 1
    around = (*session.keys[place:], *session.keys[:place])
    waiting = (k for k in around if not session.pictures.get(k) and k not in session.skipped)
    return next(waiting, "")


def comparing(session: Session, *, write: bool) -> Session:
    """The pictures go to be compared (or learned); the answer carries `asked`."""
    phase = "writing" if write else session.phase
    return replace(session, phase=phase, asked=session.asked + 1, text="", cure="", trouble=False)


def answered(session: Session, taught: Taught) -> Session:
    """What the comparison, or the learning, found."""
    if taught.ident != session.asked:
        return session
    if not taught.ok:
        showing = "showing" if session.keys else "idle"
        phase = showing if session.phase == "writing" else session.phase
        return replace(session, phase=phase, text=taught.text, cure="", trouble=True)
    pairs = tuple(pair for pair in taught.pairs if pair.distance < FAR_APART)
    if session.phase != "writing":
        return replace(session, pairs=pairs)
    return replace(session, phase="written", at="", pairs=pairs, digest=taught.digest)
