"""What the page of teaching says: why a picture was not taken, and why something cannot be done."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.words import mark

HINDERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        "mat": (
            mark("The mat is not in the picture."),
            mark("Lay it flat with all four markers in view."),
        ),
        "hand": (
            mark("A hand or an arm is in the picture."),
            mark("Take your hands away; the picture is taken by itself."),
        ),
        "none": (
            mark("No card lies there."),
            mark("Lay it alone on the Pot; without one on the first pile or in the tray."),
        ),
        "cut": (mark("The card lies over the edge."), mark("Lay it wholly inside the line.")),
        "several": (mark("More than one card lies there."), mark("Lay one card at a time.")),
        "shape": (
            mark("That does not have the size of a card."),
            mark("Lay one card flat on its place, or one die."),
        ),
        "far": (
            mark("The card is too small in the picture."),
            mark("Bring the camera nearer to the mat."),
        ),
        "glare": (
            mark("A lamp is mirrored on the card."),
            mark("Move the lamp, or turn the card a little."),
        ),
        "bright": (
            mark("The card is too bright: its colours are washed out."),
            mark("Dim the lamp, or measure the light anew on the camera page."),
        ),
        "blur": (
            mark("The picture is blurred."),
            mark("Focus the camera on the mat, or clean its lens."),
        ),
        "blank": (
            mark("The card shows nothing that can be learned."),
            mark("Is it face up, and light enough?"),
        ),
        "picture": (
            mark("This file is not a picture that can be read."),
            mark("Send a JPEG or PNG of at most 50 megapixels."),
        ),
    }
)
"""Code of `hardware.eye_link.TeachShot.why` to what is wrong and the cure."""
BUSY = mark("A game is running. Pause or end it first: a card that is shown now would count.")
NOT_HOST = mark("Only the host or the table's own screen can teach cards.")
NO_EYE = mark(
    "The part that looks at the table is not running just now. Wait a moment and try again."
)
NOT_OFFERED = mark("The page does not offer that. Reload it.")
NOTHING_SHOWN = mark("Show at least one card first.")
NOT_STARTED = mark("Start teaching first, then send photos.")
TOO_MANY = mark("Wait until the photos before are learned.")
NOT_TAUGHT = mark("No cards have been taught at this table yet.")
