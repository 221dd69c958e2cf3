"""Answers that say what happened, by which rule, and what to do next; as JSON or as a page."""

from collections.abc import Callable, Mapping

import msgspec
from flask import Request, Response, current_app, render_template, request

from companion.ports import Done, Refused
from companion.words import Text, Words, mark, render

_ERRORS = {
    400: "bad_request",
    403: "forbidden",
    404: "not_found",
    405: "wrong_method",
    409: "moved_on",
    413: "too_large",
    422: "not_possible",
    429: "too_many_tries",
    500: "our_fault",
    503: "stopped",
}
_CURES = {
    400: mark("Reload the page and try again."),
    403: mark("Join the table again with the code on its screen."),
    404: mark("Go to the start page."),
    409: mark("Look at the fresh view and choose again."),
    422: mark("Choose one of the buttons you are shown."),
    429: mark("Wait a minute, then try again."),
    500: mark("Nothing was changed. Reload the page; the companion's own log has the details."),
    503: mark("Look at the table's screen; it says what is wrong and how to cure it."),
}


_REASONS = {
    400: mark("The companion did not understand this request."),
    404: mark("There is no such page at this table."),
    405: mark("This address does not take that kind of request."),
    413: mark("That is more than a request may hold."),
    500: mark("The companion could not answer this."),
}


class Problem(Exception):  # noqa: N818 - it is what the person has, not a fault of the program
    """Something to tell the person instead of doing what was asked.

    Attributes:
        status: HTTP status.
        error: A short word for programs.
        reason: A sentence for people.
        rule: The ruling or heading, where rules refused.
        cure: What to do next.
        view: JSON of the fresh view, where that helps.
        retry_after_s: Seconds until it makes sense to try again.
    """

    def __init__(
        self,
        status: int,
        error: str,
        reason: Words,
        *,
        rule: str = "",
        cure: Words = "",
        view: bytes | None = None,
        retry_after_s: int = 0,
    ) -> None:
        super().__init__(str(reason))
        self.status = status
        self.error = error
        self.reason = reason
        self.rule = rule
        self.cure = cure or Text(_CURES.get(status, ""))
        self.view = view
        self.retry_after_s = retry_after_s


def problem(status: int) -> Problem:
    """A problem with the usual word, sentence and cure of its status."""
    reason = _REASONS.get(status, _REASONS[400])
    return Problem(status, _ERRORS.get(status, "refused"), Text(reason))


def refused(answer: Refused) -> Problem:
    """The table's refusal as a problem."""
    return Problem(
        answer.status,
        _ERRORS[answer.status],
        answer.reason,
        rule=answer.rule,
        view=msgspec.json.encode(answer.view) if answer.view is not None else None,
        retry_after_s=60 if answer.status == 429 else 0,  # noqa: PLR2004
    )


def json_reply(
    value: object, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """`value` as JSON."""
    body = msgspec.json.encode(value)
    return Response(body, status, headers, mimetype="application/json")


def done_or_refused(answer: Done | Refused) -> Response:
    """`{"version": n}`, or the refusal raised as a problem."""
    if isinstance(answer, Refused):
        raise refused(answer)
    return json_reply(answer)


def problem_reply(error: Problem) -> Response:
    """The problem as JSON for programs and scripts, as a page for a person."""
    headers = {"Retry-After": str(error.retry_after_s)} if error.retry_after_s else {}
    language = asked_language()
    reason, cure = render(error.reason, language), render(error.cure, language)
    if not wants_page(request):
        fields = {
            "error": error.error,
            "reason": reason,
            "rule": error.rule,
            "cure": cure,
        }
        view = {"view": msgspec.Raw(error.view)} if error.view is not None else {}
        return json_reply(fields | view, error.status, headers)
    page = render_template("problem.html", problem=error, reason=reason, cure=cure)
    return Response(page, error.status, headers)


def asked_language() -> str:
    """The language of whoever asks, as the application found it; English where it could not."""
    find: Callable[[], str] = current_app.extensions["language"]
    return find()


def wants_page(asking: Request) -> bool:
    """Whether a person looks at the answer: a browser's navigation or a plain form."""
    if asking.is_json:
        return False
    return asking.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"
