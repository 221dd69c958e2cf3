"""Several games: the tally, reactions kept by name, and the files they are read from."""

from pathlib import Path

import pytest

from companion.archive import MEMORY, Archive
from companion.chronicle import GameSummary, Slap, kept_accuracy, kept_reactions, summarise, tally
from companion.chronicle import chronicle as chronicle_of
from companion.history import fold
from companion.images import ImageShelf
from companion.loop import Loop
from companion.outputs import TableOutputs
from companion.ports import Identity
from companion.server import TableServer
from companion.store import Header, Journal
from companion.table.resume import resume
from tests.companion.chronicle.games import doubles
from tests.companion.table.scripted import Script, empty_table


def game(*people: str, won: str, day: int, finished: bool = True) -> GameSummary:
    return GameSummary(
        game="wizard-thieves",
        created=f"2026-11-{day:02}T20:00:00+00:00",
        finished=finished,
        people=people,
        winners=(won,) if finished else (),
    )


def test_the_tally_goes_by_name_whatever_its_capitals_and_the_order_of_files():
    games = [
        game("Ann", "Ben", won="Ann", day=2),
        game("ANN", "Ben", "Cleo", won="ANN", day=9),
        game("Ann", "Cleo", won="Cleo", day=16),
        game("Ann", "Ben", won="", day=23, finished=False),
    ]
    for order in (games, games[::-1]):
        assert [(r.name, r.games, r.won, r.last) for r in tally(order)] == [
            ("Ann", 3, 2, "2026-11-16"),
            ("Cleo", 2, 1, "2026-11-16"),
            ("Ben", 2, 0, "2026-11-09"),
        ]


def test_reactions_are_kept_over_evenings_until_they_are_enough():
    def evening(name: str, day: int) -> GameSummary:
        row = tuple(Slap(seq=n, seat=0, name=name, reaction_ms=400.0 + n) for n in range(6))
        return GameSummary(game="wizard-thieves", created=f"2026-11-{day:02}", slaps=row)

    (one,) = kept_reactions([evening("Ann", 1)])
    assert one.too_few
    (both,) = kept_reactions([evening("Ann", 1), evening("ann", 8)])
    assert (both.name, both.measured, both.median_ms) == ("ann", 12, 402.5)


def test_a_finished_game_has_its_winner_and_one_under_way_has_none():
    told = chronicle_of(fold(doubles(9).rows))
    assert told is not None
    assert not summarise(told).finished
    ended = Script(2).begin()
    for seat in (0, 0, 1):  # two improper grabs put Ann out; Ben is the last one left
        at = ended.table.now // 1_000_000 + 3000
        ended.card("gem:5" if seat else "gem:4", at)
        ended.press(0, at + 400)
        ended.until(at + 2000)
    assert ended.table.phase == "over"
    told = chronicle_of(fold(ended.rows))
    assert told is not None
    assert summarise(told).winners == ("Ben",)
    assert tally([summarise(told)])[0].name == "Ben"


# ---------------------------------------------------------------- files
def keep(folder: Path, name: str, rows) -> Path:
    path = folder / "games" / f"{name}-wizard-thieves.journal"
    journal = Journal.create(path, Header(game="wizard-thieves", created="2026-11-30T20:00:00"))
    journal.append(rows)
    journal.close()
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "games").mkdir()
    return tmp_path


def test_every_kept_game_is_read_once_and_remembered(folder, monkeypatch):
    keep(folder, "2026-11-28-200000", doubles(30).rows)
    keep(folder, "2026-11-29-200000", doubles(60).rows)
    first = Archive(folder).games()
    assert [len(one.summary.slaps) for one in first.values() if one.summary] == [10, 20]
    monkeypatch.setattr("companion.archive.summary_of", lambda path: pytest.fail(f"read {path}"))
    assert Archive(folder).games() == first


def test_a_game_that_went_on_is_read_again(folder):
    rows = doubles(30).rows
    path = keep(folder, "2026-11-28-200000", rows[:20])
    archive = Archive(folder)
    before = archive.games()[path.name]
    journal, _ = Journal.open(path)
    journal.append(rows[20:])
    journal.close()
    after = archive.games()[path.name]
    assert before.summary is not None
    assert after.summary is not None
    assert len(after.summary.slaps) > len(before.summary.slaps)


def test_a_game_that_grew_in_sqlites_log_alone_is_read_again(folder):
    """As after a power cut: nothing of it has reached the main file."""
    rows = doubles(30).rows
    path = keep(folder, "2026-11-28-200000", rows[:20])
    archive = Archive(folder)
    before = archive.games()[path.name]
    journal, _ = Journal.open(path)
    size = path.stat().st_size
    journal.append(rows[20:])
    assert path.stat().st_size == size
    after = archive.games()[path.name]
    journal.close()
    assert before.summary is not None
    assert after.summary is not None
    assert len(after.summary.slaps) > len(before.summary.slaps)


@pytest.mark.parametrize("memory", [b"", b"{", b'{"a": 1}', b"\xff\xfe", b"[]"])
def test_a_broken_memory_is_made_anew(folder, memory):
    keep(folder, "2026-11-28-200000", doubles(30).rows)
    (folder / MEMORY).write_bytes(memory)
    (kept,) = Archive(folder).games().values()
    assert kept.summary is not None


def test_a_damaged_game_and_a_strangers_file_are_named_and_harm_nobody(folder):
    keep(folder, "2026-11-28-200000", doubles(30).rows)
    (folder / "games" / "2026-11-29-200000-wizard-thieves.journal").write_bytes(b"not a journal")
    kept = Archive(folder).games()
    assert [one.unreadable for one in kept.values()] == [False, True]


def test_no_games_no_numbers(tmp_path):
    assert Archive(tmp_path).games() == {}
    assert kept_reactions([]) == ()
    assert tally([]) == ()
    assert kept_accuracy([]).read == 0


# ---------------------------------------------------------------- as pages ask for it
class Served:
    """A server over a journal on disk, with an archive beside it."""

    def __init__(self, folder: Path, rows) -> None:
        self.path = keep(folder, "2026-11-30-200000", rows)
        journal, opened = Journal.open(self.path)
        self.loop = Loop(
            resume(empty_table(4), opened.rows),
            open_journal=lambda: journal,
            journal=journal,
            outputs=TableOutputs(),
            images=ImageShelf(),
            shown=lambda table, audiences: None,
        )
        self.server = TableServer(
            self.loop,
            images=ImageShelf(),
            table_key="key",
            clock=lambda: 0,
            archive=Archive(folder),
        )


def test_the_server_tells_story_moments_and_statistics_of_the_running_game(folder):
    keep(folder, "2026-11-28-200000", doubles(60).rows)
    served = Served(folder, doubles(30).rows)
    mine, public = Identity(audience="seat:0", seat=0), Identity(audience="public")
    story = served.server.story(mine)
    assert len(story.entries) == 31
    moment = served.server.moment(public, story.entries[-1].seq)
    assert moment is not None
    assert moment.view.players[0].name == "Ann"
    numbers = served.server.statistics(mine)
    assert [line.presses for line in numbers.reactions] == [3, 3, 2, 2]
    assert sum(line.presses for line in numbers.kept) == 20  # the running game is not kept yet
    assert numbers.games == 1
    assert served.server.statistics(public).kept == ()
    served.loop.journal.close()


def test_old_verdicts_stay_readable_by_their_line_in_the_story(folder):
    """The page holds the last 60 lines; the story leads to the evidence of all."""
    served = Served(folder, doubles(120).rows)
    public = Identity(audience="public")
    first = next(line for line in served.server.story(public).entries if line.evidence)
    shown = {line.evidence for line in served.server.view(public).log}
    assert first.evidence not in shown
    assert served.server.evidence_record(public, first.evidence) is not None
    assert served.server.evidence_record(public, "1") is None
    served.loop.journal.close()


def test_what_is_played_on_is_told_at_the_next_look(folder):
    rows = doubles(30).rows
    served = Served(folder, rows[:20])
    public = Identity(audience="public")
    before = len(served.server.story(public).entries)
    served.loop.journal.append(rows[20:])
    assert len(served.server.story(public).entries) == before + len(rows) - 20
    served.loop.journal.close()
