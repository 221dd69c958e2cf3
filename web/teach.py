"""Teaching the table's cards: guided, through the camera or by photos; for the host."""

from flask import Blueprint, Response, render_template, request

from companion.ports import Identity, Refused, TeachService
from companion.teachmodels import TeachModel
from companion.words import t
from web.asking import table_service, wanted_view, who
from web.bodies import UPLOAD_LIMIT, HostBody, decode
from web.replies import Problem, json_reply, refused

pages = Blueprint("teach", __name__)
FILE_NAME = "cards.catalogue"


def _lessons() -> TeachService:
    lessons = table_service().lessons
    if lessons is None:
        raise Problem(404, "no_eye", t("This companion has no camera part that could learn cards."))
    return lessons


def _host() -> Identity:
    identity = who()
    if not identity.host:
        raise Problem(
            403,
            "not_host",
            t("Only the host or the table's own screen can teach cards."),
            cure=t("Ask the host, or open the table's own screen."),
        )
    return identity


def _model(answer: TeachModel | Refused) -> Response:
    if isinstance(answer, Refused):
        raise refused(answer)
    return json_reply(answer)


@pages.get("/teach")
def page() -> str:
    """The guided page; what it shows comes from `/teach/state`."""
    _host()
    _lessons()
    view = wanted_view()
    return render_template("teach.html", view=view, back="/table" if view == "table" else "/me")


@pages.get("/teach/state")
def state() -> Response:
    """The model as JSON; the page asks for it again and again while it is open."""
    return _model(_lessons().model(_host()))


@pages.post("/teach")
def act() -> Response:
    """`{"action", "value"}`; see `TeachService.act`."""
    identity = _host()
    body = decode(request.get_data(), request.content_type or "", HostBody)
    return _model(_lessons().act(identity, body.action, body.value))


@pages.post("/teach/photo")
def photo() -> Response:
    """A picture file as the body, `?key=` the card it shows."""
    identity = _host()
    request.max_content_length = UPLOAD_LIMIT
    return _model(_lessons().photo(identity, request.args.get("key", ""), request.get_data()))


@pages.get("/teach/picture/<ident>.jpg")
def picture(ident: str) -> Response:
    """A picture that was taken."""
    found = _lessons().thumb(_host(), ident)
    if found is None:
        raise Problem(404, "no_picture", t("There is no such picture any more."))
    return Response(found, mimetype="image/jpeg")


@pages.get("/teach/export")
def export() -> Response:
    """The catalogue, to keep."""
    data = _lessons().catalogue(_host())
    if isinstance(data, Refused):
        raise refused(data)
    headers = {"Content-Disposition": f'attachment; filename="{FILE_NAME}"'}
    return Response(data, headers=headers, mimetype="application/octet-stream")


@pages.post("/teach/import")
def take() -> Response:
    """A catalogue file as the body."""
    identity = _host()
    request.max_content_length = UPLOAD_LIMIT
    return _model(_lessons().take_catalogue(identity, request.get_data()))
