"""`companion demo` as tests run it: its exit code and its report."""

import json
import subprocess
import sys

ENOUGH_S = 900
"""For one demo on a machine that does much else."""
DARK = ("--sabotage", "camera-black=1")
COMMAND = (sys.executable, "-m", "companion", "demo")


def demo(game: str, *arguments: str) -> tuple[int, dict]:
    """One evening of this game, without a page to look at."""
    done = subprocess.run(
        [*COMMAND, game, "--headless", "--json", *arguments],
        capture_output=True,
        text=True,
        timeout=ENOUGH_S,
        check=False,
    )
    assert done.stdout, done.stderr[-3000:]
    return done.returncode, json.loads(done.stdout)
