"""What the page for teaching cards shows; like `companion.readmodels`, ready to be drawn."""

from msgspec import Struct


class TeachKind(Struct, frozen=True, kw_only=True):
    """One kind of card that the game has.

    Attributes:
        icon: A name in web/static/icons.svg.
        pictures: Ids of the pictures taken of it, newest last.
        skipped: Somebody chose to leave it out.
    """

    key: str
    label: str
    icon: str = ""
    pictures: tuple[str, ...] = ()
    skipped: bool = False


class TeachPair(Struct, frozen=True, kw_only=True):
    """Two kinds that look alike, with a picture of each.

    Attributes:
        distance: Under 1 they cannot be told apart reliably and people will be asked.
    """

    first: str
    second: str
    first_key: str
    second_key: str
    distance: float
    first_picture: str = ""
    second_picture: str = ""


class TeachModel(Struct, frozen=True, kw_only=True):
    """Everything on the page.

    Attributes:
        phase: `idle`, `showing` (cards are shown one after another), `writing`, `written`.
        at: Key of the card that is wanted now, empty when each has its turn behind it.
        done: Kinds with a picture, of `total`.
        text: What happened last, or what hinders the picture; `cure`: what to do.
        trouble: Whether `text` is about something that went wrong.
        pairs: Kinds that look alike, nearest first.
        camera: Whether the camera works; without it photos can be sent.
        taught: Whether a catalogue of this table exists that may be downloaded.
        digest: Of the catalogue that was written now.
        why_not: Why teaching cannot begin now, empty where it can.
    """

    phase: str
    kinds: tuple[TeachKind, ...] = ()
    at: str = ""
    done: int = 0
    total: int = 0
    text: str = ""
    cure: str = ""
    trouble: bool = False
    pairs: tuple[TeachPair, ...] = ()
    camera: bool = False
    taught: bool = False
    digest: str = ""
    why_not: str = ""
