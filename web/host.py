"""What a host may do: seats, options, start, undo, end. The table decides who is one."""

from flask import Blueprint, Response, request

from web.asking import table_service, who
from web.bodies import HostBody, decode
from web.replies import done_or_refused

pages = Blueprint("host", __name__)


@pages.post("/host")
def host() -> Response:
    """`{"action", "value"}`; see `TableService.host`."""
    identity = who()
    body = decode(request.get_data(), request.content_type or "", HostBody)
    return done_or_refused(table_service().host(identity, action=body.action, value=body.value))
