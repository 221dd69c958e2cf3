"""People who take a whole turn back look whether the pages' moves lead to how it lay before."""

from companion.twin.skullduggery.cards import Card
from companion.twin.skullduggery.truth import Truth
from companion.twin.skullduggery.undoing import Lying

OLD, NEW, BELOW = Card(1, 8), Card(9, 1), Card(10, 5)


def turn(source: str, text: str) -> dict[str, str]:
    return {"source": source, "target": source, "text": text}


def move(source: str, target: str) -> dict[str, str]:
    return {"source": source, "target": target, "text": ""}


BEFORE = Lying({"line:1:0": [OLD], "pile": [BELOW, NEW], "discard": []}, frozenset(), frozenset())
AFTER = Lying(
    {"line:1:0": [NEW], "pile": [BELOW], "discard": [OLD]},
    frozenset({OLD}),
    frozenset({(0, "left")}),
)
"""The first player has drawn and laid the card into the other's line, for the red token."""
MOVES = (
    move("line:1:0", "pile"),
    move("discard", "line:1:0"),
    turn("line:1:0", "Turn Ben's left end face down."),
    turn("token:0:left", "Turn Ann's red token pistol side up."),
)


def test_the_moves_of_an_undo_lead_back():
    """Design, section 5: undo says how to put the real table back."""
    assert AFTER.leads(MOVES, BEFORE)
    assert not AFTER.alike(BEFORE)


def test_a_move_that_is_missing_is_noticed():
    for number, one in enumerate(MOVES):
        rest = [*MOVES[:number], *MOVES[number + 1 :]]
        assert not AFTER.leads(rest, BEFORE), one


def test_who_forgot_to_turn_the_token_over_finds_it_right():
    forgotten = Lying(AFTER.places, AFTER.up, frozenset())
    assert forgotten.leads(MOVES, BEFORE)


def test_the_truth_stands_again_as_it_was_saved():
    deck = [Card(number, 1 + number % 9) for number in range(54)]
    truth = Truth(deck, 3)
    saved, stood = truth.saved(), truth.canonical()
    truth.draw(1)
    truth.place(2, "left", 1)
    truth.show(3)
    assert truth.canonical() != stood
    truth.restore(saved)
    assert truth.canonical() == stood
    truth.draw(4)
    truth.restore(saved)
    assert truth.canonical() == stood
