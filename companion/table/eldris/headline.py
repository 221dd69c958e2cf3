"""The one sentence that matters now, and the small help under the buttons."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.table.desk import Told
from companion.table.eldris.words import TITLES, card_name, names_of
from companion.words import Text, Words, mark, n, t
from rules.eldris.cards import DISPLAY_SEATS
from rules.eldris.state import Phase
from rules.eldris.view import View

_MINE: Mapping[Phase, str] = MappingProxyType(
    {
        "lay_out": mark("Lay out the Square: six cards wide, four high"),
        "turn_up": mark("Turn up the top townsfolk card for the Display"),
        "choose": mark("Choose your Cutpurse"),
        "roll": mark("Roll the three dice"),
        "dexterity": mark("Dexterity: move one card, up to two times"),
        "wisdom": mark("Wisdom: two cards of one trait change places"),
        "constitution": mark("Constitution: keep your Cutpurse or change it, in secret"),
        "draw": mark("You drew a Target: note it here, in secret"),
        "give_back": mark("Intelligence: one Target goes back into the deck"),
        "nick": mark("Steal, accuse or pass"),
        "show": mark("Show your Cutpurse to all, then lay it face down again"),
        "promote": mark("Choose one of your Targets as your new Cutpurse"),
        "fan": mark("Fan out the foes' stack: one card open, of the others the traits"),
        "wager": mark("Wager if you like, then show the hidden foes"),
        "diagonal": mark("Strength: you may rob a diagonal Target"),
    }
)
_OTHERS: Mapping[Phase, str] = MappingProxyType(
    {
        "lay_out": mark("{who} lays out the Square"),
        "turn_up": mark("{who} turns up a card for the Display"),
        "choose": mark("{who} chooses a Cutpurse, in secret"),
        "roll": mark("{who} rolls the dice"),
        "slip": mark("{who} moves cards"),
        "dexterity": mark("{who} uses Dexterity"),
        "wisdom": mark("{who} uses Wisdom"),
        "constitution": mark("{who} uses Constitution, in secret"),
        "draw": mark("{who} draws a Target"),
        "give_back": mark("{who} gives a Target back"),
        "nick": mark("{who} steals, accuses or passes"),
        "answer": mark("{who} answers"),
        "show": mark("{who} shows the Cutpurse"),
        "promote": mark("{who} chooses a new Cutpurse"),
        "fan": mark("The foes' stack is fanned out"),
        "wager": mark("{who} wagers, then the hidden foes are shown"),
        "diagonal": mark("{who} may rob a diagonal Target"),
    }
)


def headline(view: View, seat: int | None, told: Told) -> Words:
    """For this audience."""
    if view.outcome is not None:
        return _over(view, told)
    busy = busy_seat(view)
    if view.phase == "answer" and busy == seat:
        return _asked(view, told)
    if busy == seat and view.phase == "slip":
        return _slip(view)
    if busy == seat:
        return Text(_MINE[view.phase])
    if busy is None:
        return ""
    return Text(_OTHERS[view.phase], {"who": told.name(busy)})


def busy_seat(view: View) -> int | None:
    """Whom the game waits for: the accused where that is so, else whose turn it is."""
    if view.accusation is not None and view.phase in ("answer", "promote", "draw"):
        return view.accusation.player
    return view.turn


def _slip(view: View) -> Words:
    return n("Move a card: {n} die is left", "Move cards: {n} dice are left", len(view.unspent))


def _asked(view: View, told: Told) -> Words:
    if view.accusation is None or view.turn is None:
        return ""
    return t(
        "{who} accuses you: is {card} your Cutpurse?",
        who=told.name(view.turn),
        card=card_name(view.accusation.character, told.names),
    )


def _over(view: View, told: Told) -> Words:
    over = view.outcome
    if over is None:
        return ""
    if view.solo is not None:
        return Text(TITLES[over.title])
    return t("The game is over: {who}", who=names_of(over.winners, told))


def tip(view: View, seat: int | None, told: Told) -> Words:
    """Help for this moment; nothing where none is needed."""
    if view.outcome is not None or seat is None or busy_seat(view) != seat:
        return ""
    match view.phase:
        case "slip" if view.alike is not None and view.benefit is None and not view.declined:
            return t("An ability or the Sigil comes before the first move.")
        case "slip" if view.benefit == "charisma" and view.players[seat].peeked and fresh(view):
            return t("Look at the top townsfolk card, in secret, and lay it back.")
        case "slip":
            return t("Tap a card of a die's trait, then the neighbour it changes places with.")
        case "dexterity" | "wisdom":
            return t("Tap the first card, then the one it changes places with.")
        case "nick":
            return _nick(view)
        case "choose" if view.solo is None and view.secrecy == "sealed":
            return t("Look at your cards; nobody else, and not this phone, needs to know.")
        case "wager":
            return t("Tap the hidden foes in the Square when you have fanned them out.")
        case "answer":
            return t("Only the active Cutpurse counts, no Target and no Shadow.")
        case _:
            return ""


def _nick(view: View) -> Words:
    if view.secrecy == "trusted":
        return t("Show your cards, then tap one in reach to steal or to accuse.")
    if view.seats >= DISPLAY_SEATS:
        return t("Tap a Target beside your Cutpurse, or a card beside it to accuse.")
    return t("Tap your Target beside your Cutpurse, or a card beside it to accuse.")


def fresh(view: View) -> bool:
    """Whether no die has been spent yet."""
    return len(view.unspent) == len(view.dice)
