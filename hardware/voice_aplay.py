"""WAV files to the loudspeaker, by a process that can be killed."""

import contextlib
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from hardware.voice import Playing, VoiceUnavailableError, silent_because


class AplayPlayer:
    """Plays files with a process of its own, so that a verdict can kill it.

    Args:
        command: What to start; the file's path is appended.
    """

    def __init__(self, command: Sequence[str] = ("aplay", "-q")) -> None:
        self._command = tuple(command)

    def __call__(self, path: Path) -> Playing:
        """Start to play. Raises VoiceUnavailableError where there is no player."""
        try:
            process = subprocess.Popen(
                [*self._command, str(path)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                env={**os.environ, "LC_ALL": "C"},
            )
        except OSError as error:
            raise VoiceUnavailableError(
                silent_because(
                    f"{self._command[0]} does not start: {error.strerror}. "
                    "Cure: sudo apt install alsa-utils"
                )
            ) from error
        return _PlayingProcess(process)


class _PlayingProcess:
    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    def wait(self) -> str:
        _, errors = self._process.communicate()
        if self._process.returncode == 0:
            return ""
        lines = errors.strip().splitlines()
        reason = lines[-1] if lines else f"exit code {self._process.returncode}"
        return silent_because(
            f"{reason}. Cure: connect a loudspeaker, and see that aplay -l lists it"
        )

    def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
