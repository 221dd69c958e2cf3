"""From where on light, lens or the camera's place are bad, and the cure in words.

The limits come from measurement: `companion bench conditions`, docs/vision.md, "Conditions".
"""

from dataclasses import dataclass

from hardware.eye_link import Level


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """From where on a number is bad.

    Attributes:
        name: Of the number; what it measures stands at `Measures`.
        amber: Reading becomes harder; `red`: readings fail.
        low: The number is bad when it is low.
        stops: Where it is red, the camera does not count as seeing the table.
        template: What it means and the cure; `{value}` is the number in per cent or px.
        percent: Shown in per cent.
        hold_ns: A level must last so long to count: a hand may rest on a corner for a while.
    """

    name: str
    amber: float
    red: float
    template: str
    low: bool = False
    stops: bool = False
    percent: bool = True
    hold_ns: int = 300_000_000

    def level(self, value: float) -> Level:
        """How bad a value is."""
        sign = -1.0 if self.low else 1.0
        if sign * value >= sign * self.red:
            return "red"
        return "amber" if sign * value >= sign * self.amber else "good"

    def shown(self, value: float) -> str:
        """As people read it."""
        return f"{max(value * 100, 0.0):.0f}" if self.percent else f"{value:.1f}"


UNDER_HANDS_NS = 2_500_000_000
"""For numbers that a hand over a corner makes bad."""
LIMITS: tuple[Limit, ...] = (
    Limit(
        name="light",
        amber=0.30,
        red=0.16,
        low=True,
        stops=True,
        template="It is getting too dark to read cards: the paper of the mat is {value} % bright. "
        "Switch a lamp on, or take the cap off the camera.",
    ),
    Limit(
        name="distance",
        amber=1.1,
        red=0.95,
        low=True,
        stops=True,
        percent=False,
        template="The camera is too far away: a millimetre of the mat is {value} px wide, at least "
        "1 is needed. Bring it nearer, or raise its resolution.",
    ),
    Limit(
        name="sharpness",
        amber=0.40,
        red=0.25,
        low=True,
        stops=True,
        template="The picture is out of focus: edges are {value} % sharp. Focus the camera on the "
        "mat, or clean its lens.",
    ),
    Limit(
        name="markers",
        amber=3.5,
        red=0.5,
        hold_ns=UNDER_HANDS_NS,
        low=True,
        stops=True,
        percent=False,
        template="Not all corner markers of the mat are in sight: a push of the camera would go "
        "unnoticed. Uncover the corners of the mat.",
    ),
    Limit(
        name="exposure",
        amber=0.25,
        red=0.75,
        template="The picture is too bright: {value} % of the mat is blown out. Dim the "
        "lamp a little, or measure the light anew on the camera page.",
    ),
    Limit(
        name="glare",
        amber=0.001,
        red=0.004,
        template="A lamp is mirrored in {value} % of a zone: cards under it cannot be read. Move "
        "the lamp, or tilt the camera a little.",
    ),
    Limit(
        name="evenness",
        amber=0.5,
        red=0.3,
        hold_ns=UNDER_HANDS_NS,
        low=True,
        template="The light is uneven: the darkest side of the mat gets {value} % of the light of "
        "the brightest. Move the lamp, or whoever sits in its way.",
    ),
    Limit(
        name="flicker",
        amber=0.008,
        red=0.0145,
        template="The light flickers by {value} % from frame to frame. Use another lamp, or "
        "daylight.",
    ),
    Limit(
        name="dirt",
        amber=0.2,
        red=0.33,
        hold_ns=UNDER_HANDS_NS,
        template="One corner of the picture is {value} % duller than the others: there may be dirt "
        "on the lens. Wipe the lens with a soft cloth.",
    ),
    Limit(
        name="shift",
        amber=1.0,
        red=8.0,
        percent=False,
        template="The camera was pushed by {value} px and has found the mat again. Fix it, so that "
        "it cannot move.",
    ),
    Limit(
        name="likeness",
        amber=0.08,
        red=0.02,
        low=True,
        template="Cards look less and less like the pictures they were taught by ({value} % to "
        "spare). Look after light, focus and lens, or teach the cards anew.",
    ),
)
"""In the order of what stops reading first."""
