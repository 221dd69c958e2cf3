"""How the twin's people behave, and what they answer."""

import statistics

from companion.twin.people import FASTEST_MS, Manners, Person, boldness
from companion.twin.people_phone import Question
from companion.twin.wizard_thieves.choices import choice_id
from companion.twin.wizard_thieves.memory import Face, Memory, Slap

MS = 1_000_000


def test_reactions_are_human():
    """Mean 384 ms, spread 96 ms, lapses apart; nobody is faster than a human can be."""
    person = Person(0, "x", Manners(lapse=0.0))
    person.speed_ms = 0.0
    times = [person.reaction_ns() / MS for _ in range(6000)]
    assert abs(statistics.mean(times) - 384) < 8
    assert abs(statistics.stdev(times) - 96) < 8
    assert min(times) >= FASTEST_MS


def test_people_differ_and_repeat_themselves_with_the_seed():
    one, same, other = Person(0, "7"), Person(0, "7"), Person(1, "7")
    assert [one.reaction_ns() for _ in range(5)] == [same.reaction_ns() for _ in range(5)]
    assert one.speed_ms != other.speed_ms


def test_false_grabs_are_rare_at_first_and_commoner_late():
    person = Person(0, "1")
    draws = [person.slap_after(match=False, boldness=1.0) for _ in range(5000)]
    assert 0.001 < sum(d is not None for d in draws) / 5000 < 0.009
    assert boldness(0) == 1.0
    assert boldness(300) > 5


def test_most_people_notice_a_match():
    person = Person(2, "1")
    seen = [person.slap_after(match=True, boldness=1.0) for _ in range(2000)]
    assert 0.85 < sum(s is not None for s in seen) / 2000 < 0.95


def memory() -> Memory:
    known = Memory({0: "Timbo", 1: "Liza"})
    known.faces = [
        Face("pot", 0, "gem:4", 1_000 * MS, 0),
        Face("pot", 1, "gem:5", 3_000 * MS, 1),
    ]
    return known


def ask(kind: str, title: str, *values: str) -> Question:
    return Question("p1", kind, title, {value: f"answer:p1:{value}" for value in values})


def test_people_read_the_card_that_is_asked_for():
    question = ask("which_card", "Which card is on the Pot?", "gem:4", "gem:5", "none")
    assert memory().answer(question, 4_000 * MS, pot_believed=1) == "gem:5"
    assert memory().answer(question, 4_000 * MS, pot_believed=0) == "gem:4"


def test_people_know_who_was_first():
    known = memory()
    known.slaps = [Slap(1, 3_400 * MS, "won"), Slap(0, 3_400 * MS + 300, "no_pot")]
    question = ask("who_first", "Who was first: Timbo or Liza?", "0", "1")
    assert known.answer(question, 4_000 * MS, 2) == "1"
    claim = ask("who_first", "Who slapped first?", "0", "1", "none")
    assert memory().answer(claim, 4_000 * MS, 2) == "none"


def test_people_know_whether_the_slap_came_before_the_card():
    known = memory()
    question = ask("late_card", "Did Liza slap before the new card was visible?", "before", "after")
    known.slaps = [Slap(1, 2_950 * MS, "cursed")]
    assert known.answer(question, 4_000 * MS, 2) == "before"
    known.slaps = [Slap(1, 3_050 * MS, "won")]
    assert known.answer(question, 4_000 * MS, 2) == "after"


def test_who_slapped_again_meanwhile_is_asked_about_the_close_slap():
    """As it happened with seed 40: 60 ms before the card, and again 430 ms after it."""
    known = memory()
    card = known.faces[-1].at_ns
    known.slaps += [Slap(1, card - 60 * MS, "cursed"), Slap(1, card + 430 * MS, "no_pot")]
    question = ask("late_card", "Did Liza slap before the new card was visible?", "before", "after")
    assert known.answer(question, card + 2000 * MS, 2) == "before"


def test_people_own_up_to_a_mistake():
    known = memory()
    known.faces.append(Face("pot", 2, "gem:9", 5_000 * MS, 0, meant=False))
    question = ask("confirm", "Who flipped that card by mistake?", "0", "1", "none")
    assert known.answer(question, 6_000 * MS, 3) == "0"
    assert memory().answer(question, 6_000 * MS, 2) == "none"


def test_choices_have_the_names_that_pages_use():
    assert choice_id(("bomb", None)) == "use_bomb:all"
    assert choice_id(("bomb", 2)) == "use_bomb:2"
    assert choice_id(("deck", 1)) == "use_gauntlet:deck:1"
    assert choice_id(("portal", 0)) == "use_gauntlet:portal:0"
    assert choice_id(("caster", 3)) == "use_portal_caster:3"
    assert choice_id(("coin", None)) == "apply_king_coin"
