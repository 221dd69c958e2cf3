"""A thread that must not wait: the kernel runs it before all that is not urgent.

The reader of presses gets by with microseconds, but beside three busy Python threads each of them
ran first when the interpreter was passed on. The kernel wakes an urgent thread before the others
that wait for the same lock (measured: `companion bench presses`, docs/hardware.md).
"""

import os

PRIORITY = 1
"""The lowest there is: any of the kernel's own threads, such as an interrupt's (50), goes first."""

SWITCH_S = 0.0001
"""How long a busy Python thread should keep the interpreter while another waits, for
`sys.setswitchinterval`: with Python's 5 ms, or with 0.5 ms, a press that comes beside three of them
waits for many turns; three busy threads get 2 to 5 % less done than with 0.5 ms (2026-11-30)."""


def be_urgent() -> bool:
    """Make the calling thread urgent; False where this user may not, and nothing has changed.

    Threads and processes that it starts are not urgent. Root may, and whoever has a limit
    (`LimitRTPRIO=` of systemd, `rtprio` in /etc/security/limits.conf).
    """
    try:
        policy = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
        os.sched_setscheduler(0, policy, os.sched_param(PRIORITY))
    except OSError:
        return False
    return True
