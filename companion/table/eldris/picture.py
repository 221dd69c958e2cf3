"""How a view of Eldris becomes a page: the Square, dice, hauls, rows of cards, the one sentence."""

from collections.abc import Iterator

from companion.readmodels import Die, Pile, Player, Result, Square, SquareCard, Token
from companion.table.desk import Picture, Told
from companion.table.eldris.headline import headline, tip
from companion.table.eldris.rows import rows
from companion.table.eldris.words import (
    TITLES,
    dollars,
    face_of,
    names_of,
    purse,
    trait_face,
    trait_name,
)
from companion.words import Text, Words, t
from hardware.events import Lamps
from rules.eldris.cards import DISPLAY_SEATS
from rules.eldris.square import COLUMNS
from rules.eldris.view import CellView, MineView, PlayerView, View


def lamps(view: View) -> Lamps:
    """Green for whom the game waits, the turn lamp for whose turn it is."""
    status = tuple(
        "off" if player.out else "green" if str(player.seat) in view.awaited else "off"
        for player in view.players
    )
    return Lamps(status=status, turn=view.turn)


def picture(view: View, seat: int | None, told: Told) -> Picture:
    """This audience's page; `seat` is whose, None for the table's screen."""
    return Picture(
        headline=headline(view, seat, told),
        players=tuple(_player(view, player, told) for player in view.players),
        piles=(_deck(view),),
        result=result(view, told),
        tip=tip(view, seat, told),
        square=_square(view, told),
        dice=tuple(_dice(view)),
        rows=rows(view, told),
    )


def _player(view: View, player: PlayerView, told: Told) -> Player:
    label: Words = ""
    if player.out:
        label = t("out of the game")
    elif view.secrecy == "trusted" and not player.entered and view.solo is None:
        label = t("cards not noted yet")
    elif player.exposed is not None:
        label = t("Cutpurse known to all")
    return Player(
        seat=player.seat,
        name=told.name(player.seat),
        colour="",
        status="out" if player.out else "",
        status_label=label,
        cards=player.cards,
        turn=view.turn == player.seat,
        purse=purse(player.haul, two_go=view.two_go),
        tokens=(Token(label=t("Sigil"), tint="gold", used=not player.sigil),),
        won=tuple(face_of(card, told) for card in player.taken),
    )


def _deck(view: View) -> Pile:
    peeked = [player for player in view.players if player.peeked]
    note: Words = t("The top card was looked at") if peeked else ""
    return Pile(id="deck", label=t("Townsfolk deck"), count=view.deck, note=note)


def _dice(view: View) -> Iterator[Die]:
    """As they fell; of equal ones the first are spent first."""
    left = list(view.unspent)
    fell: list[bool] = []
    for trait in reversed(view.dice):
        spent = trait not in left
        if not spent:
            left.remove(trait)
        fell.append(spent)
    for trait, spent in zip(view.dice, reversed(fell), strict=True):
        face = trait_face(trait)
        yield Die(label=face.label, icon=face.icon, tint=face.tint, spent=spent)


def _square(view: View, told: Told) -> Square | None:
    if not view.square:
        return None
    cards = tuple(_cell(cell, view, told) for cell in view.square)
    return Square(columns=COLUMNS, cards=cards)


def _cell(cell: CellView, view: View, told: Told) -> SquareCard:
    mine = view.mine
    return SquareCard(
        face=face_of(cell.character, told),
        kind=trait_name(cell.trait),
        dark=cell.dark,
        token=cell.token or "",
        stake=cell.wager,
        mine="" if mine is None or view.solo is not None else _mine(cell, mine, view),
        near=mine is not None and view.solo is None and cell.character in mine.in_reach,
    )


def _mine(cell: CellView, mine: MineView, view: View) -> str:
    if cell.character == mine.cutpurse:
        return "cutpurse"
    if mine.cutpurse is None or cell.character not in mine.others:
        return ""
    return "shadow" if view.seats >= DISPLAY_SEATS else "target"


def result(view: View, told: Told) -> Result | None:
    """How it ended."""
    over = view.outcome
    if over is None:
        return None
    if view.solo is not None:
        return _solo_result(view)
    who = names_of(over.winners, told)
    amount = dollars(max(over.scores[seat] for seat in over.winners))
    title = t("{who} wins with {amount}", who=who, amount=amount)
    if len(over.winners) > 1:
        title = t("{who} share the win with {amount}", who=who, amount=amount)
    detail: Words = ""
    if over.reason == "last_standing":
        detail = t("Nobody else is left in the game.")
    elif over.reason == "agreed":
        detail = t("The table ended the game: the deck was empty and all had passed.")
    return Result(title=title, winners=over.winners, detail=detail)


def _solo_result(view: View) -> Result:
    over, solo = view.outcome, view.solo
    if over is None or solo is None:
        raise ValueError("a solo game has an outcome and a solo part")
    name = Text(TITLES[over.title])
    detail = t(
        "You have {mine}, the Rivals {theirs}.",
        mine=dollars(over.scores[0]),
        theirs=dollars(solo.pool),
    )
    title = t("Won: {title}", title=name) if over.winners else t("Lost: {title}", title=name)
    return Result(title=title, winners=over.winners, detail=detail)
