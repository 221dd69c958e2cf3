"""Taking a seat: by the QR code, by typing the code, and again after sleep or a reload."""

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as AnyResponse

from companion.ports import Joined, Refused
from companion.words import Text, mark, render, t
from web.asking import guesses, set_secret, table_service
from web.audience import SEAT_COOKIE
from web.bodies import JoinBody, decode
from web.names import NameRefusedError, clean_name
from web.replies import Problem, asked_language, json_reply, refused

pages = Blueprint("join", __name__)
WRONG_CODE = mark("That is not the code of this table.")


@pages.get("/")
def start() -> AnyResponse | str:
    """Join, or go on where this phone was."""
    if table_service().identify(request.cookies.get(SEAT_COOKIE)) is not None:
        return redirect("/me", 303)
    return _form()


@pages.get("/j/<code>")
def by_qr(code: str) -> AnyResponse | str:
    """What the QR code opens: the form with the code filled in and the seats to choose from."""
    if table_service().identify(request.cookies.get(SEAT_COOKIE)) is not None:
        return redirect("/me", 303)
    _check_code(code)
    return _form(code=code, seats=True)


@pages.post("/join")
def join() -> AnyResponse:
    """Take the seat. A form goes on to the seat's page; JSON gets `{"seat", "name"}`."""
    if request.is_json:
        joined = _join(decode(request.get_data(), request.content_type or "", JoinBody))
        response = json_reply({"seat": joined.seat, "name": joined.name})
        set_secret(response, SEAT_COOKIE, joined.token)
        return response
    try:
        joined = _join(_form_body())
    except Problem as error:
        page = _form(
            code=request.form.get("code", ""),
            name=request.form.get("name", ""),
            reason=render(error.reason, asked_language()),
        )
        headers = {"Retry-After": str(error.retry_after_s)} if error.retry_after_s else {}
        return Response(page, error.status, headers)
    onward = Response(status=303, headers={"Location": "/me"})
    set_secret(onward, SEAT_COOKIE, joined.token)
    return onward


def _join(body: JoinBody) -> Joined:
    service = table_service()
    token = request.cookies.get(SEAT_COOKIE)
    if service.identify(token) is None:
        token = None
        _check_code(body.code)
    try:
        name = clean_name(body.name)
    except NameRefusedError as error:
        raise Problem(422, "name_refused", error.why, cure=t("Choose another name.")) from None
    answer = service.join(code=body.code, name=name, seat=body.seat, token=token)
    if isinstance(answer, Refused):
        raise refused(answer)
    return answer


def _check_code(code: str) -> None:
    """Let a right code pass; count a wrong one, whichever address of ours it came to."""
    address = request.remote_addr or "unknown"
    wait_s = guesses().wait_s(address)
    if wait_s:
        raise Problem(
            429,
            "too_many_tries",
            t("Too many wrong codes. Please wait {seconds} seconds.", seconds=wait_s),
            cure=t("Scan the QR code on the table's screen instead."),
            retry_after_s=wait_s,
        )
    if not table_service().code_ok(code):
        guesses().wrong(address)
        raise Problem(
            403, "wrong_code", Text(WRONG_CODE), cure=t("Read it from the table's screen.")
        )


def _form_body() -> JoinBody:
    chosen = request.form.get("seat", "")
    if chosen and not (chosen.isascii() and chosen.isdigit() and len(chosen) < 3):  # noqa: PLR2004
        raise Problem(422, "wrong_fields", t("There is no such seat."))
    return JoinBody(
        code=request.form.get("code", ""),
        name=request.form.get("name", ""),
        seat=int(chosen) if chosen else None,
    )


def _form(*, code: str = "", name: str = "", reason: str = "", seats: bool = False) -> str:
    return render_template(
        "join.html",
        code=code,
        name=name,
        reason=reason,
        seats=table_service().seats() if seats else (),
    )
