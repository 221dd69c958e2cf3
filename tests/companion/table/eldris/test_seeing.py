"""The camera at the Square: rolls and moves come from what it sees, and differences are told."""

import pytest

from hardware.events import Candidate, CellSeen, DiceSeen, DieSeen, FrameRef, GridSeen
from hardware.timing import MS, Interval
from rules.eldris.cards import CHARACTERS
from tests.companion.table.scripted import Script
from tests.support.eldris import traits

SECOND = 1000


class Evening(Script):
    """A sealed game of two whose Square is laid and seen as the tests say."""

    def __init__(self, seats=2, **options):
        super().__init__(seats=seats, game="thieves-of-eldris", buttons=False, **options)
        self.lying = list(CHARACTERS)
        self.at = 0

    def see(self, at=None, *, changed=None, **cells):
        """The Square at rest; `cells` such as c7=CellSeen(...) lie otherwise than `lying`."""
        self.at += 1 * SECOND
        faces = [CellSeen(key=key) for key in self.lying]
        for name, cell in cells.items():
            faces[int(name[1:])] = cell
        self._observations += 1
        self.send(
            GridSeen(
                zone="grid",
                columns=6,
                cells=tuple(faces),
                changed=tuple(range(24)) if changed is None else changed,
                settled_at=self.at * MS,
                frames=(FrameRef(id=f"0-grid-{self.at}", at=Interval(self.at, self.at)),),
                ident=self._observations,
            )
        )
        self.until(self.at + 100)

    def rest(self, seconds=4):
        for _ in range(seconds):
            self.at += SECOND
            self.until(self.at)

    def swap(self, one, other):
        a, b = self.lying.index(one), self.lying.index(other)
        self.lying[a], self.lying[b] = other, one
        return a, b

    def roll(self, words, **dice):
        """Dice at rest; `d1=DieSeen(...)` lies otherwise."""
        self.at += SECOND
        faces = [DieSeen(value=value) for value in traits(words)]
        for name, die in dice.items():
            faces[int(name[1:])] = die
        self._observations += 1
        self.send(
            DiceSeen(
                zone="tray",
                dice=tuple(faces),
                settled_at=self.at * MS,
                ident=self._observations,
            )
        )
        self.until(self.at + 100)

    @property
    def told(self):
        return [str(notice.text) for notice in self.view().notices if notice.place]

    @property
    def asked(self):
        return [str(prompt.title) for prompt in self.table.prompts]

    def labels(self):
        return [str(choice.label) for choice in self.table.prompts[0].choices]


@pytest.fixture
def game():
    """Ann's first turn: the Square lies and she has chosen her Cutpurse."""
    game = Evening().begin()
    game.see()
    assert game.tap(0, "cutpurse").status == 200
    assert game.state.phase == "roll"
    game.at = game.table.now // MS
    return game


def names(game):
    return game.table.pack.names


def test_the_square_is_laid_out_as_the_camera_sees_it():
    game = Evening().begin()
    game.lying = list(reversed(CHARACTERS))
    game.see()
    assert game.state.grid == tuple(reversed(CHARACTERS))
    assert game.rows[-1].data["sight"] == "grid"


def test_a_square_that_lay_there_before_the_game_counts_when_it_begins():
    game = Evening().seat_everybody()
    game.see()
    assert game.ask("start").status == 200
    assert game.state.grid == CHARACTERS


def test_a_square_that_is_still_being_laid_is_left_in_peace():
    game = Evening().begin()
    game.see(c3=CellSeen(empty=True), c9=CellSeen(unsure="glare"))
    assert game.state.phase == "lay_out"
    assert game.asked == []


def test_dice_at_rest_are_the_roll(game):
    game.roll("str con wis")
    assert game.state.dice == traits("str con wis")
    assert "rolls" in str(game.table.steps[-1].label)


def test_a_cocked_die_is_said_and_is_no_roll(game):
    game.roll("str con wis", d1=DieSeen(cocked=True, unsure="it is tilted"))
    assert game.state.phase == "roll"
    assert "leans" in game.said[-1]
    assert game.asked == []
    game.roll("str con wis")
    assert game.state.dice == traits("str con wis")


def test_two_dice_are_no_roll(game):
    game.send(DiceSeen(zone="tray", dice=(DieSeen(value="wisdom"),) * 2, settled_at=1, ident=9))
    assert game.state.phase == "roll"


def test_a_die_that_is_not_sure_is_asked(game):
    close = (Candidate("wisdom", 0.6), Candidate("charisma", 0.4))
    game.roll("str con wis", d2=DieSeen(candidates=close, unsure="it could be either"))
    assert game.state.phase == "roll"
    assert game.labels()[:2] == ["Wisdom", "Charisma"]
    game.answer("charisma")
    assert game.state.dice == traits("str con cha")


def test_dice_rolled_in_nobodys_turn_to_roll_change_nothing(game):
    game.roll("str con wis")
    game.roll("con str wis")
    assert game.state.dice == traits("str con wis")
    assert game.asked == []


def test_a_reroll_with_the_sigil_is_asked_and_then_counts(game):
    game.roll("str con wis")
    game.roll("str dex int", d0=DieSeen(value="strength", stayed=True))
    (title,) = game.asked
    assert "Sigil" in title
    game.answer("0")
    assert sorted(game.state.dice) == sorted(traits("str dex int"))
    assert not game.state.players[0].sigil


def test_a_swap_is_a_move_of_the_die_that_allows_it(game):
    """Spec, section 3: the mover's trait is that of an unspent die."""
    game.roll("str con wis")
    mover = next(k for k in CHARACTERS if game.state.config.traits[k] == "strength")
    at = game.lying.index(mover)
    other = next(
        game.lying[by]
        for by in (at - 1, at + 1, at - 6, at + 6)
        if 0 <= by < 24 and game.state.config.traits[game.lying[by]] not in game.state.unspent
    )
    game.swap(mover, other)
    game.see()
    assert game.state.grid == tuple(game.lying)
    assert sorted(game.state.unspent) == sorted(traits("con wis"))
    assert game.asked == []


def laid(game, *keys):
    """Lay the Square anew by undoing: these first, the rest as it comes."""
    rest = [key for key in CHARACTERS if key not in keys]
    game.lying = [*keys, *rest]


def turn_with(words, *first):
    """Ann has rolled, and these cards lie at the start of the Square."""
    game = Evening().begin()
    laid(game, *first)
    game.see()
    assert game.tap(0, "cutpurse").status == 200
    game.at = game.table.now // MS
    game.roll(words)
    return game


def test_a_swap_that_two_dice_allow_is_asked():
    game = turn_with("str con wis", "str1", "con1")
    game.swap("str1", "con1")
    game.see()
    assert game.asked == ["What was done in the Square?"]
    assert [label for label in game.labels() if "Strength" in label]
    assert [label for label in game.labels() if "Constitution" in label]
    assert game.state.unspent == traits("str con wis")
    game.answer("1")
    assert game.state.grid == tuple(game.lying)
    assert len(game.state.unspent) == 2


def test_the_question_names_characters_as_the_pack_does():
    game = turn_with("str con wis", "str1", "con1")
    game.swap("str1", "con1")
    game.see()
    assert any(str(names(game)["str1"].value) in label for label in game.labels())
    assert not any("str1" in label for label in game.labels())


def test_a_swap_of_two_cards_of_one_trait_leaves_the_same_dice_and_is_not_asked():
    game = turn_with("str con wis", "str1", "str2")
    game.swap("str1", "str2")
    game.see()
    assert game.asked == []
    assert game.state.unspent == traits("con wis")


def test_two_moves_seen_at_once_are_two_entries():
    game = turn_with("str str wis", "str1", "dex1", "dex2")
    before = len(game.table.steps)
    game.lying[:3] = ["dex1", "dex2", "str1"]
    game.see()
    # doubles of Strength bring no ability that moves a card, so nothing is to be asked
    assert game.state.grid == tuple(game.lying)
    assert game.state.unspent == traits("wis")
    assert len(game.table.steps) == before + 2


def test_a_swap_that_no_die_allows_changes_nothing_and_is_told_within_three_seconds():
    game = turn_with("str con wis", "dex1", "dex2")
    square = game.state.grid
    game.swap("dex1", "dex2")
    game.see()
    assert game.state.grid == square
    assert game.told == []
    game.rest(3)
    (told,) = game.told
    assert "have changed places: row 1, column 1 and row 1, column 2." in told
    notice = next(n for n in game.view().notices if n.place)
    assert "Exchange" in str(notice.cure)
    game.swap("dex1", "dex2")
    game.see()
    assert game.told == []


def test_the_ability_of_dexterity_that_nobody_entered_is_asked():
    game = turn_with("dex dex wis", "str1", "int1")
    game.swap("str1", "int1")
    game.see()
    assert any("Dexterity" in label for label in game.labels())
    game.answer("0")
    assert game.state.benefit == "dexterity"
    assert game.state.grid == tuple(game.lying)


def test_moves_told_by_phone_are_not_undone_by_a_square_that_lags_behind():
    """The second phone move is not there yet: the Square lies as after the first."""
    game = turn_with("str str str", "str1", "dex1", "dex2")
    square = list(game.state.grid)
    assert game.tap(0, next(i for i in move_ids(game) if "str1" in i and "dex1" in i)).status == 200
    game.lying = list(game.state.grid)
    behind = list(game.lying)
    assert game.tap(0, next(i for i in move_ids(game) if "str1" in i and "dex2" in i)).status == 200
    ahead = game.state.grid
    game.lying = behind
    game.see()
    assert game.state.grid == ahead
    game.lying = square
    game.see()
    assert game.state.grid == ahead
    assert game.asked == []


def move_ids(game):
    return [choice for choice in game.table.shown["seat:0"].offers if choice.startswith("move")]


def test_an_unsure_card_that_looks_most_like_what_lies_there_is_not_asked(game):
    likely = (Candidate(game.lying[7], 0.9), Candidate("wis4", 0.1))
    game.see(c7=CellSeen(candidates=likely, unsure="glare"), changed=(7,))
    game.rest()
    assert game.asked == []
    assert game.told == []


def test_another_unsure_card_is_asked_and_the_answer_stays(game):
    close = (Candidate("wis4", 0.6), Candidate("wis3", 0.4))
    unsure = CellSeen(candidates=close, unsure="glare")
    game.see(c7=unsure, changed=(7,))
    (title,) = game.asked
    assert "row 2, column 2" in title
    game.answer(game.lying[7])
    assert game.asked == []
    game.see(c7=unsure, changed=(3,))
    assert game.asked == []


def test_a_question_is_withdrawn_when_the_square_is_seen_anew(game):
    game.see(c7=CellSeen(unsure="glare"), changed=(7,))
    assert game.asked
    game.see(changed=(7,))
    assert game.asked == []
    assert game.kinds()[-1] == "answer"


def test_a_card_on_its_other_side_is_told_with_the_cure(game):
    key = game.lying[5]
    game.see(c5=CellSeen(key=f"{key}:dark"), changed=(5,))
    game.rest()
    (told,) = game.told
    assert "row 1, column 6" in told
    assert "other side" in told
    assert any("Turn it over" in str(notice.cure) for notice in game.view().notices)


def test_an_empty_cell_is_told_and_goes_away(game):
    game.see(c5=CellSeen(empty=True), changed=(5,))
    game.rest()
    assert "nothing lies there" in game.told[0]
    game.see(changed=(5,))
    assert game.told == []


def test_a_camera_that_errs_is_told_so_and_stays_quiet(game):
    wrong = {"c5": CellSeen(key=game.lying[6]), "changed": (5,)}
    game.see(**wrong)
    game.rest()
    assert game.told
    assert game.tap(0, "mend:grid:keep").status == 200
    assert game.told == []
    game.see(c5=CellSeen(key=game.lying[6]), changed=(9,))
    game.rest()
    assert game.told == []


def test_moves_made_before_the_roll_was_told_count_when_people_say_so(game):
    mover = next(k for k in CHARACTERS if game.state.config.traits[k] == "strength")
    at = game.lying.index(mover)
    game.swap(mover, game.lying[at + 1])
    game.see()
    game.rest()
    assert game.told
    game.roll("str int int")
    game.rest(2)
    ids = [choice.id for notice in game.view(0).notices for choice in notice.choices]
    assert "mend:grid:moved" in ids
    game.tap(0, "mend:grid:moved")
    while game.table.prompts:
        game.answer("0")
    assert game.state.grid == tuple(game.lying)
    assert game.told == []


def test_nothing_is_told_while_a_hand_is_in_view(game):
    """The eye's mark stands; only the clock goes on."""
    game.see(c5=CellSeen(empty=True), changed=(5,))
    for second in range(60):
        game.tick(game.at + second * SECOND)
    assert game.told == []


def test_cards_taught_by_their_names_are_the_packs_characters(game):
    """`fighter` and `fighter:dark` are what pictures may be called."""
    fighter = next(key for key, fact in names(game).items() if fact.value == "Fighter")
    at = game.lying.index(fighter)
    game.see(**{f"c{at}": CellSeen(key="fighter")}, changed=(at,))
    game.rest()
    assert game.told == []
    game.see(**{f"c{at}": CellSeen(key="fighter:dark")}, changed=(at,))
    game.rest()
    assert "Fighter shows its other side" in game.told[0]
