"""What a phone may post: small, closed shapes. Whatever else is in a body is refused by name."""

from typing import TypeVar

import msgspec
from msgspec import Struct

from companion.words import Text, mark, recognised, t
from web.replies import Problem

BODY_LIMIT = 16 * 1024  # bytes; the longest honest body is under 200
UPLOAD_LIMIT = 7 * 1024 * 1024
"""Bytes of a phone's photo or of a catalogue; the wire to the eye takes no more than 8 MB."""
UPLOADS = frozenset({"/teach/photo", "/teach/import"})


class JoinBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Take a seat: `seat` None means the first free one."""

    code: str
    name: str
    seat: int | None = None


class TapBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A button of the view of that version."""

    version: int
    choice_id: str


class HostBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A host's wish: see `TableService.host` for the actions."""

    action: str
    value: str = ""


Body = TypeVar("Body")


def decode(raw: bytes, content_type: str, shape: type[Body]) -> Body:
    """The body as `shape`.

    Raises:
        Problem: 415 for another content type, 400 for broken JSON, 422 for the wrong fields.
    """
    if content_type.partition(";")[0].strip().lower() != "application/json":
        raise Problem(
            415,
            "not_json",
            t("This address takes JSON."),
            cure=t("Send the body with Content-Type: application/json."),
        )
    try:
        return msgspec.json.decode(raw, type=shape)
    except msgspec.ValidationError as error:
        why = t("The body does not fit: {error}.", error=recognised(str(error)))
        raise Problem(422, "wrong_fields", why, cure=Text(_CURE)) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        why = t("The body is not JSON: {error}.", error=recognised(str(error)))
        raise Problem(400, "broken_json", why, cure=Text(_CURE)) from None


_CURE = mark(
    "Nothing was changed. Reload the page; if this comes again, page and companion differ."
)
