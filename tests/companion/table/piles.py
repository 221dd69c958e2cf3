"""A table of real cards that does what the moves say, and nothing else."""

from typing import Any

from companion.readmodels import Move


class Piles:
    """Counts face-down cards, keeps the keys of open piles, and the sides of status cards."""

    def __init__(self, state: Any) -> None:
        self.open: dict[str, list[str]] = {"pot": list(state.pot), "portal": list(state.portal)}
        self.closed: dict[str, int] = {"removed": len(state.removed)}
        self.status = list(state.status)
        for seat, deck in enumerate(state.decks):
            self.closed[f"deck:{seat}"] = len(deck)
            self.closed[f"aside:{seat}"] = len(state.aside[seat])

    def move(self, move: Move) -> None:
        if move.source.startswith("status:"):
            self.status[int(move.source.partition(":")[2])] = move.cards[0]
            return
        for number, card in enumerate(move.cards):
            self._take(move.source, card)
            self._give(move.target, card, move.target_end, number)

    def _take(self, pile: str, card: str) -> None:
        if pile in self.open:
            fan = self.open[pile]
            assert card in fan, f"there is no {card} in the {pile}"
            del fan[len(fan) - 1 - fan[::-1].index(card)]
            return
        assert self.closed[pile] > 0, f"{pile} is empty"
        self.closed[pile] -= 1

    def _give(self, pile: str, card: str, end: str, number: int) -> None:
        if pile in self.open:
            assert card, "a card that goes face up must be named"
            place = int(end) - 1 + number
            assert place <= len(self.open[pile]), "a place that is not there yet"
            self.open[pile].insert(place, card)
            return
        self.closed[pile] += 1

    def canonical(self) -> Any:
        return self.open, self.closed, self.status
