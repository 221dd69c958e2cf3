"""One game as people play it: what their hands do, and what they tell their phones of it."""

from collections.abc import Generator, Sequence

from companion.twin.stage import Sitting
from companion.twin.talk import OFFER_NS, QUESTION_NS, Talk
from companion.twin.thieves_of_eldris.cards import TRAIT_OF, TRAITS, beside
from companion.twin.thieves_of_eldris.solo import SoloTruth
from companion.twin.thieves_of_eldris.truth import Truth
from companion.twin.timeline import S, Steps, Until
from hardware.timing import MS

MOVE_NS = 900 * MS
"""Two cards change places, or a card is turned over."""
SLIP = 0.03
"""Share of rolls of which somebody tells one die wrongly, and notices it."""
NOTICED_NS = 2 * S
"""So soon a slip is noticed on the page."""
EXTRA = 0.6
"""Share of doubles that are used."""
SIGIL = 0.15
"""Share of rolls that are rolled again, where the Sigil is active."""
STEALS = 0.9
"""Share of turns in which somebody steals who can."""
ACCUSES = 0.35
"""And in which somebody accuses who does not steal."""
HUNCH = 0.5
"""Share of accusations that name the right one, where it stands beside."""
NOTES = 0.5
"""Share of looks at the top card that are told to the own phone (trusted)."""
KEEP = "-"

Tapping = Generator[int | Until, bool, bool]


class Director:
    """Drives one game to its end; every act is done at the table first, then told."""

    def __init__(self, sitting: Sitting, truth: Truth) -> None:
        self.world, self.truth = sitting.world, truth
        self.talk = Talk(sitting.phones)
        self.people = sitting.people
        self.slips = 0
        self._rng = sitting.rng
        self._mistold = sitting.misread_aloud

    @property
    def now(self) -> int:
        """The present instant, ns."""
        return self.world.timeline.now

    def play(self) -> Steps:
        """The whole game."""
        yield 600 * MS
        while self.truth.winners is None:
            yield from self._attend()
            yield from self._do(self.truth.due)
        if self.talk.phones and not (yield self.talk.until_over()):
            self.talk.waited_in_vain.append("the companion did not say that the game is over")

    def _do(self, due: str) -> Steps:  # noqa: C901 - one line for each thing that is due
        truth, seat, rng = self.truth, self.truth.turn, self._rng
        yield self.people[seat].tap_pause_ns()
        if due == "lay_out":
            truth.lay_out(self.now)
            yield from self._fill_in(seat, "layout", truth.grid)
        elif due == "turn_up":
            yield MOVE_NS
            yield from self._fill_in(seat, "up", [truth.turn_up(self.now)])
        elif due in ("choose", "constitution"):
            yield from self._choose(seat)
        elif due == "roll":
            yield from self._roll(seat)
        elif due == "slip":
            yield from self._slip(seat)
        elif due == "draw":
            drawer = truth.drawer()
            yield from self._fill_in(drawer, "drawn", [truth.draw_target(self.now)])
        elif due == "give_back":
            own = truth.display if truth.uses_display else truth.active.hand[1:]
            card = rng.choice(own)
            truth.give_back(self.now, card, rng.randint(0, len(truth.deck)))
            yield from self._tell(seat, f"back:{card}")
        elif due == "dexterity":
            yield from self._dexterity(seat)
        elif due == "wisdom":
            yield from self._wisdom(seat)
        elif due == "nick":
            yield from self._nick(seat)
        else:
            yield from self._answer_or_solo(seat, due)

    def _answer_or_solo(self, seat: int, due: str) -> Steps:
        truth = self.truth
        if due == "answer":
            accused = truth.accused or 0
            right = truth.seats[accused].hand[0] == truth.named
            truth.answer(self.now)
            yield from self._tell(accused, "correct" if right else "incorrect")
        elif due == "show":
            card = truth.active.hand[0]
            truth.show(self.now)
            yield from self._fill_in(seat, "show", [card])
        elif due == "promote":
            accused = truth.drawer()
            card = self._rng.choice(truth.seats[accused].hand)
            truth.promote(self.now, card)
            told = f"promote:{card}" if truth.trusted else "promote"
            yield from self._tell(accused, told)
        elif isinstance(truth, SoloTruth):
            yield from self._solo(truth, due)

    # ---- a turn --------------------------------------------------------------------------------

    def _choose(self, seat: int) -> Steps:
        truth = self.truth
        if isinstance(truth, SoloTruth):
            card = self._rng.choice(truth.display)
            truth.choose(self.now, card)
            yield from self._tell(seat, f"cutpurse:{card}")
            return
        if truth.trusted and not truth.active.told:
            dealt = list(truth.active.hand)
            truth.tell_hand(self.now, seat)
            yield from self._fill_in(seat, "hand", dealt)
        card = self._rng.choice(truth.active.hand)
        truth.choose(self.now, card)
        yield from self._tell(seat, f"cutpurse:{card}" if truth.trusted else "cutpurse")

    def _roll(self, seat: int) -> Steps:
        dice = self._dice(3)
        yield MOVE_NS
        self.truth.roll(self.now, dice)
        told = list(dice)
        if self._rng.random() < self._mistold:
            told[0] = self._another(told[0])
        elif self._rng.random() < SLIP and seat in self.talk.phones:
            wrong = [self._another(dice[0]), *dice[1:]]
            self.slips += 1
            if (yield from self._fill_in(seat, "roll", wrong)):
                yield NOTICED_NS
                self.talk.phones[seat].host("undo")
                yield 250 * MS
        yield from self._fill_in(seat, "roll", told)
        if self.truth.active.sigil and self._rng.random() < SIGIL:
            yield from self._reroll(seat)

    def _reroll(self, seat: int) -> Steps:
        which = set(self._rng.sample(range(3), self._rng.randint(1, 3)))
        fresh = self._dice(3)
        dice = [fresh[n] if n in which else self.truth.dice[n] for n in range(3)]
        yield MOVE_NS
        self.truth.reroll(self.now, dice)
        shown = [dice[n] if n in which else KEEP for n in range(3)]
        yield from self._fill_in(seat, "reroll", shown)

    def _slip(self, seat: int) -> Steps:
        truth, rng = self.truth, self._rng
        fresh = len(truth.unspent) == len(truth.dice) and not truth.benefit
        if fresh and truth.alike and rng.random() < EXTRA:
            yield from self._benefit(seat)
            if truth.due != "slip":
                return
        if truth.may_agree() and rng.random() < EXTRA:
            truth.agree(self.now)
            yield from self._tell(seat, "agree")
            return
        movers = [card for card in truth.grid if TRAIT_OF[card] in truth.unspent]
        card = rng.choice(movers)
        yield from self._swap(seat, "move", card, self._neighbour(card), die=True)

    def _benefit(self, seat: int) -> Steps:
        truth, rng = self.truth, self._rng
        triples = len(set(truth.dice)) == 1
        found = [t for t in (TRAITS if triples else (truth.alike,)) if t != "strength"]
        if not truth.active.sigil:
            found.append("reset")
        if not found:
            return
        what = rng.choice(found)
        if what == "reset":
            truth.reset(self.now)
            yield from self._tell(seat, "reset")
            return
        truth.use(self.now, what, rng.randint(0, max(0, len(truth.deck) - 1)))
        yield from self._tell(seat, f"use:{what}")
        if what == "charisma" and truth.deck and truth.trusted and rng.random() < NOTES:
            yield from self._fill_in(seat, "peek", [truth.deck[0]])

    def _dexterity(self, seat: int) -> Steps:
        card = self._rng.choice(self.truth.grid)
        moves = self._rng.randint(0, 2)
        for _ in range(moves):
            yield from self._swap(seat, "run", card, self._neighbour(card), die=False)
        self.truth.end_ability()
        if moves < 2:  # noqa: PLR2004 - R-EL-14
            yield from self._tell(seat, "stop")

    def _wisdom(self, seat: int) -> Steps:
        card = self._rng.choice(self.truth.grid)
        alike = [c for c in self.truth.grid if TRAIT_OF[c] == TRAIT_OF[card] and c != card]
        yield from self._swap(seat, "swap", card, self._rng.choice(alike), die=False)
        self.truth.end_ability()

    def _swap(self, seat: int, word: str, card: str, other: str, *, die: bool) -> Steps:
        yield MOVE_NS
        self.truth.swap(self.now, card, other, die=die)
        yield from self._tell(seat, f"{word}:{card}:{other}")

    def _neighbour(self, card: str) -> str:
        grid = self.truth.grid
        return grid[self._rng.choice(beside(grid.index(card)))]

    def _nick(self, seat: int) -> Steps:
        truth, rng = self.truth, self._rng
        robbed = truth.targets()
        yield MOVE_NS
        if robbed and rng.random() < STEALS:
            card = rng.choice(robbed)
            truth.steal(self.now, card)
            yield from self._tell(seat, f"steal:{card}")
            return
        named = self._accusation()
        if named is not None and rng.random() < ACCUSES:
            card, player = named
            truth.accuse(self.now, card, player)
            yield from self._tell(seat, f"accuse:{card}:{player}")
            return
        truth.pass_(self.now)
        yield from self._tell(seat, "pass")

    def _accusation(self) -> tuple[str, int] | None:
        truth, rng = self.truth, self._rng
        near = [c for c in truth.near(truth.active.hand[0]) if c not in truth.dark]
        players = [
            n for n, s in enumerate(truth.seats) if n != truth.turn and s.started and not s.out
        ]
        if not near or not players:
            return None
        right = [(truth.seats[n].hand[0], n) for n in players if truth.seats[n].hand[0] in near]
        if right and rng.random() < HUNCH:
            return rng.choice(right)
        return rng.choice(near), rng.choice(players)

    # ---- solo ----------------------------------------------------------------------------------

    def _solo(self, truth: SoloTruth, due: str) -> Steps:
        rng = self._rng
        yield MOVE_NS
        if due == "fan":
            truth.fan(self.now)
            traits = [TRAIT_OF[card] for card in truth.concealed]
            yield from self._fill_in(0, "fan", [truth.rivals[-1], *traits])
        elif due == "diagonal":
            card = rng.choice([*truth.diagonal(), None])
            truth.rob_diagonal(self.now, card)
            yield from self._tell(0, "pass" if card is None else f"steal:{card}")
        else:
            open_ = truth.may_wager()
            while open_ and rng.random() < EXTRA:
                card = rng.choice(open_)
                truth.wager(self.now, card)
                yield from self._tell(0, f"wager:{card}")
                open_ = truth.may_wager()
            hidden = sorted(truth.concealed)
            truth.reveal(self.now)
            yield from self._tell(0, ":".join(("foes", *hidden)))

    # ---- phones --------------------------------------------------------------------------------

    def _tell(self, seat: int, ident: str, values: str = "") -> Tapping:
        """Tap what was done, once the page offers it."""
        talk = self.talk
        if seat not in talk.phones:
            return False
        if not (yield talk.until(lambda: ident in talk.offers(seat), OFFER_NS)):
            talk.in_vain(f"seat {seat} was not offered {ident}")
            return False
        yield self.people[seat].tap_pause_ns() // 3
        return (yield from talk.tap_until_done(seat, ident, values))

    def _fill_in(self, seat: int, ident: str, what: Sequence[str]) -> Tapping:
        """Find each card or trait among the page's keys, and send them."""
        talk = self.talk
        if seat not in talk.phones:
            return False
        yield talk.until(lambda: ident in talk.offers(seat), OFFER_NS)
        keys = talk.phones[seat].keys(ident)
        if not set(what) <= keys.keys():
            talk.in_vain(f"seat {seat} cannot fill in {ident}")
            return False
        return (yield from self._tell(seat, ident, "".join(keys[one] for one in what)))

    def _attend(self) -> Steps:
        """Whatever the companion asks is left out: people have told all that happened."""
        start = self.now
        while asked := self.talk.questions():
            if self.now - start > QUESTION_NS:
                self.talk.in_vain(f"a question stayed: {asked[0][1].title}")
                return
            seat, question = asked[0]
            value = next(iter(reversed(question.values.values())), None)
            if value is not None:
                yield from self.talk.tap_until_done(seat, value)
            yield Until(lambda q=question: self.talk.gone(q), 2 * S)  # type: ignore[misc]

    def _dice(self, count: int) -> list[str]:
        """As they fall."""
        return [self._rng.choice(TRAITS) for _ in range(count)]

    def _another(self, trait: str) -> str:
        return self._rng.choice([one for one in TRAITS if one != trait])
