"""The owner's page: names and kinds of cards that the rulebook does not print; for the host."""

from flask import Blueprint, render_template

from companion.words import t
from web.asking import table_service, wanted_view, who
from web.replies import Problem

pages = Blueprint("facts", __name__)


@pages.get("/cards")
def cards() -> str:
    """Every row with what is known; saving goes through `/host` as `facts`."""
    identity = who()
    if not identity.host:
        raise Problem(
            403,
            "not_host",
            t("Only the host or the table's own screen can do this."),
            cure=t("Ask the host, or open the table's own screen."),
        )
    model = table_service().facts(identity)
    if model is None:
        raise Problem(404, "no_facts", t("Nothing of this game is left to be completed."))
    view = wanted_view()
    back = "/table" if view == "table" else "/me"
    return render_template("facts.html", model=model, view=view, back=back)
