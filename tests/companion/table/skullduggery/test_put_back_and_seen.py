"""What an undo says to do by hand, done where a camera looks: the audit finds nothing."""

import random

import pytest

from companion.table.signals import ZonesSeen
from hardware.events import CellSeen, GridSeen
from hardware.eye_link import ZoneNow
from hardware.timing import MS
from tests.companion.table.skullduggery.people import Game
from tests.companion.table.skullduggery.test_back_and_again import carried_out, places

SECOND = 1000


def token(colour: str, used: object) -> CellSeen:
    return CellSeen(key=f"token:{colour}:dark" if used else f"token:{colour}")


class Seen:
    """A game whose table the camera sees as it really lies: `lies`, place by place."""

    def __init__(self, seats: int, rng: random.Random) -> None:
        self.game = Game(seats, rng, camera=True)
        self.faces = self.game.dealt.faces
        self.now = 10 * SECOND
        self.shown: dict[str, tuple[CellSeen, ...]] = {}

    def look(self, lies: dict) -> None:
        """All lines, tokens and both rows at rest, as they lie."""
        self.now += SECOND
        script = self.game.script
        script.until(self.now)
        for seat in range(self.game.seats):
            cells = tuple(self.cell(lies[f"line:{seat}:{slot}"]) for slot in range(4))
            self._tell(f"line:{seat}", cells)
            used = tuple(lies[f"token:{seat}:{side}"] for side in ("left", "right"))
            self._tell(f"tokens:{seat}", tuple(map(token, ("red", "blue"), used)))
        script.send(ZonesSeen(zones=tuple(self.row(row, lies[row]) for row in ROWS)))

    def _tell(self, zone: str, cells: tuple[CellSeen, ...]) -> None:
        before = self.shown.get(zone, (None,) * len(cells))
        changed = tuple(p for p, cell in enumerate(cells) if cell != before[p])
        self.shown[zone] = cells
        if changed:
            at, columns = self.now * MS, len(cells)
            self.game.script.send(
                GridSeen(zone=zone, columns=columns, cells=cells, changed=changed, settled_at=at)
            )

    def cell(self, lies: tuple[int, bool]) -> CellSeen:
        card, up = lies
        return CellSeen(key=f"number:{self.faces[card]}") if up else CellSeen(back=True)

    def row(self, row: str, cards: tuple[int, ...]) -> ZoneNow:
        if not cards:
            return ZoneNow(zone=row, state="empty")
        return ZoneNow(zone=row, state="card", key=f"number:{self.faces[cards[-1]]}")

    def rest(self) -> None:
        for _ in range(14):
            self.now += SECOND
            self.game.script.until(self.now)

    @property
    def told(self) -> list[str]:
        """Where the table lies otherwise than the game has it, as pages say it."""
        return [str(one.text) for one in self.game.script.view().notices if one.place]


ROWS = ("discard", "spyglass")


@pytest.mark.parametrize("seed", range(6))
def test_moves_of_an_undo_leave_nothing_for_the_audit(seed: int):
    rng = random.Random(seed)
    seen = Seen(rng.choice((2, 3, 6)), rng)
    game = seen.game
    before = 0
    for _ in range(rng.randrange(30, 60)):
        if game.script.table.phase == "playing" and not game.script.table.prompts:
            game.act(rng)
    for _ in range(6):
        lay = game.script.state
        if game.script.table.phase == "playing":
            seen.look(places(lay))
            seen.rest()
            assert seen.told == []
        assert game.script.ask("undo", "seat:0").status == 200
        tasks = game.script.table.tasks
        put_back = carried_out(lay, [task.move for task in tasks])
        for task in tasks:
            if not task.done:
                game.script.ask("tick", "seat:0", value=task.id)
        seen.rest()
        before += len(seen.told)
        seen.look(put_back)
        seen.rest()
        assert seen.told == []
    assert before > 0, "without the moves the audit found nothing either: it would prove nothing"
