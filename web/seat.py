"""My page: what I may see and do, and the addresses its buttons post to."""

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.ports import Refused
from web.asking import table_service, who
from web.audience import SEAT_COOKIE
from web.bodies import TapBody, decode
from web.replies import done_or_refused, json_reply, refused, wants_page

pages = Blueprint("seat", __name__)


@pages.get("/me")
def me() -> AnyResponse | str:
    """The seat's page, or the way to a seat."""
    if table_service().identify(request.cookies.get(SEAT_COOKIE)) is None:
        return redirect("/", 303)
    return render_template("me.html")


@pages.get("/view")
def view() -> Response:
    """The present view as JSON, for phones whose network breaks streams."""
    _, body = table_service().encoded_view(who().audience)
    return Response(body, mimetype="application/json")


@pages.post("/tap")
def tap() -> Response:
    """A button was tapped. 409 with the fresh view if the table moved on meanwhile."""
    identity = who()
    body = decode(request.get_data(), request.content_type or "", TapBody)
    answer = table_service().tap(identity, version=body.version, choice_id=body.choice_id)
    return done_or_refused(answer)


@pages.post("/leave")
def leave() -> AnyResponse:
    """Give the seat back and forget this phone."""
    token = request.cookies.get(SEAT_COOKIE)
    if token is not None and table_service().identify(token) is not None:
        answer = table_service().leave(token)
        if isinstance(answer, Refused):
            raise refused(answer)
    page = wants_page(request)
    gone: Response = (
        Response(status=303, headers={"Location": "/"}) if page else json_reply({"left": True})
    )
    gone.delete_cookie(SEAT_COOKIE, httponly=True, samesite="Strict")
    return gone
