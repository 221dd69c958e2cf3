"""Single cards or dice on the simulated table, laid by whoever writes to standard input.

For teaching.
"""

import threading
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from companion.twin.box import SETS
from companion.twin.cubes import Cube
from companion.twin.sabotage import Sabotage
from companion.twin.stage import Stage
from companion.twin.timeline import Steps
from companion.twin.world import World
from hardware.timing import MS

DIE = "die:"


@dataclass(frozen=True, slots=True)
class Shown:
    """A face of a die."""

    picture: str


class Show:
    """A table on which lines do what hands would.

    `lay gem:1`, `lay gem:1 gem:2`, `lay die:wisdom`, `lay die:token:red`, `clear`.
    """

    def __init__(self, world: World, stage: Stage, seat: int = 0) -> None:
        self._world, self._stage, self._seat = world, stage, seat

    def obey(self, line: str) -> None:
        """Do what the line says; called in the world's own time. Raises ValueError."""
        word, *keys = line.split()
        scene, zone = self._world.scene, self._stage.SHOWN_ON
        if word == "clear":
            scene.clear()
        elif word == "lay" and len(keys) == 1 and keys[0].startswith(DIE):
            self._lay_die(keys[0].removeprefix(DIE))
        elif word == "lay" and keys:
            cards = [self._stage.card(key) for key in keys]
            scene.piles[zone][:] = [(c, scene.place_for(c, zone, self._seat)) for c in cards]
        else:
            raise ValueError(f"{line!r}: write 'lay KEY', or 'clear'")

    def _lay_die(self, face: str) -> None:
        """A die, or where the box has tokens one of those, this side up."""
        scene, faces, zone = self._world.scene, self._stage.dice(), self._stage.SHOWN_ON
        stem = face.replace(":", "-")
        if stem in faces and stem in self._stage.pictures(SETS[0]):
            token = Shown(stem)
            scene.piles[zone][:] = [(token, scene.place_for(token, zone, self._seat))]
            return
        if face not in faces:
            raise ValueError(
                f"{face!r} is no face of a die: {', '.join(faces) or 'there are none'}"
            )
        lies = scene.place_for(Shown(face), zone, self._seat)
        cube = Cube(face, lies.at, lies.turn)
        scene.dice = lambda _at_ns: (cube,)


def show(stage: Stage, directory: Path, style: str, seed: int, lines: Iterable[str]) -> None:
    """Until the lines end. Raises ValueError for a line that makes no sense."""
    world = World(directory, stage, seed=seed, seats=2, style=style, real=True, sabotage=Sabotage())
    hands = Show(world, stage)
    wrong: list[ValueError] = []

    def obey(line: str) -> None:
        try:
            hands.obey(line)
        except ValueError as error:
            wrong.append(error)
            world.timeline.stop()

    def read() -> None:
        for line in lines:
            if line.strip():
                world.timeline.post(lambda line=line: obey(line))  # type: ignore[misc]
        world.timeline.post(world.timeline.stop)

    threading.Thread(target=read, name="show", daemon=True).start()
    try:
        world.timeline.run(_for_ever())
    finally:
        world.close()
    if wrong:
        raise wrong[0]


def _for_ever() -> Steps:
    while True:
        yield 1000 * MS
