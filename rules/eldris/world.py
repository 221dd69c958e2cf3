"""The real cards and coins of a simulated game, whoever knows them. The engine sees none.

Unlike the rules' values this is a thing that changes, as a table does. It never shuffles or rolls:
who plays hands over what fell.
"""

from collections.abc import Callable, Sequence
from typing import Any

from rules.core import Key
from rules.eldris import events as ev
from rules.eldris.cards import HAND


class World:
    """Where everything lies.

    Attributes:
        grid: Characters row by row.
        deck: Townsfolk cards, top first.
        hands: By seat; the Cutpurse comes first once it is chosen.
        taken: Face-up cards by seat.
        foes: Open cards of the foes' stack; `concealed` its hidden ones.
        hauls: Half-dollars by seat; `pool` of the Rivals; `stakes` on characters.
    """

    def __init__(self, seats: int, grid: Sequence[Key], deck: Sequence[Key]) -> None:
        each = HAND[seats] if seats > 1 else 0
        dealt = seats * each
        self.grid = list(grid)
        self.hands = [list(deck[seat * each : (seat + 1) * each]) for seat in range(seats)]
        self.deck = list(deck[dealt:])
        self.display: list[Key] = []
        self.taken: list[list[Key]] = [[] for _ in range(seats)]
        self.dark: list[Key] = []
        self.foes: list[Key] = []
        self.concealed: list[Key] = []
        self.discarded: list[Key] = []
        self.solo_cutpurse: list[Key] = []
        self.hauls = [0] * seats
        self.pool = 0
        self.stakes = 0
        self._followers: dict[type, Callable[[Any], None]] = {
            ev.CardTurnedUp: self._turned_up,
            ev.DisplayReturned: self._display_returned,
            ev.CutpurseChosen: self._chosen,
            ev.CutpurseRechosen: self._chosen,
            ev.CutpurseReplaced: self._chosen,
            ev.SoloCutpurseChosen: self._solo_chosen,
            ev.Moved: self._moved,
            ev.AbilityMoved: self._moved,
            ev.Exchanged: self._exchanged,
            ev.TargetDrawn: self._drawn,
            ev.TargetReturned: self._returned,
            ev.Stolen: self._stolen,
            ev.CutpurseTaken: self._cutpurse_taken,
            ev.FinePaid: self._fine_paid,
            ev.GuildPaid: self._guild_paid,
            ev.FoesFanned: self._fanned,
            ev.Wagered: self._wagered,
            ev.FoesRevealed: self._foes_revealed,
            ev.WagerLost: self._wager_lost,
            ev.WagerWon: self._wager_won,
            ev.RivalsStole: self._rivals_stole,
            ev.TargetRobbed: self._robbed,
            ev.CompetitionPaid: self._competition_paid,
        }

    def follow(self, event: ev.Event) -> None:
        """Move cards and coins as this fact says. Raises ValueError where they are not there."""
        follower = self._followers.get(type(event))
        if follower is not None:
            follower(event)

    def _swap(self, card: Key, other: Key) -> None:
        here, there = self.grid.index(card), self.grid.index(other)
        self.grid[here], self.grid[there] = other, card

    def _turned_up(self, event: ev.CardTurnedUp) -> None:
        self.deck.remove(event.card)
        self.display.append(event.card)

    def _display_returned(self, event: ev.DisplayReturned) -> None:
        self.display.remove(event.card)
        self.deck.append(event.card)

    def _chosen(self, event: ev.CutpurseChosen) -> None:
        if event.card is not None:
            self.put_first(event.seat, event.card)

    def put_first(self, seat: int, card: Key) -> None:
        """This card of the hand is the Cutpurse, known to the companion or not."""
        self.hands[seat].remove(card)
        self.hands[seat].insert(0, card)

    def _solo_chosen(self, event: ev.SoloCutpurseChosen) -> None:
        self.display.remove(event.card)
        self.solo_cutpurse.append(event.card)
        self.hauls[event.seat] += event.amount

    def _moved(self, event: ev.Moved | ev.AbilityMoved) -> None:
        self._swap(event.card, event.other)

    def _exchanged(self, event: ev.Exchanged) -> None:
        self._swap(event.first, event.second)

    def _drawn(self, event: ev.TargetDrawn) -> None:
        self.hands[event.seat].append(self.deck.pop(0))

    def _returned(self, event: ev.TargetReturned) -> None:
        if event.card is not None:
            self.give_back(event.seat, event.card)

    def give_back(self, seat: int, card: Key) -> None:
        """This card of the hand is in the deck again, known to the companion or not."""
        self.hands[seat].remove(card)
        self.deck.append(card)

    def _stolen(self, event: ev.Stolen) -> None:
        pile = self.display if event.card in self.display else self.hands[event.seat]
        pile.remove(event.card)
        self.taken[event.seat].append(event.card)
        self.dark.append(event.card)
        self.hauls[event.seat] += event.amount

    def _cutpurse_taken(self, event: ev.CutpurseTaken) -> None:
        if self.hands[event.seat].pop(0) != event.card:
            raise ValueError(f"{event.card} is not the Cutpurse of seat {event.seat}")
        self.taken[event.by].append(event.card)
        self.dark.append(event.card)

    def _fine_paid(self, event: ev.FinePaid) -> None:
        self.hauls[event.seat] -= event.amount
        self.hauls[event.to] += event.amount

    def _guild_paid(self, event: ev.GuildPaid) -> None:
        self.hauls[event.seat] += event.amount

    def _fanned(self, event: ev.FoesFanned) -> None:
        self.foes.append(self.deck.pop(0))
        self.concealed = [self.deck.pop(0) for _ in event.traits]

    def _wagered(self, event: ev.Wagered) -> None:
        self.hauls[event.seat] -= event.amount
        self.stakes += event.amount

    def _foes_revealed(self, event: ev.FoesRevealed) -> None:
        for card in event.cards:
            self.concealed.remove(card)
            self.foes.append(card)

    def _wager_lost(self, _event: ev.WagerLost) -> None:
        self.stakes -= 2

    def _wager_won(self, event: ev.WagerWon) -> None:
        self.stakes -= 2
        self.hauls[event.seat] += event.amount
        self.foes.remove(event.character)
        self.taken[event.seat].append(event.character)
        self.dark.append(event.character)

    def _leaves(self, card: Key) -> None:
        self.display.remove(card)
        self.discarded.append(card)
        self.dark.append(card)

    def _rivals_stole(self, event: ev.RivalsStole) -> None:
        self._leaves(event.card)
        self.pool += event.amount

    def _robbed(self, event: ev.TargetRobbed) -> None:
        self._leaves(event.card)
        self.hauls[event.seat] += event.amount

    def _competition_paid(self, event: ev.CompetitionPaid) -> None:
        self.hauls[event.seat] -= event.amount
        self.pool += event.amount
