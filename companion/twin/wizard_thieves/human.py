"""A real person at the simulated table: wishes from the page become acts of one seat's hands."""

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

from companion.twin.timeline import Steps, Until
from companion.twin.wizard_thieves.director import Director
from hardware.timing import MS

MOMENT_NS = 60 * MS
ITEM_WORDS = {
    "bomb": "Bomb {name}: two cards",
    "deck": "Steal two cards from {name}",
    "portal": "Steal {card} from the Portal",
    "caster": "{name} puts a card on the Portal",
}


class Hands:
    """Collects what humans want; the director asks for it when the table is free."""

    def __init__(self, names: dict[int, str], humans: frozenset[int], url: str) -> None:
        self.names, self.humans, self._url = names, humans, url
        self._lock = threading.Lock()
        self._wishes: deque[tuple[str, int, int | None]] = deque(maxlen=4)
        self.director: Director | None = None
        self.press: Callable[[int], None] = lambda seat: None
        """A hand on a button while no game runs: its own, for practice."""
        self.wants_new_game = False

    @property
    def playing(self) -> bool:
        """Whether a game of ours is under way or lies on the table."""
        return self.director is not None

    def leave(self) -> None:
        """That game is over."""
        self.director = None

    def act(self, action: str, seat: int, value: int | None) -> None:
        """From the page's threads. A slap is immediate, all else waits its turn."""
        director = self.director
        if action == "new":
            self.wants_new_game = True
        if seat not in self.humans:
            return
        if director is None or director.truth.winners is not None:
            if action == "slap":
                self.press(seat)
        elif action == "slap":
            director.world.timeline.post(lambda: self._slap(director, seat))
        elif action in {"flip", "take", "back", "item"}:
            with self._lock:
                self._wishes.append((action, seat, value))

    @staticmethod
    def _slap(director: Director, seat: int) -> None:
        if director.truth.winners is None and director.truth.status[seat] != "out":
            director.acts.slap(seat)

    def _pop(self) -> tuple[str, int, int | None] | None:
        with self._lock:
            return self._wishes.popleft() if self._wishes else None

    def waiting(self) -> bool:
        """Whether somebody wants to do something."""
        with self._lock:
            return bool(self._wishes)

    def steps(self) -> Steps:
        """Do the next wish, or let a moment pass."""
        director, wish = self.director, self._pop()
        if director is None or wish is None:
            yield Until(self.waiting, MOMENT_NS)
            return
        action, seat, value = wish
        can = self.abilities(director, seat)
        if action == "flip" and can["portal"]:
            yield from director.acts.to_portal(seat)
        elif action == "flip" and can["flip"]:
            right = director.truth.may_reveal(seat)
            yield from director.acts.flip(seat, mistake=not right)
        elif action == "take" and can["take"]:
            yield from director.acts.take_pot(seat)
        elif action == "back" and can["back"]:
            yield from director.acts.take_back()
        elif action == "item" and value is not None and value < len(can["choices"]):
            yield from director.carry_out(seat, director.truth.item_choices()[value])

    def abilities(self, director: Director, seat: int) -> dict[str, Any]:
        """What this seat's hands could do now, right or wrong."""
        truth, acts = director.truth, director.acts
        on = truth.winners is None and truth.status[seat] != "out"
        pending = truth.pending
        mine = on and pending is not None and pending.seat == seat and pending.item != "king_coin"
        portal = on and truth.caster is not None and truth.caster.target == seat
        wrong = acts.wrong is not None and acts.wrong[0] == seat
        return {
            "flip": on and acts.wrong is None and bool(truth.decks[seat]),
            "slap": on or truth.winners is not None,
            "take": director.taker() == seat and bool(director.world.scene.piles["pot"]),
            "back": wrong,
            "portal": portal,
            "choices": self._choices(director) if mine else [],
            "says": self._says(director, seat),
        }

    def _choices(self, director: Director) -> list[dict[str, Any]]:
        truth, found = director.truth, []
        for index, (what, value) in enumerate(truth.item_choices()):
            if value is None:
                label = "Bomb everybody else: one card each"
            elif what == "portal":
                label = ITEM_WORDS[what].format(card=truth.portal[value].key.replace(":", " "))
            else:
                label = ITEM_WORDS[what].format(name=self.names[value])
            found.append({"index": index, "label": label})
        return found

    def _says(self, director: Director, seat: int) -> str:
        truth = director.truth
        if truth.winners is not None:
            return f"{self.names[truth.winners[0]]} has won."
        if truth.status[seat] == "out":
            return "You are out. Watch the others."
        if director.acts.wrong is not None and director.acts.wrong[0] == seat:
            return "That card came too soon: take it back."
        if director.taker() == seat:
            return "The Pot is yours to take."
        if truth.caster is not None and truth.caster.target == seat:
            return "Put your top card on the Portal."
        if truth.pending is not None and truth.pending.seat == seat:
            return "Choose on your phone, then do the same here."
        if truth.may_reveal(seat):
            return "Your turn: flip a card."
        turn = truth.turn
        return f"{self.names[turn]} is at it." if turn is not None else ""

    def look(self) -> dict[str, Any]:
        """What the page shows."""
        director = self.director
        humans = sorted(self.humans)
        if director is None:
            people = [{"name": name, "status": "", "cards": 0} for name in self.names.values()]
            says = "Join with your phone and start the game; the others are waiting."
            return {
                "humans": humans,
                "people": people,
                "me": {seat: {"slap": True} for seat in humans},
                "turn": None,
                "over": False,
                "says": says,
                "url": self._url,
            }
        truth = director.truth
        return {
            "humans": humans,
            "people": [
                {"name": self.names[s], "status": truth.status[s], "cards": len(truth.decks[s])}
                for s in range(truth.seats)
            ],
            "me": {seat: self.abilities(director, seat) for seat in humans},
            "turn": truth.turn if truth.winners is None else None,
            "over": truth.winners is not None,
            "says": "",
            "url": self._url,
        }
