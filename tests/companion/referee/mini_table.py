"""The least table there can be: dues in event time become actions of the real rules."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.referee import (
    Due,
    DueChange,
    DuePresses,
    DueTap,
    DueUndecided,
    EvidenceRecord,
    RefereeConfig,
    TimedTap,
    Verdict,
    seal,
)
from hardware.events import Observation, Press
from hardware.timing import Interval
from rules import GAMES, wizard_thieves
from rules.core import Legal
from rules.wizard_thieves import (
    ApplyKingCoin,
    Grab,
    Options,
    Reveal,
    State,
    UseBomb,
    load_pack,
    setup,
)
from tests.companion.referee.bench_words import CONFIG, LATER, card, dues

NAME = wizard_thieves.NAME


def deal(seats: int, **fields: Any) -> State:
    """A game with these fields of the state; decks are so many cards nobody knows."""
    decks = fields.pop("decks", None)
    state = setup(range(seats), 0, Options(), load_pack([]))
    if decks is not None:
        fields["decks"] = tuple((None,) * count for count in decks)
    return replace(state, **fields)


def face(ident: int, key: str, clear: float, seen: float) -> Observation:
    """A card of the Pot, visible between `clear` and `seen` (ms), read as `key`."""
    return replace(card(ident, clear, seen), identity=key)


class MiniTable:
    """Applies what is due. `verdicts` are those of the records, in order."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.records: list[EvidenceRecord] = []
        self.undecided: list[DueUndecided] = []
        self.taken: Interval | None = None

    @property
    def verdicts(self) -> list[Verdict]:
        return [r.verdict for r in self.records if r.verdict is not None]

    def play(
        self,
        *evidence: Press | Observation | TimedTap,
        config: RefereeConfig = CONFIG,
        until: float = LATER,
    ) -> "MiniTable":
        self.apply(dues(*evidence, config=config, until=until))
        return self

    def apply(self, told: Sequence[Due]) -> None:
        for one in told:
            match one:
                case DueChange(observation=seen):
                    assert seen.identity is not None
                    self.taken = None
                    self.do(Reveal(seat=self.state.turn, card=seen.identity))
                case DuePresses(groups=groups, record=record):
                    self.records.append(self.seal(record))
                    if self.do(Grab(presses=groups)) and self.state.pot == ():
                        self.taken = self.taken or one.presses[0].at
                case DueTap(tap=tap):
                    if self.do(self._choice(tap)) and self.state.pot == ():
                        self.taken = tap.at
                case DueUndecided():
                    self.undecided.append(one)
                    self.records.append(self.seal(one.record))

    def seal(self, record: EvidenceRecord) -> EvidenceRecord:
        return seal(record, game=NAME, state=self.state, taken=self.taken)

    def _choice(self, tap: TimedTap) -> ApplyKingCoin | UseBomb:
        seat = int(tap.audience.removeprefix("seat:"))
        return UseBomb(seat=seat) if tap.choice == "bomb all" else ApplyKingCoin(seat=seat)

    def do(self, action: Any) -> bool:
        """Whether the rules allowed it."""
        game = GAMES[NAME]
        if not isinstance(game.check(self.state, action), Legal):
            return False
        for event in game.decide(self.state, action):
            self.state = game.evolve(self.state, event)
        return True
