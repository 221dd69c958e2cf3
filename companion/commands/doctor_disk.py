"""The doctor's look at the disk, and at the games that are kept on it."""

import os
import shutil
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from companion.commands.doctor_probe import Finding, Machine, amber, green, red

LITTLE_BYTES, VERY_LITTLE_BYTES = 1024**3, 100 * 1024**2
SLOW_SYNC_S = 0.2
"""A commit waits for one sync; a good SD card takes 2 to 10 ms."""
OPTIONS = 3
"""Which field of a line of /proc/mounts holds the options."""


def disk(machine: Machine) -> Iterable[Finding]:
    """Space and writability of the data folder."""
    place = _nearest(machine.data_dir)
    free = shutil.disk_usage(place).free
    gigabytes, folder = f"{free / 1024**3:.1f}", machine.data_dir
    cure = "Make room: a game needs a few megabytes, its pictures some hundred."
    if free < VERY_LITTLE_BYTES:
        yield red("disk space", f"Only {gigabytes} GB are free for {folder}.", cure)
    elif free < LITTLE_BYTES:
        yield amber("disk space", f"Only {gigabytes} GB are free for {folder}.", cure)
    else:
        yield green("disk space", f"{gigabytes} GB are free for {folder}")
    yield _writable(folder, place)


def disk_health(machine: Machine) -> Finding:
    """What the kernel counted: a dying card shows in these before it is dead."""
    place = _nearest(machine.data_dir).resolve()
    options = _mounted(machine, place)
    if "ro" in options:
        return red(
            "disk health",
            f"{place} can only be read: the kernel gave up writing to it, or it was mounted so.",
            "Copy the games away (companion bundle), then a new card; dmesg tells what happened.",
        )
    counted = 0
    for path in sorted((machine.root / "sys/fs/ext4").glob("*/errors_count")):
        text = machine.read(str(path.relative_to(machine.root)))
        counted += int(text) if text.isdigit() else 0
    if counted:
        return amber(
            "disk health",
            f"The kernel counted {counted} errors of the file system: the card may be dying.",
            "Copy the games away (companion bundle), then sudo fsck -f at the next start; use a "
            "new card if they come back.",
        )
    return green("disk health", "no errors of the file system counted, and it can be written")


def _mounted(machine: Machine, place: Path) -> tuple[str, ...]:
    """Options of the file system that holds the folder; empty where the kernel does not tell."""
    found: tuple[int, tuple[str, ...]] = (0, ())
    for line in machine.read("proc/mounts").splitlines():
        fields = line.split()
        if len(fields) > OPTIONS and place.is_relative_to(fields[1]):
            found = max(found, (len(fields[1]), tuple(fields[OPTIONS].split(","))))
    return found[1]


def _nearest(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next(place for place in (folder, *folder.absolute().parents) if place.is_dir())


def _writable(folder: Path, place: Path) -> Finding:
    """Write, sync and delete a small file; beside the folder where that is not made yet."""
    began = time.monotonic()
    try:
        with tempfile.NamedTemporaryFile(dir=place, prefix=".doctor-") as file:
            file.write(bytes(300))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return red(
            "data folder",
            f"{folder} cannot be written ({error.strerror}): no game can be kept.",
            "Give it to this user, or choose another one with --data DIR.",
        )
    took = time.monotonic() - began
    if took > SLOW_SYNC_S:
        return amber(
            "data folder",
            f"{folder} takes {took * 1000:.0f} ms to make a small write safe; taps will feel slow.",
            "Use a faster card (class A1 or A2) or a USB stick.",
        )
    return green("data folder", f"{folder} is writable; a safe write took {took * 1000:.1f} ms")


def journals(machine: Machine) -> Iterable[Finding]:
    """Every kept game, entry by entry."""
    from companion.store import StoreError, check_journal

    paths = sorted((machine.data_dir / "games").glob("*.journal"))
    for path in paths:
        try:
            damage = check_journal(path).damage
        except StoreError as error:
            yield red("journal", str(error), f"Move {path} away.")
            continue
        if damage is not None:
            yield red("journal", f"{damage.what} {damage.meaning}", damage.cure)
            continue
        yield green("journal", f"{path.name} is sound")
    if not paths:
        yield green("journal", "no games kept yet")
