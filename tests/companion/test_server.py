"""The table as pages see it: who may do what, and what they are answered."""

import json
from collections.abc import Iterator

import pytest

from companion.ports import Done, Identity, Joined, Refused
from companion.server import CODE_ALPHABET, CODE_LENGTH, TableServer, new_code
from tests.companion.test_loop import Bench


@pytest.fixture
def served() -> Iterator[tuple[Bench, TableServer]]:
    bench = Bench()
    server = TableServer(
        bench.loop, images=bench.shelf, table_key="the table's own key", clock=lambda: 0
    )
    bench.loop._shown = server.shown
    bench.loop.start()
    yield bench, server
    bench.loop.stop()


def join(server: TableServer, name: str, seat: int | None = None) -> Joined:
    answer = server.join(code="abc 234", name=name, seat=seat, token=None)
    assert isinstance(answer, Joined), answer
    return answer


def test_a_code_is_six_of_thirty_two_symbols() -> None:
    assert len(CODE_ALPHABET) == 32
    assert all(len(new_code()) == CODE_LENGTH for _ in range(20))


def test_a_token_is_exchanged_for_the_code_and_stands_for_its_seat(
    served: tuple[Bench, TableServer],
) -> None:
    _, server = served
    ann, ben = join(server, "Ann"), join(server, "Ben")
    assert (ann.seat, ben.seat) == (0, 1)
    assert server.identify(ann.token) == Identity(audience="seat:0", seat=0, host=True)
    assert server.identify(ben.token) == Identity(audience="seat:1", seat=1, host=False)
    assert server.identify("something else") is None
    assert server.identify(None) is None


def test_the_token_itself_is_kept_nowhere(served: tuple[Bench, TableServer]) -> None:
    bench, server = served
    ann = join(server, "Ann")
    assert ann.token not in repr(bench.loop.table)
    assert ann.token not in repr(bench.journal.kept)


def test_a_wrong_code_and_a_full_table_are_refused_with_words(
    served: tuple[Bench, TableServer],
) -> None:
    _, server = served
    wrong = server.join(code="XXXXXX", name="Eve", seat=None, token=None)
    assert isinstance(wrong, Refused)
    assert wrong.status == 403
    for nowhere in (-1, 2, 10**30):
        lost = server.join(code="ABC234", name="Eve", seat=nowhere, token=None)
        assert isinstance(lost, Refused)
        assert lost.reason == "There is no such seat."
    join(server, "Ann")
    join(server, "Ben")
    full = server.join(code="ABC234", name="Eve", seat=None, token=None)
    assert isinstance(full, Refused)
    assert "Every seat is taken" in full.reason


def test_a_reload_with_the_cookie_takes_its_own_seat_again(
    served: tuple[Bench, TableServer],
) -> None:
    _, server = served
    ann = join(server, "Ann")
    again = server.join(code="", name="Anne", seat=1, token=ann.token)
    assert again == Joined(token=ann.token, seat=0, name="Anne")


def test_only_the_host_and_the_tables_screen_have_host_rights(
    served: tuple[Bench, TableServer],
) -> None:
    _, server = served
    ann, ben = join(server, "Ann"), join(server, "Ben")
    guest = server.identify(ben.token)
    assert guest is not None
    refused = server.host(guest, action="start")
    assert isinstance(refused, Refused)
    assert refused.status == 403
    assert server.table_key_ok("the table's own key")
    assert not server.table_key_ok("")
    host = server.identify(ann.token)
    assert host is not None
    assert isinstance(server.host(host, action="start"), Done)
    assert isinstance(server.host(host, action="format the disk"), Refused)


def test_a_view_is_encoded_once_for_all_its_pages_and_waking_is_by_audience(
    served: tuple[Bench, TableServer],
) -> None:
    _, server = served
    join(server, "Ann")
    woken: list[str] = []
    stop = server.subscribe("table", lambda: woken.append("table"))
    first, again = server.encoded_view("table")[1], server.encoded_view("table")[1]
    assert first is again
    join(server, "Ben")
    assert woken
    assert json.loads(server.encoded_view("table")[1])["players"][1]["name"] == "Ben"
    stop()
    count = len(woken)
    server.presence("seat:0", 1)
    server.host(Identity(audience="table", host=True), action="start")
    assert len(woken) == count


def test_leaving_frees_the_seat_and_revokes_the_token(served: tuple[Bench, TableServer]) -> None:
    _, server = served
    ann, _ = join(server, "Ann"), join(server, "Ben")
    assert isinstance(server.leave(ann.token), Done)
    assert server.identify(ann.token) is None
    assert server.seats()[0].free
    heir = server._loop.table.member(1)
    assert heir is not None
    assert heir.host


def test_health_tells_no_names_and_no_secrets(served: tuple[Bench, TableServer]) -> None:
    _, server = served
    join(server, "Ann")
    text = json.dumps(server.health())
    assert "Ann" not in text
    assert "ABC234" not in text


@pytest.mark.parametrize("action", ["undo", "redo", "amend", "overrule", "tick", "end"])
def test_who_only_watches_changes_nothing(served: tuple[Bench, TableServer], action: str) -> None:
    bench, server = served
    host = server.identify(join(server, "Ann").token)
    join(server, "Ben")
    assert host is not None
    assert isinstance(server.host(host, action="start"), Done)
    before = bench.loop.table.seq
    refused = server.host(Identity(audience="public"), action=action, value="1=out")
    assert isinstance(refused, Refused)
    assert refused.status == 403
    assert bench.loop.table.seq == before


def test_a_verdict_that_is_none_has_no_page(served: tuple[Bench, TableServer]) -> None:
    bench, server = served
    bench.journal.rows = lambda _first: ()  # type: ignore[attr-defined]
    host = server.identify(join(server, "Ann").token)
    assert host is not None
    for ident in ("1", "../1", "x" * 400, ""):
        assert server.verdict(host, ident) is None
        assert server.evidence_record(host, ident) is None


def test_the_host_practises_and_everybody_may_tap(served: tuple[Bench, TableServer]) -> None:
    _, server = served
    ann, ben = join(server, "Ann"), join(server, "Ben")
    host, guest = server.identify(ann.token), server.identify(ben.token)
    assert host is not None
    assert guest is not None
    for action in ("practice", "practice_stop", "practice_band"):
        answer = server.host(guest, action=action, value="screen")
        assert isinstance(answer, Refused)
        assert answer.status == 403
    assert isinstance(server.host(host, action="practice", value="lamp"), Refused), "no buttons"
    assert isinstance(server.host(host, action="practice", value="screen"), Done)
    assert isinstance(server.host(guest, action="practice_tap", value="1:early"), Done)
    nonsense = server.host(guest, action="practice_tap", value="1:soon")
    assert isinstance(nonsense, Refused)
    assert "no time" in nonsense.reason
    assert isinstance(server.host(host, action="start"), Done)
    late = server.host(guest, action="practice_tap", value="1:200")
    assert isinstance(late, Refused)
    assert "No practice" in late.reason
    assert isinstance(server.host(host, action="practice", value="screen"), Refused)
