"""Taps, host actions, and every way of asking wrongly."""

import pytest

from tests.web.fake_service import TABLE_KEY
from web import SECURITY_HEADERS


@pytest.fixture
def ann(phone):
    phone.join("Ann", seat=0)
    return phone


def version_of(phone) -> int:
    return phone.client.get("/view").get_json()["version"]


def test_a_tap_is_done_and_answers_with_the_new_version(ann, table):
    table.show("playing")
    before = version_of(ann)
    status, answer = ann.post("/tap", {"version": before, "choice_id": "reveal:gem:1"})
    assert (status, answer) == (200, {"version": before + 1})
    assert table.taps == [("seat:0", "reveal:gem:1")]


def test_a_tap_on_an_old_view_gets_the_fresh_one_and_does_nothing(ann, table):
    old = version_of(ann)
    table.show("playing")
    status, answer = ann.post("/tap", {"version": old, "choice_id": "grab"})
    assert status == 409
    assert answer["view"]["version"] == version_of(ann)
    assert answer["view"]["phase"] == "playing"
    assert set(answer) == {"error", "reason", "rule", "cure", "view"}
    assert table.taps == []


def test_a_choice_that_is_not_offered_names_the_rule(ann, table):
    table.show("playing")
    status, answer = ann.post("/tap", {"version": version_of(ann), "choice_id": "use_bomb:all"})
    assert status == 422
    assert answer["rule"] == "R-WT-29"
    assert answer["reason"]


def test_the_seat_comes_from_the_cookie_and_never_from_the_body(ann, table):
    table.show("playing")
    body = {"version": version_of(ann), "choice_id": "grab", "seat": 2}
    status, answer = ann.post("/tap", body)
    assert status == 422
    assert "seat" in answer["reason"]
    assert table.taps == []


@pytest.mark.parametrize(
    ("body", "status", "named"),
    [
        (b"", 400, "JSON"),
        (b"{", 400, "JSON"),
        (b"\xff\xfe", 400, "JSON"),
        (b"[" * 9000, 422, "object"),
        (b"{}", 422, "version"),
        (b'{"version": "1", "choice_id": "x"}', 422, "$.version"),
        (b'{"version": 1.5, "choice_id": "x"}', 422, "$.version"),
        (b'{"version": 1, "choice_id": null}', 422, "$.choice_id"),
        (b'{"version": 1, "choice_id": "x", "extra": 1}', 422, "extra"),
        (b"null", 422, "object"),
    ],
)
def test_a_malformed_body_is_refused_by_field_with_a_cure(ann, table, body, status, named):
    answer = ann.client.post("/tap", data=body, content_type="application/json")
    told = answer.get_json()
    assert answer.status_code == status
    assert named in told["reason"]
    assert told["cure"]
    assert table.taps == []


def test_another_content_type_cannot_post(ann):
    answer = ann.client.post(
        "/tap", data=b'{"version":1,"choice_id":"x"}', content_type="text/plain"
    )
    assert answer.status_code == 415


def test_a_body_over_the_cap_is_refused(ann):
    answer = ann.client.post("/tap", data=b" " * 20_000, content_type="application/json")
    assert answer.status_code == 413


def test_without_a_seat_there_is_nothing_to_tap(phone):
    status, answer = phone.post("/tap", {"version": 1, "choice_id": "x"})
    assert status == 403
    assert "no seat" in answer["reason"]
    assert "code" in answer["cure"]


def test_a_host_action_reaches_the_table_with_its_value(ann, table):
    assert ann.post("/host", {"action": "seats", "value": "3"})[0] == 200
    assert ann.post("/host", {"action": "start"})[0] == 200
    assert table.asked == [("seat:0", "seats", "3"), ("seat:0", "start", "")]


def test_a_guest_is_no_host(phone, table):
    phone.join("Ben", seat=1)
    status, answer = phone.post("/host", {"action": "end"})
    assert status == 403
    assert answer["reason"]
    assert table.asked == []


def test_the_tables_screen_acts_as_host_by_its_key_which_leaves_the_address(phone, table):
    opened = phone.client.get(f"/table?key={TABLE_KEY}")
    assert opened.headers["Location"] == "/table"
    assert "HttpOnly" in opened.headers["Set-Cookie"]
    assert phone.post("/host?as=table", {"action": "start"})[0] == 200
    assert table.asked == [("table", "start", "")]


def test_a_wrong_key_opens_nothing(phone):
    assert phone.client.get("/table?key=guess").status_code == 403
    assert phone.post("/host?as=table", {"action": "start"})[0] == 403


def test_without_a_key_the_table_page_is_a_spectators(phone):
    assert phone.client.get("/table").status_code == 200
    assert phone.client.get("/view?as=table").get_json()["audience"] == "public"


def test_the_qr_code_is_there_for_the_table_also_in_play(phone, table):
    phone.client.get(f"/table?key={TABLE_KEY}")
    table.show("playing")
    answer = phone.client.get("/qr.svg?as=table")
    assert answer.status_code == 200
    assert answer.mimetype == "image/svg+xml"
    assert answer.data.startswith(b"<?xml") or answer.data.startswith(b"<svg")


def test_a_picture_is_shown_to_whom_the_table_shows_it(ann, new_phone):
    assert ann.client.get("/evidence/f1.jpg").mimetype == "image/jpeg"
    assert ann.client.get("/evidence/f9.jpg").status_code == 404
    assert new_phone().client.get("/evidence/f1.jpg").status_code == 404


def test_health_tells_no_names(ann, table):
    table.sit(1, "Benedicta")
    answer = ann.client.get("/healthz")
    assert answer.get_json()["ok"] is True
    assert b"Benedicta" not in answer.data


@pytest.mark.parametrize(
    "path", ["/", "/me", "/table", "/view", "/healthz", "/nope", "/static/me.js"]
)
def test_every_answer_is_hardened(ann, path):
    headers = ann.client.get(path, buffered=True).headers
    for name, value in SECURITY_HEADERS.items():
        assert headers[name] == value
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == ("no-cache" if "static" in path else "no-store")


def test_no_page_holds_an_inline_script_style_or_handler(ann, table):
    pages = [ann.client.get(path).text for path in ("/me", "/table")]
    table.tokens.clear()
    pages += [ann.client.get("/").text, ann.client.get("/j/WZRD42").text]
    for page in pages:
        assert "<style" not in page
        assert " style=" not in page
        assert " on" + "click=" not in page
        for script in page.split("<script")[1:]:
            assert (
                "src=" in script.partition(">")[0] or "application/json" in script.partition(">")[0]
            )


def test_no_page_fetches_anything_from_elsewhere(ann):
    for path in ("/me", "/table", "/static/companion.css", "/static/parts.js", "/static/live.js"):
        text = ann.client.get(path, buffered=True).text
        assert "https://" not in text
        assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")


def test_a_person_gets_a_page_and_a_program_gets_json(phone):
    person = phone.client.get("/nope", headers={"Accept": "text/html,*/*;q=0.8"})
    assert person.status_code == 404
    assert "no such page" in person.text
    assert "To the start page" in person.text
    program = phone.client.get("/nope", headers={"Accept": "application/json"})
    assert program.get_json()["error"] == "not_found"


def test_a_fault_of_ours_is_admitted_and_shows_no_insides(phone, table, caplog):
    def fail() -> None:
        raise RuntimeError("secret detail")

    table.health = fail  # type: ignore[method-assign, assignment]
    answer = phone.client.get("/healthz", headers={"Accept": "application/json"})
    assert answer.status_code == 500
    assert "secret detail" not in answer.text
    assert "Nothing was changed" in answer.get_json()["cure"]
    assert "secret detail" in caplog.text
