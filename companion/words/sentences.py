"""Sentences of the parts that know no languages: found in their sources, with the parts in braces.

The eye, the drivers and the disk speak English. Of `f"{path} is damaged ({error})."` the template
is `{path} is damaged ({error}).`; `companion.words.recognised` finds it again in what was said.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from companion.words.text import mark

SPEAKING = (
    "companion/commands/doctor.py",
    "companion/commands/doctor_buttons.py",
    "companion/commands/doctor_devices.py",
    "companion/commands/doctor_disk.py",
    "companion/commands/doctor_light.py",
    "companion/commands/doctor_measure.py",
    "companion/commands/doctor_system.py",
    "companion/eye/lessons.py",
    "companion/eye/limits.py",
    "companion/eye/process.py",
    "companion/eye/report.py",
    "companion/eye/settle.py",
    "companion/eye/shots.py",
    "companion/eye/tokens.py",
    "companion/eye/vote.py",
    "companion/blackbox/recorder.py",
    "companion/practice/band_file.py",
    "companion/store/errors.py",
    "companion/store/folder.py",
    "companion/store/rescue.py",
    "companion/store/scan.py",
    "hardware/board/choice.py",
    "hardware/board/devices.py",
    "hardware/board/line_events.py",
    "hardware/board/pins_lgpio.py",
    "hardware/board/process.py",
    "hardware/board/twin.py",
    "hardware/camera.py",
    "hardware/camera_opencv.py",
    "hardware/camera_picamera2.py",
    "hardware/camera_twin.py",
    "hardware/config.py",
    "hardware/keyboard.py",
    "hardware/voice.py",
    "hardware/voice_aplay.py",
    "hardware/voice_espeak.py",
    "hardware/voice_pyttsx3.py",
    "hardware/wiring.py",
    "rules/eldris/beginning.py",
    "rules/seating.py",
    "vision/catalogue.py",
    "vision/catalogue_head.py",
    "vision/cells.py",
    "vision/colour_dice.py",
    "vision/covered.py",
    "vision/dice.py",
    "vision/dice_reading.py",
    "vision/dice_votes.py",
    "vision/doubt.py",
    "vision/face_quality.py",
    "vision/markers.py",
    "vision/matching.py",
    "vision/overlaps.py",
    "vision/parting.py",
    "vision/photo.py",
    "vision/pile.py",
    "vision/pile_photo.py",
    "vision/symbol_dice.py",
    "vision/teaching.py",
    "vision/tokens.py",
    "vision/tray.py",
)
"""Files whose sentences reach people by way of a sensor's status or an error."""
PIECES = (
    *(mark("top left"), mark("top right"), mark("bottom left"), mark("bottom right")),
    mark("This file"),
    *(mark("seat {seat}'s buzzer"), mark("the table's {kind} button"), mark("seat {seat} +{ms}")),
    *(mark("ground"), mark("Python {version}")),
    *(mark("{path} is sound"), mark("power saving is off"), mark("{degrees} C")),
    *(mark("{n} video devices: {names}"), mark("{n} sound cards: {names}")),
    *(mark("{chips}; {packages} installed"), mark("Missing: {names}.")),
)
"""Too short to be taken for sentences: corners of the mat that are not in sight, with commas
between, and what stands for the name of a file that a page sent."""
HERE = "companion/words/sentences.py"
WORDS_NEEDED = 3
"""A full stop counts as one: what has fewer is a name or a key."""
_WORD = re.compile(r"^[(`]?[A-Za-z']+[).,:;`]*$")
_NAME = re.compile(r"[A-Za-z_]\w*")
_ASIDE = ("print", "info", "debug", "warning", "exception", "getLogger", "compile", "option")
"""Calls whose words go to a log, or are no words."""


def spoken(root: Path) -> Iterator[tuple[Path, str]]:
    """(file, template) of every sentence, in the order of files and lines."""
    for name in SPEAKING:
        path = root / name
        for template in _of(ast.parse(path.read_text(encoding="utf-8"))):
            yield path, template


def _of(tree: ast.AST) -> Iterator[str]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue  # a docstring
        if isinstance(node, ast.Call) and _called(node) in _ASIDE:
            continue
        if isinstance(node, ast.JoinedStr | ast.Constant):
            template = _template(node)
            words = sum(bool(_WORD.match(word)) for word in template.split())
            if words + template.endswith(".") >= WORDS_NEEDED and not template.startswith(
                "SELECT "
            ):
                yield template
        else:
            yield from _of(node)


def _called(call: ast.Call) -> str:
    match call.func:
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return name
        case _:
            return ""


def _template(node: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    taken: dict[str, str] = {}
    return "".join(
        str(piece.value) if isinstance(piece, ast.Constant) else f"{{{_part(piece, taken)}}}"
        for piece in node.values
    )


def _part(piece: ast.expr, taken: dict[str, str]) -> str:
    """A name for what is filled in: the last name of its expression, each but once."""
    source = ast.unparse(piece.value if isinstance(piece, ast.FormattedValue) else piece)
    found = [name.strip("_") for name in _NAME.findall(re.sub(r"'[^']*'", "", source))]
    names = [name for name in found if name] or ["value"]
    name = next((one for one in reversed(names) if one not in taken or taken[one] == source), "")
    if not name:
        name = f"{names[-1]}_{len(taken)}"
    taken[name] = source
    return name
