"""Taking a seat and keeping it."""

import pytest

from companion.ports import TableService
from tests.web.fake_service import CODE, FakeTable
from web.audience import SEAT_COOKIE


def test_the_fake_table_is_a_table_service():
    service: TableService = FakeTable()
    assert service.health()["ok"] is True


def test_the_start_page_asks_for_code_and_name_and_works_without_scripts(phone):
    page = phone.client.get("/").text
    assert '<form method="post" action="/join"' in page
    assert 'name="code"' in page
    assert 'name="name"' in page


def test_the_qr_address_fills_in_the_code_and_offers_the_free_seats(phone, table):
    table.sit(1, "Ben")
    page = phone.client.get(f"/j/{CODE}").text
    assert f'value="{CODE}"' in page
    assert "taken by Ben" in page
    assert page.count('name="seat"') == 5


def test_names_of_players_are_not_told_before_the_code_is_known(phone, table):
    table.sit(1, "Benedicta")
    assert "Benedicta" not in phone.client.get("/").text
    assert "Benedicta" not in phone.client.get("/j/WRONG1").text
    assert (
        "Benedicta" not in phone.client.post("/join", data={"code": "WRONG1", "name": "Ann"}).text
    )


def test_joining_by_the_form_sets_a_cookie_no_script_can_read_and_goes_to_my_page(phone):
    answer = phone.client.post("/join", data={"code": CODE, "name": "Ann", "seat": "2"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/me")
    cookie = answer.headers["Set-Cookie"]
    assert cookie.startswith(f"{SEAT_COOKIE}=")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert len(cookie.partition(";")[0]) > len(SEAT_COOKIE) + 40  # 256 bits
    assert phone.client.get("/view").get_json()["seat"] == 2


def test_a_reload_keeps_the_seat_and_the_start_page_leads_back_to_it(phone):
    phone.join("Ann")
    for _ in range(3):
        assert phone.client.get("/me").status_code == 200
    assert phone.client.get("/").headers["Location"] == "/me"
    assert phone.client.get(f"/j/{CODE}").headers["Location"] == "/me"


def test_two_people_of_one_name_are_told_apart(new_phone):
    assert new_phone().join("Anna")[1]["name"] == "Anna"
    assert new_phone().join("Anna")[1]["name"] == "Anna 2"


def test_a_seat_that_is_gone_is_said_so(new_phone):
    new_phone().join("Ann", seat=1)
    status, answer = new_phone().join("Ben", seat=1)
    assert status == 409
    assert answer["reason"] == "Somebody just took that seat."


def test_whoever_has_a_seat_may_change_the_name_without_the_code(phone, table):
    phone.join("Ann")
    status, answer = phone.join("Anne", code="")
    assert (status, answer) == (200, {"seat": 0, "name": "Anne"})
    assert table.names == {0: "Anne"}


def test_a_wrong_code_is_refused_on_the_form_with_what_was_typed_kept(phone):
    answer = phone.client.post("/join", data={"code": "NOPE42", "name": "Ann"})
    assert answer.status_code == 403
    assert "not the code of this table" in answer.text
    assert 'value="NOPE42"' in answer.text
    assert 'value="Ann"' in answer.text


def test_leaving_gives_the_seat_back_and_forgets_the_phone(phone, table):
    phone.join("Ann")
    assert phone.post("/leave", {})[0] == 200
    assert table.names == {}
    assert phone.client.get("/me").headers["Location"] == "/"


def test_leaving_is_refused_where_the_table_refuses_and_the_seat_stays(phone, table):
    phone.join("Ann")
    table.show("playing")
    status, answer = phone.post("/leave", {})
    assert status == 422
    assert answer["reason"]
    assert phone.client.get("/me").status_code == 200


def test_a_forged_token_is_nobody(phone):
    phone.client.set_cookie(SEAT_COOKIE, "0" * 43)
    assert phone.client.get("/me").headers["Location"] == "/"
    assert phone.client.get("/view").status_code == 403


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "a name that can be seen"),
        ("   ", "a name that can be seen"),
        ("\u3164\u2800", "a name that can be seen"),
        ("x" * 25, "at most 24"),
        ("An\u202en", "U+202E"),
        ("An\u2066n", "U+2066"),
        ("An\u200bn", "U+200B"),
        ("An\u0000n", "U+0000"),
        ("An\nn", "U+000A"),
        ("A\u0301\u0302\u0303\u0304\u0306nn", "stray accents"),
        ("Ann\u200d", "invisible"),
    ],
)
def test_a_name_that_cannot_be_seen_or_tricks_the_eye_is_refused_with_the_reason(phone, name, why):
    status, answer = phone.join(name)
    assert status == 422
    assert why in answer["reason"]


@pytest.mark.parametrize(
    "name",
    ["Zoë", "Nguyễn", "李小龍", "عائشة", "👩‍👧", "O'Brien", "<script>alert(1)</script>"[:24]],
)
def test_names_of_the_world_are_welcome(phone, name):
    status, answer = phone.join(name)
    assert status == 200
    assert answer["name"] == name


def test_spaces_around_and_between_are_tidied(phone):
    assert phone.join("  Ann   B ")[1]["name"] == "Ann B"


def test_a_script_for_a_name_is_text_on_every_page(new_phone, table):
    table.sit(0, "<img src=x onerror=1>")
    joining = new_phone().client.get(f"/j/{CODE}").text
    assert "<img src=x" not in joining
    assert "&lt;img src=x" in joining
    verdict = new_phone().client.get("/verdict/v4").text
    assert "<img src=x" not in verdict
    assert "&lt;img" in verdict


def test_a_script_in_the_code_is_text(phone):
    answer = phone.client.post("/join", data={"code": '"><script>1</script>', "name": "Ann"})
    assert "<script>1" not in answer.text


def test_the_sixth_wrong_code_of_a_minute_is_not_even_looked_at(phone, clock):
    for _ in range(5):
        assert phone.join("Ann", code="WRONG1")[0] == 403
    answer = phone.client.post("/join", json={"code": CODE, "name": "Ann"})
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 61
    clock.seconds += 61
    assert phone.join("Ann")[0] == 200


def test_the_qr_address_cannot_be_used_to_guess(phone):
    for _ in range(5):
        assert phone.client.get("/j/WRONG1").status_code == 403
    assert phone.client.get(f"/j/{CODE}").status_code == 429


def test_right_codes_are_never_counted(new_phone):
    assert [new_phone().join(f"P{n}")[0] for n in range(4)] == [200] * 4
    for _ in range(20):
        assert new_phone().client.get(f"/j/{CODE}").status_code == 200


def test_guessing_from_many_addresses_is_capped_too(new_phone, clock):
    phone = new_phone()
    for n in range(60):
        source = {"REMOTE_ADDR": f"10.0.0.{n}"}
        answer = phone.client.post(
            "/join", json={"code": "WRONG1", "name": "Ann"}, environ_base=source
        )
        assert answer.status_code == 403
    source = {"REMOTE_ADDR": "10.0.1.1"}
    right = {"code": CODE, "name": "Ann"}
    assert phone.client.post("/join", json=right, environ_base=source).status_code == 429
    clock.seconds += 61
    assert phone.client.post("/join", json=right, environ_base=source).status_code == 200


def test_a_seated_phone_is_not_locked_out_by_others_guessing(new_phone):
    mine = new_phone()
    mine.join("Ann")
    guesser = new_phone()
    for _ in range(6):
        guesser.join("Eve", code="WRONG1")
    assert mine.join("Anne", code="")[0] == 200
    assert mine.client.get("/view").status_code == 200
