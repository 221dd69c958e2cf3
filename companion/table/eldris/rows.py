"""Cards beside the Square: the Display, the foes' stack, and what only this seat may see."""

from collections.abc import Iterator

from companion.readmodels import CardFace, CardRow
from companion.table.cell_names import cell_name
from companion.table.desk import Told
from companion.table.eldris.words import (
    card_value,
    cards_of,
    dollars,
    face_of,
    trait_face,
)
from companion.words import Words, sentences, t
from rules.core import Key
from rules.eldris.cards import DISPLAY_SEATS
from rules.eldris.square import COLUMNS
from rules.eldris.view import MineView, SoloView, View


def rows(view: View, told: Told) -> tuple[CardRow, ...]:
    """In the order of their weight on the page."""
    return tuple(_rows(view, told))


def _rows(view: View, told: Told) -> Iterator[CardRow]:
    if view.mine is not None and view.solo is None:
        yield from _mine(view, view.mine, told)
    if view.display or view.solo is not None or view.seats >= DISPLAY_SEATS:
        yield CardRow(
            id="display", label=t("Display: Targets for all"), cards=_faces(view.display, told)
        )
    if view.solo is not None:
        yield from _solo(view.solo, told, two_go=view.two_go)
    for player in view.players:
        if player.exposed is not None:
            label = t("{who}'s Cutpurse, known to all", who=told.name(player.seat))
            face = face_of(player.exposed, told)
            yield CardRow(id=f"exposed-{player.seat}", label=label, cards=(face,))
    if view.mine is not None and view.mine.peek is not None:
        yield CardRow(
            id="peek",
            label=t("On top of the deck, as you saw it"),
            cards=(face_of(view.mine.peek, told),),
            secret=True,
        )


def _faces(cards: tuple[Key, ...], told: Told) -> tuple[CardFace, ...]:
    return tuple(face_of(card, told) for card in cards)


def _mine(view: View, mine: MineView, told: Told) -> Iterator[CardRow]:
    if mine.cutpurse is None:
        if mine.others:
            label = t("Your cards: one will be your Cutpurse")
            yield CardRow(id="mine", label=label, cards=_faces(mine.others, told), secret=True)
        return
    yield CardRow(
        id="cutpurse",
        label=t("Your Cutpurse"),
        cards=(face_of(mine.cutpurse, told),),
        note=_stands(view, mine, told),
        secret=True,
    )
    if not mine.others:
        return
    label = t("Your Shadow") if view.seats >= DISPLAY_SEATS else t("Your Targets")
    yield CardRow(id="others", label=label, cards=_faces(mine.others, told), secret=True)


def _stands(view: View, mine: MineView, told: Told) -> Words:
    """Where the Cutpurse stands, and what it can do from there now."""
    if mine.cell is None:
        return ""
    found: list[Words] = [t("Stands in {cell}.", cell=cell_name(mine.cell, COLUMNS))]
    if view.turn == view.audience and mine.stealable:
        cards = cards_of(mine.stealable, told)
        found.append(t("In reach for a theft: {cards}.", cards=cards))
    elif mine.stealable:
        found.append(t("Beside it now: {cards}.", cards=cards_of(mine.stealable, told)))
    else:
        found.append(t("No Target is in reach."))
    return sentences(found)


def _solo(solo: SoloView, told: Told, *, two_go: bool) -> Iterator[CardRow]:
    if solo.cutpurse is not None:
        face = face_of(solo.cutpurse, told)
        yield CardRow(id="cutpurse", label=t("Your Cutpurse"), cards=(face,))
    foes = (*_faces(solo.foes, told), *(trait_face(trait) for trait in solo.concealed))
    notes: list[Words] = []
    if solo.concealed:
        notes.append(t("The last ones show their traits only."))
    if two_go:  # a second pair of score cards (R-EL-36)
        notes.append(t("The Rivals' score cards: {value}.", value=card_value(solo.pool)))
    yield CardRow(
        id="foes",
        label=t("Foes' stack; the Rivals have {amount}", amount=dollars(solo.pool)),
        cards=foes,
        note=sentences(notes) if notes else "",
    )
