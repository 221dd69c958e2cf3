"""Pages for phones and for the table's screen. Knows read models and ports only.

`web.asgi.create_asgi` puts the live stream beside these pages; `web.serve.WebServer` runs both.
"""

import hashlib
import time
from collections.abc import Callable
from importlib.resources import files

from flask import Flask, Response
from werkzeug.exceptions import HTTPException

from companion.ports import TableService
from web import amend, camera, evidence, facts, host, join, seat, statistics, story, table, teach
from web.asking import page_language
from web.bodies import BODY_LIMIT
from web.limits import GuessLimiter
from web.replies import Problem, problem, problem_reply
from web.text import load_strings

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


def create_app(service: TableService, *, now: Callable[[], float] = time.monotonic) -> Flask:
    """The pages over one table.

    Args:
        service: The table.
        now: Seconds on a clock that never jumps; used to count guesses of the join code.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = BODY_LIMIT
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.extensions["table"] = service
    app.extensions["guesses"] = GuessLimiter(now)
    build = build_id()
    app.jinja_env.globals.update(build=build)
    app.context_processor(_in_its_language)
    app.extensions["build"] = build
    app.extensions["language"] = page_language
    modules = (join, seat, table, host, facts, amend, evidence, story, statistics, teach, camera)
    for module in modules:
        app.register_blueprint(module.pages)
    app.register_error_handler(Problem, problem_reply)
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(Exception, _unexpected(app))
    app.after_request(_harden)
    return app


def _in_its_language() -> dict[str, object]:
    """The words of the page that is being made."""
    language = page_language()
    return {"text": load_strings(language), "language": language}


def build_id() -> str:
    """A short hash of everything a page is made of; a page of another build reloads itself."""
    digest = hashlib.sha256()
    for folder in ("templates", "static"):
        for entry in sorted((files("web") / folder).iterdir(), key=lambda entry: entry.name):
            if entry.is_file():
                digest.update(entry.name.encode())
                digest.update(entry.read_bytes())
    for entry in sorted(files("web").iterdir(), key=lambda entry: entry.name):
        if entry.name.startswith("strings"):
            digest.update(entry.read_bytes())
    return digest.hexdigest()[:12]


def _harden(response: Response) -> Response:
    for name, value in SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    if "ETag" not in response.headers:  # only static files carry one; everything else is a view
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _http_error(error: HTTPException) -> Response:
    return problem_reply(problem(error.code or 500))


def _unexpected(app: Flask) -> Callable[[Exception], Response]:
    def answer(error: Exception) -> Response:
        app.logger.exception("A page failed", exc_info=error)
        return problem_reply(problem(500))

    return answer
