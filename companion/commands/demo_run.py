"""The processes of a demo: the twin's world, and the companion under test beside it."""

import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.catalogues import owner_catalogue
from companion.closing import Closing

CODE_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
DICE = ".dice"
"""Taught dice lie beside the taught cards."""
STOP_S = 10.0
"""Seconds a process may take to end by itself."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What to demonstrate."""

    game: str
    seats: int
    seed: int
    games: int
    pace: str
    style: str
    voice: bool
    options: Mapping[str, str]
    sabotage: Mapping[str, str]
    catalogue: Path | None = None


class DemoError(RuntimeError):
    """The demo could not be carried out; the message says why and shows the last log lines."""


class Stage(Closing):
    """Both processes and their folders; leaving the context ends them and clears up."""

    def __init__(self, wish: Wish, keep: Path | None = None) -> None:
        """`keep`: a folder for journal, truth and logs that stays; else a temporary one."""
        self._wish = wish
        self._keep = keep is not None
        self.folder = keep or Path(tempfile.mkdtemp(prefix="companion-demo-"))
        self.twin_dir, self.data = self.folder / "twin", self.folder / "data"
        self.report, self.logs = self.folder / "report", self.folder / "logs"
        for folder in (self.twin_dir, self.data, self.report, self.logs):
            folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self.code = "".join(secrets.choice(CODE_ALPHABET) for _ in range(6))
        self.table_key = secrets.token_urlsafe(16)
        self._running: dict[str, subprocess.Popen[bytes]] = {}

    @property
    def url(self) -> str:
        """Where the companion's pages are."""
        return f"http://127.0.0.1:{self.port}"

    def close(self) -> None:
        """End what runs, and remove the folders."""
        for name in ("twin", "companion"):
            self.stop(name)
        if not self._keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    def start(self) -> None:
        """The world first, since the sensors look for it; then the companion."""
        wish = self._wish
        if wish.catalogue is not None:
            taught = owner_catalogue(self.data, f"{wish.game}-twin-{wish.style}")
            taught.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(wish.catalogue, taught)
            if wish.catalogue.with_suffix(DICE).exists():
                shutil.copyfile(wish.catalogue.with_suffix(DICE), taught.with_suffix(DICE))
        twin = ["play", "--game", wish.game, "--seats", str(wish.seats), "--seed", str(wish.seed)]
        twin += ["--games", str(wish.games), "--pace", wish.pace, "--faces", wish.style]
        twin += ["--dir", str(self.twin_dir), "--report", str(self.report)]
        twin += ["--url", self.url, "--code", self.code]
        for key, value in wish.options.items():
            twin += ["--option", f"{key}={value}"]
        for name, value in wish.sabotage.items():
            twin += ["--sabotage", f"{name}={value}"]
        self._start("twin", "companion.twin", twin)
        run = ["run", wish.game, "--hardware", "twin", "--twin-dir", str(self.twin_dir)]
        run += ["--no-twin-process", "--port", str(self.port), "--data", str(self.data)]
        run += [
            "--table-key",
            self.table_key,
            "--code",
            self.code,
            "--seats",
            str(wish.seats),
            "--faces",
            wish.style,
        ]
        run += [] if wish.voice else ["--mute"]
        self._start("companion", "companion", run)

    def twin_done(self) -> int | None:
        """The twin's exit code, or None while it plays. Raises DemoError if the companion died."""
        ended = self._running["companion"].poll()
        done = self._running["twin"].poll()
        if done is None and ended is not None:
            raise DemoError(f"The companion ended by itself ({ended}).\n{self.tail('companion')}")
        return done

    def stop(self, name: str) -> None:
        """Ask the process to end, then make it."""
        process = self._running.pop(name, None)
        if process is None or process.poll() is not None:
            return
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def tail(self, name: str, lines: int = 15) -> str:
        """The last lines of a process's log."""
        path = self.logs / f"{name}.log"
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        return "\n".join(text.splitlines()[-lines:])

    def _start(self, name: str, module: str, arguments: list[str]) -> None:
        with (self.logs / f"{name}.log").open("wb") as log:
            self._running[name] = subprocess.Popen(
                [sys.executable, "-m", module, *arguments],
                stdout=log,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
            )


def free_port() -> int:
    """A port that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait(seconds: float) -> None:
    """Let real time pass."""
    time.sleep(seconds)
