"""`companion doctor buttons`: each button by hand, then all with one bar."""

import statistics
from collections.abc import Callable, Iterator

from companion.commands.doctor_probe import Finding, amber, green, red
from companion.practice import WORN_MS, Bars, band_of, handle_bar
from hardware.board_link import ToCompanion
from hardware.events import Bounced, EdgesUntil, Lit, Press, SensorStatus, with_train
from hardware.timing import MS
from hardware.wiring import InputPin

TAPS = 3
"""Presses asked of each button."""
PATIENCE_NS = 15_000 * MS
"""Without the press that was asked for, on the clock of the buttons."""
STRIKE_PATIENCE_NS = 60_000 * MS
"""Without any stroke of the bar."""
MISSES = 20
"""Strokes that some button did not feel."""

Next = Callable[[], ToCompanion]
Say = Callable[[str], None]


class NoButtonsError(Exception):
    """The board has no pins; the message says why, and the cure."""


def try_each(pins: tuple[InputPin, ...], listen: Next, say: Say) -> Iterator[Finding]:
    """Ask for each button in turn. Raises NoButtonsError."""
    stuck: dict[str, SensorStatus] = {}
    for pin in pins:
        say(f"Press {pin.name}, {TAPS} times.")
        yield _try_one(pin, listen, stuck)


def _try_one(pin: InputPin, listen: Next, stuck: dict[str, SensorStatus]) -> Finding:
    mine: list[Press] = []
    others: list[Press] = []
    since: int | None = None
    while True:
        signal = listen()
        _notice(signal, stuck)
        if isinstance(signal, Press):
            since = signal.at.latest
            wanted = (signal.seat, signal.button) == (pin.seat, pin.button)
            (mine if wanted else others).append(signal)
            if len(others) >= TAPS and not mine:
                return _crossed(pin, others[-1])
        elif isinstance(signal, Bounced):
            mine = list(with_train(mine, signal))
        elif isinstance(signal, EdgesUntil):
            since = signal.ns if since is None else since
            if len(mine) >= TAPS and signal.ns >= since:  # trains come before their mark
                return _bounce(pin, mine)
            if signal.ns - since >= PATIENCE_NS:
                return _silent(pin, mine, stuck)


def _notice(signal: ToCompanion, stuck: dict[str, SensorStatus]) -> None:
    if not isinstance(signal, SensorStatus):
        return
    if signal.sensor == "buttons" and not signal.ok:
        raise NoButtonsError(signal.text)
    if signal.sensor.startswith("button:"):
        stuck[signal.sensor] = signal
        if signal.ok:
            del stuck[signal.sensor]


def _check(pin: InputPin) -> str:
    return f"button {pin.name}"


def _where(pin: InputPin) -> str:
    to = "ground" if pin.pull_up else "3.3 V"
    return (
        f"Look at its wires: one to GPIO {pin.gpio}, the other to {to}, on COM and NO "
        "(docs/wiring.md)."
    )


def _silent(pin: InputPin, mine: list[Press], stuck: dict[str, SensorStatus]) -> Finding:
    name = f"button:{pin.seat}" + ("" if pin.button == "grab" else f":{pin.button}")
    if name in stuck:
        return red(
            _check(pin),
            "Stuck: it is down all the time and counts for nothing.",
            f"Lift what lies on it. {_where(pin)}",
        )
    if mine:
        return amber(
            _check(pin), f"Felt only {len(mine)} of {TAPS} presses.", f"Press harder. {_where(pin)}"
        )
    return red(_check(pin), f"Dead: nothing is felt on GPIO {pin.gpio}.", _where(pin))


def _crossed(pin: InputPin, felt: Press) -> Finding:
    what = "buzzer" if felt.button == "grab" else f"{felt.button} button"
    whose = f"seat {felt.seat + 1}'s {what}" if felt.seat >= 0 else f"the table's {what}"
    return red(
        _check(pin),
        f"Wires are exchanged: what was pressed is felt as {whose}, who would get the slaps.",
        f"Exchange the wires, or the numbers in [board]: {pin.name} belongs on GPIO {pin.gpio}.",
    )


def _bounce(pin: InputPin, mine: list[Press]) -> Finding:
    lasted = [max(press.bounce, default=0) / MS for press in mine]
    usual, most = f"{statistics.median(lasted):.1f}", f"{max(lasted):.1f}"
    if max(lasted) > WORN_MS:
        return amber(
            _check(pin),
            f"felt on GPIO {pin.gpio}; bounces {usual} ms, at most {most}: a worn contact or a "
            "loose wire; slaps are still judged by the first edge.",
            "Press its plugs home; if it stays, put in another button of the same model.",
        )
    return green(_check(pin), f"felt on GPIO {pin.gpio}; bounces {usual} ms, at most {most}")


def strike(seats: int, strokes: int, listen: Next, say: Say) -> Finding:
    """All buzzers with one bar: their own delays, and the tie band that follows."""
    say(f"Lay a ruler flat across all {seats} buzzers and strike {strokes} times.")
    bars = Bars(seats=seats, wanted=strokes)
    since: int | None = None
    while not bars.over and len(bars.missed) < MISSES:
        signal = listen()
        if isinstance(signal, Lit):
            continue
        if isinstance(signal, Press) or since is None:
            since = _instant(signal, since)
        elif isinstance(signal, EdgesUntil) and signal.ns - since >= STRIKE_PATIENCE_NS:
            break
        before, bars = bars, handle_bar(bars, signal)
        if bars.missing:
            raise NoButtonsError(str(bars.missing))
        if len(bars.bars) > len(before.bars):
            say(f"Stroke {len(bars.bars)}: {bars.bars[-1].spread_ns / MS:.2f} ms apart.")
        if len(bars.missed) > len(before.missed):
            lost = ", ".join(str(seat + 1) for seat in bars.missed[-1])
            say(f"Not felt by seat {lost}: strike again, harder and level.")
    band = band_of(bars.bars)
    if band.band_ms is None:
        return amber("tie band", str(band.why), "companion doctor buttons, with the bar level.")
    delays = ", ".join(f"seat {n} +{ms:.2f}" for n, ms in enumerate(band.delays_ms, start=1))
    return green(
        "tie band",
        f"{band.band_ms:g} ms: slaps closer than that are a tie ({delays} ms). To keep it, run: "
        "companion practice --bar --write-band",
    )


def _instant(
    signal: Press | Bounced | EdgesUntil | SensorStatus, otherwise: int | None
) -> int | None:
    match signal:
        case Press(at=at):
            return at.latest
        case EdgesUntil(ns=ns):
            return ns
        case _:
            return otherwise


def at_rest(pins: tuple[InputPin, ...], listen: Next) -> list[Finding]:
    """What the board says of each button when nobody presses. Raises NoButtonsError."""
    stuck: dict[str, SensorStatus] = {}
    while not isinstance(signal := listen(), EdgesUntil):
        _notice(signal, stuck)
    findings = []
    for pin in pins:
        name = f"button:{pin.seat}" + ("" if pin.button == "grab" else f":{pin.button}")
        if name in stuck:
            findings.append(
                red(
                    _check(pin),
                    f"Down though nobody presses it (GPIO {pin.gpio}): it counts for nothing.",
                    f"Lift what lies on it. {_where(pin)}",
                )
            )
        else:
            findings.append(green(_check(pin), f"at rest on GPIO {pin.gpio}"))
    return findings
