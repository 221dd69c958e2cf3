"""Random legal play of Thieves of Eldris with real, shuffled cards.

In sealed mode people choose hidden cards that the companion is never told; here they live in the
world alone, and whoever steals, accuses or answers tells the truth about them.
"""

import random
from collections.abc import Callable, Sequence
from typing import Any

from companion.bench.players.errors import DeadEndError, PlayoutError
from rules import eldris as game
from rules.core import TABLE, Actor
from rules.eldris import events as ev
from rules.eldris.cards import CHARACTERS, TRAITS
from rules.eldris.money import BANK
from rules.eldris.soundness import cards, money
from rules.eldris.standing import reach
from rules.eldris.state import Player
from rules.eldris.world import World

STEAL = 0.9
"""How often somebody steals who can."""
ACCUSE = 0.3
"""How often somebody accuses who does not steal."""
HUNCH = 0.5
"""How often that accusation is right, where it can be."""
OVERREACH = 0.03
"""How often an accusation in a sealed game names somebody who does not stand beside."""
EXTRA = 0.5
"""How often something is done before the dice move cards: a benefit, the Sigil."""
AHEAD = 0.2
"""How often somebody enters cards or a note while something else is awaited."""
AGREE = 0.3
"""How often a game is ended that the table may end."""


class RandomPlayer:
    """Everybody at the table, with all cards."""

    def __init__(
        self, seats: int, rng: random.Random, options: game.Options, pack: game.Pack
    ) -> None:
        self._rng = rng
        self._world = World(
            seats, rng.sample(CHARACTERS, len(CHARACTERS)), rng.sample(CHARACTERS, len(CHARACTERS))
        )
        self._trusted = options.secrecy == "trusted"
        self.start = game.setup(range(seats), rng.randrange(seats), options, pack)
        self._players: tuple[Player, ...] = ()
        self._fill: dict[type, Callable[[game.State, Any], game.Action]] = {
            game.LayOutPattern: self._lay_out,
            game.TurnUpPattern: self._turn_up,
            game.EnterCardsPattern: self._enter,
            game.RollPattern: self._roll,
            game.RerollPattern: self._reroll,
            game.DrawTargetPattern: self._draw,
            game.NotePeekPattern: self._note,
            game.ShowCutpursePattern: self._show,
            game.FanFoesPattern: self._fan,
            game.WagerPattern: self._wager,
            game.RevealFoesPattern: self._reveal,
        }

    @property
    def world(self) -> World:
        """The real cards."""
        return self._world

    def follow(self, event: game.Event) -> None:
        """Move the real cards; hidden choices that were not told are made here."""
        world, rng = self._world, self._rng
        world.follow(event)
        kind = type(event)
        if kind in _HIDDEN:
            self._hidden(event)
        if kind in (ev.TargetReturned, ev.DisplayReturned):
            rng.shuffle(world.deck)

    def _hidden(self, event: game.Event) -> None:
        world, rng = self._world, self._rng
        match event:
            case (
                ev.CutpurseChosen(seat=seat, card=None) | ev.CutpurseRechosen(seat=seat, card=None)
            ):
                world.put_first(seat, rng.choice(world.hands[seat]))
            case ev.CutpurseReplaced(seat=seat, card=None):
                world.put_first(seat, rng.choice(world.hands[seat]))
            case ev.TargetReturned(seat=seat, card=None):
                world.give_back(seat, rng.choice(world.hands[seat][1:]))
            case _:
                pass

    def choose(self, state: game.State) -> tuple[Actor, game.Action]:
        """Something that brings the game on, with a private entry now and then."""
        rng = self._rng
        if state.deck == 0 and state.passes and rng.random() < AGREE:
            agreed = [one for one in game.choices(state, TABLE) if isinstance(one, game.AgreeEnd)]
            if agreed:
                return TABLE, agreed[0]
        if self._trusted and rng.random() < AHEAD:
            seat = rng.randrange(len(state.players))
            entries = [one for one in game.choices(state, seat) if isinstance(one, _PRIVATE)]
            if entries:
                return seat, self._filled(state, rng.choice(entries))
        actor = self._actor(state)
        offered = game.choices(state, actor)
        if not offered:
            raise DeadEndError(f"{actor} is awaited and has nothing to do")
        if state.phase == "slip":
            return actor, self._slip(state, offered)
        if state.phase == "nick":
            return actor, self._nick(state, offered)
        if state.phase == "answer" and not self._trusted:
            return actor, self._answer(state, offered)
        return actor, self._filled(state, rng.choice(offered))

    def _actor(self, state: game.State) -> Actor:
        if state.phase in ("slip", "nick", "wager"):
            return state.turn
        waiting = game.acting(state)
        if len(waiting) == 1:
            return next(iter(waiting))
        return self._rng.choice(sorted(waiting, key=str))

    def _slip(self, state: game.State, offered: Sequence[game.Choice]) -> game.Action:
        """Everything but moves is offered first; take of that half of the time."""
        rng = self._rng
        extra = 0
        while type(offered[extra]) is not game.Move:
            extra += 1
        if extra and rng.random() < EXTRA:
            return self._filled(state, offered[int(rng.random() * extra)])
        moves = len(offered) - extra
        return self._filled(state, offered[extra + int(rng.random() * moves)])

    def _nick(self, state: game.State, offered: Sequence[game.Choice]) -> game.Action:
        rng, seat = self._rng, state.turn
        hand = self._world.hands[seat]
        grid = self._world.grid
        near = {grid[cell] for cell in reach(state)[grid.index(hand[0])]}
        targets = state.display if len(self._world.hands) > 4 else hand[1:]  # noqa: PLR2004 - rules
        robbed = [target for target in targets if target in near]
        if robbed and rng.random() < STEAL:
            steal = game.Steal(seat=seat, card=rng.choice(robbed))
            if steal not in offered:
                raise PlayoutError(f"{steal} is possible and not offered")
            return steal
        if rng.random() < ACCUSE:
            anywhere = rng.random() < OVERREACH
            named = [
                one
                for one in offered
                if isinstance(one, game.Accuse) and (anywhere or one.character in near)
            ]
            hands = self._world.hands
            right = [one for one in named if hands[one.player][0] == one.character]
            if right and rng.random() < HUNCH:
                return rng.choice(right)
            if named:
                return rng.choice(named)
        return game.Pass(seat=seat)

    def _answer(self, state: game.State, offered: Sequence[game.Choice]) -> game.Action:
        accusation = state.accusation
        if accusation is None:
            raise PlayoutError("an answer is awaited without an accusation")
        true = self._world.hands[accusation.player][0] == accusation.character
        answer = game.Answer(seat=accusation.player, correct=true)
        if answer not in offered:
            raise PlayoutError(f"the truth {answer} is not offered")
        return answer

    def _filled(self, state: game.State, choice: game.Choice) -> game.Action:
        """With what really falls or lies there, where the choice is a pattern."""
        fill = self._fill.get(type(choice))
        if fill is not None:
            return fill(state, choice)
        if isinstance(choice, game.Pattern):
            raise PlayoutError(f"{choice} was offered and cannot be carried out")
        return choice

    def _lay_out(self, _state: game.State, _choice: game.LayOutPattern) -> game.Action:
        return game.LayOut(grid=tuple(self._world.grid))

    def _turn_up(self, _state: game.State, _choice: game.TurnUpPattern) -> game.Action:
        return game.TurnUp(card=self._world.deck[0])

    def _enter(self, _state: game.State, choice: game.EnterCardsPattern) -> game.Action:
        return game.EnterCards(seat=choice.seat, cards=tuple(self._world.hands[choice.seat]))

    def _roll(self, _state: game.State, choice: game.RollPattern) -> game.Action:
        first, second, third = self._rng.choices(TRAITS, k=3)
        return game.Roll(seat=choice.seat, dice=(first, second, third))

    def _reroll(self, _state: game.State, choice: game.RerollPattern) -> game.Action:
        which = tuple(sorted(self._rng.sample(range(3), self._rng.randint(1, 3))))
        dice = tuple(self._rng.choices(TRAITS, k=len(which)))
        return game.Reroll(seat=choice.seat, which=which, dice=dice)

    def _draw(self, _state: game.State, choice: game.DrawTargetPattern) -> game.Action:
        return game.DrawTarget(seat=choice.seat, card=self._world.deck[0])

    def _note(self, _state: game.State, choice: game.NotePeekPattern) -> game.Action:
        return game.NotePeek(seat=choice.seat, card=self._world.deck[0])

    def _show(self, _state: game.State, choice: game.ShowCutpursePattern) -> game.Action:
        return game.ShowCutpurse(seat=choice.seat, card=self._world.hands[choice.seat][0])

    def _fan(self, state: game.State, choice: game.FanFoesPattern) -> game.Action:
        top, *below = self._world.deck[: 1 + choice.concealed]
        traits = tuple(state.config.traits[card] for card in below)
        return game.FanFoes(rival=top, traits=traits)

    def _wager(self, _state: game.State, choice: game.WagerPattern) -> game.Action:
        count = self._rng.randint(1, choice.most)
        return game.Wager(
            seat=choice.seat, characters=tuple(self._rng.sample(choice.characters, count))
        )

    def _reveal(self, _state: game.State, _choice: game.RevealFoesPattern) -> game.Action:
        return game.RevealFoes(
            cards=tuple(self._rng.sample(self._world.concealed, k=len(self._world.concealed)))
        )

    def compare(self, state: game.State) -> None:
        """Cards and coins lie where they really lie; what the engine knows of them is true."""
        world = self._world
        if state.grid and list(state.grid) != world.grid:
            raise PlayoutError(f"the Square is {world.grid}, taken for {state.grid}")
        if state.players is self._players and state.deck == len(world.deck):
            return
        self._players = state.players
        if money(state) != BANK or cards(state) != len(CHARACTERS):
            raise PlayoutError(f"{money(state)} half-dollars and {cards(state)} cards in all")
        engine = (state.deck, list(state.display), sorted(state.dark))
        truth = (len(world.deck), world.display, sorted(world.dark))
        if engine != truth:
            raise PlayoutError(f"deck, Display and dark are {truth}, taken for {engine}")
        for seat, player in enumerate(state.players):
            self._compare_player(seat, player)
        self._compare_solo(state)

    def _compare_player(self, seat: int, player: Player) -> None:
        world = self._world
        hand = world.hands[seat]
        known = (player.cards, player.haul, list(player.taken))
        real = (len(hand), world.hauls[seat], world.taken[seat])
        if known != real:
            raise PlayoutError(f"seat {seat} has {real}, taken for {known}")
        for cutpurse in (player.cutpurse, player.exposed):
            if cutpurse is not None and cutpurse != hand[0]:
                raise PlayoutError(f"seat {seat} has {hand}, and {cutpurse} for a Cutpurse")
        if self._trusted and player.entered:
            told = {player.cutpurse, *player.others} - {None}
            if told != set(hand):
                raise PlayoutError(f"seat {seat} has {hand}, taken for {told}")
        elif player.cutpurse is not None or player.others:
            raise PlayoutError(f"nobody told what seat {seat} holds")

    def _compare_solo(self, state: game.State) -> None:
        world, solo = self._world, state.solo
        if solo is None:
            return
        known = (list(solo.rivals), len(solo.concealed), list(solo.discarded), solo.pool)
        real = (world.foes, len(world.concealed), world.discarded, world.pool)
        if known != real or 2 * len(solo.wagers) != world.stakes:
            raise PlayoutError(f"the Rivals are {real}, taken for {known}")


_PRIVATE = game.EnterCardsPattern | game.NotePeekPattern
_HIDDEN = (ev.CutpurseChosen, ev.CutpurseRechosen, ev.CutpurseReplaced, ev.TargetReturned)
