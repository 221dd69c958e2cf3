"""An evening at the simulated table in real time, with a human or only watched by one."""

from typing import Any

from companion.twin.play import Evening, Plan
from companion.twin.report import Report
from companion.twin.table_page import Picture, TablePage

EVENING_GAMES = 1000
"""As many as anybody wants to play."""


def open_table(plan: Plan, report: Report, host: str, port: int) -> None:
    """Play until the process is ended. Raises OSError when the port is taken, PhoneError.

    Raises ValueError for humans in a game that gives them no hands here: it can only be watched.
    """
    evening = Evening(plan, report)
    picture = Picture()
    evening.world.on_picture = picture.put
    names = {seat: evening.people[seat].name for seat in range(plan.seats)}
    humans = frozenset(range(plan.seats)) - set(plan.people)
    for number, seat in enumerate(sorted(humans)):
        names[seat] = f"Seat {seat + 1}" if number else "You"
    hands = plan.stage.hands(names, humans, plan.url)
    if hands is None and humans:
        raise ValueError(f"{plan.stage.NAME} has no hands for humans at this table")
    evening.hands = hands
    if hands is None:
        page = TablePage(host, port, picture, lambda: _watched(names, plan.url), _nothing)
    else:
        page = TablePage(host, port, picture, hands.look, hands.act)
    try:
        evening.run()
    finally:
        page.close()


def _watched(names: dict[int, str], url: str) -> dict[str, Any]:
    """What the page shows where nobody but the simulated people has hands."""
    return {
        "humans": [],
        "people": [{"name": name, "status": ""} for name in names.values()],
        "me": {},
        "turn": None,
        "over": False,
        "says": "These people play by themselves; the companion's page shows what it makes of it.",
        "url": url,
    }


def _nothing(_action: str, _seat: int, _value: int | None) -> None:
    """Nobody has hands here."""
