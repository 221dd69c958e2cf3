"""The audit: a pile that lies otherwise than the game has it is told, never under a hand."""

import pytest

from companion.table.signals import ZonesSeen
from hardware.events import EdgesUntil, SensorStatus
from hardware.eye_link import ZoneNow
from hardware.timing import MS
from tests.companion.table.scripted import Script

SECOND = 1000


def zones(pot: str | None = "", portal: str | None = "") -> ZonesSeen:
    """`gem:1` a card, empty text the bare mat, `?` a card that is not named, None not looked at."""

    def zone(name: str, lies: str | None) -> ZoneNow:
        if lies is None:
            return ZoneNow(zone=name, state="unknown")
        if not lies:
            return ZoneNow(zone=name, state="empty")
        return ZoneNow(zone=name, state="card", key=None if lies == "?" else lies)

    return ZonesSeen(zones=(zone("portal", portal), zone("pot", pot)))


class Evening(Script):
    """A game in which the camera also says how the piles lie at rest."""

    def lies(self, pot: str | None = "", portal: str | None = "") -> None:
        self.send(zones(pot, portal))

    def flip(self, key: str, at: int) -> None:
        """Seen by the camera, and settled."""
        self.card(key, at)
        self.lies(key)
        self.until(at + 100)

    @property
    def told(self) -> list[str]:
        """What pages say of piles."""
        return [str(notice.text) for notice in self.view().notices if notice.place]

    def mend(self, what: str, seat: int = 0):
        return self.tap(seat, f"mend:pot:{what}")


@pytest.fixture
def game() -> Evening:
    """Ann flipped a gem; the camera and the game agree."""
    game = Evening(seats=3).begin()
    game.lies()
    game.until(SECOND)
    game.flip("gem:1", 2 * SECOND)
    return game


def test_nothing_is_said_while_the_piles_agree(game):
    for second in range(3, 60):
        game.until(second * SECOND)
    assert game.told == []
    assert "audit" not in game.kinds()


def test_another_card_than_the_games_is_told_within_three_seconds(game):
    game.lies("gem:2")
    game.until(2500)
    assert game.told == []
    game.until(4500)
    (told,) = game.told
    assert told == "On the Pot the camera sees Sapphire, but the game has Ruby on top."
    assert game.said[-1] == told
    assert game.kinds()[-1] == "audit"


def test_it_is_said_once_and_only_as_a_caption(game):
    game.lies("gem:2")
    for second in range(3, 30):
        game.until(second * SECOND)
    assert len(game.told) == 1
    assert game.said.count(game.told[0]) == 1
    captions = {str(caption.text): caption.priority for caption in game.view().captions}
    assert captions[game.told[0]] == "quiet"


def test_cards_where_the_game_has_none(game):
    game = Evening(seats=2).begin()
    game.lies("gem:3")
    game.until(1 * SECOND)
    game.until(3 * SECOND)
    assert "empty" in game.told[0]


def test_an_empty_pot_that_nobody_took(game):
    game.lies("")
    game.until(4 * SECOND)
    assert "lies empty" in game.told[0]
    ids = [choice.id for notice in game.view(0).notices for choice in notice.choices]
    assert ids == ["mend:pot:taken", "mend:pot:keep"]


def test_it_goes_away_by_itself_when_the_card_is_put_back(game):
    game.lies("gem:2")
    game.until(4 * SECOND)
    assert game.told
    game.lies("gem:1")
    assert game.told == []


def test_a_hand_in_view_stops_the_clock(game):
    """The eye's mark stands while a hand is over a zone, whatever the buttons' clock says."""
    game.lies("gem:2")
    for second in range(3, 60):
        game.send(EdgesUntil(ns=second * SECOND * MS))
        game.tick(second * SECOND)
    assert game.told == []


def test_an_open_question_stops_the_clock(game):
    game.card(None, 3 * SECOND, candidates=(), unsure="glare")
    game.lies("gem:2")
    game.until(20 * SECOND)
    assert game.table.prompts
    assert game.told == []
    game.answer("gem:2")
    game.until(30 * SECOND)
    assert game.told == []


def test_a_pause_stops_the_clock_and_afterwards_it_is_told(game):
    game.ask("pause")
    game.lies("gem:2")
    game.until(20 * SECOND)
    assert game.told == []
    game.ask("resume")
    game.until(21 * SECOND)
    game.until(23 * SECOND)
    assert len(game.told) == 1


def test_without_a_camera_nothing_is_compared(game):
    game.lies("gem:2")
    game.until(4 * SECOND)
    assert game.told
    game.send(SensorStatus(sensor="camera", ok=False, text="gone", source="none"))
    game.until(5 * SECOND)
    assert game.told == []


def test_a_zone_that_was_not_looked_at_yet_is_not_compared(game):
    game.lies(None, None)
    game.until(30 * SECOND)
    assert game.told == []


def test_a_card_that_the_camera_cannot_name_counts_only_as_a_card(game):
    game.lies("?")
    game.until(30 * SECOND)
    assert game.told == []


def test_a_won_pot_may_lie_until_it_is_taken(game):
    """Doubles: Ben slaps and wins; the cards lie there until he takes them."""
    game.flip("gem:1", 4 * SECOND)
    game.press(1, 4 * SECOND + 400)
    for second in range(5, 60):
        game.until(second * SECOND)
    assert not game.state.pot
    assert game.told == []
    game.lies("")
    game.until(61 * SECOND)
    game.lies("gem:1")
    game.until(63 * SECOND)
    assert len(game.told) == 1, "that is a new card, on a Pot that was taken"


def test_an_undone_card_may_lie_until_it_is_put_back(game):
    game.flip("gem:4", 4 * SECOND)
    game.ask("undo")
    game.until(60 * SECOND)
    assert game.told == []


def test_a_corrected_card_is_not_disputed_by_the_same_misreading(game):
    seq = game.rows[-1].seq
    assert game.ask("amend", value=f"{seq}=card:gem:7").status == 200
    assert game.state.pot == ("gem:7",)
    game.until(60 * SECOND)
    assert game.told == []


def test_the_missed_card_is_entered(game):
    game.lies("gem:2")
    game.until(4 * SECOND)
    assert game.mend("missed").status == 200
    assert game.state.pot == ("gem:1", "gem:2")
    assert game.told == []
    game.until(30 * SECOND)
    assert game.told == []


def test_the_misread_card_is_corrected(game):
    game.lies("gem:2")
    game.until(4 * SECOND)
    assert game.mend("misread").status == 200
    assert game.state.pot == ("gem:2",)
    game.until(30 * SECOND)
    assert game.told == []


def test_it_is_right_as_it_lies_until_the_pile_changes(game):
    game.lies("gem:2")
    game.until(4 * SECOND)
    assert game.mend("keep").status == 200
    assert game.state.pot == ("gem:1",)
    game.until(60 * SECOND)
    assert game.told == []
    game.lies("gem:3")
    game.until(62 * SECOND)
    assert len(game.told) == 1


def test_who_took_the_pot_is_asked(game):
    game.lies("")
    game.until(4 * SECOND)
    assert game.mend("taken").status == 200
    assert game.table.prompts[0].kind == "who_first"


def test_an_unnamed_card_on_an_empty_pot_is_asked_for():
    game = Evening(seats=2).begin()
    game.lies("?")
    game.until(1 * SECOND)
    game.until(3 * SECOND)
    assert game.mend("missed").status == 200
    assert game.table.prompts[0].kind == "which_card"


def test_mending_what_is_gone_is_refused(game):
    game.lies("gem:2")
    game.until(4 * SECOND)
    version = game.table.shown["seat:0"].view.version
    game.lies("gem:1")
    assert game.tap(0, "mend:pot:missed", version).status == 409
    assert game.state.pot == ("gem:1",)


def test_who_only_watches_is_offered_nothing(game):
    game.lies("gem:2")
    game.until(4 * SECOND)
    assert [n.place for n in game.view("public").notices if n.place] == ["pot"]
    assert all(not notice.choices for notice in game.view("public").notices)


def test_marks_leave_no_trace_while_nothing_differs(game):
    before = game.table.audit
    game.until(10 * SECOND)
    assert game.table.audit is before


def test_a_phone_may_be_ahead_of_the_hands(game):
    """The game changed and nobody has touched the pile since: people get ten seconds."""
    game.tap(1, "missed", at=3 * SECOND)
    game.answer("gem:5", seat=1)
    assert game.state.pot == ("gem:1", "gem:5")
    game.until(8 * SECOND)
    assert game.told == []
    game.until(14 * SECOND)
    assert len(game.told) == 1


@pytest.mark.parametrize("top", ["gem:1", "gem:5"])
def test_what_is_said_does_not_depend_on_a_grab_being_available(top):
    """The same visible card on a Pot that may be grabbed and on one that may not."""
    game = Evening(seats=2).begin()
    game.lies()
    game.until(SECOND)
    game.flip(top, 2 * SECOND)
    game.flip("gem:1", 4 * SECOND)
    game.lies("gem:2")
    game.until(8 * SECOND)
    (notice,) = [notice for notice in game.view(0).notices if notice.place]
    other = Evening(seats=2).begin()
    other.lies()
    other.until(SECOND)
    other.flip("gem:9", 2 * SECOND)
    other.flip("gem:1", 4 * SECOND)
    other.lies("gem:2")
    other.until(8 * SECOND)
    assert [notice] == [one for one in other.view(0).notices if one.place]


def test_a_slap_at_a_pot_that_lies_otherwise_is_put_before_people(game):
    """The eye was away when a card came: nobody is cursed for what the game does not know."""
    game.lies("treasure:2")
    game.until(4500)
    assert game.told
    game.press(1, 4800)
    game.until(8000)
    assert "grabbed" not in [event["type"] for row in game.rows for event in row.events]
    (prompt,) = game.view().prompts
    assert "Is the card shown here the newest one?" in str(prompt.title)
    assert "does not lie as the game has it" in str(prompt.body)
