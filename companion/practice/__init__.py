"""Practice without cards: a lamp or a beep, hands, and the buttons under them. Pure.

Time comes in as the buttons' marks, chance as foreperiods that were drawn outside:

    practice = begin(Plan(seats=4, foreperiods_ns=draw(stream, 10), signals=("lamp",) * 10))
    practice, effects = handle(practice, signal)     # for every Press, EdgesUntil, Lit, status
"""

from companion.practice.band_file import keep_band, with_band
from companion.practice.bar import Band, Bar, Bars, band_of, handle_bar
from companion.practice.report import (
    WORN_MS,
    Report,
    buttons_of,
    people_of,
    seat_name,
    slaps_of_rounds,
)
from companion.practice.rounds import begin, handle
from companion.practice.state import (
    FOREPERIOD_MS,
    Answer,
    Dark,
    Effect,
    Give,
    Over,
    Plan,
    Practice,
    Round,
    RoundOver,
    Signal,
    draw,
)

__all__ = [
    "FOREPERIOD_MS",
    "WORN_MS",
    "Answer",
    "Band",
    "Bar",
    "Bars",
    "Dark",
    "Effect",
    "Give",
    "Over",
    "Plan",
    "Practice",
    "Report",
    "Round",
    "RoundOver",
    "Signal",
    "band_of",
    "begin",
    "buttons_of",
    "draw",
    "handle",
    "handle_bar",
    "keep_band",
    "people_of",
    "seat_name",
    "slaps_of_rounds",
    "with_band",
]
