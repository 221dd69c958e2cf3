"""From what happened to what is told: the interval of the onset, and the pictures that show it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from companion.eye.evidence import Glimpse, evidence, references
from companion.eye.settle import Came, Emptied, Nothing, TakenBack
from hardware.events import Candidate, Observation
from hardware.eye_link import EvidenceImage
from hardware.timing import Interval
from vision.onset import find_onset
from vision.readings import CardReading, Image

GAP = "the camera was away while this changed"


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything about a change that has a time.

    Attributes:
        before: Small rectified picture of the last settled state; likewise `after`.
        scale: Their px/mm.
        clear: The last frame that showed the old state, nothing moving.
        glimpses: Frames since then, oldest first.
        settled: Exposure of the first settled frame.
        gap: Frames are missing between `clear` and now.
    """

    zone: str
    run: int
    before: Image
    after: Image
    scale: float
    clear: Glimpse | None
    glimpses: Sequence[Glimpse]
    settled: Interval
    gap: bool


def report(
    happened: Nothing | Emptied | TakenBack | Came,
    moment: Moment,
    next_ident: Callable[[int], int],
) -> list[Observation | EvidenceImage]:
    """What to send, in order: pictures, then the observations that refer to them."""
    match happened:
        case Nothing():
            return []
        case Emptied():
            return _plain("emptied", 1, moment, next_ident)
        case TakenBack(count=count):
            return _plain("taken_back", count, moment, next_ident)
        case Came():
            gone = _plain("emptied", 1, moment, next_ident) if happened.emptied else []
            return [*gone, *_came(happened, moment, next_ident)]


def _plain(
    kind: str, count: int, moment: Moment, next_ident: Callable[[int], int]
) -> list[Observation | EvidenceImage]:
    images = _images(moment, [])
    onset = _whole(moment)
    observations = [
        Observation(
            zone=moment.zone,
            kind=kind,
            onset=onset,
            settled_at=moment.settled.earliest,
            unsure=GAP if moment.gap else "",
            frames=references(images),
            run=moment.run,
            ident=next_ident(moment.settled.earliest),
        )
        for _ in range(count)
    ]
    return [*images, *observations]


def _came(
    came: Came, moment: Moment, next_ident: Callable[[int], int]
) -> list[Observation | EvidenceImage]:
    onset, basis, shown = _onset(came, moment)
    images = _images(moment, shown)
    reading = came.reading
    observation = Observation(
        zone=moment.zone,
        kind="card",
        on_empty=came.on_empty,
        onset=onset,
        settled_at=moment.settled.earliest,
        identity=None if moment.gap else reading.key,
        candidates=_candidates(reading),
        unsure=reading.unsure or (GAP if moment.gap else ""),
        frames=references(images),
        onset_basis=basis,
        run=moment.run,
        ident=next_ident(moment.settled.earliest),
    )
    return [*images, observation]


def _onset(came: Came, moment: Moment) -> tuple[Interval, str, list[Glimpse]]:
    """The interval, what it rests on, and the glimpses at its ends."""
    whole = _whole(moment)
    if moment.gap or not came.placed:
        return whole, "frames", []
    during = moment.glimpses
    showing = find_onset(
        moment.before,
        moment.after,
        [glimpse.small for glimpse in during],
        came.reading.quad_px * moment.scale,
    )
    earliest, latest, shown = whole.earliest, whole.latest, []
    if showing.last_old is not None:
        earliest = max(earliest, during[showing.last_old].at.earliest)
        shown.append(during[showing.last_old])
    if showing.first_new is not None:
        latest = min(latest, during[showing.first_new].at.latest)
        shown.append(during[showing.first_new])
    narrowed = (earliest, latest) != (whole.earliest, whole.latest)
    return Interval(min(earliest, latest), latest), "partial" if narrowed else "frames", shown


def _whole(moment: Moment) -> Interval:
    """From the last clear frame of the old state to the first settled frame of the new one."""
    start = moment.clear.at.earliest if moment.clear is not None else moment.settled.earliest
    return Interval(start, moment.settled.latest)


def _images(moment: Moment, shown: list[Glimpse]) -> list[EvidenceImage]:
    ends = [moment.clear] if moment.clear is not None else []
    settled = [g for g in moment.glimpses if g.at == moment.settled] or list(moment.glimpses[-1:])
    pictures = [(glimpse.at, glimpse.jpeg) for glimpse in (*ends, *shown, *settled)]
    return evidence(moment.zone, moment.run, pictures)


def _candidates(reading: CardReading) -> tuple[Candidate, ...]:
    return tuple(Candidate(ranked.key, ranked.p) for ranked in reading.candidates[:5])
