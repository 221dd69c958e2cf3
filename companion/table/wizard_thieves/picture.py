"""How a view of Wizard Thieves becomes a page: counts, piles, challenge, the one sentence."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.readmodels import CardFace, Challenge, Pile, Player, Result
from companion.table.desk import Picture, Told
from companion.table.wizard_thieves.words import (
    cards,
    chances,
    face,
    item_short,
    names_of,
)
from companion.words import Text, Words, mark, t
from hardware.events import Lamps
from rules.wizard_thieves.view import View

STATUS_LABEL: Mapping[str, str] = MappingProxyType(
    {"safe": mark("Safe"), "cursed": mark("Cursed"), "out": mark("Out")}
)
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
                status_label=Text(STATUS_LABEL[player.status]),
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
    note: Words = "" if view.pot.by is None else t("by {who}", who=told.name(view.pot.by))
    pot = Pile(id="pot", label=t("Pot"), count=view.pot.count, top=top, note=note)
    going = view.collecting
    if going is not None:
        note = t("{cards} to {who}", cards=cards(going.count), who=told.name(going.seat))
        pot = Pile(id="pot", label=t("Pot"), count=0, top=None, note=note)
    above: CardFace | None = face(view.portal[-1], told.names) if view.portal else None
    portal = Pile(id="portal", label=t("Portal"), count=len(view.portal), top=above)
    return (pot, portal)


def _challenge(view: View, told: Told) -> Challenge | None:
    now = view.challenge
    if now is None:
        return None
    return Challenge(
        title=t(
            "{who} faces {setter}'s x{value}",
            who=told.name(now.facing),
            setter=told.name(now.setter),
            value=now.value,
        ),
        value=now.value,
        remaining=now.remaining,
        setter=now.setter,
        facing=now.facing,
    )


WHY_OVER: Mapping[str, str] = MappingProxyType(
    {
        "last_holder": mark("the only one left with Loot"),
        "last_standing": mark("the last one not eliminated"),
        "last_revealer": mark("nobody held a card; the last to reveal wins"),
    }
)


def _result(view: View, told: Told) -> Result | None:
    over = view.outcome
    if over is None:
        return None
    title = t("Nobody wins")
    if over.winners:
        who = names_of(over.winners, told)
        title = t("{who} win", who=who) if len(over.winners) > 1 else t("{who} wins", who=who)
    detail = Text(WHY_OVER.get(over.reason, over.reason))
    return Result(title=title, winners=over.winners, detail=detail)


def _headline(view: View, seat: int | None, told: Told) -> Words:
    if view.outcome is not None:
        return _over(view.outcome.winners, told)
    if view.tied is not None:
        return t("Too close to call: {who}", who=names_of(view.tied.seats, told))
    if view.collecting is not None:
        whose, count = view.collecting.seat, cards(view.collecting.count)
        if whose == seat:
            return t("You take the Pot: {cards}", cards=count)
        return t("{who} takes the Pot: {cards}", who=told.name(whose), cards=count)
    if view.item is not None:
        whose, item = view.item.seat, item_short(view.item.item, told.names)
        if whose == seat:
            return t("You choose: {item}", item=item)
        return t("{who} chooses: {item}", who=told.name(whose), item=item)
    if view.portal_due is not None:
        whose = view.portal_due.target
        if whose == seat:
            return t("You put your top card on the Portal")
        return t("{who} puts the top card on the Portal", who=told.name(whose))
    return _turn(view, seat, told)


def _over(winners: tuple[int, ...], told: Told) -> Words:
    if len(winners) > 1:
        return t("{who} win the game", who=names_of(winners, told))
    if winners:
        return t("{who} wins the game", who=names_of(winners, told))
    return t("The game is over")


def _turn(view: View, seat: int | None, told: Told) -> Words:
    if view.challenge is not None:
        left = chances(view.challenge.remaining)
        if view.challenge.facing == seat:
            return t("You have {chances}", chances=left)
        return t("{who} has {chances}", who=told.name(view.challenge.facing), chances=left)
    if view.turn is None:
        return ""
    if view.turn == seat:
        return t("You flip a card")
    return t("{who} flips a card", who=told.name(view.turn))


def _tip(view: View, seat: int | None) -> Words:
    if seat is None or view.outcome is not None:
        return ""
    me = view.players[seat]
    if me.status == "out":
        return t("You are out. Wait for a new game.")
    if me.status == "cursed":
        return t("You are cursed: another wrong slap eliminates you, and your items do nothing.")
    if me.cards == 0:
        return t("You have no cards. Win a grab and you are back.")
    return ""
