"""The doctor's look at Python, clock, network and configuration."""

import datetime as dt
import importlib.metadata
import importlib.util
import re
import sys
import time
from collections.abc import Iterable

from companion.commands.doctor_probe import Finding, Machine, amber, green, red

NEEDED = (
    "a2wsgi",
    "click",
    "cv2",
    "flask",
    "gpiozero",
    "httptools",
    "msgspec",
    "numpy",
    "pyttsx3",
    "reportlab",
    "rich",
    "segno",
    "uvicorn",
)
OLDEST_PYTHON = (3, 11)
COARSE_CLOCK_S = 1e-6
"""Presses are told apart by milliseconds; a step of the clock must be far smaller."""

BUILT = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""Before the program was made; a clock that says so is wrong."""


def python(_: Machine) -> Finding:
    """The interpreter."""
    version = ".".join(str(part) for part in sys.version_info[:3])
    if sys.version_info[:2] < OLDEST_PYTHON:
        return red("python", f"Python {version} is too old.", "Install Python 3.11 or later.")
    return green("python", f"Python {version}")


def packages(_: Machine) -> Finding:
    """What the companion imports."""
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    if missing:
        return red(
            "packages",
            f"Missing: {', '.join(missing)}.",
            "pip install -e . in the companion's folder and environment.",
        )
    try:
        version = importlib.metadata.version("table-companion")
    except importlib.metadata.PackageNotFoundError:
        version = "run from its folder"
    return green("packages", f"all {len(NEEDED)} needed packages; table-companion {version}")


def clock(machine: Machine) -> Finding:
    """The wall clock, which only names games, and the steady one, which judges."""
    resolution = time.get_clock_info("monotonic").resolution
    if resolution > COARSE_CLOCK_S:
        return red(
            "clock",
            f"The steady clock moves in steps of {resolution * 1e6:.0f} us: slaps cannot be told "
            "apart.",
            "Use another machine or kernel.",
        )
    if dt.datetime.now(dt.UTC) < BUILT:
        return amber(
            "clock",
            "The date is wrong; games will carry it in their names. Judging is not affected.",
            "Connect to the internet for a minute, or set it: sudo date -s '2026-11-30 19:00'",
        )
    answer = machine.ask(("timedatectl", "show", "--property=NTPSynchronized", "--value"))
    known = {
        "yes": "steady clock in ns; date plausible, kept by a time server",
        "no": "steady clock in ns; date plausible, not kept by a time server",
    }
    return green("clock", known.get(answer.out.strip(), "steady clock in ns; date plausible"))


def wifi(machine: Machine) -> Iterable[Finding]:
    """Power saving of each Wi-Fi: it stalls phones for up to two seconds."""
    names = [
        path.parent.name for path in sorted((machine.root / "sys/class/net").glob("*/wireless"))
    ]
    for name in names:
        yield _wifi_of(machine, name)
    if not names:
        yield green("wi-fi", "none here; nothing to switch off")


def _wifi_of(machine: Machine, name: str) -> Finding:
    check = f"wi-fi {name}"
    off = (
        f"sudo iw dev {name} set power_save off; for good: "
        "sudo nmcli connection modify NAME 802-11-wireless.powersave 2"
    )
    answer = machine.ask(("iw", "dev", name, "get", "power_save"))
    state = re.search(r"Power save: (\w+)", answer.out)
    if state is None:
        return amber(
            check, "Cannot tell whether power saving is on.", f"sudo apt install iw; {off}"
        )
    if state.group(1) == "on":
        return amber(check, "Power saving is on: phones stall for up to two seconds.", off)
    return green(check, "power saving is off")


def network(_: Machine) -> Finding:
    """The address that phones use."""
    from companion.lan import lan_address

    address = lan_address()
    if address.startswith("127."):
        return amber(
            "network",
            "No network: phones cannot reach this machine, only its own screen can.",
            "Connect it to the Wi-Fi of the phones, or open an access point on it.",
        )
    return green("network", f"phones reach this machine at {address}")


def network_name(machine: Machine) -> Finding:
    """The name that phones can type instead of a number (mDNS)."""
    name = machine.read("etc/hostname") or "this-machine"
    if not (machine.root / "run/avahi-daemon/socket").exists():
        return amber(
            "network name",
            f"{name}.local is not announced: phones need the number or the QR code.",
            "sudo apt install avahi-daemon, and sudo systemctl enable --now avahi-daemon",
        )
    return green("network name", f"phones reach this machine as {name}.local")


def configuration(machine: Machine) -> Iterable[Finding]:
    """The owner's file, and the wiring in it."""
    from companion.config import FILE_NAME, ConfigError, load_config
    from hardware.wiring import wiring_problems

    path = machine.data_dir / FILE_NAME
    try:
        config = load_config(path)
    except ConfigError as error:
        yield red("configuration", str(error), "Mend the field that is named.")
        return
    text = f"{path} is sound" if path.exists() else "none; all defaults"
    yield green("configuration", text)
    if config.board is None:
        yield green("wiring", "the default wiring (docs/wiring.md)")
        return
    problems = wiring_problems(config.board)
    for problem in problems:
        yield red("wiring", problem, f"Change [board] in {path}.")
    if not problems:
        yield green("wiring", f"{len(config.board.seats)} seats, nothing on one pin twice")
