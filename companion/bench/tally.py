"""Counting what a reader said: right, wrong, unsure, the shares of them, and calibration."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from companion.bench.row import BenchRow

BINS = 10


def verdict(said: object, true: object) -> str:
    """`right`, `wrong`, or `unsure` where nothing was said."""
    if said is None:
        return "unsure"
    return "right" if said == true else "wrong"


def counted(what: str, tally: Counter[str], unit: str) -> Iterator[BenchRow]:
    """Counts, the share answered, and the share right among those."""
    answered = tally["right"] + tally["wrong"]
    total = answered + tally["unsure"]
    for name in ("right", "wrong", "unsure"):
        yield BenchRow(what=f"{what}: {name}", value=tally[name], unit=unit)
    yield BenchRow(what=f"{what}: answered", value=100 * answered / max(total, 1), unit="%")
    precision = 100 * tally["right"] / max(answered, 1)
    yield BenchRow(what=f"{what}: right among answered", value=precision, unit="%")


def calibration(what: str, believed: Sequence[tuple[float, bool]]) -> BenchRow:
    """Expected calibration error of the best candidate in ten bins, told or not."""
    bins: dict[int, list[tuple[float, bool]]] = defaultdict(list)
    for p, right in believed:
        bins[min(int(p * BINS), BINS - 1)].append((p, right))
    off = sum(abs(sum(p for p, _ in b) - sum(r for _, r in b)) for b in bins.values())
    error = 100 * off / max(len(believed), 1)
    return BenchRow(what=f"{what}: calibration error", value=error, unit="%")
