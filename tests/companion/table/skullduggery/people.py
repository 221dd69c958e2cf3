"""People with real cards and phones: they play Skullduggery by taps and know where cards lie."""

import random
from typing import Any

from companion.readmodels import Choice
from rules.skullduggery import world as real
from rules.skullduggery.cards import LINE
from rules.skullduggery.pack import Pack
from tests.companion.table.scripted import Script


class Game:
    """A table without buttons, and without a camera as a rule; and the cards that lie on it."""

    def __init__(
        self,
        seats: int,
        rng: random.Random,
        first: int = 0,
        *,
        camera: bool = False,
        **options: str,
    ) -> None:
        self.script = Script(seats, camera=camera, buttons=False, game="skullduggery", **options)
        self.script.begin(first)
        pack: Pack = self.script.table.pack
        faces = list(real.box(pack.counts()))
        rng.shuffle(faces)
        self.dealt = real.lay_out(seats, faces)
        self.seats = seats

    @property
    def world(self) -> real.World:
        """Where the real cards lie, by what all could see of the entries that count."""
        world = self.dealt
        for step in self.script.table.steps:
            if step.restores is None:
                for event in step.events:
                    world = real.follow(world, event)
        return world

    @property
    def state(self) -> Any:
        return self.script.state

    def choices(self, seat: int) -> tuple[Choice, ...]:
        found: tuple[Choice, ...] = self.script.view(seat).my_choices
        return found

    def true(self, seat: int, choice: Choice) -> str | None:
        """The id that an honest person posts for this choice; None where it would be a lie."""
        world, (word, *rest) = self.world, choice.id.split(":")
        if choice.entry is not None:
            return f"{choice.id}={self._filled(world, seat, choice.id)}"
        if word == "shown":
            assert world.shown_next is not None
            return choice.id if world.faces[world.shown_next] == int(rest[0]) else None
        if word == "read":
            card = world.lines[seat][int(rest[0])]
            return choice.id if world.faces[card] == int(rest[1]) else None
        return choice.id

    def _filled(self, world: real.World, seat: int, ident: str) -> str:
        line = world.lines[seat]
        match ident.split(":"):
            case ["reveal"]:
                cards = line
            case ["middle"]:
                cards = line[1:3]
            case ["draw"]:
                cards = world.pile[:1]
            case ["tell"]:
                cards = self._looked_at(world)
            case ["peek", end]:
                cards = line[:1] if end == "left" else line[-1:]
            case ["sneak", "left"]:
                cards = world.lines[(seat + 1) % self.seats][-1:]
            case _:
                cards = world.lines[(seat - 1) % self.seats][:1]
        return "".join(str(world.faces[card]) for card in cards)

    def _looked_at(self, world: real.World) -> real.Cards:
        """What somebody holds, or has just looked at."""
        if world.hand is not None:
            return (world.hand,)
        place = self.state.look.place
        return (world.lines[place.seat][place.slot],)

    def honest(self, rng: random.Random) -> tuple[int, str] | None:
        """A seat and what it may tap next; None where nobody can do anything."""
        seats = list(range(self.seats))
        rng.shuffle(seats)
        for seat in seats:
            ids = [self.true(seat, choice) for choice in self.choices(seat)]
            honest = [ident for ident in ids if ident is not None]
            if honest:
                return seat, rng.choice(honest)
        return None

    def act(self, rng: random.Random) -> None:
        """One tap, which the table takes."""
        found = self.honest(rng)
        assert found is not None, "nobody can do anything"
        reply = self.script.tap(*found)
        assert reply.status == 200, (found, reply.reason)

    def play(self, rng: random.Random, most: int = 600) -> int:
        """To the end; how many taps it took."""
        for count in range(most):
            if self.script.table.phase == "over":
                return count
            self.act(rng)
        raise AssertionError("no end")

    def scores(self) -> tuple[int, ...]:
        """By the real cards."""
        return tuple(
            int("".join(str(self.world.faces[card]) for card in line)) for line in self.world.lines
        )


def lines_of(state: Any) -> list[tuple[tuple[int, bool], ...]]:
    """Where each card lies and on which side, by the companion."""
    return [tuple((ref, ref in state.face_up) for ref in line) for line in state.lines]


def real_lines(world: real.World) -> list[tuple[tuple[int, bool], ...]]:
    """The same of the real cards."""
    assert all(len(line) == LINE for line in world.lines)
    return [tuple((card, card in world.face_up) for card in line) for line in world.lines]
