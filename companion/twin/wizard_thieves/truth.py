"""What is true at the simulated table: the game played by its rules, by hand, at exact instants.

A second, independent reading of the rulebook and its rulings (`R-WT-n`), written as one object that
changes in place. It moves the physical cards themselves, so it can never lose one. Nothing of the
rules under test is used here.
"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from companion.twin.wizard_thieves.cards import Card
from companion.twin.wizard_thieves.endings import end_test, next_holder, win_pot
from companion.twin.wizard_thieves.pieces import (
    DESTROY_ONE,
    DESTROY_TWO,
    MS,
    OPTIONS,
    STEAL,
    CasterDue,
    Challenge,
    ImpossibleError,
    Pending,
)

Listener = Callable[[int, dict[str, Any], dict[str, Any]], None]
"""Called with instant, step and canonical state whenever the state changed."""


class Truth:
    """One game. Every method takes the exact instant (ns) at which the thing happened."""

    def __init__(
        self,
        decks: list[list[Card]],
        first: int,
        options: dict[str, int | bool] | None = None,
        listener: Listener = lambda at, step, state: None,
    ) -> None:
        self.decks = [list(deck) for deck in decks]
        self.seats = len(decks)
        self.status = ["safe"] * self.seats
        self.aside: list[list[Card]] = [[] for _ in decks]
        self.removed: list[Card] = []
        self.pot: list[tuple[Card, int]] = []
        self.portal: list[Card] = []
        self.turn: int | None = first
        self.challenge: Challenge | None = None
        self.window: tuple[str, ...] = ()
        self.pending: Pending | None = None
        self.caster: CasterDue | None = None
        self.collector: int | None = None
        """Who may close an open window by taking the Pot (R-WT-11, R-WT-14)."""
        self.winners: list[int] | None = None
        self.options = {**OPTIONS, **(options or {})}
        self.recent: list[int] = []
        self._last_attempt: dict[int, int] = {}
        self._listener = listener
        self._last = self.canonical()

    # ---- what can be asked -------------------------------------------------------------------

    def canonical(self) -> dict[str, Any]:
        """The state in the form that is compared with the companion's."""
        return {
            "decks": [len(deck) for deck in self.decks],
            "status": list(self.status),
            "pot": [card.key for card, _ in self.pot],
            "portal": [card.key for card in self.portal],
            "aside": [len(cards) for cards in self.aside],
            "removed": len(self.removed),
            "turn": None if self.winners is not None else self.turn,
            "challenge": asdict(self.challenge) if self.challenge else None,
            "over": None if self.winners is None else {"winners": list(self.winners)},
        }

    def holders(self) -> list[int]:
        """Seats with cards in their decks."""
        return [seat for seat in range(self.seats) if self.decks[seat]]

    def playing(self) -> list[int]:
        """Seats that are not eliminated."""
        return [seat for seat in range(self.seats) if self.status[seat] != "out"]

    def may_reveal(self, seat: int) -> bool:
        """Whether a flip by `seat` now would be right."""
        return (
            self.winners is None
            and self.turn == seat
            and bool(self.decks[seat])
            and self.pending is None
            and self.caster is None
            and self.collector is None
        )

    def bomb_targets(self, seat: int) -> list[int]:
        """Opponents with cards to destroy (R-WT-19)."""
        return [other for other in self.holders() if other != seat]

    def item_choices(self) -> list[tuple[str, int | None]]:
        """What the pending item may do: (`bomb`, None: all), (`deck`, seat), (`portal`, index)."""
        if self.pending is None:
            return []
        return self._choices_of(self.pending.seat, self.pending.item)

    def _choices_of(self, seat: int, item: str) -> list[tuple[str, int | None]]:
        targets = self.bomb_targets(seat)
        if item == "king_coin":
            return [("coin", None)]
        if item == "bomb":
            return [("bomb", None), *(("bomb", t) for t in targets)] if targets else []
        if item == "portal_caster":
            return [("caster", t) for t in targets]
        portal = [("portal", index) for index in range(len(self.portal))]
        return [*(("deck", t) for t in targets), *portal]

    # ---- what happens at the table ------------------------------------------------------------

    def reveal(self, at: int, seat: int) -> Card:
        """The top card of `seat` lies face up on the Pot for all to see from this instant on."""
        if not self.may_reveal(seat):
            raise ImpossibleError(f"seat {seat} flips although it may not")
        card = self.decks[seat].pop(0)
        first = not self.pot
        self.pot.append((card, seat))
        self.recent = [seat, *(other for other in self.recent if other != seat)]
        self.window = self._reasons(card, alone=first and not self.decks[seat])
        facing = self.challenge is not None and self.challenge.facing == seat
        if card.is_item and self.status[seat] == "safe":
            self._item_shown(card, seat, facing=facing)
        if self.pending is None and self.pot:
            self._carry_on(seat, facing=facing)
        self._record(at, {"type": "reveal", "seat": seat, "card": card.key})
        return card

    def _reasons(self, card: Card, *, alone: bool) -> tuple[str, ...]:
        reasons = []
        keys = [other.key for other, _ in self.pot]
        if keys[-2:-1] == [card.key]:
            reasons.append("doubles")
        elif keys[-3:-2] == [card.key]:
            reasons.append("sandwich")
        if self.portal and self.portal[-1].key == card.key and not alone:
            reasons.append("portal")
        return tuple(reasons)

    def _item_shown(self, card: Card, seat: int, *, facing: bool) -> None:
        item = card.key.split(":")[1]
        if item == "king_coin":
            if not facing:
                return
            if not self.window:
                win_pot(self, seat)
                return
        if self._choices_of(seat, item):
            self.pending = Pending(seat, item, facing)

    def _carry_on(self, seat: int, *, facing: bool) -> None:
        """After a reveal or its item's effect: the challenge, the end, the turn (in this order)."""
        card = self.pot[-1][0]
        if card.is_treasure:
            self._treasure(card, seat)
        elif facing and self.challenge is not None and self.challenge.facing == seat:
            self._chance_used(seat)
        elif self.challenge is None and not (facing and self.decks[seat]):
            # Whoever faced a challenge that ended for want of a setter goes on (R-WT-12).
            self.turn = next_holder(self, seat)
        end_test(self)

    def _treasure(self, card: Card, seat: int) -> None:
        facing = next_holder(self, seat)
        if facing is None or facing == seat:
            self.challenge = None
            self.turn = seat
            return
        self.challenge = Challenge(card.value, card.value, seat, facing)
        self.turn = facing

    def _chance_used(self, seat: int) -> None:
        challenge = self.challenge
        if challenge is None:
            return
        challenge.remaining -= 1
        if challenge.remaining > 0 and self.decks[seat]:
            return
        self.challenge = None
        self.turn = challenge.setter
        if self.window and not self._ends_regardless():
            self.collector = challenge.setter
        else:
            win_pot(self, challenge.setter)

    def _ends_regardless(self) -> bool:
        """R-WT-15: one player with cards, not facing: over, whatever window the card opened."""
        holders = self.holders()
        return len(holders) == 1 and not self.options["grab_before_end"]

    def press(self, at: int, seat: int) -> str:
        """A buzzer went down: `won`, `cursed`, `out`, or why it has no consequence."""
        if self.winners is not None:
            return "game_over"
        if self.status[seat] == "out":
            return "eliminated"
        if not self.pot:
            return "no_pot"
        if self.window:
            self._grab(seat)
            self._record(at, {"type": "press", "seat": seat, "outcome": "won"})
            return "won"
        known = self._last_attempt.get(seat)
        if known is not None and at - known < self.options["debounce_ms"] * MS:
            return "same_attempt"
        self._last_attempt[seat] = at
        outcome = self._improper(seat)
        self._record(at, {"type": "press", "seat": seat, "outcome": outcome})
        return outcome

    def _grab(self, seat: int) -> None:
        self.pending = None
        if self.caster is not None:
            self.caster.owed = "nothing"
        win_pot(self, seat)
        end_test(self)

    def _improper(self, seat: int) -> str:
        if self.status[seat] == "safe":
            self.status[seat] = "cursed"
            self._lapse_of(seat)
            return "cursed"
        self.status[seat] = "out"
        self.aside[seat] += self.decks[seat]
        self.decks[seat] = []
        self._leave(seat)
        if self.caster is not None and self.caster.target == seat:
            self._caster_done()
        if self.pending is not None and not self.item_choices():
            self._lapse_of(self.pending.seat)
        end_test(self)
        return "out"

    def _leave(self, seat: int) -> None:
        """R-WT-12 and R-WT-13: who takes over from an eliminated player."""
        challenge = self.challenge
        if challenge is not None and challenge.facing == seat:
            self.removed += [card for card, _ in self.pot]
            self.pot = []
            self.window = ()
            self.challenge = None
            self.turn = next_holder(self, seat)
        elif challenge is not None and challenge.setter == seat:
            self._new_setter(challenge)
        elif self.turn == seat:
            self.turn = next_holder(self, seat)

    def _new_setter(self, challenge: Challenge) -> None:
        for card, by in reversed(self.pot):
            if card.is_treasure and self.status[by] != "out" and by != challenge.facing:
                challenge.setter = by
                return
        self.challenge = None
        self.turn = challenge.facing

    def _lapse_of(self, seat: int) -> None:
        """R-WT-27: the choice was not stated in time; the item counts as one without effect."""
        if self.pending is None or self.pending.seat != seat:
            return
        facing = self.pending.facing
        self.pending = None
        self._carry_on(seat, facing=facing)

    def use_item(self, at: int, choice: tuple[str, int | None]) -> None:
        """The owner states the choice for the pending item; it is carried out at once."""
        pending = self.pending
        if pending is None or choice not in self.item_choices():
            raise ImpossibleError(f"{choice} is no choice for {pending}")
        what, value = choice
        self.pending = None
        if what == "coin":
            win_pot(self, pending.seat)
            end_test(self)
        elif what == "caster":
            owed = "chance" if pending.facing else "turn"
            self.caster = CasterDue(pending.seat, self._seat(value), owed)
        else:
            self._steal_or_destroy(pending.seat, what, value)
            self._carry_on(pending.seat, facing=pending.facing)
        self._record(at, {"type": "item", "seat": pending.seat, "choice": [what, value]})

    def _steal_or_destroy(self, seat: int, what: str, value: int | None) -> None:
        if what == "bomb":
            count = DESTROY_ONE if value is None else DESTROY_TWO
            for victim in self.bomb_targets(seat) if value is None else [value]:
                self.aside[victim] += self.decks[victim][:count]
                del self.decks[victim][:count]
        elif what == "deck":
            victim = self._seat(value)
            self.decks[seat] += self.decks[victim][:STEAL]
            del self.decks[victim][:STEAL]
        else:
            self.decks[seat].append(self.portal.pop(self._seat(value)))

    def portal_card(self, at: int) -> Card:
        """The chosen player's top card lies face up on the Portal."""
        due = self.caster
        if due is None:
            raise ImpossibleError("nobody owes the Portal a card")
        card = self.decks[due.target].pop(0)
        self.portal.append(card)
        self._caster_done()
        self._record(at, {"type": "to_portal", "seat": due.target, "card": card.key})
        return card

    def _caster_done(self) -> None:
        due = self.caster
        self.caster = None
        if due is None:
            return
        if due.owed == "nothing" or not self.pot:
            end_test(self)
        else:
            self._carry_on(due.seat, facing=due.owed == "chance")

    def take_pot(self, at: int, seat: int) -> None:
        """The collector takes the Pot and so closes the window (R-WT-11, R-WT-14)."""
        if self.collector != seat:
            raise ImpossibleError(f"seat {seat} takes a Pot that is not theirs")
        win_pot(self, seat)
        end_test(self)
        self._record(at, {"type": "take_pot", "seat": seat})

    def mis_reveal(self, seat: int, card: Card, place: int) -> None:
        """A card shown by mistake goes back into its deck at `place` (R-WT-31).

        If its owner was eliminated meanwhile, it lies under the status card with the others.
        """
        deck = self.decks[seat]
        if card in deck:
            deck.remove(card)
            deck.insert(place, card)

    @staticmethod
    def _seat(value: int | None) -> int:
        if value is None:
            raise ImpossibleError("a choice without a target")
        return value

    def _record(self, at: int, step: dict[str, Any]) -> None:
        state = self.canonical()
        if state != self._last:
            self._last = state
            self._listener(at, step, state)
