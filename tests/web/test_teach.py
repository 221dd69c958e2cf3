"""Teaching by phone: for the host alone, with bodies that are capped and answers that say why."""

import pytest

from companion.ports import Identity
from companion.teaching.service import Kind, TableNow, Teaching
from hardware.eye_link import Alike, Taught, Teach, TeachBuild, TeachLoad, TeachPhoto, TeachShot
from tests.web.fake_service import FakeTable

KINDS = tuple(Kind(key=f"gem:{n}", label=f"Gem {n}", icon=f"gem-{n}") for n in range(1, 5))


class FakeEye:
    """Keeps what it was told."""

    def __init__(self):
        self.told, self.path, self.there = [], "", True

    def teach(self, message) -> bool:
        if self.there:
            self.told.append(message)
        return self.there

    def use_catalogue(self, path: str) -> None:
        self.path = path


@pytest.fixture
def eye() -> FakeEye:
    return FakeEye()


@pytest.fixture
def now() -> dict:
    return {"busy": False}


@pytest.fixture
def lessons(table, eye, now, tmp_path):
    file = tmp_path / "cards.catalogue"
    made = Teaching(file, lambda audience: TableNow(kinds=KINDS, busy=now["busy"], camera=True))
    made.connect(eye)
    table.lessons = made
    return made


@pytest.fixture
def host(new_phone, lessons):
    """The first who joins."""
    phone = new_phone()
    assert phone.join("Ann")[0] == 200
    return phone


def shot(ident: int = 0) -> TeachShot:
    return TeachShot(ident=ident, ok=True, face=b"png", thumb=b"jpeg")


def state(phone) -> dict:
    return phone.client.get("/teach/state").get_json()


def test_a_guided_round(host, lessons, eye):
    status, model = host.post("/teach", {"action": "begin"})
    assert (status, model["at"], model["done"], model["total"]) == (200, "gem:1", 0, 4)
    assert eye.told == [Teach(on=True)]
    lessons.heard(shot())
    assert (state(host)["at"], state(host)["done"]) == ("gem:2", 1)
    ident = state(host)["kinds"][0]["pictures"][0]
    assert host.client.get(f"/teach/picture/{ident}.jpg").data == b"jpeg"
    host.post("/teach", {"action": "skip"})
    assert state(host)["at"] == "gem:3"
    host.post("/teach", {"action": "finish"})
    build = eye.told[-1]
    assert isinstance(build, TeachBuild)
    assert build.path.endswith("cards.catalogue")
    lessons.heard(Taught(ident=build.ident, ok=True, digest="f" * 64))
    assert state(host)["phase"] == "written"
    assert eye.path == build.path
    assert eye.told[-1] == Teach(on=False)


def test_choosing_another_kind_does_not_take_the_card_that_still_lies_there(host, lessons, eye):
    host.post("/teach", {"action": "begin"})
    lessons.heard(shot())
    looks = eye.told.count(Teach(on=True))
    host.post("/teach", {"action": "choose", "value": "gem:3"})
    assert eye.told.count(Teach(on=True)) == looks
    host.post("/teach", {"action": "redo", "value": "gem:1"})
    assert eye.told.count(Teach(on=True)) == looks + 1


def test_twins_are_shown_side_by_side(host, lessons, eye):
    host.post("/teach", {"action": "begin"})
    lessons.heard(shot())
    lessons.heard(shot())
    ask = eye.told[-1]
    lessons.heard(Taught(ident=ask.ident, ok=True, pairs=(Alike("gem:1", "gem:2", 0.31),)))
    (pair,) = state(host)["pairs"]
    assert (pair["first"], pair["second"], pair["distance"]) == ("Gem 1", "Gem 2", 0.31)
    assert pair["first_picture"]
    assert pair["second_picture"]


def test_others_than_the_host_neither_see_nor_change_anything(new_phone, host, eye):
    guest = new_phone()
    guest.join("Ben")
    host.post("/teach", {"action": "begin"})
    told = list(eye.told)
    for path in ("/teach", "/teach/state", "/teach/export", "/teach/picture/1.jpg"):
        assert guest.client.get(path, headers={"Accept": "application/json"}).status_code == 403
    assert guest.post("/teach", {"action": "finish"})[0] == 403
    assert guest.client.post("/teach/photo?key=gem:1", data=b"x").status_code == 403
    assert guest.client.post("/teach/import", data=b"x").status_code == 403
    assert new_phone().client.get("/teach?as=table").status_code == 403
    assert eye.told == told


def test_while_a_game_runs_nothing_is_taught(host, now, eye):
    now["busy"] = True
    status, answer = host.post("/teach", {"action": "begin"})
    assert status == 409
    assert "game is running" in answer["reason"]
    assert host.client.post("/teach/import", data=b"x").status_code == 409
    assert eye.told == []


def test_photos_go_to_the_eye_as_they_are(host, lessons, eye):
    assert host.client.post("/teach/photo?key=gem:2", data=b"jpeg").status_code == 409
    host.post("/teach", {"action": "begin"})
    assert host.client.post("/teach/photo?key=gem:2", data=b"jpeg").status_code == 200
    (photo,) = [one for one in eye.told if isinstance(one, TeachPhoto)]
    assert photo.data == b"jpeg"
    lessons.heard(shot(photo.ident))
    assert [bool(kind["pictures"]) for kind in state(host)["kinds"]] == [False, True, False, False]
    lessons.heard(shot(photo.ident))
    assert state(host)["done"] == 1, "an answer counts once"
    assert host.client.post("/teach/photo?key=gem:9", data=b"jpeg").status_code == 409


def test_too_large_a_photo_is_refused(host):
    host.post("/teach", {"action": "begin"})
    answer = host.client.post("/teach/photo?key=gem:2", data=b"x" * (7 * 1024 * 1024 + 1))
    assert answer.status_code == 413


def test_import_and_export(host, lessons, eye, tmp_path):
    assert host.client.get("/teach/export").status_code == 404
    host.client.post("/teach/import", data=b"theirs")
    load = eye.told[-1]
    assert isinstance(load, TeachLoad)
    assert load.data == b"theirs"
    lessons.heard(Taught(ident=load.ident, ok=False, text="This file is damaged."))
    assert (state(host)["phase"], state(host)["text"]) == ("idle", "This file is damaged.")
    (tmp_path / "cards.catalogue").write_bytes(b"ours")
    answer = host.client.get("/teach/export")
    assert answer.data == b"ours"
    assert "attachment" in answer.headers["Content-Disposition"]


def test_without_an_eye_it_says_what_to_do(host, eye):
    eye.there = False
    status, answer = host.post("/teach", {"action": "begin"})
    assert status == 503
    assert "try again" in answer["reason"]


def test_nonsense_is_refused(host, lessons):
    assert host.post("/teach", {"action": "explode"})[0] == 422
    assert host.post("/teach", {"action": "finish"})[0] == 409
    assert host.post("/teach", {"action": "redo", "value": "gem:99"})[0] == 422
    assert lessons.thumb(Identity(audience="seat:0", seat=0, host=True), "77") is None


def test_a_companion_without_an_eye_has_no_page(new_phone, table):
    table.lessons = None
    phone = new_phone()
    phone.join("Ann")
    assert phone.client.get("/teach").status_code == 404


def test_the_page_itself(host):
    page = host.client.get("/teach").get_data(as_text=True)
    assert "Teach the cards" in page
    assert 'data-as="me"' in page


def test_large_bodies_are_for_hosts_alone(table, lessons):
    """At the server's door, before a byte of it is kept."""
    from web.asgi import create_asgi

    app = create_asgi(table)
    scope = {"path": "/teach/photo", "query_string": b"", "headers": []}
    assert app._longest(scope)[0] == 16 * 1024
    assert isinstance(table, FakeTable)
