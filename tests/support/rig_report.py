"""Numbers that a rig prints at its end."""

import json
import os
from pathlib import Path
from typing import Any


def measured(**numbers: Any) -> None:
    """Into the rig's report, where one is asked for."""
    path = os.environ.get("RIG_REPORT")
    if path:
        with Path(path).open("a") as report:
            report.write(json.dumps(numbers) + "\n")
