"""A verdict explained: the same evidence, in the words of whoever asks."""

import json

import msgspec
import pytest
from click.testing import CliRunner

from companion.commands.judge import command as judge_command
from companion.readmodels import LogLine
from companion.referee import EvidenceRecord
from companion.storymodels import StoryEntry
from companion.table.presenter import look
from companion.table.verdicts import exported, verdict_model
from companion.verdictmodels import VerdictModel
from hardware.events import FrameRef
from hardware.timing import MS, Interval
from tests.companion.table.scripted import Script


def records(game: Script) -> dict[int, EvidenceRecord]:
    return {
        row.seq: msgspec.convert(row.evidence, EvidenceRecord)
        for row in game.rows
        if row.evidence is not None
    }


def explained(game: Script, audience: str = "table", place: int = -1) -> VerdictModel:
    seq = sorted(records(game))[place]
    line: LogLine = next(line for line in game.view(audience).log if line.seq == seq)
    entry = StoryEntry(
        seq=seq, at="0:01", text=line.text, evidence=line.evidence, undone=line.undone
    )
    return verdict_model(game.table, records(game)[seq], entry, look(game.table, audience))


def doubles(game: Script, at: int = 1000) -> None:
    game.card("gem:1", at)
    frames = tuple(
        FrameRef(id=name, at=Interval(begin * MS, (begin + 20) * MS))
        for name, begin in (("before", at + 1000), ("after", at + 1033))
    )
    game.card("gem:1", at + 1000, at + 1053, frames=frames)


def race(gap: float = 12) -> Script:
    """Ann and Ben go for doubles; Ben is `gap` ms behind."""
    game = Script(4).begin()
    doubles(game)
    game.press(0, 2500)
    game.press(1, 2500 + gap)
    game.until(4000)
    return game


def press_of(model: VerdictModel, seat: int):
    return next(press for press in model.presses if press.seat == seat and press.judged)


def test_who_was_later_reads_by_how_much_and_that_it_is_excused():
    model = explained(race(), "seat:1", place=-1)
    ben = press_of(model, 1)
    told = " ".join(ben.reasons)
    assert ben.mine
    assert ben.fate == "late"
    assert "You came 12.0 ms after Ann." in told
    assert "The Pot was taken already. Hands within 1500 ms of that are excused." in told
    assert "R-WT-5" in {ruling.rule for ruling in model.rulings}
    assert all(ruling.text.endswith(".") for ruling in model.rulings)


def test_others_read_of_the_same_hand_by_name():
    mine, theirs = explained(race(), "seat:1"), explained(race(), "seat:2")
    assert "You came" in " ".join(press_of(mine, 1).reasons)
    assert "You" not in " ".join(press_of(theirs, 1).reasons)
    assert "Ben came 12.0 ms after Ann." in press_of(theirs, 1).reasons


def test_the_winner_reads_the_time_after_the_card_with_its_doubt():
    model = explained(race(), place=0)
    ann = press_of(model, 0)
    assert ann.fate == "won"
    # The card became visible between 2000 and 2053 ms; the hand came at 2500.
    assert "Ann came 474 ms ± 26 after Ruby became visible." in ann.reasons
    assert model.zero_label == "milliseconds after Ann's hand"
    assert ann.at == (0.0, 0.0)
    top = next(onset for onset in model.onsets if onset.role == "top")
    assert (top.label, top.at) == ("Ruby", (-500.0, -447.0))
    assert [(frame.ident, frame.label) for frame in model.frames] == [
        ("before", "Before Ruby"),
        ("after", "Ruby"),
    ]


def test_a_curse_says_what_was_improper():
    game = Script(4).begin()
    game.card("gem:1", 1000)
    game.card("gem:2", 2000)
    game.press(3, 2060, bounce=(240_000, 610_000))
    game.until(3000)
    model = explained(game, "seat:3")
    dan = press_of(model, 3)
    told = " ".join(dan.reasons)
    assert dan.fate == "cursed"
    assert "Nothing matched Sapphire" in told
    assert "a guess, too soon to have seen it" in told
    assert [round(edge, 2) for edge in dan.bounce] == [0.24, 0.61]


def test_the_zones_of_too_soon_and_too_close_are_to_scale():
    model = explained(race(), place=0)
    zones = {zone.kind: zone.at for zone in model.zones}
    assert zones["anticipation"] == (-447.0, -347.0)
    assert zones["tie"] == (0.0, 2.0)


def test_a_tie_says_so_and_then_whom_the_table_named():
    game = race(0.5)
    model = explained(game)
    assert "too close to call" in " ".join(model.sentences)
    assert {press_of(model, seat).fate for seat in (0, 1)} == {"tied"}
    assert not model.margins[0].sure
    game.answer("1")
    model = explained(game)
    assert model.standing == "overruled"
    assert model.standing_text == "The table says that Ben was first."
    grab = next(line for line in game.view().log if line.pressed)
    assert grab.won == 1


def test_the_same_hand_again_counts_once_and_says_so():
    game = Script(4).begin()
    doubles(game)
    game.press(0, 2500)
    game.press(0, 2580)
    game.until(4000)
    again = [press for press in explained(game).presses if press.fate == "repeated"]
    assert [press.reasons for press in again] in (
        [],
        [("The same hand again within 800 ms: it counts once.",)],
    )


def test_the_table_overrules_its_newest_slap_and_undo_takes_that_back():
    game = race()
    assert explained(game, "seat:2").overrules == ()  # Ben's hand was excused: nothing to overrule
    model = explained(game, "seat:2", place=0)
    assert [choice.label for choice in model.overrules] == ["It was not valid"]
    assert [choice.id for choice in model.taps] == ["check_grab"]
    assert game.ask("overrule", "seat:2", value=model.overrules[0].id).status == 200
    assert [len(deck) for deck in game.state.decks] == [14, 14, 15, 15]
    moves = [task.move for task in game.view().tasks]
    assert [(move.source, move.target) for move in moves] == [
        ("deck:0", "pot"),
        ("status:0", "status:0"),
    ]
    model = explained(game, "seat:2", place=0)
    assert model.standing == "overruled"
    assert "not valid" in model.standing_text
    assert next(line for line in game.view().log if line.pressed).won is None
    assert explained(game, "seat:2").standing == "counts"  # Ben's excused hand is not meant
    assert [choice.label for choice in model.overrules] == ["It was valid"]
    assert game.ask("undo", "seat:2").status == 200
    assert explained(game, "seat:2", place=0).standing == "counts"


def test_who_was_first_can_be_said_of_any_slap():
    game = race()
    model = explained(game, place=0)
    labels = [choice.label for choice in model.amends]
    assert "Ben was first" in labels
    assert model.amends[-1].style == "danger"
    assert explained(game, "public", place=0).amends == ()
    assert explained(game, "public", place=0).taps == ()


def test_what_was_taken_back_is_explained_as_such():
    game = race()
    game.ask("undo", "seat:0")
    model = explained(game)
    assert (model.standing, model.taps, model.amends) == ("undone", (), ())


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("gap", [12, 0.5])
def test_the_record_that_is_handed_out_is_judged_the_same(over, gap, tmp_path):
    for record in records(race(gap)).values():
        told = exported(record, over=over)
        assert (told.state is None) is not over
        path = tmp_path / "record.json"
        path.write_bytes(msgspec.json.encode(told))
        done = CliRunner().invoke(judge_command, [str(path)])
        assert done.exit_code == 0, done.output
        judged = json.loads(done.stdout)
        assert [list(group) for group in record.verdict.groups] == judged["groups"]


def test_while_the_game_runs_the_record_says_nothing_of_the_pot():
    for record in records(race()).values():
        text = msgspec.json.encode(exported(record, over=False)).decode()
        assert "window" not in text
        assert "reasons" not in text
        assert '"events":[]' in text or '"consequences":null' in text
