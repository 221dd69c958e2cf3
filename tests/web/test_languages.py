"""Pages in the language of whoever looks: every word is there, with the same parts."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.ports import Identity, Refused
from tests.web.fake_service import FakeTable
from web import create_app
from web.text import load_strings

WEB = Path(__file__).parents[2] / "web"
OTHERS = sorted(path.name.split(".")[1] for path in WEB.glob("strings.*.toml"))
PART = re.compile(r"\{(\w+)\}")


class GermanTable(FakeTable):
    """Ann's phone and the table speak German; Ben's phone English."""

    def view(self, identity: Identity):
        language = "en" if identity.seat == 1 else "de"
        return replace(super().view(identity), language=language)


@pytest.fixture
def phones() -> Iterator[list]:
    app = create_app(GermanTable())
    ann, ben = app.test_client(), app.test_client()
    for client, name in ((ann, "Ann"), (ben, "Ben")):
        answer = client.post("/join", json={"code": "WZRD42", "name": name, "seat": None})
        assert answer.status_code == 200, answer.text
    return [ann, ben, app.test_client()]


@pytest.mark.parametrize("language", OTHERS)
def test_a_language_has_every_word_of_the_pages_with_the_same_parts(language: str):
    import tomllib

    english = load_strings()
    other = tomllib.loads((WEB / f"strings.{language}.toml").read_text(encoding="utf-8"))
    keys = {(section, key) for section, words in english.items() for key in words}
    assert {(section, key) for section, words in other.items() for key in words} == keys
    for section, key in keys:
        ours, theirs = english[section][key], other[section][key]
        assert set(PART.findall(ours)) == set(PART.findall(theirs)), (section, key)
        assert theirs.strip(), (section, key)


def test_what_a_language_lacks_is_english():
    assert load_strings("tlh") == load_strings()
    assert load_strings("de")["join"]["go"] == "Hinsetzen"


def test_each_page_is_in_the_language_of_whoever_looks(phones: list):
    ann, ben, stranger = phones
    for client, path, language, word in (
        (ann, "/me", "de", "Schließen"),
        (ben, "/me", "en", "Close"),
        (ann, "/table", "de", "Schließen"),
        (stranger, "/", "de", "Hinsetzen"),
    ):
        page = client.get(path).text
        assert f'<html lang="{language}">' in page, path
        assert word in page


def test_what_went_wrong_is_told_in_that_language_to_people_and_to_scripts(phones: list):
    ann, ben, stranger = phones
    page = ann.get("/no-such-page", headers={"Accept": "text/html"}).text
    assert "Diese Seite gibt es an diesem Tisch nicht." in page
    assert ben.get("/no-such-page").get_json()["reason"] == "There is no such page at this table."
    wrong = stranger.post("/join", json={"code": "XXXXXX", "name": "Cleo", "seat": None})
    assert wrong.get_json()["reason"] == "Das ist nicht der Code dieses Tisches."
    hidden = stranger.post("/join", json={"code": "WZRD42", "name": "a\u202eb", "seat": None})
    assert hidden.get_json()["reason"].startswith("Der Name enthält ein unsichtbares")


def test_an_answer_of_the_table_passes_as_it_came(phones: list):
    """The table has put it into the asker's language already."""

    class Refusing(GermanTable):
        def host(self, identity: Identity, *, action: str, value: str = "") -> Refused:
            return Refused(status=409, reason="Das Spiel hat schon begonnen.")

    client = create_app(Refusing()).test_client()
    client.post("/join", json={"code": "WZRD42", "name": "Ann", "seat": None})
    answer = client.post("/host", json={"action": "start", "value": ""})
    assert answer.get_json()["reason"] == "Das Spiel hat schon begonnen."
    assert answer.get_json()["cure"] == "Sieh auf die neue Ansicht und wähle noch einmal."


def test_what_is_refused_before_any_page_runs_is_refused_in_german():
    """The guard and the stream are in front of the pages; they speak the table's language."""
    import asyncio
    import json

    from web.asgi import create_asgi

    app = create_asgi(GermanTable(), hosts=())

    def ask(method: str, path: str, *headers: tuple[bytes, bytes], query: bytes = b"") -> dict:
        sent: list[dict] = []

        async def send(message: dict) -> None:
            sent.append(message)

        async def receive() -> dict:
            return {"type": "http.request", "body": b"", "more_body": False}

        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query,
            "headers": list(headers),
            "client": ("127.0.0.1", 1),
        }
        asyncio.run(app(scope, receive, send))
        return json.loads(sent[1]["body"])

    host = (b"host", b"127.0.0.1:8000")
    refusals = [
        ask("PUT", "/", host),
        ask("GET", "/", host, query="ä".encode()),
        ask("GET", "/"),
        ask("GET", "/", (b"host", b"evil.com")),
        ask("POST", "/host", host, (b"origin", b"http://evil.com")),
        ask("POST", "/host", host, (b"content-length", b"999999999")),
        ask("POST", "/stream", host),
        ask("GET", "/stream", host, query=b"as=me"),
    ]
    for refusal in refusals:
        for text in (refusal["reason"], refusal["cure"]):
            assert text
            assert not re.search(r"\b(the|this|is|with|to|page|table|request|address)\b", text), (
                text
            )


def test_every_problem_of_a_page_is_a_sentence_that_catalogues_know():
    """A bare string would be shown in English to everybody."""
    import ast

    for path in sorted(WEB.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            named = isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            if not named or node.func.id not in {"Problem", "Refusal"}:
                continue
            told = [*node.args[2:], *(one.value for one in node.keywords if one.arg == "cure")]
            bare = [one for one in told if isinstance(one, ast.Constant | ast.JoinedStr)]
            assert not bare, (path.name, node.lineno)
