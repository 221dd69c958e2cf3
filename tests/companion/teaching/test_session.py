"""A round of teaching: one card after another, redone, left out, learned."""

import pytest

from companion.teaching.session import (
    MOST_PICTURES,
    answered,
    begin,
    choose,
    comparing,
    redo,
    skip,
    took,
)
from hardware.eye_link import Alike, Taught, TeachShot

KEYS = ("gem:1", "gem:2", "gem:3")


def taken(name: str = "") -> TeachShot:
    return TeachShot(ident=0, ok=True, face=b"face" + name.encode(), thumb=b"thumb")


def hindered(why: str) -> TeachShot:
    return TeachShot(ident=0, ok=False, why=why, text="A hand is there.", cure="Take it away.")


def test_the_cards_are_wanted_one_after_another():
    session = begin(KEYS)
    wanted = []
    while session.at:
        wanted.append(session.at)
        session = took(session, taken())
    assert tuple(wanted) == KEYS
    assert session.done == 3


def test_what_hinders_is_shown_with_its_cure_until_the_picture_is_taken():
    session = took(begin(KEYS), hindered("hand"))
    assert (session.text, session.cure, session.trouble) == (
        "A hand is there.",
        "Take it away.",
        True,
    )
    assert session.at == "gem:1"
    assert took(session, taken()).text == ""


def test_an_empty_pot_is_no_trouble():
    assert not took(begin(KEYS), hindered("none")).trouble


def test_what_was_left_out_is_not_asked_again_and_may_still_be_chosen():
    session = skip(begin(KEYS))
    assert session.at == "gem:2"
    session = took(took(session, taken()), taken())
    assert session.at == ""
    session = took(choose(session, "gem:1"), taken())
    assert session.done == 3
    assert not session.skipped


def test_redo_forgets_the_pictures_and_what_was_said_of_them():
    session = took(took(begin(KEYS), taken("one")), taken("two"))
    session = answered(
        comparing(session, write=False),
        Taught(ident=1, ok=True, pairs=(Alike("gem:1", "gem:2", 0.4),)),
    )
    assert session.pairs
    session = redo(session, "gem:1")
    assert (session.at, session.done, session.pairs) == ("gem:1", 1, ())
    session = took(session, taken("again"))
    assert [one.face for one in session.faces() if one.key == "gem:1"] == [b"faceagain"]
    assert session.at == "gem:3"


def test_a_kind_keeps_its_newest_pictures():
    session = begin(KEYS)
    for number in range(MOST_PICTURES + 2):
        session = took(choose(session, "gem:2"), taken(str(number)))
    kept = [one.face for one in session.faces()]
    assert kept == [f"face{n}".encode() for n in range(2, MOST_PICTURES + 2)]


def test_a_photo_of_another_card_does_not_move_the_round_on():
    session = took(begin(KEYS), taken(), key="gem:3")
    assert session.at == "gem:1"
    assert session.pictures.keys() == {"gem:3"}


@pytest.mark.parametrize("write", [True, False])
def test_an_answer_to_an_older_question_is_passed_over(write):
    session = comparing(comparing(begin(KEYS), write=False), write=write)
    stale = Taught(ident=1, ok=True, digest="old", pairs=(Alike("gem:1", "gem:2", 0.1),))
    assert answered(session, stale) == session


def test_what_was_learned_is_in_use_and_what_failed_leaves_the_pictures():
    session = comparing(took(begin(KEYS), taken()), write=True)
    assert session.phase == "writing"
    done = answered(session, Taught(ident=1, ok=True, digest="abc"))
    assert (done.phase, done.digest) == ("written", "abc")
    failed = answered(session, Taught(ident=1, ok=False, text="No space left on device."))
    assert (failed.phase, failed.text, failed.done) == ("showing", "No space left on device.", 1)
