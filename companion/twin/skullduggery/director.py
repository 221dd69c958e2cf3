"""One game as people play it: what their hands do, and what they tell their phones of it."""

from collections.abc import Generator, Sequence

from companion.twin.people_phone import Phone
from companion.twin.skullduggery.acts import Acts
from companion.twin.skullduggery.cards import NUMBERS, Card
from companion.twin.skullduggery.human import Guest, Hands
from companion.twin.skullduggery.memory import answer
from companion.twin.skullduggery.player import Player
from companion.twin.skullduggery.truth import SIDES, Truth
from companion.twin.skullduggery.undoing import Undoing
from companion.twin.stage import Sitting
from companion.twin.talk import FOREVER_NS, OFFER_NS, QUESTION_NS, Talk
from companion.twin.timeline import S, Steps, Until
from hardware.timing import MS

SEEN_NS = 2500 * MS
"""So long people wait whether the camera has read a card, before they tap it."""
SLIP = 0.04
"""Share of told numbers for which somebody taps the neighbour of the right button."""
NOTES = 0.5
"""Share of secret looks that people with a memory aid tell their phones of."""
CORRECTS = 0.5
"""Share of slips that people correct in the story; others take the entry back."""
UNDOES = 0.1
"""Share of turns that people take back as a whole, to play them otherwise."""
SECOND_THOUGHTS = 0.3
"""Share of these that are brought back at once."""
NOTICED_NS = 2 * S
"""So soon a slip is noticed on the page."""

Tapping = Generator[int | Until, bool, bool]


class Director:
    """Drives one game to its end; every act is done at the table first, then told."""

    def __init__(self, sitting: Sitting, truth: Truth) -> None:
        self.world, self.truth = sitting.world, truth
        hands = sitting.hands if isinstance(sitting.hands, Hands) else None
        self._guests = frozenset() if hands is None else hands.humans
        self.talk = Talk(sitting.phones, patient=bool(self._guests))
        self.players = {
            s: Guest(person, truth, hands=hands)
            if hands is not None and s in self._guests
            else Player(person, truth)
            for s, person in sitting.people.items()
        }
        self.slips = 0
        self.forgotten: list[tuple[int, str]] = []
        """(seat, side) of used tokens that nobody has turned over yet."""
        self.reminded = 0
        self._told: set[Card] = set()
        """Open cards of lines whose numbers people have told."""
        self._rng = sitting.rng
        self._notes = sitting.options.get("memory_aid", "").lower() in {"true", "1", "on", "yes"}
        self._mistold = sitting.misread_aloud
        self._watched = not sitting.by_phone
        self.acts = Acts(sitting.world, truth, sitting.report, sitting.rng)
        self.undoing = Undoing(self.acts, self.talk, sitting.report, sitting.rng)
        self._undoes = 0.0 if self._guests or self._mistold else UNDOES

    @property
    def now(self) -> int:
        """The present instant, ns."""
        return self.world.timeline.now

    def play(self) -> Steps:
        """The whole game."""
        yield 600 * MS
        yield from self._first_looks()
        while not self.truth.ended:
            player = self.players[self.truth.turn]
            yield from self.undoing.begin()
            told, forgotten = set(self._told), list(self.forgotten)
            yield from self._turn(player)
            if self._rng.random() < self._undoes and not self.truth.ended:
                again = self._rng.random() < SECOND_THOUGHTS
                if (yield from self.undoing.take_back(player.seat, again=again)):
                    self._told, self.forgotten = told, forgotten
        for seat in range(self.truth.seats):
            yield from self._reveal(self.players[seat])
        if self.talk.phones and not (yield self.talk.until_over()):
            self.talk.waited_in_vain.append("the companion did not say that the game is over")

    # ---- a turn --------------------------------------------------------------------------------

    def _first_looks(self) -> Steps:
        """Before the first draw everybody may look at the own two middle cards (R-SK-12)."""
        for player in self.players.values():
            if (yield from player.first_look()):
                cards = self.truth.lines[player.seat][1:3]
                for card in cards:
                    player.sees(card)
                yield from self._tell(player, "middle", cards)

    def _turn(self, player: Player) -> Steps:
        truth, acts, seat = self.truth, self.acts, player.seat
        yield from player.begins()
        yield from self._attend()
        yield from self._turn_forgotten()
        yield from acts.draw(seat)
        card = truth.drawn
        assert card is not None  # noqa: S101 - it was just drawn
        player.sees(card)
        yield from self._tell(player, "draw", (card,))
        whose, slot = yield from player.decides(card)
        if whose is None:
            yield from self._tell(player, "discard")
            truth.let_go()
            leaving = card
        elif whose == "own":
            leaving = truth.at((seat, slot))
            yield from acts.place(seat, None, slot)
            yield from self._tell(player, f"own:{slot}")
        else:
            leaving = truth.at((truth.neighbour(seat, whose), slot))
            yield from self._replace(player, whose, slot)
        yield from self._show(player, leaving)
        yield from self._catch_up(seat)
        if acts.is_behind():
            yield from acts.carry_on(seat)
        yield from self._read_open()
        if truth.look_due:
            yield from self._look(player)
        for owing in list(truth.owing):
            yield from self._turn_up(self.players[owing])

    def _replace(self, player: Player, side: str, slot: int) -> Steps:
        """The drawn card goes into a neighbour's line; the token is turned first, or then.

        Or it is forgotten, until somebody reads on a page that it lies otherwise.
        """
        when = player.turns_token()
        if when == "first":
            yield from self.acts.turn_token(player.seat, side)
        yield from self.acts.place(player.seat, side, slot)
        if when == "then":
            yield from self.acts.turn_token(player.seat, side)
        yield from self._tell(player, f"{side}:{slot}")
        if when == "forgets":
            self.forgotten.append((player.seat, side))

    def _turn_forgotten(self) -> Steps:
        """Tokens that pages say lie with the wrong side up."""
        for seat, side in list(self.forgotten):
            if self.talk.notices(f"tokens:{seat}"):
                yield from self.acts.turn_token(seat, side)
                self.forgotten.remove((seat, side))
                self.reminded += 1

    def _show(self, player: Player, card: Card) -> Steps:
        """The discard is laid down for all to see; who has a page looks whether it has it too."""
        told = self.truth.leaving is None
        yield from self.acts.discard(player.seat, card)
        self._all_see(card)
        if not told:
            yield from self._tell_number(player, "shown", card)

    def _look(self, player: Player) -> Steps:
        """A Peek or a Sneak, or no look at all."""
        due = self.truth.look_due
        kind = "peek" if due[0][0] == player.seat else "sneak"
        place = yield from player.looks_at()
        side = "none" if place is None else SIDES[due.index(place)]
        yield from self._until_offered(player, f"{kind}:{side}")
        if place is not None:
            yield from self.acts.look(player.seat, place, care=player.takes_care())
        card = self.truth.look(self.now, place)
        if card is not None:
            player.sees(card)
        yield from self._tell(player, f"{kind}:{side}", () if card is None else (card,))

    def _turn_up(self, player: Player) -> Steps:
        """A middle card for a Spyglass."""
        slot = yield from player.turns_up()
        card = self.truth.at((player.seat, slot))
        yield from self._until_offered(player, f"turn:{slot}")
        yield from self.acts.turn_up(player.seat, slot)
        self._all_see(card)
        yield from self._tell_unless_seen(player, f"turn:{slot}")
        yield from self._read_open()

    def _read_open(self) -> Steps:
        """Whoever has an open card that nobody has told yet reads it out to their phone."""
        for seat, line in enumerate(self.truth.lines):
            for slot, card in enumerate(line):
                if card in self.truth.up and card not in self._told:
                    self._all_see(card)
                    self._told.add(card)
                    yield from self._tell_number(self.players[seat], f"read:{slot}", card)

    def _reveal(self, player: Player) -> Steps:
        """The end: the whole line is turned up and read from its owner's left."""
        yield from self._until_offered(player, "reveal")
        yield from player.opens()
        yield from self.acts.reveal(player.seat)
        line = self.truth.lines[player.seat]
        if not (yield from self._is_seen(player, "reveal")):
            yield from self._tell(player, "reveal", line, always=True)

    def _catch_up(self, seat: int) -> Steps:
        """Everybody waits until a human has told the own phone what was done at the table."""
        if seat in self._guests and self.talk.phones:
            yield Until(lambda: all(map(self._shows_truth, self.talk.phones.values())), FOREVER_NS)

    def _shows_truth(self, phone: Phone) -> bool:
        """Whether this page has as many cards on the piles as lie there."""
        return self.undoing.shows(phone, self.undoing.counts())

    def _all_see(self, card: Card) -> None:
        for player in self.players.values():
            player.sees(card)

    # ---- phones --------------------------------------------------------------------------------

    def _tell(
        self, player: Player, ident: str, seen: Sequence[Card] = (), *, always: bool = False
    ) -> Tapping:
        """Tap what was done, once the page offers it; with what was seen where it is noted.

        `always`: the page needs the numbers.
        """
        seat, talk = player.seat, self.talk
        if seat not in talk.phones:
            return False
        offered = yield talk.until(lambda: ident in talk.offers(seat), OFFER_NS)
        if not offered:
            talk.in_vain(f"seat {seat} was not offered {ident}")
            return False
        yield player.person.tap_pause_ns() // 3
        noted = always or (self._notes and player.rng.random() < NOTES)
        values = "".join(str(card.value) for card in seen) if noted else ""
        return (yield from talk.tap_until_done(seat, ident, values))

    def _until_offered(self, player: Player, ident: str) -> Tapping:
        """Wait until the page says that it is time for that."""
        if player.seat not in self.talk.phones:
            return False
        yield from self._attend()
        met = yield self.talk.until(lambda: ident in self.talk.offers(player.seat), OFFER_NS)
        return met

    def _is_seen(self, player: Player, ident: str) -> Tapping:
        """Whether the camera told the companion, so that the page does not ask for it any more."""
        seat, talk = player.seat, self.talk
        if seat not in talk.phones:
            return True
        yield 250 * MS
        if self._watched and ident in talk.offers(seat):
            yield Until(lambda: ident not in talk.offers(seat) or bool(talk.questions()), SEEN_NS)
        yield from self._attend()
        return ident not in talk.offers(seat)

    def _tell_unless_seen(self, player: Player, ident: str) -> Steps:
        if not (yield from self._is_seen(player, ident)):
            yield from self._tell(player, ident)

    def _attend(self) -> Steps:
        """Answer what the companion asks, from what lies on the table."""
        start = self.now
        while asked := self.talk.questions():
            if self.now - start > QUESTION_NS:
                self.talk.in_vain(f"a question stayed: {asked[0][1].title}")
                return
            seat, question = self._rng.choice(asked)
            yield self.players[seat].person.tap_pause_ns()
            value = answer(question, self.acts.layout, self.truth, self.players)
            if value is not None and not self.talk.gone(question):
                yield from self.talk.tap_until_done(seat, question.values[value])
            yield Until(lambda q=question: self.talk.gone(q), 2 * S)  # type: ignore[misc]

    def _tell_number(self, player: Player, what: str, card: Card) -> Steps:
        """What an open card shows: the camera reads it, or somebody taps it.

        Sometimes the button beside the right one, which somebody notices.
        """
        value = card.value
        if (yield from self._is_seen(player, f"{what}:{value}")):
            return
        if self._rng.random() < self._mistold:
            value = self._another(value)
        elif player.rng.random() < SLIP:
            wrong = f"{what}:{self._another(value)}"
            self.slips += 1
            if (yield from self._tell(player, wrong)):
                yield NOTICED_NS
                if (yield from self._put_right(player, card)):
                    return
        yield from self._tell(player, f"{what}:{value}")

    def _put_right(self, player: Player, card: Card) -> Tapping:
        """Correct the newest entry, or take it back to tap again; True: nothing is left to tap.

        What lies open in a line is corrected: taken back, it would still be known.
        """
        phone = self.talk.phones[player.seat]
        if card in self._told or player.rng.random() < CORRECTS:
            answer = phone.correct(f"card:{card.key}")
            if answer is not None and answer.accepted:
                return True
        phone.host("undo")
        yield 250 * MS
        return False

    def _another(self, value: int) -> int:
        return self._rng.choice([number for number in NUMBERS if number != value])
