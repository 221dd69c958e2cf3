"""Why a verdict fell as it did: the pictures and the presses on a time line."""

from flask import Blueprint, Response, render_template, request

from companion.ports import Identity
from web.asking import table_service
from web.audience import resolve
from web.replies import Problem
from web.timeline import read_record

pages = Blueprint("evidence", __name__)


@pages.get("/evidence/<ident>.jpg")
def picture(ident: str) -> Response:
    """A picture that this audience may see."""
    image = table_service().evidence_image(whoever(), ident)
    if image is None:
        raise Problem(404, "no_picture", "There is no such picture, or it is not yours to see.")
    return Response(image, mimetype="image/jpeg")


@pages.get("/verdict/<ident>")
def verdict(ident: str) -> str:
    """A verdict explained: presses to scale, frames around the moment, the rule."""
    identity = whoever()
    raw = table_service().evidence_record(identity, ident)
    if raw is None:
        raise Problem(404, "no_verdict", "There is no such verdict, or it is not yours to see.")
    names = {player.seat: player.name for player in table_service().view(identity).players}
    return render_template("verdict.html", record=read_record(raw, names), back=back())


def whoever() -> Identity:
    """A seat's evidence where there is a seat, else the table's or a spectator's."""
    service = table_service()
    if request.args.get("as") != "table":
        mine = resolve(service, "me", request.cookies)
        if mine is not None:
            return mine
    table = resolve(service, "table", request.cookies)
    if table is None:  # pragma: no cover - the table's view always has an audience
        raise Problem(403, "no_seat", "This phone has no seat at the table.")
    return table


def back() -> str:
    """Where this page was opened from."""
    return "/table" if request.args.get("as") == "table" else "/me"
