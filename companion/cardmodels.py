"""Cards, dice and money as pages show them: parts of the read models, built by the desks."""

from msgspec import Struct

from companion.words import Words


class CardFace(Struct, frozen=True, kw_only=True):
    """A visible card: key, name, and how to draw it (`icon` is a name in web/static/icons.svg)."""

    key: str
    label: Words
    icon: str
    tint: str = ""


class Slot(Struct, frozen=True, kw_only=True):
    """One card of a line.

    Attributes:
        up: It lies face up.
        face: What it shows to all; None face down, or not read yet.
        seen: Memory aid: the owner of this page has seen the card.
        recalled: Memory aid: what that person told of it.
        hidden: Somebody looks at it in secret now, or may: phones down.
    """

    up: bool
    face: CardFace | None = None
    seen: bool = False
    recalled: CardFace | None = None
    hidden: bool = False


class Token(Struct, frozen=True, kw_only=True):
    """Something that may be used once."""

    label: Words
    tint: str
    used: bool = False


class CardLine(Struct, frozen=True, kw_only=True):
    """A player's cards in a row.

    Attributes:
        slots: From their owner's left to right.
        score: Once all are turned up.
    """

    seat: int
    slots: tuple[Slot, ...]
    tokens: tuple[Token, ...] = ()
    score: int | None = None


class Arrow(Struct, frozen=True, kw_only=True):
    """A card on its way from a place of one line to one of another, or of the same."""

    from_seat: int
    from_slot: int
    to_seat: int
    to_slot: int
    text: Words = ""


class Passing(Struct, frozen=True, kw_only=True):
    """Cards that all hand on now: the same moves as arrows and in words."""

    title: Words
    arrows: tuple[Arrow, ...]


class Hand(Struct, frozen=True, kw_only=True):
    """A drawn card in somebody's hand; `face` only for that person, who told it."""

    seat: int
    face: CardFace | None = None


class Pile(Struct, frozen=True, kw_only=True):
    """A pile on the table: the Pot, the Portal."""

    id: str
    label: Words
    count: int
    top: CardFace | None = None
    note: Words = ""


class Purse(Struct, frozen=True, kw_only=True):
    """Somebody's money.

    Attributes:
        label: The sum.
        coins: The fewest coins that make it, largest first; none where score cards show it.
        note: What score cards show, where they are used.
    """

    label: Words
    coins: tuple[Words, ...] = ()
    note: Words = ""


class Die(Struct, frozen=True, kw_only=True):
    """A die of symbols as it fell; `spent` when it was used."""

    label: Words
    icon: str
    tint: str = ""
    spent: bool = False


class SquareCard(Struct, frozen=True, kw_only=True):
    """A card of a square of cards.

    Attributes:
        kind: What it may be moved by.
        dark: It lies on its dark side.
        token: Which token stands on it: `target`, `rival`, `threat`, `cutpurse`, or none.
        stake: Money lies on it.
        mine: What it is to the owner of this page alone: `cutpurse`, `target`, `shadow`.
        near: It stands beside the own `cutpurse`.
    """

    face: CardFace
    kind: Words
    dark: bool = False
    token: str = ""
    stake: bool = False
    mine: str = ""
    near: bool = False


class Square(Struct, frozen=True, kw_only=True):
    """Cards in rows of `columns`, from the top left."""

    columns: int
    cards: tuple[SquareCard, ...]


class CardRow(Struct, frozen=True, kw_only=True):
    """Cards that lie side by side and are no line of a player.

    Attributes:
        secret: Only the owner of this page may see it; it is covered until asked for.
    """

    id: str
    label: Words
    cards: tuple[CardFace, ...] = ()
    note: Words = ""
    secret: bool = False
