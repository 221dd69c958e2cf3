"""Light, lens and the camera's place in numbers, with their cures; for the host."""

from flask import Blueprint, Response, render_template

from companion.cameramodels import CameraModel
from companion.ports import Refused
from web.asking import table_service, wanted_view, who
from web.replies import json_reply, refused

pages = Blueprint("camera", __name__)


def _model(answer: CameraModel | Refused) -> Response:
    if isinstance(answer, Refused):
        raise refused(answer)
    return json_reply(answer)


@pages.get("/camera")
def page() -> str:
    """What it shows comes from `/camera/state`."""
    answer = table_service().camera.model(who())
    if isinstance(answer, Refused):
        raise refused(answer)
    view = wanted_view()
    return render_template("camera.html", view=view, back="/table" if view == "table" else "/me")


@pages.get("/camera/state")
def state() -> Response:
    """The model as JSON; the page asks for it again and again while it is open."""
    return _model(table_service().camera.model(who()))


@pages.post("/camera/measure")
def measure() -> Response:
    """Exposure and white balance anew."""
    return _model(table_service().camera.measure(who()))
