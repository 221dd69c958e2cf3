"""The twin's truth plays Skullduggery by the rulebook: worked examples of the spec, by number."""

import pytest

from companion.twin.skullduggery.cards import Card, shuffled
from companion.twin.skullduggery.truth import ImpossibleError, Truth


class Table:
    """Lines are given as digits, the pile in the order in which it is drawn."""

    def __init__(self, *lines: str, pile: str = "", up: str = "") -> None:
        digits = "".join(lines) + pile
        deck = [Card(ident, int(digit)) for ident, digit in enumerate(digits)]
        self.states: list[dict] = []
        self.truth = Truth(
            deck, len(lines), listener=lambda at, step, state: self.states.append(state)
        )
        for place in up.split():
            self.truth.up.add(self.truth.at((int(place[0]), int(place[1]))))

    @property
    def lines(self) -> list[str]:
        return ["".join(str(card.value) for card in line) for line in self.truth.lines]

    def discard(self, *turns: str) -> None:
        """Each turn: draw and lay down what was drawn; a look is waived, the left-most turned."""
        for _ in turns or ("",):
            self.truth.draw(0)
            self.truth.let_go()
            self.truth.show(0)
            if self.truth.look_due:
                self.truth.look(0, None)
            for seat in list(self.truth.owing):
                self.truth.turn_up(0, seat, self.truth.middle(seat)[0])

    def place(self, side: str | None, slot: int) -> None:
        self.truth.draw(0)
        self.truth.place(0, side, slot)
        if self.truth.leaving is not None:
            self.truth.show(0)


def test_examples_2_and_3_passing_with_three():
    left = Table("1234", "5678", "9123", pile="15")
    left.discard()
    assert left.lines == ["2349", "6781", "1235"]
    right = Table("1234", "5678", "9123", pile="35")
    right.discard()
    assert right.lines == ["8123", "3567", "4912"]


def test_example_4_passing_with_two():
    left = Table("1234", "5678", pile="15")
    left.discard()
    assert left.lines == ["2345", "6781"]
    right = Table("1234", "5678", pile="35")
    right.discard()
    assert right.lines == ["8123", "4567"]


def test_example_5_a_switch_takes_open_cards_along():
    table = Table("1234", "5678", pile="85", up="00")
    table.discard()
    assert table.lines[0] == "4231"
    assert [card in table.truth.up for card in table.truth.lines[0]] == [False, False, False, True]


def test_example_7_a_token_is_used_once():
    table = Table("1234", "9678", pile="1555")
    table.place("left", 0)
    assert table.lines[1] == "1678"
    assert table.truth.used == {(0, "left")}
    table.discard()
    table.truth.draw(0)
    with pytest.raises(ImpossibleError, match="used that token"):
        table.truth.place(0, "left", 1)
    table.truth.place(0, "right", 3)


def test_example_8_a_first_spyglass_turns_one_middle_card_of_each():
    table = Table("1234", "5678", pile="25")
    table.truth.draw(0)
    table.truth.let_go()
    table.truth.show(0)
    assert [card.value for card in table.truth.spyglass] == [2]
    assert table.truth.discard == []
    with pytest.raises(ImpossibleError):
        table.truth.turn_up(0, 0, 0)
    table.truth.turn_up(0, 1, 2)
    table.truth.turn_up(0, 0, 1)
    assert len(table.truth.up) == 2
    assert table.truth.turn == 1


def test_example_11_the_third_spyglass_ends_the_game_at_once():
    table = Table("1234", "5678", pile="2225")
    table.discard("", "", "")
    assert table.truth.ended
    assert len(table.truth.pile) == 1
    with pytest.raises(ImpossibleError):
        table.truth.draw(0)


def test_example_12_a_new_card_lies_open_and_is_passed_open():
    table = Table("1113", "5678", "9999", pile="85", up="03")
    table.place(None, 3)
    assert table.lines[2][0] == "8"
    assert table.truth.at((2, 0)) in table.truth.up
    assert table.states[-1]["discard"] == [3]


def test_examples_13_and_16_the_last_card_and_a_shared_win():
    table = Table("4318", "8134", pile="8")
    table.discard()
    assert table.lines == ["8314", "8134"]
    assert table.truth.ended
    again = Table("8134", "8134", pile="5")
    again.discard()
    for seat in (0, 1):
        again.truth.reveal(0, seat)
    assert again.states[-1]["over"] == {"winners": [0, 1], "scores": [8134, 8134]}


def test_examples_15_and_17_whom_a_sneak_may_look_at():
    two = Table("1234", "5678", pile="75")
    two.truth.draw(0)
    two.truth.let_go()
    two.truth.show(0)
    assert two.truth.look_due == ((1, 3), (1, 0))
    three = Table("1234", "5678", "9997", pile="65")
    three.place("right", 3)
    assert three.truth.look_due == ((1, 3), (2, 0))
    with pytest.raises(ImpossibleError):
        three.truth.look(0, (1, 0))


@pytest.mark.parametrize("seats", range(2, 7))
def test_example_14_every_card_is_somewhere(seats: int):
    import random

    truth = Truth(shuffled(random.Random(seats)), seats)
    assert len(truth.pile) == 54 - 4 * seats
    assert sorted(c.value for c in truth.deck) == sorted(list(range(1, 10)) * 6)
