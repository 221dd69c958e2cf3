"""Which side of the tokens is up: what the camera says, what is asked, what the audit says."""

from hardware.events import Candidate, CellSeen, GridSeen
from tests.companion.table.skullduggery.test_seeing import Watched

RED, BLUE, RED_USED, BLUE_USED = "token:red", "token:blue", "token:red:dark", "token:blue:dark"
LATER = 14_000
"""ms: longer than hands have to carry out what a phone said."""


class Tokens(Watched):
    """A table whose places of tokens are seen."""

    def see(self, seat: int, *faces: str, changed: tuple[int, ...] = (0, 1), **cells: CellSeen):
        self.now += 1000
        seen = [CellSeen(key=face) if face else CellSeen(empty=True) for face in faces]
        for name, cell in cells.items():
            seen[int(name[2:])] = cell
        self.script.send(
            GridSeen(
                zone=f"tokens:{seat}",
                columns=2,
                cells=tuple(seen),
                changed=changed,
                settled_at=self.now * 1_000_000,
            )
        )
        self.script.until(self.now + 500)

    def wait(self) -> None:
        """Nothing moves for a while."""
        for _ in range(LATER // 1000):
            self.now += 1000
            self.script.until(self.now)

    @property
    def told(self) -> list[str]:
        return [str(notice.text) for notice in self.view.notices if notice.place]


def replaced(table: Tokens) -> None:
    """The first player lays the drawn card into the other's line, for the red token."""
    table.tap(0, "draw", "left:1", "shown:5")


def test_a_used_token_that_was_not_turned_over_is_noticed():
    """Rulebook, "Game Play": it is turned over once used."""
    table = Tokens()
    table.see(0, RED, BLUE)
    replaced(table)
    assert table.told == [], "hands have their time"
    table.wait()
    assert table.told == ["Ann's red token lies with the other side up."]
    table.see(0, RED_USED, BLUE, changed=(0,))
    assert table.told == []


def test_a_token_turned_over_by_mistake_is_noticed_and_may_be_the_cameras_error():
    table = Tokens()
    table.see(1, RED, BLUE_USED)
    table.wait()
    assert table.told == ["Ben's blue token lies with the other side up."]
    (notice,) = [one for one in table.view.notices if one.place]
    assert str(notice.cure) == "Turn it over, or say what happened."
    keep = next(choice.id for choice in notice.choices if choice.id.endswith("keep"))
    table.tap(0, keep)
    table.wait()
    assert table.told == []


def test_in_ones_own_turn_a_token_may_be_turned_before_the_phone_hears_of_it():
    """R-SK-17: used for one replacement; which card it was for only people know."""
    table = Tokens()
    table.see(0, RED, BLUE)
    table.tap(0, "draw")
    table.see(0, RED_USED, BLUE, changed=(0,))
    assert "say on the phone which card" in str(table.script.table.notes[-1])
    table.wait()
    assert table.told == []
    table.tap(0, "left:1", "shown:5")
    table.wait()
    assert table.told == []


def test_a_token_turned_for_nothing_is_noticed_when_the_turn_has_passed():
    table = Tokens()
    table.see(0, RED_USED, BLUE)
    table.tap(0, "draw", "discard", "shown:5")
    table.wait()
    assert table.told == ["Ann's red token lies with the other side up."]


def test_an_undo_asks_to_turn_it_back_and_the_camera_sees_that_it_was_done():
    """Design, section 5."""
    table = Tokens()
    replaced(table)
    table.see(0, RED_USED, BLUE)
    table.wait()
    for _ in range(2):
        assert table.script.ask("undo", "seat:0").status == 200
    moves = [str(task.move.text) for task in table.script.table.tasks]
    assert "Turn Ann's red token pistol side up." in moves
    for task in table.script.table.tasks:
        if not task.done:
            table.script.ask("tick", "seat:0", value=task.id)
    table.tap(0, "discard", "shown:5")
    table.wait()
    assert table.told == ["Ann's red token lies with the other side up."]
    table.see(0, RED, BLUE, changed=(0,))
    assert table.told == []


def test_a_side_that_cannot_be_made_out_is_asked_for():
    table = Tokens()
    replaced(table)
    table.tap(1, "draw")
    doubt = CellSeen(unsure="its two sides cannot be told apart", candidates=BOTH)
    table.see(0, "", BLUE, at0=doubt)
    (prompt,) = table.view.prompts
    assert prompt.title == "Which side is up: Ann's red token?"
    assert [choice.label for choice in prompt.choices] == [
        "The pistol: it is not used yet",
        "The other side: it is used",
        "Nothing lies there",
    ]
    table.script.answer(RED, seat=1)
    table.wait()
    assert table.told == ["Ann's red token lies with the other side up."]


BOTH = (Candidate(RED, 0.5), Candidate(RED_USED, 0.5))


def test_nobody_is_asked_where_it_looks_most_like_what_it_should_be():
    table = Tokens()
    table.see(1, "", BLUE, at0=CellSeen(unsure="glare", candidates=BOTH))
    assert not table.view.prompts


def test_nobody_is_asked_while_either_side_may_be_up():
    """In their own turn people turn a token when they like."""
    table = Tokens()
    table.see(0, "", BLUE, at0=CellSeen(unsure="glare"))
    assert not table.view.prompts


def test_tokens_before_an_empty_chair_are_nobodys_business():
    table = Tokens(seats=3)
    strange = CellSeen(unsure="two of these lie here")
    table.see(4, RED_USED, "", at1=strange)
    table.wait()
    assert not table.view.prompts
    assert table.told == []
