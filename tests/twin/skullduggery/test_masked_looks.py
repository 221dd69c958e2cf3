"""A card that is looked at in the camera's view: the eye's every byte is the same, whatever it is.

What the eye tells and keeps is all that could reach the game's folder: readings, marks, pictures.
"""

import random
from collections.abc import Sequence

import msgspec
import pytest

from companion.eye.look import Eye
from companion.outputs import wanted
from companion.twin import skullduggery
from companion.twin.mat import load_sheet
from companion.twin.renderer import Renderer
from companion.twin.scene import Scene
from companion.twin.skullduggery.cards import Card, shuffled
from companion.twin.skullduggery.layout import Layout
from companion.twin.skullduggery.truth import Place, Truth
from hardware.camera import Frame
from hardware.timing import MS, Interval
from rules import skullduggery as rules
from rules.skullduggery.viewing import observe
from tests.support.skullduggery import Table, deal
from vision.catalogue import Catalogue, build
from vision.mat import load_mat
from vision.teaching import key_of

SEATS = 3
PERIOD_NS = 33_333_333
LOOKED, LONG = 10, 68
"""Frames; in more than two seconds light and sharpness are measured as well."""
LOOKS: dict[str, tuple[Table, Place]] = {
    "a middle card before the first draw": (deal(SEATS), (1, 2)),
    "a Peek at the own right end": (deal(SEATS).throw(4), (0, 3)),
    "a Sneak at the left neighbour's right end": (deal(SEATS).throw(7), (1, 3)),
    "a Sneak at the right neighbour's left end": (deal(SEATS).throw(7), (2, 0)),
}
"""What is going on, and the card that somebody turns over where it lies."""


@pytest.fixture(scope="module")
def cards() -> Catalogue:
    made = build([(key_of(s), face) for s, face in skullduggery.faces("distinct").items()])
    made.warm_up()
    return made


def told(
    cards: Catalogue,
    state: rules.State,
    place: Place,
    value: int,
    *,
    masked: bool = True,
    frames: int = LOOKED,
) -> bytes:
    """All that the eye says while a card of this value is turned over there, and laid back."""
    mat, sheet = load_mat("skullduggery"), load_sheet(skullduggery.mat(SEATS))
    deck = shuffled(random.Random(7))
    ident = 4 * place[0] + place[1]
    deck[ident] = Card(ident, value)
    scene = Scene(sheet, SEATS, random.Random(1), skullduggery.PILES)
    layout = Layout(scene, Truth(deck, SEATS))
    renderer, eye = Renderer(3, sheet, skullduggery.pictures("distinct")), Eye(mat, cards)
    expectations = rules.expects(observe(state, "table"))
    hidden = [one for one in expectations if masked or one.kind != "masked"]
    said: list[object] = []
    number = 0
    for exposed, shown in ((False, 6), (True, frames), (False, 6)):
        if exposed:
            eye.expect(wanted(hidden))
        layout.exposed = {deck[ident]} if exposed else set()
        layout.refresh()
        for _ in range(shown):
            number += 1
            at = Interval(number * PERIOD_NS, number * PERIOD_NS + 20 * MS)
            picture = renderer.frame(*scene.view(at.earliest))
            said += eye.look(Frame(image=picture, at=at, seq=number))
    return everything(said)


def everything(said: Sequence[object]) -> bytes:
    return msgspec.msgpack.encode(list(said))


PEEK = "a Peek at the own right end"


@pytest.mark.parametrize(
    ("what", "frames"), [(what, LONG if what == PEEK else LOOKED) for what in LOOKS]
)
def test_no_byte_depends_on_a_card_that_somebody_looks_at(
    cards: Catalogue, what: str, frames: int
) -> None:
    """Skullduggery spec, section 7: it must not be aimed so that a peeked face is captured."""
    playing, place = LOOKS[what]
    eight, five = (told(cards, playing.state, place, value, frames=frames) for value in (8, 5))
    assert eight == five


def test_without_the_mask_it_would_be_read(cards: Catalogue) -> None:
    """The negative control."""
    playing, place = LOOKS[PEEK]
    eight, five = (told(cards, playing.state, place, value, masked=False) for value in (8, 5))
    assert eight != five
    assert b"number:8" in eight
