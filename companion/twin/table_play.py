"""An evening with a human at the simulated table, in real time."""

from companion.twin.play import Evening, Plan
from companion.twin.report import Report
from companion.twin.table_page import Picture, TablePage

EVENING_GAMES = 1000
"""As many as anybody wants to play."""


def open_table(plan: Plan, report: Report, host: str, port: int) -> None:
    """Play until the process is ended. Raises OSError when the port is taken, PhoneError.

    Raises ValueError for a game that gives humans no hands here.
    """
    evening = Evening(plan, report)
    picture = Picture()
    evening.world.on_picture = picture.put
    names = {seat: evening.people[seat].name for seat in range(plan.seats)}
    humans = frozenset(range(plan.seats)) - set(plan.people)
    for number, seat in enumerate(sorted(humans)):
        names[seat] = f"Seat {seat + 1}" if number else "You"
    hands = plan.stage.hands(names, humans, plan.url)
    if hands is None:
        raise ValueError(f"{plan.stage.NAME} has no hands for humans at this table")
    evening.hands = hands
    page = TablePage(host, port, picture, hands.look, hands.act)
    try:
        evening.run()
    finally:
        page.close()
