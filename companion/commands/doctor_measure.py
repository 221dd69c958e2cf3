"""`companion doctor light --table LINK`: a running companion measures its light anew.

A running companion owns the camera. It is asked as its own page is asked: through the link of the
table's screen, which `companion run` prints.
"""

import http
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar

import msgspec

from companion.cameramodels import CameraModel
from companion.commands.doctor_probe import Finding, amber, green, red
from companion.words import t

MEASURED_S = 12.0
"""Exposure and white balance take two seconds; on a busy Pi five. Then what is known is told."""
POLL_S = 0.5
ANSWER_S = 5.0
LINK = "Give the link of the table's screen that `companion run` printed, with its key."
LEVELS: dict[str, Callable[..., Finding]] = {"amber": amber, "red": red}


class NoTableError(Exception):
    """The running companion cannot be asked; the message says why, `cure` what helps."""

    def __init__(self, why: str, cure: str = LINK) -> None:
        super().__init__(why)
        self.cure = cure


def measured(link: str, sleep: Callable[[float], None] = time.sleep) -> list[Finding]:
    """Have the light measured anew by the companion at `link`, and tell its numbers with cures."""
    try:
        table = _Table(link)
        model = table.measure()
        waiting = model.light
        until = time.monotonic() + MEASURED_S
        while model.light == waiting and time.monotonic() < until:
            sleep(POLL_S)
            model = table.state()
    except NoTableError as error:
        return [red("light", str(error), error.cure)]
    return findings_of(model)


def findings_of(model: CameraModel) -> list[Finding]:
    """A line for what became of the light, and one for each number."""
    if not model.measures:
        return [amber("light", model.text, "companion doctor")]
    said = model.light or "the camera looks at the table"
    head = green("light", said) if model.ok else red("light", said, "companion doctor")
    lines = [head]
    for one in model.measures:
        text = t("{name} {value}", name=one.label, value=one.value)
        make = LEVELS.get(one.level)
        lines.append(make("light", text, one.cure) if make else green("light", text))
    return lines


class _Table:
    """The pages of a running companion, asked as the table's own screen asks."""

    def __init__(self, link: str) -> None:
        """Swaps the key for its cookie. Raises NoTableError."""
        parts = urllib.parse.urlsplit(link)
        if parts.scheme not in ("http", "https") or not parts.netloc or "key=" not in parts.query:
            raise NoTableError(f"{link} is no link of a table's screen.")
        self._root = f"{parts.scheme}://{parts.netloc}"
        self._open = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self._ask(link)

    def measure(self) -> CameraModel:
        """Exposure and white balance anew."""
        return self._model("/camera/measure?as=table", b"")

    def state(self) -> CameraModel:
        """How things stand."""
        return self._model("/camera/state?as=table")

    def _model(self, path: str, body: bytes | None = None) -> CameraModel:
        try:
            return msgspec.json.decode(self._ask(self._root + path, body), type=CameraModel)
        except msgspec.DecodeError:
            raise NoTableError(f"{self._root} is no companion of this version.") from None

    def _ask(self, url: str, body: bytes | None = None) -> bytes:
        request = urllib.request.Request(  # noqa: S310 - the scheme was checked
            url, data=body, headers={"Accept": "application/json", "Origin": self._root}
        )
        try:
            with self._open.open(request, timeout=ANSWER_S) as answer:
                return bytes(answer.read())
        except urllib.error.HTTPError as error:
            raise _refused(error) from None
        except OSError as error:
            why = getattr(error, "reason", error)
            raise NoTableError(f"No companion answers at {self._root} ({why}).") from None


def _refused(error: urllib.error.HTTPError) -> NoTableError:
    """What the companion says of it; else no companion answers there."""
    try:
        said = msgspec.json.decode(error.read(), type=_Refusal)
    except msgspec.DecodeError:
        return NoTableError(f"{error.url} answers {error.code}: that is no companion.")
    busy = error.code == http.HTTPStatus.SERVICE_UNAVAILABLE
    return NoTableError(said.reason, said.cure or (AGAIN if busy else LINK))


AGAIN = "Wait a moment, then try again."


class _Refusal(msgspec.Struct, frozen=True):
    """What `web.refusal` answers."""

    reason: str
    cure: str = ""
