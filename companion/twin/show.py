"""Single cards on the simulated Pot, laid by whoever writes to standard input: for teaching."""

import threading
from collections.abc import Iterable
from pathlib import Path

from companion.twin.acts import Steps
from companion.twin.cards import Card, all_keys
from companion.twin.sabotage import Sabotage
from companion.twin.world import World
from hardware.timing import MS


class Show:
    """A table on which lines do what hands would: `lay gem:1`, `lay gem:1 gem:2`, `clear`."""

    def __init__(self, world: World, seat: int = 0) -> None:
        self._world, self._seat = world, seat

    def obey(self, line: str) -> None:
        """Do what the line says; called in the world's own time. Raises ValueError."""
        word, *keys = line.split()
        scene = self._world.scene
        if word == "clear":
            scene.clear_pot()
        elif word == "lay" and keys:
            cards = [_card(key) for key in keys]
            scene.pot = [(card, scene.place_for(card, "pot", self._seat)) for card in cards]
        else:
            raise ValueError(f"{line!r}: write 'lay KEY', or 'clear'")


def _card(word: str) -> Card:
    """`gem:1`, or `gem:1/3` with its third border."""
    key, _, border = word.partition("/")
    if key not in all_keys() or border not in {"", "1", "2", "3", "4"}:
        raise ValueError(f"{word!r} is no card: {', '.join(all_keys())}")
    return Card(all_keys().index(key), key, 0 if key.startswith("item:") else int(border or 1))


def show(directory: Path, style: str, seed: int, lines: Iterable[str]) -> None:
    """Until the lines end. Raises ValueError for a line that makes no sense."""
    world = World(directory, seed=seed, seats=2, style=style, real=True, sabotage=Sabotage())
    hands = Show(world)
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
