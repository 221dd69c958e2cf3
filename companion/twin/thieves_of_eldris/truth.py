"""What people do in a game for two to six, and how the truth changes by it.

Every act takes the exact instant (ns) at which it happened.
"""

from companion.twin.thieves_of_eldris.cards import TRAIT_OF, loot
from companion.twin.thieves_of_eldris.standing import GOAL, ImpossibleError, Standing


class Truth(Standing):
    """One game; each act raises ImpossibleError where the rulebook forbids it."""

    # ---- cards ---------------------------------------------------------------------------------

    def lay_out(self, at: int) -> None:
        """The Square lies."""
        self._must("lay_out")
        self.grid = list(self.square)
        self._fill("choose")
        self._record(at, "lay_out")

    def turn_up(self, at: int) -> str:
        """The top card into the Display."""
        self._must("turn_up")
        card = self.deck.pop(0)
        self.display.append(card)
        if self.then == "give_back":
            self.due, self.then = "give_back", ""
        else:
            self._fill(self.then)
        self._record(at, "turn_up")
        return card

    def tell_hand(self, at: int, seat: int) -> None:
        """Trusted: this player's phone knows the hand."""
        self.seats[seat].told = True
        self._record(at, "tell_hand")

    def choose(self, at: int, card: str) -> None:
        """A first Cutpurse, or the one after Constitution (R-EL-22)."""
        self._must("choose", "constitution")
        self._first(self.active, card)
        if self.due == "constitution":
            self.active.shown = False
            self.due = "slip"
        else:
            self.active.started = True
            self.due = "roll"
        self._record(at, "choose")

    def draw_target(self, at: int) -> str:
        """Trusted: who was due a Target has it and tells it."""
        self._must("draw")
        seat = self.drawer()
        card = self._draw(seat)
        if self.then == "give_back":
            self.due, self.then = "give_back", ""
        else:
            self._end_turn()
        self._record(at, "draw")
        return card

    def give_back(self, at: int, card: str, place: int) -> None:
        """Intelligence: into the deck, at a place that shuffling gave."""
        self._must("give_back")
        (self.display if self.uses_display else self.active.hand).remove(card)
        self.deck.insert(place, card)
        self.due = "slip"
        self._record(at, "give_back")

    # ---- dice and moves ------------------------------------------------------------------------

    def roll(self, at: int, dice: list[str]) -> None:
        """Three dice."""
        self._must("roll")
        self.dice, self.unspent, self.due = list(dice), list(dice), "slip"
        self._record(at, "roll")

    def reroll(self, at: int, dice: list[str]) -> None:
        """The Sigil is used (R-EL-3)."""
        self._must("slip")
        if self.benefit or len(self.unspent) < len(self.dice) or not self.active.sigil:
            raise ImpossibleError("no dice are rolled again now")
        self.active.sigil = False
        self.dice, self.unspent = list(dice), list(dice)
        self._record(at, "reroll")

    def reset(self, at: int) -> None:
        """Doubles make the Sigil active."""
        self._must("slip")
        self.benefit, self.active.sigil = "reset", True
        self._record(at, "reset")

    def use(self, at: int, ability: str, place: int = 0) -> None:
        """An ability of doubles or triples; sealed secrets happen at once.

        `place`: where in the deck a card that goes back lands; in secret also which card it is.
        """
        self._must("slip")
        self.benefit = ability
        if ability in ("dexterity", "wisdom"):
            self.due = ability
        elif ability == "constitution" and self.may_rechoose():
            self._constitution(place)
        elif ability == "intelligence" and self.deck:
            self._intelligence(place)
        self._record(at, "use")

    def may_rechoose(self) -> bool:
        """Whether Constitution can change anything (R-EL-7, R-EL-25)."""
        return len(self.active.hand) > 1 and not (self.many and self.active.lost)

    def _constitution(self, place: int) -> None:
        if self.trusted:
            self.due = "constitution"
        else:  # unseen by all, and nobody knows the Cutpurse any more (R-EL-22)
            self._first(self.active, self.active.hand[place % len(self.active.hand)])
            self.active.shown = False

    def _intelligence(self, place: int) -> None:
        if self.uses_display:
            self.due, self.then = "turn_up", "give_back"
        elif self.trusted:
            self.due, self.then = "draw", "give_back"
        else:  # unseen by all but the player, who returns what was just drawn or another Target
            self.active.hand.append(self.deck.pop(0))
            self.deck.insert(place, self.active.hand.pop(1 + place % (len(self.active.hand) - 1)))

    def swap(self, at: int, card: str, other: str, *, die: bool) -> None:
        """Two cards change places; by a die of the first one's trait, or by an ability."""
        self._must("slip" if die else "dexterity" if self.due == "dexterity" else "wisdom")
        if die:
            self.unspent.remove(TRAIT_OF[card])
        here, there = self.grid.index(card), self.grid.index(other)
        self.grid[here], self.grid[there] = other, card
        if die and not self.unspent:
            self.due = self._after_moves()
        self._record(at, "swap")

    def end_ability(self) -> None:
        """Dexterity or Wisdom is over."""
        self.due = "slip"

    def _after_moves(self) -> str:
        return "nick"

    # ---- the Nick phase ------------------------------------------------------------------------

    def steal(self, at: int, card: str) -> None:
        """The money by position; then a new Target unless the game is won."""
        self._must("nick")
        if card not in self.targets():
            raise ImpossibleError(f"{card} is out of reach")
        amount = loot(self.grid.index(card))
        (self.display if self.uses_display else self.active.hand).remove(card)
        self.active.taken.append(card)
        self.dark.append(card)
        self.active.haul += amount
        self.bank -= amount
        self.passes = 0
        if self.active.haul >= GOAL or not self.deck:
            self._end_turn()
        elif self.uses_display:
            self._fill("end")
        else:
            self._draw_or_wait()
        self._record(at, "steal")

    def pass_(self, at: int) -> None:
        """Neither."""
        self._must("nick")
        self.passes = 0 if self.deck else self.passes + 1
        self._end_turn()
        self._record(at, "pass")

    def accuse(self, at: int, card: str, player: int) -> bool:
        """Whether it is right; the answer is given at once, or by the accused (sealed)."""
        self._must("nick")
        self.accused, self.named, self.passes = player, card, 0
        right = self.seats[player].hand[0] == card
        if self.trusted:
            self._resolve(right=right)
        else:
            self.due = "answer"
        self._record(at, "accuse")
        return right

    def answer(self, at: int) -> None:
        """The accused said the truth."""
        self._must("answer")
        accused = self.seats[self.accused or 0]
        self._resolve(right=accused.hand[0] == self.named)
        self._record(at, "answer")

    def show(self, at: int) -> None:
        """A wrong accuser's Cutpurse is shown to all."""
        self._must("show")
        self.active.shown = True
        self._end_turn()
        self._record(at, "show")

    def promote(self, at: int, card: str) -> None:
        """A Target becomes the Cutpurse of who lost one."""
        self._must("promote")
        self._first(self.seats[self.drawer()], card)
        if self.deck:
            self._draw_or_wait()
        else:
            self._end_turn()
        self._record(at, "promote")

    def agree(self, at: int) -> None:
        """No deck, and a whole round of passes: the table ends the game (R-EL-8)."""
        best = max(seat.haul for seat in self.seats if not seat.out)
        self.winners = [n for n, s in enumerate(self.seats) if s.haul == best and not s.out]
        self._record(at, "agree")

    def may_agree(self) -> bool:
        """Whether the table may end it now."""
        return not self.deck and self.passes >= sum(not seat.out for seat in self.seats)
