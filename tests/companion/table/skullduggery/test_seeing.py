"""What the camera sees at a table of Skullduggery, beside what people say by phone."""

from typing import Any

import pytest

from hardware.events import Candidate, CellSeen, GridSeen
from tests.companion.table.scripted import Script

BACK = CellSeen(back=True)


class Watched:
    """A table under a camera. Lines are given from their owner's left: digits, `.` for a back."""

    def __init__(self, seats: int = 2) -> None:
        self.script = Script(seats, buttons=False, game="skullduggery")
        self.script.begin()
        self.now = 0
        self.lines: dict[int, str] = dict.fromkeys(range(seats), "....")

    def tap(self, seat: int, *choices: str) -> None:
        for choice in choices:
            reply = self.script.tap(seat, choice)
            assert reply.status == 200, reply.reason

    def tap_at(self, at: int, seat: int, *choices: str) -> None:
        self.script.until(at)
        self.tap(seat, *choices)

    def lay(self, value: int | None, zone: str = "discard", **fields: Any) -> None:
        self.now += 1000
        key = None if value is None else f"number:{value}"
        self.script.card(key, self.now, zone=zone, **fields)
        self.script.until(self.now + 500)

    def look(self, seat: int, line: str, **cells: CellSeen) -> None:
        """The line is seen to lie like this; `at2=` gives one cell as it is seen."""
        before, self.lines[seat] = self.lines[seat], line
        self.now += 1000
        seen = [BACK if one == "." else CellSeen(key=f"number:{one}") for one in line]
        for name, cell in cells.items():
            seen[int(name[2:])] = cell
        changed = tuple(place for place in range(4) if line[place] != before[place])
        self.script.send(
            GridSeen(
                zone=f"line:{seat}",
                columns=4,
                cells=tuple(seen),
                changed=changed,
                settled_at=self.now * 1_000_000,
            )
        )

    @property
    def view(self) -> Any:
        return self.script.view()

    def open(self, seat: int) -> str:
        line = self.view.lines[seat]
        return "".join(
            "." if not slot.up else (slot.face.icon[-1] if slot.face else "?")
            for slot in line.slots
        )


def test_a_discard_is_read_where_it_was_declared():
    """Section 7, Camera: top of the discard pile."""
    table = Watched()
    table.tap(0, "draw", "discard")
    table.lay(6)
    assert table.script.state.discard
    assert table.view.piles[1].top.key == "number:6"
    assert table.script.state.turn == 1


def test_a_card_laid_before_anybody_said_why_waits_for_the_choice():
    table = Watched()
    table.tap(0, "draw")
    table.lay(6)
    assert not table.script.state.discard
    table.tap(0, "own:2")
    assert table.view.piles[1].top.key == "number:6"


def test_a_discard_told_by_phone_is_not_counted_again_when_it_is_seen():
    table = Watched()
    table.tap(0, "draw", "discard", "shown:9")
    table.lay(9)
    table.tap(1, "draw")
    assert len(table.script.state.discard) == 1
    assert not table.script.table.prompts


def test_the_last_discard_is_not_the_next_one_however_late_it_is_seen():
    """Told by phone, seen when the next player has drawn and chosen already."""
    table = Watched()
    table.tap(0, "draw", "discard", "shown:9")
    table.tap_at(6000, 1, "draw")
    table.now = 3000
    table.lay(9)
    table.tap_at(7000, 1, "discard")
    assert len(table.script.state.discard) == 1
    table.now = 7000
    table.lay(9)
    assert len(table.script.state.discard) == 2


@pytest.mark.parametrize("where", ["discard", "own:2"])
def test_a_card_laid_before_draw_was_tapped_is_read_once_the_phone_catches_up(where):
    table = Watched()
    table.lay(6)
    assert not table.script.state.discard
    assert "lies on the discards" in str(table.script.table.notes[-1])
    table.tap(0, "draw")
    assert not table.script.state.discard
    table.tap(0, where)
    assert table.view.piles[1].top.key == "number:6"
    assert table.script.state.turn == 1
    assert not table.script.table.held


def test_two_turns_laid_before_any_tap_are_read_in_their_order():
    table = Watched()
    table.lay(6)
    table.lay(9)
    table.tap(0, "draw", "discard")
    assert table.script.state.discard == (table.script.state.discard[0],)
    assert table.view.piles[1].top.key == "number:6"
    table.tap(1, "draw", "own:0")
    assert table.view.piles[1].top.key == "number:9"
    assert len(table.script.state.discard) == 2


def test_an_early_spyglass_waits_for_the_phone_too():
    table = Watched()
    table.lay(2, "spyglass")
    table.tap(0, "draw", "discard")
    assert table.script.state.owing == (0, 1)


def test_a_card_laid_early_and_taken_up_again_is_forgotten():
    table = Watched()
    table.lay(6)
    table.lay(None, kind="emptied")
    table.tap(0, "draw", "discard")
    assert not table.script.state.discard
    table.lay(9)
    assert table.view.piles[1].top.key == "number:9"


def test_an_early_card_the_camera_is_not_sure_of_is_asked_for_when_it_matters():
    table = Watched()
    table.lay(None, unsure="glare", candidates=(Candidate("number:6", 0.5),))
    assert not table.view.prompts
    table.tap(0, "draw", "discard")
    assert table.view.prompts[0].title == "Which card was discarded?"


def test_a_discard_told_by_phone_is_no_early_card_however_it_is_seen():
    """Not seen yet, it may be what comes; another number too: somebody may have tapped wrongly."""
    for seen in (9, 6):
        table = Watched()
        table.tap(0, "draw", "discard", "shown:9")
        table.lay(seen)
        table.tap(1, "draw", "discard")
        assert len(table.script.state.discard) == 1
        assert not table.script.table.held


def test_once_a_told_discard_was_seen_the_next_may_be_laid_early():
    table = Watched()
    table.tap(0, "draw", "discard", "shown:9")
    table.lay(9)
    table.lay(6)
    table.tap_at(9000, 1, "draw", "discard")
    assert table.view.piles[1].top.key == "number:6"


def test_a_replaced_open_card_seen_later_is_not_the_next_discard():
    """R-SK-3: all knew it, so it was the discard at once, before anybody laid it down."""
    table = Watched()
    table.tap(0, "draw", "discard")
    table.lay(2, "spyglass")
    table.look(0, ".5..")
    table.look(1, ".6..")
    table.tap(1, "draw", "own:1")
    table.lay(6)
    table.tap_at(9000, 0, "draw", "discard")
    assert len(table.script.state.discard) == 1


def test_a_card_that_comes_to_light_when_people_put_an_undone_one_back_is_not_new():
    """To an eye started anew the card below is one that came."""
    table = Watched()
    for seat, value in ((0, 6), (1, 9)):
        table.tap(seat, "draw", "discard")
        table.lay(value)
    assert table.script.ask("undo", "seat:0").status == 200
    assert table.script.state.leaving is not None
    table.lay(6)
    assert table.script.state.leaving is not None, "the card below was not taken for the next one"
    assert table.script.ask("undo", "seat:0").status == 200
    table.lay(6)
    assert not table.script.table.held
    for task in table.script.table.tasks:
        table.script.ask("tick", "seat:0", value=task.id)
    table.tap(1, "discard")
    table.lay(9)
    assert len(table.script.state.discard) == 2


def test_an_open_card_seen_before_the_draw_is_not_the_new_one():
    table = Watched()
    table.tap(0, "draw", "discard")
    table.lay(2, "spyglass")
    table.look(0, ".5..")
    table.tap(1, "turn:1", "read:1:6")
    table.tap_at(9000, 1, "draw", "own:1")
    table.look(1, ".6..")
    assert table.open(1) == ".?.."
    table.now = 9500
    table.look(1, ".4..")
    assert table.open(1) == ".4.."


def test_a_spyglass_lies_in_its_row_and_turned_up_cards_are_read():
    """Section 7, Camera: spyglass row, face-up cards in the lines."""
    table = Watched()
    table.tap(0, "draw", "discard")
    table.lay(2, "spyglass")
    assert [player.status_label for player in table.view.players] == ["turns up cards"] * 2
    table.look(1, ".7..")
    table.look(0, "..4.")
    assert (table.open(0), table.open(1)) == ("..4.", ".7..")
    assert table.script.state.turn == 1


def test_two_cards_turned_up_at_once_count_for_nothing():
    """R-SK-6: one middle card."""
    table = Watched()
    table.tap(0, "draw", "discard")
    table.lay(2, "spyglass")
    table.look(1, ".78.")
    assert table.open(1) == "...."
    assert table.script.state.owing == (0, 1)


def test_a_new_card_face_up_is_read_and_the_one_before_it_is_not():
    """R-SK-3. The phone is quicker than the hand: what lay there before is not the new card."""
    table = Watched()
    table.tap(0, "draw", "discard")
    table.lay(2, "spyglass")
    table.look(0, ".5..")
    table.look(1, ".6..")
    table.tap(1, "draw", "own:1")
    assert table.open(1) == ".?.."
    table.look(1, ".6..")
    assert table.open(1) == ".?.."
    table.look(1, ".9..")
    assert table.open(1) == ".9.."


def test_a_card_the_camera_is_not_sure_of_is_asked_for_where_it_matters():
    table = Watched()
    table.tap(0, "draw", "discard")
    sixes = (Candidate("number:6", 0.5), Candidate("number:9", 0.4))
    table.lay(None, unsure="glare", candidates=sixes)
    (prompt,) = table.view.prompts
    assert prompt.title == "Which card was discarded?"
    table.script.answer("number:9", seat=0)
    assert table.view.piles[1].top.key == "number:9"
    table.lay(None, unsure="glare", candidates=sixes)
    assert not table.view.prompts, "nobody is asked again about a card that was told"


def test_at_the_end_all_lines_are_read_and_confirmed_once():
    """Section 4, R-SK-15: 8134."""
    table = Watched()
    for seat in (0, 1, 0):
        table.tap(seat, "draw", "discard")
        table.lay(2, "spyglass")
        for other in sorted(table.script.state.owing):
            table.look(other, {0: ".1..", 1: "..3."}[other] if seat == 0 else ".13.")
    assert table.script.state.ended == "third_spyglass"
    table.look(0, "8134")
    assert not table.view.prompts
    table.look(1, "9139")
    (prompt,) = table.view.prompts
    assert "8134" in prompt.body
    assert "9139" in prompt.body
    table.script.answer("0", seat=1)
    assert table.script.table.phase == "over"
    assert table.script.state.over.scores == (8134, 9139)


@pytest.mark.parametrize("keys", ["8.34", "...."])
def test_a_line_that_is_not_all_open_is_no_number(keys: str):
    table = Watched()
    for seat in (0, 1, 0):
        table.tap(seat, "draw", "discard")
        table.lay(2, "spyglass")
        for other in sorted(table.script.state.owing):
            table.look(other, {0: ".1..", 1: "..3."}[other] if seat == 0 else ".13.")
    table.look(0, keys)
    assert table.script.state.revealed == ()


def test_nobody_looks_where_somebody_peeks():
    """Section 7: while a peek is due that card is masked, and until the next card is drawn."""
    table = Watched()
    table.tap(0, "draw")
    assert masked(table) >= {"pile"}
    table.tap(0, "discard")
    table.lay(4)
    assert masked(table) >= {"line:0:0", "line:0:3"}
    table.tap(0, "peek:left")
    assert masked(table) == {"line:0:0"}
    table.tap(1, "draw")
    assert masked(table) == {"pile"}


def masked(table: Watched) -> set[str]:
    return {one.zone for one in table.script.table.expecting if one.kind == "masked"}
