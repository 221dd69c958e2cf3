"""What an earlier entry may be corrected to. The correction itself is posted to /host."""

from flask import Blueprint, Response

from companion.words import t
from web.asking import table_service, who
from web.audience import SPECTATOR
from web.replies import Problem, json_reply

pages = Blueprint("amend", __name__)


@pages.get("/amendments/<int:seq>")
def amendments(seq: int) -> Response:
    """`{"choices": [...]}`: values for the host action `amend`; none where it does not count."""
    identity = who()
    if identity.audience == SPECTATOR:
        raise Problem(
            403, "no_seat", t("Who watches changes nothing."), cure=t("Join the table first.")
        )
    return json_reply({"choices": table_service().amendments(identity, seq)})
