"""What every page needs of the request: the table, the view asked for, who asks, from where."""

from flask import Response, current_app, request

from companion.ports import Identity, TableService
from companion.words import t
from web.audience import SPECTATOR, View, asked_view, resolve
from web.limits import GuessLimiter
from web.replies import Problem

COOKIE_AGE_S = 30 * 24 * 3600  # a month: a game left on Friday goes on the Friday after next


def table_service() -> TableService:
    """The table behind these pages."""
    service: TableService = current_app.extensions["table"]
    return service


def guesses() -> GuessLimiter:
    """The counter of wrong join codes."""
    limiter: GuessLimiter = current_app.extensions["guesses"]
    return limiter


def wanted_view() -> View:
    """`?as=table` or `?as=me`."""
    return asked_view(request.args.get("as"))


def who() -> Identity:
    """Who asks, for the view that is asked for.

    Raises:
        Problem: 403 where nobody sits behind the cookie.
    """
    identity = resolve(table_service(), wanted_view(), request.cookies)
    if identity is None:
        raise Problem(
            403,
            "no_seat",
            t("This phone has no seat at the table."),
            cure=t("Join with the code on the table's screen."),
        )
    return identity


def page_language() -> str:
    """The language of the page that is asked for: the seat's, or the table's where nobody sits."""
    service = table_service()
    at_table = request.path == "/table" or wanted_view() == "table"
    identity = resolve(service, "table" if at_table else "me", request.cookies)
    return service.view(identity or Identity(audience=SPECTATOR)).language


def set_secret(response: Response, name: str, value: str) -> None:
    """A cookie that scripts cannot read and other sites cannot send."""
    response.set_cookie(name, value, max_age=COOKIE_AGE_S, httponly=True, samesite="Strict")
