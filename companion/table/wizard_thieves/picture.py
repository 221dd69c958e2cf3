"""How a view of Wizard Thieves becomes a page: counts, piles, challenge, the one sentence."""

from companion.readmodels import CardFace, Challenge, Pile, Player, Result
from companion.table.desk import Picture, Told
from companion.table.wizard_thieves.narrator import cards, chances
from companion.table.wizard_thieves.words import card_name, face, item_short
from hardware.events import Lamps
from rules.wizard_thieves.view import View

STATUS_LABEL = {"safe": "Safe", "cursed": "Cursed", "out": "Out"}
LAMP = {"safe": "green", "cursed": "purple", "out": "off"}


def lamps(view: View) -> Lamps:
    """Green safe, purple cursed, off out; the turn lamp follows the view."""
    status = tuple(LAMP[player.status] for player in view.players)
    return Lamps(status=status, turn=None if view.outcome else view.turn)


def picture(view: View, seat: int | None, told: Told) -> Picture:
    """This audience's page; `seat` is whose, None for the table's screen."""
    return Picture(
        headline=_headline(view, seat, told),
        players=tuple(
            Player(
                seat=player.seat,
                name=told.name(player.seat),
                colour="",
                status=player.status,
                status_label=STATUS_LABEL[player.status],
                cards=player.cards,
                aside=player.aside,
                turn=view.outcome is None and view.turn == player.seat,
            )
            for player in view.players
        ),
        piles=_piles(view, told),
        challenge=_challenge(view, told),
        result=_result(view, told),
        tip=_tip(view, seat),
    )


def _piles(view: View, told: Told) -> tuple[Pile, ...]:
    top = None if view.pot.top is None else face(view.pot.top, told.names)
    note = "" if view.pot.by is None else f"by {told.name(view.pot.by)}"
    pot = Pile(id="pot", label="Pot", count=view.pot.count, top=top, note=note)
    if view.collecting is not None:
        going = f"{cards(view.collecting.count)} to {told.name(view.collecting.seat)}"
        pot = Pile(id="pot", label="Pot", count=0, top=None, note=going)
    above: CardFace | None = face(view.portal[-1], told.names) if view.portal else None
    portal = Pile(id="portal", label="Portal", count=len(view.portal), top=above)
    return (pot, portal)


def _challenge(view: View, told: Told) -> Challenge | None:
    now = view.challenge
    if now is None:
        return None
    return Challenge(
        title=f"{told.name(now.facing)} faces {told.name(now.setter)}'s x{now.value}",
        value=now.value,
        remaining=now.remaining,
        setter=now.setter,
        facing=now.facing,
    )


def _result(view: View, told: Told) -> Result | None:
    over = view.outcome
    if over is None:
        return None
    who = " and ".join(told.name(seat) for seat in over.winners)
    why = {
        "last_holder": "the only one left with Loot",
        "last_standing": "the last one not eliminated",
        "last_revealer": "nobody held a card; the last to reveal wins",
    }
    title = f"{who} wins" if who else "Nobody wins"
    return Result(title=title, winners=over.winners, detail=why.get(over.reason, over.reason))


def _headline(view: View, seat: int | None, told: Told) -> str:
    if view.outcome is not None:
        who = " and ".join(told.name(winner) for winner in view.outcome.winners)
        return f"{who} wins the game" if who else "The game is over"
    if view.tied is not None:
        return f"Too close to call: {' and '.join(told.name(s) for s in view.tied.seats)}"
    if view.collecting is not None:
        who, verb = _you(view.collecting.seat, seat, told, "take", "takes")
        return f"{who} {verb} the Pot: {cards(view.collecting.count)}"
    if view.item is not None:
        who, verb = _you(view.item.seat, seat, told, "choose", "chooses")
        return f"{who} {verb}: {item_short(view.item.item, told.names)}"
    if view.portal_due is not None:
        who, verb = _you(view.portal_due.target, seat, told, "put", "puts")
        whose = "your" if view.portal_due.target == seat else "the"
        return f"{who} {verb} {whose} top card on the Portal"
    return _turn(view, seat, told)


def _turn(view: View, seat: int | None, told: Told) -> str:
    if view.challenge is not None:
        who, verb = _you(view.challenge.facing, seat, told, "have", "has")
        return f"{who} {verb} {chances(view.challenge.remaining)}"
    if view.turn is None:
        return ""
    who, verb = _you(view.turn, seat, told, "flip", "flips")
    return f"{who} {verb} a card"


def _you(who: int, seat: int | None, told: Told, you: str, other: str) -> tuple[str, str]:
    return ("You", you) if who == seat else (told.name(who), other)


def _tip(view: View, seat: int | None) -> str:
    if seat is None or view.outcome is not None:
        return ""
    me = view.players[seat]
    if me.status == "out":
        return "You are out. Wait for a new game."
    if me.status == "cursed":
        return "You are cursed: another wrong slap eliminates you, and your items do nothing."
    if me.cards == 0:
        return "You have no cards. Win a grab and you are back."
    return ""


def label_of_card(key: str, told: Told) -> str:
    """For undo and the story."""
    return card_name(key, told.names)
