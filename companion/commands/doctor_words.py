"""The doctor's report for a person: in the language of the configuration, one line a finding.

Findings are English, as other programs read them (`--json`); `recognised` finds their templates.
"""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import click

from companion.camera_desk import LABELS
from companion.commands.doctor_probe import Finding
from companion.eye.limits import LIMITS
from companion.words import Text, Words, enumerated, mark, n, recognised, render, t
from hardware.eye_link import Condition

COLOURS = MappingProxyType({"green": "green", "amber": "yellow", "red": "red"})
LEVELS: Mapping[str, str] = MappingProxyType(
    {"green": mark("green"), "amber": mark("amber"), "red": mark("red")}
)
CHECKS: Mapping[str, str] = MappingProxyType(
    {
        "python": mark("python"),
        "packages": mark("packages"),
        "configuration": mark("configuration"),
        "wiring": mark("wiring"),
        "camera": mark("camera"),
        "light": mark("light"),
        "camera clock": mark("camera clock"),
        "pins": mark("pins"),
        "buttons": mark("buttons"),
        "tie band": mark("tie band"),
        "voice": mark("voice"),
        "sound": mark("sound"),
        "disk space": mark("disk space"),
        "data folder": mark("data folder"),
        "disk health": mark("disk health"),
        "journal": mark("journal"),
        "clock": mark("clock"),
        "network": mark("network"),
        "network name": mark("network name"),
        "wi-fi": mark("wi-fi"),
        "power": mark("power"),
        "temperature": mark("temperature"),
    }
)
"""What was looked at; others are a button (`button seat 1's buzzer`) or a Wi-Fi (`wi-fi wlan0`)."""


def named(check: str) -> Words:
    """What was looked at."""
    if check in CHECKS:
        return Text(CHECKS[check])
    if check.startswith("wi-fi "):
        return t("wi-fi {name}", name=check.removeprefix("wi-fi "))
    if check.startswith("button "):
        return t("button {name}", name=button(check.removeprefix("button ")))
    return check


def button(name: str) -> Words:
    """`seat 1's buzzer`, `the table's undo button`."""
    found = re.fullmatch(r"(?:seat (\d+)|the table)'s (?:(buzzer)|(\w+) button)", name)
    if found is None:
        return name
    seat, buzzer, kind = found.groups()
    if buzzer:
        return t("seat {seat}'s buzzer", seat=seat) if seat else t("the table's buzzer")
    if seat:
        return t("seat {seat}'s button {kind}", seat=seat, kind=kind)
    return t("the table's button {kind}", kind=kind)


def numbers_of(measures: Sequence[Condition]) -> Words:
    """`Light 62 %, Glare 0.2 % (amber)`."""
    return enumerated([_shown(one) for one in measures])


def _shown(one: Condition) -> Words:
    """A number with its unit, and its level where it is not good."""
    limit = next(limit for limit in LIMITS if limit.name == one.name)
    value = limit.shown(one.value) + (" %" if limit.percent else "")
    number = t("{name} {value}", name=Text(LABELS[one.name]), value=value)
    if one.level == "good":
        return number
    return t("{what} ({level})", what=number, level=Text(LEVELS[one.level]))


def line_of(finding: Finding, language: str) -> str:
    """Level, what, and the cure below it."""
    level = render(Text(LEVELS[finding.level]), language)
    head = click.style(f"{level:<6}", fg=COLOURS[finding.level], bold=True)
    what, text = render(named(finding.check), language), _said(finding.text, language)
    line = f"{head} {what}: {text}"
    if not finding.cure:
        return line
    return f"{line}\n       {render(t('cure'), language)}: {_said(finding.cure, language)}"


def _said(text: Words, language: str) -> str:
    return render(recognised(text) if isinstance(text, str) else text, language)


def summary_of(findings: Sequence[Finding], language: str) -> str:
    """The last line."""
    red = sum(finding.level == "red" for finding in findings)
    amber = sum(finding.level == "amber" for finding in findings)
    if red:
        return render(
            t("{red} to mend before play, {amber} missing but not needed.", red=red, amber=amber),
            language,
        )
    if amber:
        return render(
            n(
                "Ready to play; {n} thing is missing and not needed.",
                "Ready to play; {n} things are missing and not needed.",
                amber,
            ),
            language,
        )
    return render(t("Ready to play; everything is there."), language)
