"""The table's own screen: large type for a television, and the QR code that never goes away."""

from io import BytesIO

from flask import Blueprint, Response, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.words import t
from web.asking import set_secret, table_service, who
from web.audience import TABLE_COOKIE
from web.replies import Problem, json_reply

pages = Blueprint("table", __name__)


@pages.get("/table")
def table() -> AnyResponse | str:
    """The table page. A right key is swapped for a cookie, so it does not stay in the address."""
    key = request.args.get("key")
    if key is None:
        return render_template("table.html")
    if not table_service().table_key_ok(key):
        raise Problem(
            403,
            "wrong_key",
            t("That is not the key of this table's screen."),
            cure=t("Open the address that the companion printed when it started."),
        )
    onward = Response(status=303, headers={"Location": "/table"})
    set_secret(onward, TABLE_COOKIE, key)
    return onward


@pages.get("/qr.svg")
def qr() -> Response:
    """The join address as a QR code, for whoever's view holds it."""
    lobby = table_service().view(who()).lobby
    if lobby is None or not lobby.join_url:
        raise Problem(404, "no_qr", t("There is no QR code on this page."))
    return Response(qr_svg(lobby.join_url), mimetype="image/svg+xml")


def qr_svg(url: str) -> bytes:
    """A QR code with the light border that scanners need; dark on light in every theme."""
    import segno

    out = BytesIO()
    segno.make(url, error="m", micro=False).save(
        out, kind="svg", border=3, dark="#14121b", light="#ffffff", omitsize=True, svgns=True
    )
    return out.getvalue()


@pages.get("/healthz")
def health() -> Response:
    """For monitors: phase, sensors, journal. No names, no secrets."""
    return json_reply(table_service().health())
