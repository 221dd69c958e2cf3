"""Fit the weights of `vision.familiar` to samples, and print what they would name."""

import argparse
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from vision.familiar import BEYOND_DOUBT, CLEARED, LEAST, UNLIKELY, UNLIKELY_CLOSE
from vision.readings import Floats

PULL = 1.0
"""Of the weights towards none, each in units of its term's spread."""
STEPS = 60


@dataclass(frozen=True)
class Deck:
    """One deck's samples; columns as `samples.py` writes them."""

    name: str
    close: bool
    rows: Floats

    @property
    def own(self) -> Floats:
        """Whether the card itself was taught."""
        return self.rows[:, 1] == 1

    @property
    def even(self) -> Floats:
        """The half that is fitted."""
        return self.rows[:, 2] == 0

    def terms(self, *, hazy: bool) -> Floats:
        """The eight terms, float64 (N, 8)."""
        return self.rows[:, 14:22] if hazy else self.rows[:, 6:14]


def main() -> None:
    """Fit each kind of deck in each light."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("samples", nargs="+", type=Path)
    decks = []
    for path in parser.parse_args().samples:
        with np.load(path) as data:
            decks.append(Deck(str(data["name"]), bool(data["close"]), data["rows"]))
    cleared: dict[bool, tuple[Floats, float]] = {}
    for close in (False, True):
        some = [deck for deck in decks if deck.close == close]
        if not some:
            continue
        kind = "close" if close else "open"
        for hazy in (False, True):
            weights, offset = fitted(some, hazy=hazy)
            light = "haze taken off" if hazy else "plain light"
            print(f"{kind} decks, {light}: {np.round(weights, 3).tolist()}, {offset:.3f}")  # noqa: T201
            if hazy:
                cleared[close] = weights, offset
    for deck in decks:
        _tell(deck, cleared)


def fitted(decks: list[Deck], *, hazy: bool) -> tuple[Floats, float]:
    """Weights and offset; the even half of each deck counts as much as that of each other."""
    terms, own, weight = [], [], []
    for deck in decks:
        known = deck.rows[:, 5 if hazy else 4] == 1
        use = deck.even & (known | ~deck.own)
        terms.append(deck.terms(hazy=hazy)[use])
        own.append(deck.own[use].astype(float))
        weight.append(np.full(int(use.sum()), 400.0 / max(int(use.sum()), 1)))
    return logistic(np.concatenate(terms), np.concatenate(own), np.concatenate(weight))


def logistic(terms: Floats, own: Floats, weight: Floats) -> tuple[Floats, float]:
    """Newton's steps on standardised terms."""
    mean, spread = terms.mean(0), terms.std(0) + 1e-6
    design = np.c_[(terms - mean) / spread, np.ones(len(terms))]
    found = np.zeros(design.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(design @ found, -30, 30)))
        slope = design.T @ (weight * (own - p)) - PULL * found
        bend = (design * (weight * p * (1 - p))[:, None]).T @ design + PULL * np.eye(len(found))
        found = found + np.linalg.solve(bend, slope)
    weights = found[:-1] / spread
    return weights, float(found[-1] - weights @ mean)


def _tell(deck: Deck, cleared: dict[bool, tuple[Floats, float]]) -> None:
    """How many would be named by the limits in use, of own and of untaught ones."""
    terms = deck.terms(hazy=True)
    kinds = [kind for kind in ((False, True) if deck.close else (False,)) if kind in cleared]
    odds = np.min([terms @ cleared[kind][0] + cleared[kind][1] for kind in kinds], axis=0)
    plain = deck.rows[:, 3]
    right = [(deck.rows[:, column] == 1) | ~deck.own for column in (4, 5)]
    doubtful = UNLIKELY_CLOSE if deck.close else UNLIKELY
    named = right[0] & ((plain >= BEYOND_DOUBT) | ((plain >= LEAST) & (odds >= doubtful)))
    named |= right[1] & (odds >= CLEARED) & (plain < BEYOND_DOUBT)
    for what, of in (("own", deck.own), ("untaught", ~deck.own)):
        counts = [
            f"{int((named & of & half).sum())} of {int((of & half).sum())}"
            for half in (deck.even, ~deck.even)
        ]
        print(f"{deck.name}: {what} named, even half {counts[0]}, odd half {counts[1]}")  # noqa: T201


if __name__ == "__main__":
    main()
