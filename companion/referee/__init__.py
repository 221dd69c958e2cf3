"""The referee: who was first, and against which Pot, from timed evidence alone.

Whether a grab was allowed is the rules' business. Pure: no clock, no thread, no input or output.

    referee = start(RefereeConfig())
    referee = feed(referee, signal)              # for every Press, Observation, mark and tap
    referee, due = next_due(referee)             # until it is None; or `due` for all at once
    referee, dues = overdue(referee, now)        # on every tick
"""

from companion.referee.elements import (
    Due,
    DueChange,
    DuePresses,
    DueTap,
    DueUndecided,
    Element,
    Elementary,
    RefereeConfig,
    TimedTap,
    phone_tap,
)
from companion.referee.judging import judge, public, seal, verdict_of
from companion.referee.record import EvidenceRecord, Verdict
from companion.referee.settling import due, next_due, overdue
from companion.referee.state import Referee, feed, hold, reconfigured, sensor_present, start

__all__ = [
    "Due",
    "DueChange",
    "DuePresses",
    "DueTap",
    "DueUndecided",
    "Element",
    "Elementary",
    "EvidenceRecord",
    "Referee",
    "RefereeConfig",
    "TimedTap",
    "Verdict",
    "due",
    "feed",
    "hold",
    "judge",
    "next_due",
    "overdue",
    "phone_tap",
    "public",
    "reconfigured",
    "seal",
    "sensor_present",
    "start",
    "verdict_of",
]
