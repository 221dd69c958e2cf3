"""One line of a measurement."""

from msgspec import Struct


class BenchRow(Struct, frozen=True, kw_only=True):
    """A value beside its peer, measured in the same run.

    Attributes:
        what: What was measured.
        value: Ours, the median where repeated.
        unit: `actions/s`, `ms`, `bytes`, ...
        peer: Name of the peer, or None.
        peer_value: The peer's value in the same unit.
        ratio: value / peer_value.
    """

    what: str
    value: float
    unit: str
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None


def beside(what: str, value: float, unit: str, *, peer: str, peer_value: float) -> BenchRow:
    """A row with its peer and the ratio of the two."""
    ratio = value / peer_value
    return BenchRow(
        what=what, value=value, unit=unit, peer=peer, peer_value=peer_value, ratio=ratio
    )
