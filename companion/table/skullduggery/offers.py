"""The buttons of a player's page in Skullduggery; `ids` has the actions behind them."""

from collections.abc import Iterator
from typing import Any

from companion.readmodels import Choice, Entry
from companion.table.desk import Told
from companion.table.skullduggery.ids import DIGITS
from companion.table.skullduggery.words import other, slot_name, token_name
from companion.words import Words, t
from rules.skullduggery import actions as a
from rules.skullduggery.cards import LINE, MIDDLE, VALUES, Side, neighbour
from rules.skullduggery.view import View


def offers(legal: tuple[Any, ...], view: View, seat: int, told: Told) -> tuple[Choice, ...]:
    """Buttons of this seat's page, from what the rules allow it (`legal`) and its view."""
    found = [
        choice
        for action in legal
        for choices in (_of_the_turn, _looks, _values)
        for choice in choices(action, view, seat, told)
    ]
    if any(choice.id == "peek:left" for choice in found):
        found.append(Choice(id="peek:none", label=t("I do not look"), style="quiet"))
    if any(choice.id == "sneak:left" for choice in found):
        found.append(Choice(id="sneak:none", label=t("I do not look"), style="quiet"))
    return tuple(found)


def _of_the_turn(action: Any, view: View, seat: int, told: Told) -> Iterator[Choice]:
    match action:
        case a.Draw():
            yield from _draw(view)
        case a.DiscardDrawn():
            yield Choice(id="discard", label=t("Discard it"), style="primary")
        case a.ReplaceOwn(slot=slot):
            label = _place(view, seat, slot)
            yield Choice(id=f"own:{slot}", label=label, hint=t("Put it into your own line"))
        case a.ReplaceNeighbour(side=side, slot=slot):
            yield _replace_neighbour(view, seat, side, slot, told)
        case _:
            pass


def _looks(action: Any, view: View, seat: int, told: Told) -> Iterator[Choice]:
    match action:
        case a.LookAtMiddle():
            yield from _look_at_middle(view)
        case a.ChoosePeek(end=end, look=True):
            label = t("I look at my left end") if end == "left" else t("I look at my right end")
            yield from _look(view, f"peek:{end}", label)
        case a.ChooseSneak(side=side, look=True):
            yield from _look(view, f"sneak:{side}", _sneak_label(view, seat, side, told))
        case _:
            pass


def _values(action: Any, view: View, seat: int, told: Told) -> Iterator[Choice]:
    """What comes to light, told by phone."""
    match action:
        case a.TurnUp(slot=slot):
            label = t("I turn up my {slot}", slot=slot_name(slot))
            yield Choice(id=f"turn:{slot}", label=label, style="primary")
        case a.ShowDiscardPattern():
            yield from discarded(action, seat, told)
        case a.TellPattern():
            yield from _note(view)
        case a.ReadFaceUpPattern(slot=slot):
            hint = t("What does your {slot} show?", slot=slot_name(slot))
            yield from _tiles(f"read:{slot}", hint)
        case a.RevealAllPattern(known=known):
            yield _reveal(known)
        case _:
            pass


def discarded(pattern: a.ShowDiscardPattern, seat: int | None, told: Told) -> Iterator[Choice]:
    """Which card was discarded, for a player's page or (seat None) the table's."""
    hint = t("What does the discarded card show?")
    if pattern.seat != seat:
        hint = t("What does the card show that {who} discarded?", who=told.name(pattern.seat))
    yield from _tiles("shown", hint)


def _note(view: View) -> Iterator[Choice]:
    """With the memory aid, what was not noted with the draw or the look itself."""
    if not view.memory_aid:
        return
    if view.holding and view.drawn is None:
        note = t("Note the card I hold")
        yield Choice(id="tell", label=note, style="quiet", entry=_one(t("the drawn card")))
    elif not view.holding and view.look is not None and view.look.value is None:
        note = t("Note the card I looked at")
        yield Choice(id="tell", label=note, style="quiet", entry=_one(t("the card you see")))


def _look_at_middle(view: View) -> Iterator[Choice]:
    hint = t("Once, before the first card is drawn")
    label = t("I have looked at my two middle cards")
    yield Choice(id="middle", label=label, style="quiet", hint=hint)
    if view.memory_aid:
        yield Choice(
            id="middle",
            label=t("Note my two middle cards"),
            style="quiet",
            entry=_entry(MIDDLE),
        )


def _draw(view: View) -> Iterator[Choice]:
    yield Choice(id="draw", label=t("I draw a card"), style="primary")
    if view.memory_aid:
        yield Choice(
            id="draw", label=t("I draw a card and note it"), entry=_one(t("the drawn card"))
        )


def _look(view: View, ident: str, label: Words) -> Iterator[Choice]:
    yield Choice(id=ident, label=label, style="primary")
    if view.memory_aid:
        note = t("{what} and note it", what=label)
        yield Choice(id=ident, label=note, entry=_one(t("the card you see")))


def _entry(slots: tuple[int, ...]) -> Entry:
    labels = tuple(slot_name(slot) for slot in slots)
    return Entry(labels=labels, known=("",) * len(slots), keys=DIGITS)


def _one(label: Words) -> Entry:
    return Entry(labels=(label,), known=("",), keys=DIGITS)


def _place(view: View, owner: int, slot: int) -> Words:
    """The slot, and what lies open there."""
    name, lies = slot_name(slot), view.players[owner].line[slot]
    if lies.value is None:
        return name
    return t("{slot} ({value})", slot=name, value=lies.value)


def _replace_neighbour(view: View, seat: int, side: Side, slot: int, told: Told) -> Choice:
    owner = neighbour(view.seats, seat, side)
    hint = t(
        "Put it into {other}'s line, as {other} sees it: uses your {token}",
        other=told.name(owner),
        token=token_name(side),
    )
    return Choice(id=f"{side}:{slot}", label=_place(view, owner, slot), hint=hint)


def _sneak_label(view: View, seat: int, side: Side, told: Told) -> Words:
    name = other(view.seats, seat, side, told)
    if side == "left":
        return t("I look at {who}'s right end", who=name)
    return t("I look at {who}'s left end", who=name)


def _tiles(prefix: str, hint: Words) -> Iterator[Choice]:
    for value in VALUES:
        yield Choice(id=f"{prefix}:{value}", label=str(value), hint=hint)


def _reveal(known: tuple[int | None, ...]) -> Choice:
    return Choice(
        id="reveal",
        label=t("My cards from my left"),
        style="primary",
        entry=Entry(
            labels=tuple(slot_name(slot) for slot in range(LINE)),
            known=tuple("" if value is None else str(value) for value in known),
            keys=DIGITS,
        ),
    )
