"""What a person fills in: cards and dice that fell, were drawn or turned up."""

from collections.abc import Sequence

from companion.readmodels import CardFace, Choice, Entry
from companion.table.cell_names import cell_name
from companion.table.desk import Told
from companion.table.eldris.ids import DIGIT, KEEP, LETTER
from companion.table.eldris.words import face_of, in_reading_order, trait_face
from companion.words import Text, Words, mark, t
from rules.core import Key
from rules.eldris.cards import CHARACTERS, DICE, TRAITS
from rules.eldris.square import CELLS, COLUMNS
from rules.eldris.view import View

DIE_NAMES: tuple[str, ...] = (mark("first die"), mark("second die"), mark("third die"))


def layout(told: Told) -> Choice:
    """All 24 characters where they lie."""
    keys, faces = _cards(CHARACTERS, told)
    return Choice(
        id="layout",
        label=t("How the Square lies, row by row from the top left"),
        style="primary",
        entry=Entry(
            labels=tuple(cell_name(cell, COLUMNS) for cell in range(CELLS)),
            known=("",) * CELLS,
            keys=keys,
            faces=faces,
            once=True,
            columns=COLUMNS,
        ),
    )


def one_card(
    ident: str, label: Words, cards: Sequence[Key], told: Told, *, quiet: bool = False
) -> Choice:
    """One of these cards."""
    return several(ident, label, cards, (t("the card"),), told, quiet=quiet)


def several(
    ident: str,
    label: Words,
    cards: Sequence[Key],
    places: tuple[Words, ...],
    told: Told,
    *,
    quiet: bool = False,
) -> Choice:
    """As many of these cards as there are places."""
    keys, faces = _cards(cards, told)
    return Choice(
        id=ident,
        label=label,
        style="plain" if quiet else "primary",
        entry=Entry(labels=places, known=("",) * len(places), keys=keys, faces=faces, once=True),
    )


def roll() -> Choice:
    """All three dice."""
    return Choice(
        id="roll",
        label=t("What the dice show"),
        style="primary",
        entry=Entry(
            labels=tuple(Text(name) for name in DIE_NAMES),
            known=("",) * DICE,
            keys="".join(DIGIT.values()),
            faces=tuple(trait_face(trait) for trait in TRAITS),
        ),
    )


def reroll(view: View) -> Choice:
    """Each die: kept, or what it shows now."""
    kept = CardFace(key=KEEP, label=t("kept"), icon="check", tint="dark")
    labels = tuple(
        t("{die}, was {trait}", die=Text(name), trait=trait_face(trait).label)
        for name, trait in zip(DIE_NAMES, view.dice, strict=True)
    )
    return Choice(
        id="reroll",
        label=t("Use the Sigil: roll dice again"),
        entry=Entry(
            labels=labels,
            known=("",) * DICE,
            keys=KEEP + "".join(DIGIT.values()),
            faces=(kept, *(trait_face(trait) for trait in TRAITS)),
        ),
    )


def fan(cards: Sequence[Key], concealed: int, told: Told) -> Choice:
    """The open card of the foes' stack and the traits of those below."""
    keys, faces = _cards(cards, told)
    traits = "".join(DIGIT.values())
    below = tuple(t("trait of hidden card {number}", number=n + 1) for n in range(concealed))
    return Choice(
        id="fan",
        label=t("The foes' stack of this round"),
        style="primary",
        entry=Entry(
            labels=(t("the open card"), *below),
            known=("",) * (1 + concealed),
            keys=keys + traits,
            faces=(*faces, *(trait_face(trait) for trait in TRAITS)),
            fits=(keys, *(traits,) * concealed),
        ),
    )


def _cards(cards: Sequence[Key], told: Told) -> tuple[str, tuple[CardFace, ...]]:
    ordered = in_reading_order(cards, told)
    return "".join(LETTER[key] for key in ordered), tuple(face_of(key, told) for key in ordered)
