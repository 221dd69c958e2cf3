"""The worked examples of spec/eldris.md, section 6, in order. Numbers are theirs."""

from collections import Counter

import pytest

from rules import eldris as game
from rules.eldris.cards import CHARACTERS
from rules.eldris.events import SigilReset
from rules.eldris.money import BANK, COINS, LOOT, title
from rules.eldris.square import BESIDE, PLACE
from tests.support.eldris import (
    A,
    B,
    C,
    D,
    E,
    Table,
    cell,
    deal,
    solo,
    table,
    with_player,
)

CORNER, EDGE, CENTRE = cell(0, 0), cell(0, 2), cell(1, 2)
HANDS = ("str1 dex1 int1", "wis1 cha1 con1")


def test_example_1_classes_and_neighbours() -> None:
    assert Counter(PLACE) == {"corner": 4, "edge": 12, "centre": 8}
    counts = {"corner": 2, "edge": 3, "centre": 4}
    assert all(len(BESIDE[place]) == counts[PLACE[place]] for place in range(24))


@pytest.mark.parametrize(
    ("target", "cutpurse", "place", "halves"),
    [
        (CORNER, cell(0, 1), "corner", 4),
        (EDGE, cell(0, 3), "edge", 3),
        (CENTRE, cell(2, 2), "centre", 2),
    ],
)
def test_example_2_a_theft_pays_by_place(
    target: int, cutpurse: int, place: str, halves: int
) -> None:
    playing = table(HANDS, at={"str1": cutpurse, "dex1": target}).steal("dex1")
    (stolen,) = playing.said("stolen")
    assert (stolen.place, stolen.amount) == (place, halves)
    assert playing.player(A).haul == halves
    assert LOOT[stolen.place] == halves


def fighter_in_the_centre() -> Table:
    """Fighter, the Alchemist on its left, a Constitution on its right, the Monk above."""
    at = {
        "str1": cell(1, 2),
        "con1": cell(1, 1),
        "con3": cell(1, 3),
        "wis1": cell(0, 2),
        "cha1": cell(2, 2),
    }
    return table(HANDS, at=at, phase="roll").roll("con str wis")


def test_example_3_ways_to_shift_the_fighter() -> None:
    playing = fighter_in_the_centre()
    shifts = [one for one in playing.offers(game.Move) if "str1" in (one.card, one.other)]
    by_die = Counter(playing.state.config.traits[one.card] for one in shifts)
    assert by_die == {"strength": 4, "constitution": 2, "wisdom": 1}
    playing.move("con1", "str1")
    assert playing.state.grid[cell(1, 1)] == "str1"
    assert playing.state.grid[cell(1, 2)] == "con1"
    assert Counter(playing.state.unspent) == {"strength": 1, "wisdom": 1}
    assert playing.phase == "slip"


def test_example_4_edge_and_corner() -> None:
    at = {"str1": EDGE, "dex1": CORNER}
    playing = table(HANDS, at=at, phase="roll").roll("str dex wis")
    moved = Counter(one.card for one in playing.offers(game.Move))
    assert (moved["str1"], moved["dex1"]) == (3, 2)


def test_example_5_dexterity_doubles() -> None:
    """Assassin dex3, Ranger dex1, Ninja dex2, Warlock con2 (p. 5 and the solo example)."""
    at = {"dex3": cell(0, 0), "dex1": cell(1, 0), "dex2": cell(2, 0), "con2": cell(3, 0)}
    playing = table(HANDS, at=at, phase="roll").roll("dex dex con").use("dex")
    playing.run("dex3", playing.state.grid[cell(0, 1)])
    playing.run("dex3", playing.state.grid[cell(0, 2)])
    assert playing.phase == "slip"
    for card, row in (("dex1", 1), ("dex2", 2), ("con2", 3)):
        playing.move(card, playing.state.grid[cell(row, 1)])
    assert playing.state.unspent == ()
    assert playing.phase == "nick"


def test_example_6_the_sigil() -> None:
    playing = table(HANDS, phase="roll").roll("con str wis").reroll([0, 2], "dex int")
    assert playing.state.dice == ("dexterity", "strength", "intelligence")
    assert not playing.player(A).sigil
    again = game.Reroll(seat=A, which=(0,), dice=("wisdom",))
    assert playing.rule(again) == "Sigil Tokens"
    playing.spend().pass_().roll("con str wis").spend().pass_()
    playing.roll("int int wis").reset()
    assert playing.player(A).sigil
    active = table(HANDS, phase="roll").roll("int int wis")
    assert active.rule(game.ClaimReset(seat=A)) == "Reset your Sigil Token"


def test_example_7_triples_bring_any_one_ability() -> None:
    playing = table(HANDS, phase="roll", inactive=[A]).roll("wis wis wis").use("cha")
    assert playing.said("ability_used")[0].effect
    for action in (
        game.ClaimReset(seat=A),
        game.ClaimAbility(seat=A, ability="wisdom"),
        game.ClaimAbility(seat=A, ability="charisma"),
    ):
        assert playing.rule(action) == "R-EL-2"


def accused(haul: float, hands: tuple[str, ...] = HANDS, **more: object) -> Table:
    """A stands beside B's Cutpurse wis1 and names it."""
    hauls = [0.0, haul, *[0.0] * (len(hands) - 2)]
    at = {"str1": cell(1, 1), "wis1": cell(1, 2)}
    return table(hands, at=at, hauls=hauls, **more).accuse("wis1", B)  # type: ignore[arg-type]


def test_example_8_a_correct_accusation() -> None:
    assert accused(3).hauls == [3, 2]


def test_example_9_the_poor_pay_what_they_have() -> None:
    assert accused(0).hauls == [2, 0]
    assert accused(0.5).hauls == [2.5, 0]
    assert accused(0).said("fine_paid") == []


def test_example_10_a_wrong_accusation() -> None:
    at = {"str1": cell(1, 1), "cha1": cell(1, 2)}
    playing = table(HANDS, at=at, hauls=[1, 3]).accuse("cha1", B)
    assert playing.hauls == [1, 3]
    assert playing.said("cutpurse_shown")[0].card == "str1"
    assert all(playing.view(who).players[A].exposed == "str1" for who in (A, B, "table"))
    assert playing.turn == B


def test_example_11_a_target_is_promoted() -> None:
    playing = accused(3)
    deck = playing.state.deck
    assert playing.phase == "promote"
    assert {one.card for one in playing.offers(game.Promote, B)} == {"cha1", "con1"}
    playing.promote(B, "con1").draw(B, "int4")
    assert playing.player(B).cards == 3
    assert (playing.player(B).cutpurse, playing.player(B).others) == ("con1", ("cha1", "int4"))
    assert playing.state.deck == deck - 1
    assert playing.turn == B


FIVE = ("str1 dex1", "wis1 cha1", "con1 con2", "int1 int2", "wis2 wis3")


def test_example_12_shadow_and_elimination() -> None:
    at = {"str1": cell(1, 1), "wis1": cell(1, 2), "cha1": cell(2, 1)}
    playing = table(FIVE, at=at, hauls=[0, 3, 0, 0, 0], display="dex3 dex4 int3")
    playing.accuse("wis1", B)
    assert playing.tags[-2:] == ["shadow_stepped_in", "turn_passed"]
    assert playing.player(B).cutpurse == "cha1"
    assert playing.hauls[B] == 2
    for seat in (B, C, D, E):
        assert playing.turn == seat
        playing = playing.skip_to("nick").pass_()
    playing = playing.skip_to("nick").accuse("cha1", B)
    assert playing.tags[-2:] == ["eliminated", "turn_passed"]
    assert playing.hauls[B] == 1
    playing = playing.skip_to("nick")
    assert playing.rule(game.Accuse(seat=C, character="str1", player=B)) == "Reveal"
    for seat in (C, D, E, A, C):
        assert playing.turn == seat
        playing = playing.skip_to("nick").pass_()
    assert playing.hauls[B] == 1


def test_example_13_a_haul_of_eight_wins() -> None:
    at = {"str1": cell(0, 3), "dex1": EDGE}
    playing = table(HANDS, at=at, hauls=[6.5, 0]).steal("dex1")
    assert playing.hauls[A] == 8
    assert playing.winners == (A,)
    less = table(HANDS, at=at, hauls=[6, 0]).steal("dex1")
    assert less.hauls[A] == 7.5
    assert less.winners is None


def test_example_14_the_guild_s_reward_counts() -> None:
    at = {"str1": cell(1, 1), "wis1": cell(1, 2)}
    playing = table(HANDS, at=at, hauls=[5, 1]).accuse("wis1", B)
    assert playing.hauls == [8, 0]
    assert playing.winners == (A,)


@pytest.mark.parametrize(("seats", "deck"), [(2, 18), (3, 15), (4, 12), (5, 11), (6, 9)])
def test_example_15_decks_after_the_deal(seats: int, deck: int) -> None:
    playing = deal(seats)
    while playing.phase == "turn_up":
        (pattern,) = playing.offers(game.TurnUpPattern, "table")
        playing.turn_up(next(iter(pattern.cards.counts)))
    assert playing.state.deck == deck
    assert playing.phase == "choose"


def test_example_16_the_display_is_refilled() -> None:
    at = {"str1": cell(1, 1), "dex3": cell(1, 2), "dex2": cell(2, 2)}
    playing = table(FIVE, at=at, display="dex3 dex4 int3").steal("dex3")
    assert playing.phase == "turn_up"
    playing.turn_up("cha4")
    view = playing.view()
    assert view.display == ("dex4", "int3", "cha4")
    assert sum(place.token == "target" for place in view.square) == 3
    assert view.square[cell(1, 2)].dark
    playing.roll("dex wis con").move("dex3", "dex2")
    assert playing.state.grid[cell(2, 2)] == "dex3"


def test_example_17_all_the_money() -> None:
    assert [value * count // 2 for value, count in COINS.items()] == [30, 24, 13, 9]
    assert BANK == 2 * 76


def test_example_18_the_first_foes() -> None:
    playing = solo("dex1", display="wis2 con1 int1", round=0, phase="fan").fan("cha1", "wis str")
    tokens = {place.character: place.token for place in playing.view().square if place.token}
    assert tokens.pop("cha1") == "rival"
    threats = {card for card, token in tokens.items() if token == "threat"}
    assert threats == {"wis1", "wis3", "wis4", "str1", "str2", "str3", "str4"}
    full = solo("dex1", display="con2 con1 int1", round=0, phase="fan").fan("cha1", "wis str")
    assert len(full.state.solo.threats) == 8  # type: ignore[union-attr]


def beside_the_ninja(haul: float = 1, **more: object) -> Table:
    """The own Cutpurse between two Threats; far away from Targets."""
    at = {"str1": cell(1, 1), "dex2": cell(1, 2), "dex4": cell(1, 0), "wis1": cell(2, 2)}
    return solo(
        "str1",
        at=at,
        display="con1 con2 con3",
        threats="dex2 dex4 dex3 wis1 wis2",
        concealed="dex wis",
        rivals="cha1",
        haul=haul,
        **more,  # type: ignore[arg-type]
    )


def test_example_19_a_wager() -> None:
    right = beside_the_ninja(haul=3).wager("dex2")
    assert right.hauls == [2]
    right.foes("dex2", "wis2")
    assert right.hauls == [5]
    assert "dex2" in right.state.dark
    assert right.state.solo is not None
    assert right.state.solo.rivals == ("cha1", "wis2")
    assert right.player(A).taken == ("dex2",)
    wrong = beside_the_ninja(haul=3).wager("dex2").foes("dex3", "wis2")
    assert wrong.hauls == [2]


@pytest.mark.parametrize("rivals", ["int1", "int1 int2", "int1 int2 int3"])
def test_example_20_a_target_is_robbed_once(rivals: str) -> None:
    at = {"con1": EDGE, "int1": cell(0, 1), "int2": cell(0, 3), "int3": cell(1, 2)}
    at |= {"str1": cell(3, 5), "con2": cell(3, 0)}
    playing = solo("str1", at=at, display="con1", rivals=rivals).foes()
    assert playing.pool == 1.5


def robbery(dice: str) -> Table:
    """Barbarian str2 beside Beastmaster cha2 (edge); the Cutpurse beside Assassin dex3 (centre)
    and diagonal to Lightpriest wis2."""
    at = {"str2": cell(0, 3), "cha2": EDGE, "int1": cell(2, 2), "dex3": cell(2, 3)}
    at |= {"wis2": cell(3, 1)}
    return solo("int1", at=at, display="cha2 dex3 wis2", rivals="str2", haul=1, dice=dice).foes()


def test_example_21_who_robs_whom() -> None:
    playing = robbery("cha con dex")
    assert playing.pool == 1.5
    assert playing.hauls == [2]
    assert playing.state.display == ("wis2",)
    strong = robbery("str con str")
    assert strong.phase == "diagonal"
    strong.steal("wis2")
    assert strong.hauls == [3.5]
    assert strong.said("ability_used")[0].ability == "strength"


@pytest.mark.parametrize(("haul", "left", "pool"), [(4, 2.5, 1.5), (1, 0, 1), (0, 0, 0)])
def test_example_22_stiff_competition(haul: float, left: float, pool: float) -> None:
    at = {"str1": cell(1, 1), "int1": cell(1, 2), "int2": cell(2, 1)}
    at |= {"con1": cell(3, 5), "con2": cell(0, 5), "con3": cell(3, 0)}
    playing = solo("str1", at=at, display="con1 con2 con3", rivals="int1 int2", haul=haul).foes()
    assert playing.hauls == [left]
    assert playing.pool == pool


def test_example_23_known_rivals_at_the_start_of_each_round() -> None:
    """Nobody is robbed: Targets and Cutpurse sit in corners, the foes elsewhere."""
    corners = dict(zip(("con1", "con2", "con3", "con4"), (0, 5, 18, 23), strict=True))
    ring = (1, 6, 4, 11, 12, 19, 17, 22)
    beside = dict(
        zip(("dex1", "dex2", "dex3", "dex4", "int1", "int2", "int3", "int4"), ring, strict=True)
    )
    playing = solo("con4", at={**corners, **beside}, display="con1 con2 con3", round=0, phase="fan")
    known, tokens = [], []
    foes = ["cha1 cha2 cha3", "cha4 str1 str2", "str3 str4 wis1", "wis2 wis3 wis4"]
    for words in foes:
        top, *below = words.split()
        playing.fan(top, " ".join(card[:3] for card in below))
        assert playing.state.solo is not None
        known.append(len(playing.state.solo.rivals))
        tokens.append(known[-1] + len(playing.state.solo.threats))
        playing = playing.skip_to("wager").foes(*below)
    assert known == [1, 4, 7, 10]
    assert max(tokens) <= 18
    assert playing.winners == (A,)


@pytest.mark.parametrize(
    ("dollars", "name"),
    [
        (0, "Petty Pickpocket"),
        (3, "Petty Pickpocket"),
        (3.5, "Petty Pickpocket"),
        (4, "Street Scoundrel"),
        (6, "Street Scoundrel"),
        (6.5, "Street Scoundrel"),
        (7, "Skilled Swindler"),
        (9.5, "Skilled Swindler"),
        (10, "Legend Among Thieves"),
    ],
)
def test_example_24_titles(dollars: float, name: str) -> None:
    assert title(round(2 * dollars)) == name


@pytest.mark.parametrize(("haul", "winners"), [(5, (A,)), (4.5, ())])
def test_example_24_a_tie_is_a_win(haul: float, winners: tuple[int, ...]) -> None:
    playing = quiet(haul=haul, pool=5, round=4).foes()
    assert playing.winners == winners


def quiet(**more: object) -> Table:
    """A round in which nobody stands beside anybody."""
    at = {"str1": 0, "con1": 5, "con2": 18, "con3": 23, "int1": cell(1, 2)}
    return solo("str1", at=at, display="con1 con2 con3", rivals="int1", **more)  # type: ignore[arg-type]


def test_example_25_a_short_deck_before_round_four() -> None:
    """Nine Targets robbed, nine foes, three left to fill the Display: two for the foes' stack."""
    playing = solo(
        "str1",
        rivals="cha1 cha2 cha3 cha4 con1 con2 con3 con4 int1",
        discarded="dex1 dex2 dex3 dex4 wis1 wis2 wis3 wis4 int2",
        round=3,
        phase="fan",
    )
    assert playing.state.deck == 5
    playing = playing.skip_to("turn_up", "fan")
    playing.turn_up("str2").turn_up("str3").turn_up("str4")
    assert playing.phase == "fan"
    (pattern,) = playing.offers(game.FanFoesPattern, "table")
    assert pattern.concealed == 1
    too_many = game.FanFoes(rival="int3", traits=("intelligence", "intelligence"))
    assert playing.rule(too_many) == "R-EL-12"
    playing.fan("int3", "int")
    assert playing.state.deck == 0
    assert playing.state.solo is not None
    assert playing.state.solo.threats == ("int4",)


THREE = ("str1 dex1 int1", "wis1 cha1 con1", "con2 con3 con4")


@pytest.mark.parametrize("returned", ["dex1", "int1", "wis4"])
def test_example_26_intelligence_with_three(returned: str) -> None:
    playing = table(THREE, phase="roll").roll("int int wis").use("int")
    assert playing.state.deck == 15
    playing.draw(A, "wis4")
    assert (playing.player(A).cards, playing.state.deck) == (4, 14)
    assert playing.rule(game.GiveBack(seat=A, card="str1")) == "R-EL-23"
    playing.give_back(returned)
    assert (playing.player(A).cards, playing.state.deck) == (3, 15)
    assert playing.phase == "slip"


@pytest.mark.parametrize("returned", ["dex3", "cha4"])
def test_example_27_intelligence_with_five(returned: str) -> None:
    playing = table(FIVE, display="dex3 dex4 int3", phase="roll").roll("int int wis").use("int")
    assert playing.state.deck == 11
    playing.turn_up("cha4")
    assert (len(playing.state.display), playing.state.deck) == (4, 10)
    playing.give_back(returned)
    assert (len(playing.state.display), playing.state.deck) == (3, 11)
    assert returned not in playing.state.display


def test_example_28_constitution_after_a_loss() -> None:
    hands = ("str1", *FIVE[1:])
    playing = table(hands, display="dex3 dex4 int3", phase="roll", lost=[A], inactive=[A])
    playing.roll("con con wis")
    other = Table(playing.state).use("con")
    assert not other.said("ability_used")[0].effect
    assert other.phase == "slip"
    playing.reset()
    assert playing.player(A).sigil


def test_example_29_a_shadow_is_no_cutpurse() -> None:
    at = {"str1": cell(1, 1), "cha1": cell(1, 2)}
    playing = table(FIVE, at=at, display="dex3 dex4 int3", hauls=[1, 3, 0, 0, 0])
    playing.accuse("cha1", B)
    assert not playing.said("answered")[0].correct
    assert playing.said("cutpurse_shown")[0].card == "str1"
    assert playing.hauls == [1, 3, 0, 0, 0]
    assert playing.player(B).others == ("cha1",)


def test_example_30_constitution_ends_an_exposure() -> None:
    """Kept or changed: nobody else can tell."""
    told = []
    for choice in ("str1", "dex1"):
        playing = with_player(table(HANDS, phase="roll"), A, exposed="str1", shown=True)
        assert playing.view(B).players[A].exposed == "str1"
        playing.roll("con con wis").use("con").choose(choice)
        told.append([playing.told(who) for who in (B, "table")])
        assert playing.view(B).players[A].exposed is None
        assert playing.view("table").players[A].exposed is None
    assert told[0] == told[1]


SIX = (*FIVE, "con3 con4")


def test_example_31_the_first_turn_of_six() -> None:
    at = {"str1": cell(1, 1), "dex3": cell(1, 2)}
    playing = table(SIX, at=at, display="dex3 dex4 int3", waiting=[B, C, D, E, 5])
    assert playing.rule(game.Accuse(seat=A, character="dex3", player=C)) == "R-EL-5"
    assert playing.rule(game.Steal(seat=A, card="dex3")) == "legal"


def test_example_32_a_reset_sigil_waits_a_turn() -> None:
    playing = table(HANDS, phase="roll").roll("con str wis").reroll([0], "wis").reset()
    assert playing.player(A).sigil
    again = game.Reroll(seat=A, which=(0,), dice=("wisdom",))
    assert playing.rule(again) == "R-EL-3"
    playing.spend().pass_().roll("con str wis").spend().pass_().roll("con str wis")
    assert playing.rule(again) == "legal"


def diagonal(dice: str) -> Table:
    at = {"str1": cell(1, 1), "dex1": cell(2, 2)}
    return table(HANDS, at=at, dice=dice, inactive=[A])


def test_example_33_strength_is_silent() -> None:
    """The same Target in the same cell: a step closer, or diagonal with Strength."""
    far = diagonal("str str wis").steal("dex1")
    near = table(HANDS, at={"str1": cell(2, 1), "dex1": cell(2, 2)}, dice="cha con wis")
    near.steal("dex1")
    assert far.events == near.events
    for who in (A, B, "table"):
        assert far.told(who) == near.told(who)
    reset = diagonal("str str wis")
    reset = Table(game.evolve(reset.state, SigilReset(seat=A)))
    refusal = reset.refusal(game.Steal(seat=A, card="dex1"))
    assert refusal.private


def test_example_34_an_empty_deck_with_two() -> None:
    at = {"str1": cell(1, 1), "dex1": cell(1, 2)}
    playing = table(HANDS, at=at, deck=0).steal("dex1")
    assert playing.hauls == [1, 0]
    assert playing.tags == ["stolen", "turn_passed"]
    assert playing.player(A).others == ("int1",)
    for words, ability in (("cha cha wis", "cha"), ("int int wis", "int")):
        nothing = Table(playing.state).roll(words).use(ability)
        assert not nothing.said("ability_used")[0].effect
        assert nothing.phase == "slip"
    one = accused(3, ("str1 dex1 int1", "wis1 cha1"), deck=0)
    assert (one.player(B).cutpurse, one.player(B).others) == ("cha1", ())
    one = one.skip_to("nick")
    kinds = {type(choice) for choice in game.choices(one.state, B)}
    assert kinds <= {game.Accuse, game.Pass}
    none = accused(3, ("str1 dex1 int1", "wis1"), deck=0)
    assert none.hauls == [3, 2]
    assert none.player(B).out
    assert none.winners == (A,)


def test_example_35_wisdom() -> None:
    gone = table(HANDS, deck=17).state.dark[0]
    partner = next(key for key in CHARACTERS if key[:3] == gone[:3] and key != gone)
    at = {gone: CORNER, partner: cell(3, 5)}
    playing = table(HANDS, at=at, phase="roll", deck=17)
    playing.roll("wis wis con").use("wis").exchange(gone, partner)
    assert playing.state.dark == (gone,)
    assert playing.state.grid[CORNER] == partner
    assert playing.state.grid[cell(3, 5)] == gone
    assert len(playing.state.unspent) == 3
    other = table(HANDS, phase="roll").roll("wis wis con").use("wis")
    assert other.rule(game.Exchange(seat=A, first="int3", second="dex3")) == "R-EL-15"


def test_example_36_dexterity_moves_one_card() -> None:
    def start() -> Table:
        at = {"int1": cell(1, 1)}
        return table(HANDS, at=at, phase="roll").roll("dex dex con").use("dex")

    none = start().do(game.EndAbility(seat=A))
    assert (none.phase, len(none.state.unspent)) == ("slip", 3)
    once = start()
    once.run("int1", once.state.grid[cell(1, 2)])
    other = game.AbilityMove(seat=A, card=once.state.grid[0], other=once.state.grid[1])
    assert once.rule(other) == "R-EL-14"
    twice = once.run("int1", once.state.grid[cell(1, 3)])
    third = game.AbilityMove(seat=A, card="int1", other=twice.state.grid[cell(1, 4)])
    assert twice.rule(third) == "Slip Phase"
    assert len(twice.state.unspent) == 3


def test_example_37_solo_setup() -> None:
    playing = deal(1)
    for card in ("str1", "dex1", "wis1"):
        playing.turn_up(card)
    assert playing.phase == "choose"
    playing.choose("str1").turn_up("con1")
    assert playing.state.display == ("dex1", "wis1", "con1")
    assert (playing.state.deck, playing.hauls, playing.pool) == (20, [1], 0)
    playing.fan("cha1", "wis int")
    assert playing.state.deck == 17


def test_example_38_a_whole_nick_phase() -> None:
    """Cutpurse str1 in the centre between two Threats, a Target on the edge, and a Rival."""
    at = {"str1": cell(1, 2), "dex2": cell(1, 1), "dex4": cell(1, 3), "con1": EDGE}
    at |= {"int1": cell(2, 2), "con2": cell(2, 3), "con3": cell(3, 5)}
    playing = solo(
        "str1",
        at=at,
        display="con1 con2 con3",
        rivals="int1",
        threats="dex2 dex4 dex3 wis1",
        concealed="dex wis",
        haul=3,
    )
    playing.wager("dex2", "dex4")
    assert playing.hauls == [1]
    playing.foes("dex2", "wis1")
    assert [event.amount for event in playing.said("wager_won")] == [6]
    assert [event.character for event in playing.said("wager_lost")] == ["dex4"]
    assert [event.amount for event in playing.said("rivals_stole")] == [2]
    assert [event.amount for event in playing.said("target_robbed")] == [3]
    assert playing.hauls == [4]
    assert playing.pool == 2.5


def test_example_39_stolen_and_taken_away() -> None:
    at = {"str1": cell(1, 2), "con1": cell(1, 1), "int1": cell(2, 2)}
    at |= {"con2": 0, "con3": 23}
    playing = solo("str1", at=at, display="con1 con2 con3", rivals="int1", haul=0).foes()
    assert playing.hauls == [0]
    assert playing.pool == 1


def test_example_40_whole_dollars_only() -> None:
    playing = beside_the_ninja(haul=1.5)
    assert playing.rule(game.Wager(seat=A, characters=("dex2",))) == "legal"
    assert playing.rule(game.Wager(seat=A, characters=("dex2", "dex4"))) == "R-EL-33"
    assert playing.rule(game.Wager(seat=A, characters=("wis1",))) == "Wager"
    strong = beside_the_ninja(haul=1.5, dice="str str con")
    assert strong.rule(game.Wager(seat=A, characters=("wis1",))) == "Wager"


def test_example_41_between_rival_and_cutpurse() -> None:
    at = {"str1": cell(1, 1), "con1": cell(1, 2), "int1": cell(1, 3), "con2": 5, "con3": 23}
    robbed = solo("str1", at=at, display="con1 con2 con3", rivals="int1", haul=1).foes()
    assert (robbed.hauls, robbed.pool) == ([1], 1)


@pytest.mark.parametrize("wagered", [False, True])
def test_example_41_unless_its_only_rival_left_with_a_wager(wagered: bool) -> None:
    """No three cells are all beside each other, so the Target is one that Strength reaches."""
    at = {"str1": cell(1, 1), "dex2": cell(1, 2), "con1": cell(0, 2), "con2": 18, "con3": 23}
    at |= {"int1": cell(2, 4), "dex3": cell(3, 3)}
    playing = solo(
        "str1",
        at=at,
        display="con1 con2 con3",
        rivals="int1",
        threats="dex2 dex3",
        concealed="dex",
        dice="str str cha",
    )
    if wagered:
        playing.wager("dex2")
    playing.foes("dex2")
    if wagered:
        playing.steal("con1")
        assert (playing.hauls, playing.pool) == ([1 + 2 + 1.5], 0)
    else:
        assert playing.pool == 1.5 + 1
        assert playing.hauls == [0]


def test_example_42_one_rival_left_with_a_wager() -> None:
    at = {"str1": cell(1, 1), "dex2": cell(1, 2), "con1": 5, "con2": 18, "con3": 23}
    at |= {"wis1": cell(3, 3), "cha1": cell(2, 3), "dex3": cell(2, 4)}
    playing = solo(
        "str1",
        at=at,
        display="con1 con2 con3",
        rivals="cha1",
        threats="dex2 dex3 wis1",
        concealed="dex wis",
    )
    playing.wager("dex2").foes("dex2", "wis1").fan("int4", "int str")
    assert playing.state.solo is not None
    assert len(playing.state.solo.rivals) == 3
    assert len(playing.state.solo.concealed) == 2


def test_example_43_one_card_refills_the_display() -> None:
    at = {"str1": cell(1, 1), "con1": cell(1, 2), "con2": 5, "con3": 23}
    at |= {"cha1": cell(3, 2), "dex2": cell(2, 4), "wis1": cell(2, 3)}
    playing = solo(
        "str1",
        at=at,
        display="con1 con2 con3",
        rivals="cha1",
        threats="dex2 dex3 wis1",
        concealed="dex wis",
    )
    assert playing.state.deck == 17
    playing.foes("dex2", "wis1")
    assert playing.phase == "turn_up"
    playing.turn_up("int4")
    assert (playing.phase, playing.state.deck) == ("fan", 16)
    playing.fan("int3", "int str")
    assert playing.state.deck == 13


def test_example_44_no_stop_at_eight() -> None:
    going_on = quiet(haul=8, pool=0, round=2).foes()
    assert going_on.winners is None
    assert going_on.phase == "fan"
    lost = quiet(haul=9, pool=10, round=4).foes()
    assert lost.winners == ()
    assert lost.said("game_ended")[0].title == "Skilled Swindler"


def test_example_45_two_targets_at_once() -> None:
    at = {"str1": cell(0, 1), "con1": CORNER, "con2": EDGE, "con3": 23, "int1": cell(3, 1)}
    playing = solo("str1", at=at, display="con1 con2 con3", rivals="int1", haul=1).foes()
    assert playing.hauls == [4.5]


def test_example_46_two_threats_of_one_trait() -> None:
    playing = solo("str1", display="con1 con2 con3", round=0, phase="fan").fan("cha1", "wis wis")
    assert playing.state.solo is not None
    assert set(playing.state.solo.threats) == {"wis1", "wis2", "wis3", "wis4"}
    playing = playing.skip_to("wager").foes("wis1", "wis3")
    assert playing.state.solo is not None
    assert playing.state.solo.rivals[:3] == ("cha1", "wis1", "wis3")
    assert playing.state.solo.threats == ()
