"""Games that are played through the table by signals, for looking back at them."""

from companion.history import Row
from tests.companion.table.scripted import Script

PACE_MS = 3000


def doubles(entries: int, *, seats: int = 4, reaction_ms: int = 400) -> Script:
    """Everybody flips the same gem in turn; every second card is a double that somebody wins.

    So the cards go round for ever. Reactions grow by 1 ms from grab to grab, from `reaction_ms`.
    """
    game = Script(seats).begin()
    at, grabs = 10_000, 0
    while actions(game.rows) < entries:
        gem = f"gem:{grabs % 9 + 1}"
        for _ in range(2):
            at += PACE_MS
            game.card(gem, at, at + 40)
            game.until(at + 100)
        game.press(grabs % seats, at + 20 + reaction_ms + grabs)
        game.until(at + PACE_MS - 100)
        grabs += 1
    return game


def actions(rows: list[Row]) -> int:
    return sum(row.kind == "action" for row in rows)
