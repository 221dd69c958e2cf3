"""Who is asking: from cookies to an `Identity`, the same for pages and for the stream."""

from collections.abc import Mapping
from typing import Literal

from companion.ports import Identity, TableService

SEAT_COOKIE = "companion_seat"
TABLE_COOKIE = "companion_table"
TABLE = "table"
SPECTATOR = "public"

View = Literal["me", "table"]


def asked_view(value: str | None) -> View:
    """`table` or `me`; anything else is `me`, which shows nothing without a seat."""
    return "table" if value == "table" else "me"


def resolve(service: TableService, view: View, cookies: Mapping[str, str]) -> Identity | None:
    """Whose view this is, or None where a seat is asked for and nobody sits there.

    The table's own screen is known by its key; without a key it is a spectator's, who
    sees the table but neither the join code nor any button.
    """
    if view == "me":
        return service.identify(cookies.get(SEAT_COOKIE))
    key = cookies.get(TABLE_COOKIE, "")
    if key and service.table_key_ok(key):
        return Identity(audience=TABLE, host=True)
    return Identity(audience=SPECTATOR)
