"""One game as people play it: what their hands do, and what they tell their phones of it."""

from companion.twin.people_phone import Phone, Question
from companion.twin.stage import Sitting
from companion.twin.thieves_of_eldris import plans, tokens
from companion.twin.thieves_of_eldris.acts import Acts
from companion.twin.thieves_of_eldris.answers import ROLLED, answer
from companion.twin.thieves_of_eldris.cards import TRAIT_OF, TRAITS, beside
from companion.twin.thieves_of_eldris.solo import SoloTruth
from companion.twin.thieves_of_eldris.telling import Tapping, Telling
from companion.twin.thieves_of_eldris.truth import Truth
from companion.twin.timeline import S, Steps
from hardware.timing import MS

MOVE_NS = 900 * MS
"""A card is drawn or turned up beside the camera's view."""
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
SILENT = 0.3
"""Share of abilities that move cards which are done without a word to a phone."""
EAGER = 0.5
"""Share of robbed characters that are turned over before a phone is told."""
KEEP = "-"


_BY = {"run": "by Dexterity", "swap": "by Wisdom"}
"""How the companion tells of an exchange that no die made."""


class Director:
    """Drives one game to its end; every act is done at the table first, then told."""

    def __init__(self, sitting: Sitting, truth: Truth) -> None:
        self.world, self.truth = sitting.world, truth
        self.acts = Acts(sitting.world, sitting.report, sitting.rng)
        self.phones = Telling(sitting, self._answer)
        self.people = sitting.people
        self.slips = 0
        self._watched = not sitting.by_phone
        self._deed = ""
        """What was done last, in the companion's words."""
        self._unsaid = ""
        """An ability that was used and not told to a phone yet."""
        self._rng = sitting.rng
        self._options = sitting.options
        self._mistold = sitting.misread_aloud

    @property
    def now(self) -> int:
        """The present instant, ns."""
        return self.world.timeline.now

    def play(self) -> Steps:
        """The whole game."""
        yield 600 * MS
        while self.truth.winners is None:
            yield from self.phones.attend()
            seat = self.truth.turn
            yield from self._do(self.truth.due)
            yield from self._turn_over(seat)
            yield from self._lay_pieces(seat)
        talk = self.phones.talk
        if talk.phones and not (yield talk.until_over()):
            talk.waited_in_vain.append("the companion did not say that the game is over")

    def _do(self, due: str) -> Steps:  # noqa: C901 - one line for each thing that is due
        truth, seat, rng = self.truth, self.truth.turn, self._rng
        yield self.people[seat].tap_pause_ns()
        if due == "lay_out":
            yield from self._lay_out(seat)
        elif due == "turn_up":
            yield MOVE_NS
            yield from self.phones.fill_in(seat, "up", [truth.turn_up(self.now)])
        elif due in ("choose", "constitution"):
            yield from self._choose(seat)
        elif due == "roll":
            yield from self._roll(seat)
        elif due == "slip":
            yield from self._slip(seat)
        elif due == "draw":
            drawer = truth.drawer()
            yield from self.phones.fill_in(drawer, "drawn", [truth.draw_target(self.now)])
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
            yield from self.phones.fill_in(seat, "show", [card])
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
            yield from self.phones.fill_in(seat, "hand", dealt)
        card = self._rng.choice(truth.active.hand)
        truth.choose(self.now, card)
        yield from self._tell(seat, f"cutpurse:{card}" if truth.trusted else "cutpurse")

    def _lay_out(self, seat: int) -> Steps:
        truth = self.truth
        yield from self.acts.lay_out(seat, truth.square, lambda: truth.lay_out(self.now))
        if not (yield from self.phones.seen(seat, self._shows_square)):
            yield from self.phones.fill_in(seat, "layout", truth.grid)

    def _shows_square(self, page: Phone) -> bool:
        """Whether the page has the cards where they lie, and as many dice left."""
        truth = self.truth
        return page.square() == truth.grid and len(page.dice_left()) == len(truth.unspent)

    def _roll(self, seat: int) -> Steps:
        dice = self._dice(3)
        yield from self.acts.roll(seat, dice, (0, 1, 2), lambda: self.truth.roll(self.now, dice))
        if not (yield from self.phones.seen(seat, lambda page: "roll" not in page.offers())):
            yield from self._tell_roll(seat, dice)
        if self.truth.active.sigil and self._rng.random() < SIGIL:
            yield from self._reroll(seat)

    def _tell_roll(self, seat: int, dice: list[str]) -> Steps:
        phones, told = self.phones, list(dice)
        if self._rng.random() < self._mistold:
            told[0] = self._another(told[0])
        elif self._rng.random() < SLIP and seat in phones.talk.phones:
            wrong = [self._another(dice[0]), *dice[1:]]
            self.slips += 1
            if (yield from phones.fill_in(seat, "roll", wrong)):
                yield NOTICED_NS
                phones.talk.phones[seat].host("undo")
                yield 250 * MS
        yield from phones.fill_in(seat, "roll", told)

    def _reroll(self, seat: int) -> Steps:
        which = sorted(self._rng.sample(range(3), self._rng.randint(1, 3)))
        dice = list(self.truth.dice)
        for place in which:
            dice[place] = self._rng.choice(TRAITS)
        fresh = [dice[place] for place in which]
        self._deed = ROLLED
        yield from self.acts.roll(seat, fresh, which, lambda: self.truth.reroll(self.now, dice))
        if not (yield from self.phones.seen(seat, lambda page: "reroll" not in page.offers())):
            yield from self.phones.fill_in(seat, "reroll", self._as_on_page(seat, which))

    def _as_on_page(self, seat: int, which: list[int]) -> list[str]:
        """What dice thrown anew show, in the order in which the page has the three."""
        page, dice = self.phones.page(seat), self.truth.dice
        stayed = [dice[place].capitalize() for place in range(3) if place not in which]
        fresh = [dice[place] for place in which]
        shown = []
        for label in page.dice_left() if page is not None else ():
            if label in stayed:
                stayed.remove(label)
                shown.append(KEEP)
            elif fresh:
                shown.append(fresh.pop())
        return shown

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
        card, other = plans.move(truth, rng)
        yield from self._swap(seat, "move", card, other, die=True)

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
        moves = self._watched and truth.due in ("dexterity", "wisdom")
        if moves and rng.random() < SILENT:
            self._unsaid = f"use:{what}"
            return
        yield from self._tell(seat, f"use:{what}")
        if what == "charisma" and truth.deck and truth.trusted and rng.random() < NOTES:
            yield from self.phones.fill_in(seat, "peek", [truth.deck[0]])

    def _dexterity(self, seat: int) -> Steps:
        card = self._rng.choice(self.truth.grid)
        moves = self._rng.randint(0, 2)
        for _ in range(moves):
            yield from self._swap(seat, "run", card, self._neighbour(card), die=False)
        self.truth.end_ability()
        yield from self._say(seat)
        if moves < 2:  # noqa: PLR2004 - R-EL-14
            yield from self._tell(seat, "stop")

    def _wisdom(self, seat: int) -> Steps:
        card = self._rng.choice(self.truth.grid)
        alike = [c for c in self.truth.grid if TRAIT_OF[c] == TRAIT_OF[card] and c != card]
        yield from self._swap(seat, "swap", card, self._rng.choice(alike), die=False)
        self.truth.end_ability()

    def _swap(self, seat: int, word: str, card: str, other: str, *, die: bool) -> Steps:
        truth = self.truth
        self._deed = f"by the {TRAIT_OF[card].capitalize()} die" if die else _BY[word]

        def swap() -> None:
            truth.swap(self.now, card, other, die=die)

        yield from self.acts.exchange(seat, card, other, swap)
        if (yield from self.phones.seen(seat, self._shows_square)):
            self._unsaid = ""
        else:
            yield from self._say(seat)
            yield from self._tell(seat, f"{word}:{card}:{other}")

    def _say(self, seat: int) -> Steps:
        """Tell the phone of an ability that was used without a word."""
        if self._unsaid:
            yield from self._tell(seat, self._unsaid)
            self._unsaid = ""

    def _turn_over(self, seat: int) -> Steps:
        """Characters that are robbed, or left, show their dark side."""
        for card in self.truth.dark:
            if card not in self.acts.layout.dark:
                yield from self.acts.turn_over(seat, card)

    def _lay_pieces(self, seat: int) -> Steps:
        """Tokens and wagers lie where the rulebook has them."""
        yield from self.acts.lay_pieces(seat, tokens.due(self.truth, self._options))

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
            if rng.random() < EAGER:
                yield from self._turn_over(seat)
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
            yield from self.phones.fill_in(0, "fan", [truth.rivals[-1], *traits])
        elif due == "diagonal":
            card = rng.choice([*truth.diagonal(), None])
            truth.rob_diagonal(self.now, card)
            yield from self._tell(0, "pass" if card is None else f"steal:{card}")
        else:
            open_ = truth.may_wager()
            while open_ and rng.random() < EXTRA:
                card = rng.choice(open_)
                truth.wager(self.now, card)
                yield from self._lay_pieces(0)
                yield from self._tell(0, f"wager:{card}")
                open_ = truth.may_wager()
            hidden = sorted(truth.concealed)
            truth.reveal(self.now)
            yield from self._tell(0, ":".join(("foes", *hidden)))

    # ---- phones --------------------------------------------------------------------------------

    def _tell(self, seat: int, ident: str) -> Tapping:
        return self.phones.tell(seat, ident)

    def _answer(self, question: Question) -> str | None:
        return answer(question, self.acts, self._deed, unsaid=bool(self._unsaid))

    def _dice(self, count: int) -> list[str]:
        """As they fall."""
        return [self._rng.choice(TRAITS) for _ in range(count)]

    def _another(self, trait: str) -> str:
        return self._rng.choice([one for one in TRAITS if one != trait])
