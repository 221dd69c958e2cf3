"""A person's phone: joins, listens to the page's stream, taps. It knows what the page shows.

What all games' pages have in common is here; the names of its choices are each game's own.
"""

import http.client
import json
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

Json = dict[str, Any]
REQUEST_S = 15.0
"""Seconds a page waits for an answer."""
STREAM_SILENCE_S = 40.0
"""The stream beats every ten seconds; more silence is a lost connection."""


class PhoneError(RuntimeError):
    """The companion did not let this person play; the message says what it answered."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the companion replied to a tap: HTTP status and JSON body."""

    status: int
    body: Json

    @property
    def accepted(self) -> bool:
        """Whether it was done."""
        return self.status == http.client.OK

    @property
    def unknown(self) -> bool:
        """Whether it may have been done all the same: the answer did not come in time."""
        return self.status in {0, http.client.SERVICE_UNAVAILABLE}

    @property
    def reason(self) -> str:
        """Why not, as the page says it."""
        return str(self.body.get("reason", ""))


@dataclass(frozen=True, slots=True)
class Question:
    """A prompt as a person reads it: `values` maps what may be answered to the choice's id."""

    ident: str
    kind: str
    title: str
    values: dict[str, str] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    """What each answer says on the page."""


@dataclass(frozen=True, slots=True)
class Heard:
    """A caption, and when its page had it, ns on the listener's clock."""

    ident: int
    text: str
    priority: str
    at_ns: int


class Phone:
    """One person's page. Listening and tapping run on threads of their own."""

    def __init__(self, url: str, seat: int, name: str, clock: Any) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 80
        self.seat = seat
        self.name = name
        self._clock = clock
        self._cookie = ""
        self._view: Json = {}
        self._lock = threading.Lock()
        self._hands = ThreadPoolExecutor(1, thread_name_prefix=f"tap-{seat}")
        self._closed = False
        self.captions: list[Heard] = []
        self.prompts_seen: set[str] = set()
        self.on_view: Any = None
        """Called with each new view, on the listening thread."""

    # ---- acting ------------------------------------------------------------------------------

    def join(self, code: str) -> None:
        """Take the seat. Raises PhoneError with the companion's reason."""
        status, body, cookie = self._post(
            "/join", {"code": code, "name": self.name, "seat": self.seat}
        )
        if status != http.client.OK or not cookie:
            raise PhoneError(f"{self.name} could not join: {status} {body.get('reason', body)}")
        self._cookie = cookie
        threading.Thread(target=self._listen, name=f"page-{self.seat}", daemon=True).start()

    def reachable(self) -> bool:
        """Whether the companion answers at all."""
        connection = http.client.HTTPConnection(self._host, self._port, timeout=2)
        try:
            connection.request("GET", "/healthz")
            return connection.getresponse().status == http.client.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def tap(self, choice: str) -> "Future[Answer]":
        """Tap a choice of the view that is on the screen now."""
        version = self.view.get("version", 0)
        return self._hands.submit(self._tap, version, choice)

    def host(self, action: str, value: str = "") -> Answer:
        """A host's wish; waits for the answer."""
        status, body, _ = self._post("/host", {"action": action, "value": value})
        return Answer(status, body)

    def wish(self, action: str, value: str = "") -> "Future[Answer]":
        """The same without waiting."""
        return self._hands.submit(self.host, action, value)

    def correct(self, value: str) -> Answer | None:
        """Put the newest entry of the story right; None where the page offers no such value."""
        lines = [line for line in self.view.get("log", ()) if line.get("amendable")]
        if not lines:
            return None
        found = self._get(f"/amendments/{max(line['seq'] for line in lines)}").get("choices", ())
        wanted = next((c["id"] for c in found if c["id"].endswith(f"={value}")), None)
        return None if wanted is None else self.host("amend", wanted)

    def close(self) -> None:
        """Put the phone away."""
        self._closed = True
        self._hands.shutdown(wait=False, cancel_futures=True)

    # ---- looking -----------------------------------------------------------------------------

    @property
    def view(self) -> Json:
        """What the page shows."""
        with self._lock:
            return self._view

    @property
    def phase(self) -> str:
        """`lobby`, `playing`, `over`, `stopped`."""
        return str(self.view.get("phase", ""))

    @property
    def has_just_begun(self) -> bool:
        """Whether a game runs in which nothing has happened: somebody was quick to start it."""
        return self.phase == "playing" and not self.view.get("log")

    @property
    def can_start(self) -> bool:
        """Whether the lobby says that the game could begin."""
        return bool((self.view.get("lobby") or {}).get("can_start"))

    @property
    def is_host(self) -> bool:
        """Whether this page may start the game."""
        return self.view.get("host") is not None

    def offers(self) -> set[str]:
        """Ids of the buttons for the thumb."""
        return {choice["id"] for choice in self.view.get("my_choices", ())}

    def keys(self, ident: str) -> dict[str, str]:
        """What may be filled in with this choice: what a key shows, to the key itself."""
        for choice in self.view.get("my_choices", ()):
            entry = choice.get("entry")
            if choice["id"] == ident and entry:
                shown = [face["key"] for face in entry["faces"]]
                return dict(zip(shown, entry["keys"], strict=True))
        return {}

    def complains_of(self, place: str) -> bool:
        """Whether the page says that the table lies otherwise there."""
        return any(notice.get("place") == place for notice in self.view.get("notices", ()))

    def questions(self) -> list[Question]:
        """Prompts on the page."""
        return [_question(prompt) for prompt in self.view.get("prompts", ())]

    def pile_count(self, name: str) -> int:
        """How many cards the page believes to lie on `pot` or `portal`."""
        for pile in self.view.get("piles", ()):
            if pile["id"] == name:
                return int(pile["count"])
        return 0

    def square(self) -> list[str]:
        """The characters of the Square as the page shows them, row by row."""
        square = self.view.get("square") or {}
        return [card["face"]["key"] for card in square.get("cards", ())]

    def dice_left(self) -> list[str]:
        """The dice that the page shows as not spent."""
        return [die["label"] for die in self.view.get("dice", ()) if not die["spent"]]

    def last_caption(self) -> int:
        """The highest caption id heard so far."""
        return max((heard.ident for heard in self.captions), default=0)

    # ---- the wire ----------------------------------------------------------------------------

    def _tap(self, version: int, choice: str) -> Answer:
        status, body, _ = self._post("/tap", {"version": version, "choice_id": choice})
        return Answer(status, body)

    def _headers(self) -> dict[str, str]:
        headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "X-Requested-With": "fetch",
        }
        if self._cookie:
            headers["Cookie"] = self._cookie
        return headers

    def _post(self, path: str, body: Json) -> tuple[int, Json, str]:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=REQUEST_S)
        try:
            connection.request("POST", path, json.dumps(body), self._headers())
            response = connection.getresponse()
            raw = response.read()
            cookie = (response.getheader("Set-Cookie") or "").partition(";")[0]
            return response.status, _decoded(raw), cookie
        except OSError as error:
            return 0, {"reason": str(error)}, ""
        finally:
            connection.close()

    def _get(self, path: str) -> Json:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=REQUEST_S)
        try:
            connection.request("GET", path, headers=self._headers())
            return _decoded(connection.getresponse().read())
        except OSError as error:
            return {"reason": str(error)}
        finally:
            connection.close()

    def _listen(self) -> None:
        while not self._closed:
            connection = http.client.HTTPConnection(
                self._host, self._port, timeout=STREAM_SILENCE_S
            )
            try:
                connection.request("GET", "/stream", headers=self._headers())
                self._read_events(connection.getresponse())
            except (OSError, http.client.HTTPException):
                pass
            finally:
                connection.close()
            if not self._closed:
                threading.Event().wait(0.2)

    def _read_events(self, response: http.client.HTTPResponse) -> None:
        name, data = "message", []
        while not self._closed:
            line = response.readline()
            if not line:
                return
            text = line.rstrip(b"\r\n").decode()
            if text.startswith("event:"):
                name = text[6:].strip()
            elif text.startswith("data:"):
                data.append(text[5:].lstrip())
            elif not text:
                if name == "message" and data:
                    self._take(json.loads("\n".join(data)))
                name, data = "message", []

    def _take(self, view: Json) -> None:
        now = self._clock()
        known = self.last_caption()
        for caption in view.get("captions", ()):
            if caption["id"] > known:
                priority = caption.get("priority", "say")
                self.captions.append(Heard(caption["id"], caption["text"], priority, now))
        for prompt in view.get("prompts", ()):
            self.prompts_seen.add(prompt["id"])
        with self._lock:
            self._view = view
        if self.on_view is not None:
            self.on_view(view)


def _decoded(raw: bytes) -> Json:
    try:
        body = json.loads(raw or b"{}")
    except ValueError:
        return {"reason": raw[:200].decode("utf-8", "replace")}
    return body if isinstance(body, dict) else {"reason": str(body)}


def _question(prompt: Json) -> Question:
    values, labels = {}, {}
    for choice in prompt.get("choices", ()):
        head = f"answer:{prompt['id']}:"
        if choice["id"].startswith(head):
            value = choice["id"][len(head) :]
            values[value], labels[value] = choice["id"], choice.get("label", "")
    return Question(prompt["id"], prompt["kind"], prompt["title"], values, labels)
