"""Why a verdict fell as it did: the pictures, the hands on a time line, the rulings."""

from flask import Blueprint, Response, render_template, request

from companion.ports import Identity
from companion.words import t
from web.asking import table_service
from web.audience import resolve
from web.replies import Problem
from web.timeline import charts

pages = Blueprint("evidence", __name__)


@pages.get("/evidence/<ident>.jpg")
def picture(ident: str) -> Response:
    """A picture that this audience may see."""
    image = table_service().evidence_image(whoever(), ident)
    if image is None:
        raise Problem(404, "no_picture", t("There is no such picture, or it is not yours to see."))
    return Response(image, mimetype="image/jpeg")


@pages.get("/verdict/<ident>")
def verdict(ident: str) -> str:
    """A verdict explained to this reader."""
    model = table_service().verdict(whoever(), ident)
    if model is None:
        raise _no_verdict()
    suffix = "?as=table" if back() == "/table" else "?as=me"
    return render_template(
        "verdict.html",
        verdict=model,
        charts=charts(model),
        mine=[press for press in model.presses if press.mine and press.judged],
        others=[press for press in model.presses if not press.mine or not press.judged],
        back=back(),
        suffix=suffix,
    )


@pages.get("/verdict/<ident>.json")
def record(ident: str) -> Response:
    """The evidence record to take home, one line, as `companion judge` takes it."""
    raw = table_service().evidence_record(whoever(), ident)
    if raw is None:
        raise _no_verdict()
    named = ident if ident.isascii() and ident.isalnum() else "record"
    headers = {"Content-Disposition": f'attachment; filename="verdict-{named}.json"'}
    return Response(raw + b"\n", headers=headers, mimetype="application/json")


def _no_verdict() -> Problem:
    return Problem(404, "no_verdict", t("There is no such verdict, or it is not yours to see."))


def whoever() -> Identity:
    """A seat's evidence where there is a seat, else the table's or a spectator's."""
    service = table_service()
    if request.args.get("as") != "table":
        mine = resolve(service, "me", request.cookies)
        if mine is not None:
            return mine
    table = resolve(service, "table", request.cookies)
    if table is None:  # pragma: no cover - the table's view always has an audience
        raise Problem(403, "no_seat", t("This phone has no seat at the table."))
    return table


def back() -> str:
    """Where this page was opened from."""
    return "/table" if request.args.get("as") == "table" else "/me"
