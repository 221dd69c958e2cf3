"""The story of the game with its times, and the table at any moment of it."""

from flask import Blueprint, render_template, request
from werkzeug.utils import redirect
from werkzeug.wrappers import Response as AnyResponse

from companion.words import t
from web.asking import table_service
from web.evidence import back, whoever
from web.faces import number_on, symbol_of
from web.replies import Problem

pages = Blueprint("story", __name__)


@pages.get("/story")
def story() -> str:
    """Every line; each opens its moment."""
    told = table_service().story(whoever())
    return render_template("story.html", story=told, back=back(), suffix=suffix())


@pages.get("/story/<int:seq>")
def moment(seq: int) -> str:
    """The table right after entry `seq`."""
    found = table_service().moment(whoever(), seq)
    if found is None:
        raise _no_such_line()
    return render_template(
        "moment.html", moment=found, symbol=symbol_of, number=number_on, suffix=suffix()
    )


@pages.get("/story/line/<int:place>")
def line(place: int) -> AnyResponse:
    """To the moment of the line at `place`, from 1: for the slider."""
    entries = table_service().story(whoever()).entries
    if not 1 <= place <= len(entries):
        raise _no_such_line()
    return redirect(f"/story/{entries[place - 1].seq}{suffix()}", 303)


def suffix() -> str:
    """Keeps the table's screen the table's screen from page to page."""
    return "?as=table" if request.args.get("as") == "table" else ""


def _no_such_line() -> Problem:
    return Problem(
        404,
        "no_moment",
        t("The story of this game has no such line."),
        cure=t("Open the story and choose one of its lines."),
    )
