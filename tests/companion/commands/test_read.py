"""`companion read` starts quickly: what films need is imported only for films."""

import subprocess
import sys

from click.testing import CliRunner

from companion.commands.read import command

LOADED = "import sys, companion.commands.read; print('companion.eye.look' in sys.modules)"


def test_reading_cards_does_not_bring_the_eye_with_it() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False"]


def test_the_help_names_all_that_can_be_read() -> None:
    told = CliRunner().invoke(command, ["--help"]).output
    for kind in ("cards", "dice", "pile", "video"):
        assert f"  {kind} " in told
