"""Whether a record makes sense before it is judged."""

from collections.abc import Iterator

from companion.referee.record import EvidenceRecord
from hardware.timing import Interval


class RecordError(ValueError):
    """A record cannot be judged; the message names the field and the cure."""


def check_times(record: EvidenceRecord) -> None:
    """Intervals end after they begin, bands are what they say. Raises RecordError."""
    for field, at in _intervals(record):
        if at.earliest > at.latest:
            raise RecordError(
                f"{field}: [{at.earliest}, {at.latest}] ends before it begins; an interval is"
                " [earliest, latest] in ns"
            )
    bands = record.bands
    for field in bands.__struct_fields__:
        if getattr(bands, field) < 0:
            raise RecordError(f"bands.{field}: {getattr(bands, field)} is negative; give ns from 0")
    widest = max(bands.tie_ns, bands.measured_band_ns)
    if bands.band_ns != widest:
        raise RecordError(
            f"bands.band_ns: {bands.band_ns} is not the wider of tie_ns and measured_band_ns;"
            f" give {widest}"
        )


def _intervals(record: EvidenceRecord) -> Iterator[tuple[str, Interval]]:
    for n, press in enumerate(record.presses):
        yield f"presses[{n}].at", press.at
    for n, tap in enumerate(record.taps):
        yield f"taps[{n}].at", tap.at
    for n, other in enumerate(record.others):
        yield f"others[{n}].onset", other.onset
    for field, change in (("top", record.top), ("next", record.next)):
        if change is not None:
            yield f"{field}.onset", change.onset
    if record.taken is not None:
        yield "taken", record.taken
