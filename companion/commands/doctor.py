"""`companion doctor`: look at this machine, and name the cure of what is wrong."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import click
import msgspec

from companion.commands import doctor_devices, doctor_system
from companion.commands.doctor_probe import Finding, Machine, amber, ask
from companion.settings import default_data_dir

CHECKS: tuple[Callable[[Machine], Finding | Iterable[Finding]], ...] = (
    doctor_system.python,
    doctor_system.packages,
    doctor_system.configuration,
    doctor_devices.cameras,
    doctor_devices.pins,
    doctor_devices.voice,
    doctor_devices.sound,
    doctor_system.disk,
    doctor_system.journals,
    doctor_system.clock,
    doctor_system.network,
    doctor_system.wifi,
    doctor_devices.power,
)
COLOURS = {"green": "green", "amber": "yellow", "red": "red"}


@click.command()
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The data folder to look at; the usual one if not given.",
)
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
def command(data: Path | None, *, as_json: bool) -> None:
    """Check this machine: green is well, amber plays on without it, red must be mended.

    Ends with 0 if nothing is red. Leaves nothing behind.
    """
    machine = Machine(root=Path("/"), ask=ask, data_dir=data or default_data_dir())
    findings = examine(machine)
    well = not any(finding.level == "red" for finding in findings)
    if as_json:
        report = {"ok": well, "findings": findings}
        sys.stdout.buffer.write(msgspec.json.encode(report) + b"\n")
    else:
        for finding in findings:
            click.echo(line_of(finding))
        click.echo(summary_of(findings))
    sys.exit(0 if well else 1)


def examine(machine: Machine) -> list[Finding]:
    """All checks; one that fails itself says so and stops none of the others."""
    findings: list[Finding] = []
    for check in CHECKS:
        try:
            found = check(machine)
            findings += [found] if isinstance(found, Finding) else list(found)
        except Exception as error:  # noqa: BLE001  the doctor reports, whatever it meets
            findings.append(
                amber(
                    check.__name__,
                    f"Could not be checked ({type(error).__name__}: {error}).",
                    "Please report this line.",
                )
            )
    return findings


def line_of(finding: Finding) -> str:
    """For a person: level, what, and the cure below it."""
    level = click.style(f"{finding.level:<6}", fg=COLOURS[finding.level], bold=True)
    text = f"{level} {finding.check}: {finding.text}"
    return f"{text}\n       cure: {finding.cure}" if finding.cure else text


def summary_of(findings: list[Finding]) -> str:
    """The last line."""
    red = sum(finding.level == "red" for finding in findings)
    amber_ = sum(finding.level == "amber" for finding in findings)
    if red:
        return f"{red} to mend before play, {amber_} missing but not needed."
    if amber_:
        return f"Ready to play; {amber_} things are missing and not needed."
    return "Ready to play; everything is there."
