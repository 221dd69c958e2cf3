"""The doctor's look at camera, pins, sound and power."""

import ctypes.util
import importlib.util
import os
import re
import shutil
from collections.abc import Iterable

from companion.commands.doctor_buttons import NoButtonsError, at_rest
from companion.commands.doctor_probe import Finding, Machine, amber, green, red
from hardware.config import default_wiring
from hardware.wiring import input_pins, wiring_problems

UNDER_VOLTAGE_NOW, UNDER_VOLTAGE_SEEN = 1 << 0, 1 << 16
SLOWED_NOW = 1 << 1 | 1 << 2 | 1 << 3
"""Bits of `vcgencmd get_throttled`: frequency capped, throttled, soft temperature limit."""

WARM_C, HOT_C = 75.0, 80.0
"""A Pi slows down from 80 C on (Raspberry Pi documentation, "Frequency management")."""

DEFAULT_SEATS = 4
FREE_THE_PINS = "If the companion runs already: sudo systemctl stop table-companion, then again."


def cameras(machine: Machine) -> Finding:
    """Device nodes of cameras, and whether we may open them."""
    nodes = machine.nodes("video[0-9]*")
    if not nodes:
        return amber(
            "camera",
            "No camera (/dev/video*): cards are entered by phone.",
            "Plug in a USB camera, or connect the Pi's camera with the power off "
            "and look whether rpicam-hello shows a picture.",
        )
    closed = [node.name for node in nodes if not os.access(node, os.R_OK | os.W_OK)]
    if len(closed) == len(nodes):
        return amber(
            "camera",
            f"This user may not open any camera ({', '.join(closed)}): cards are entered by phone.",
            "sudo usermod -aG video $USER, then log in again.",
        )
    names = [
        f"{node.name} ({machine.read(f'sys/class/video4linux/{node.name}/name') or 'unnamed'})"
        for node in nodes
        if node.name not in closed
    ]
    if machine.is_pi and importlib.util.find_spec("picamera2") is None:
        return amber(
            "camera",
            f"{len(names)} video devices; picamera2 is missing, so the Pi's own camera is not used "
            "(a USB camera is).",
            "sudo apt install python3-picamera2, and a virtual environment made with "
            "--system-site-packages.",
        )
    return green("camera", f"{len(names)} video devices: {', '.join(names[:4])}")


def pins(machine: Machine) -> Finding:
    """GPIO chips, and whether we may open them."""
    nodes = machine.nodes("gpiochip*")
    if not nodes:
        return amber(
            "pins",
            "No pins (/dev/gpiochip*): no buttons and lamps here; slaps are settled by phone.",
            "Nothing on a PC (play on the simulated table). On a Pi update its system.",
        )
    if not any(os.access(node, os.R_OK | os.W_OK) for node in nodes):
        return amber(
            "pins",
            "This user may not open the pins: buttons and lamps are off.",
            "sudo usermod -aG gpio $USER, then log in again.",
        )
    there = [name for name in ("lgpio", "gpiod") if importlib.util.find_spec(name) is not None]
    if not there:
        return amber(
            "pins",
            "The packages lgpio and gpiod are missing, one is needed: buttons and lamps are off.",
            "pip install 'table-companion[pi]' in the companion's environment "
            "(sudo apt install swig python3-dev liblgpio-dev where it must be built).",
        )
    return green(
        "pins", f"{', '.join(node.name for node in nodes)}; {' and '.join(there)} installed"
    )


def voice(_: Machine) -> Finding:
    """Whether sentences can be made."""
    if ctypes.util.find_library("espeak-ng") is None and shutil.which("espeak-ng") is None:
        return amber(
            "voice",
            "eSpeak NG is missing: captions only, no voice.",
            "sudo apt install espeak-ng",
        )
    return green("voice", "eSpeak NG is installed")


def sound(machine: Machine) -> Finding:
    """Whether sentences can be heard."""
    answer = machine.ask(("aplay", "-l"))
    if answer.code is None:
        return amber(
            "sound", "aplay is missing: captions only, no voice.", "sudo apt install alsa-utils"
        )
    cards = re.findall(r"^card (\d+): \S+ \[([^\]]*)\]", answer.out, re.MULTILINE)
    if not cards:
        return amber(
            "sound",
            "No sound card is found: captions only, no voice.",
            "Connect a loudspeaker (USB, HDMI or the jack), see that aplay -l lists it, and that "
            "this user is in the group audio.",
        )
    names = dict(cards)
    return green("sound", f"{len(names)} sound cards: {', '.join(names.values())}")


def buttons(machine: Machine) -> Iterable[Finding]:
    """Each button at rest; how they behave under a hand, `companion doctor buttons` finds out."""
    from companion.config import FILE_NAME, ConfigError, load_config

    if machine.open_board is None or not machine.nodes("gpiochip*") or not machine.is_pi:
        return
    try:
        config = load_config(machine.data_dir / FILE_NAME).board or default_wiring(DEFAULT_SEATS)
    except ConfigError:
        return  # said by the configuration's own line
    if wiring_problems(config):
        return  # said by the wiring's own line
    try:
        with machine.open_board(config) as listen:
            yield from at_rest(input_pins(config), listen)
    except NoButtonsError as error:
        yield amber("buttons", str(error), FREE_THE_PINS)


def temperature(machine: Machine) -> Finding:
    """Of the processor; a hot Pi is slow, and its pictures come late."""
    text = machine.read("sys/class/thermal/thermal_zone0/temp")
    if not text.lstrip("-").isdigit():
        return green("temperature", "This machine does not tell; nothing to check.")
    degrees = int(text) / 1000
    cure = "Give it a fan, a heat sink or more air; take it out of the sun."
    if degrees >= HOT_C:
        return red("temperature", f"{degrees:.0f} C: the Pi slows itself down.", cure)
    if degrees >= WARM_C:
        return amber("temperature", f"{degrees:.0f} C: it will slow down if it gets hotter.", cure)
    return green("temperature", f"{degrees:.0f} C")


def power(machine: Machine) -> Finding:
    """Whether the Pi's power supply is strong enough."""
    answer = machine.ask(("vcgencmd", "get_throttled"))
    found = re.search(r"throttled=0x([0-9a-fA-F]+)", answer.out)
    if found is None:
        if machine.is_pi:
            return amber(
                "power",
                "vcgencmd does not answer, so a weak power supply would go unnoticed.",
                "sudo apt install raspi-utils, and be in the group video.",
            )
        return green("power", "Not a Raspberry Pi; nothing to check.")
    bits = int(found.group(1), 16)
    supply = "Use the Pi's own power supply and a short cable; it can lose data otherwise."
    if bits & UNDER_VOLTAGE_NOW:
        return red("power", "Under-voltage now: the Pi may stop in mid-game.", supply)
    if bits & UNDER_VOLTAGE_SEEN:
        return amber("power", "There was under-voltage since the Pi was started.", supply)
    if bits & SLOWED_NOW:
        return amber("power", "The Pi is slowed down, it is hot.", "Give it a fan or more air.")
    return green("power", "No under-voltage since the start")
