"""Read each picture with its card taught and untaught: what speaks for the best face, to a file."""

import argparse
import csv
import hashlib
from collections.abc import Collection, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from companion.bench.rendered_cards import HARD, Face, photograph, taught_view
from vision.catalogue import Catalogue, build
from vision.familiar import DeckScale, deck_scale, familiarity, terms_of
from vision.fits import best_fits
from vision.geometry import cut_out, rectangle
from vision.readings import Image

OWN, THIRD, ALONE = 0, 1, 2
"""How it was taught: the whole deck, without a third of it, without just this card."""
TRIM_PX = 3
"""Drawn decks have a line around each card."""


def main() -> None:
    """Write the samples of one deck."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--seed", type=int, default=10)
    parser.add_argument("--close", action="store_true", help="a deck of playing cards")
    asked = parser.parse_args()
    cv2.setNumThreads(1)
    if (asked.folder / "labels.csv").is_file():
        catalogue, shown = photographs(asked.folder)
    else:
        catalogue, shown = rendered(asked.folder, asked.seed)
    rows = np.array(list(samples(catalogue, shown)), np.float64)
    np.savez_compressed(asked.out, rows=rows, close=asked.close, name=asked.folder.name)


def photographs(folder: Path) -> tuple[Catalogue, list[Face]]:
    """A set with one picture of each card to teach."""
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    crops = [(r["role"], r["identity"], cv2.imread(str(folder / "img" / r["file"]))) for r in rows]
    taught = build([(key, image) for role, key, image in crops if role == "enrol"])
    return taught, [(key, image) for role, key, image in crops if role != "enrol"]


def rendered(folder: Path, seed: int) -> tuple[Catalogue, list[Face]]:
    """Each face once as a phone sees it, three in a picture."""
    rng = np.random.default_rng(seed)
    deck = [(p.stem, _trimmed(cv2.imread(str(p)))) for p in sorted(folder.iterdir())]
    deck = [face for face in deck if face[0] != "back"]
    catalogue = build([(key, taught_view((key, face), rng)) for key, face in deck])
    aspect = catalogue.aspect
    shown: list[Face] = []
    for start in range(0, len(deck), 3):
        some = [deck[(start + i) % len(deck)] for i in range(3)]
        width = rng.uniform(60, 130)
        quads = [
            rectangle((160.0 + 200 * i, 150.0), (width, width * aspect), rng.uniform(0, 360))
            for i in range(3)
        ]
        light = HARD if start % 2 else None
        cards = list(zip(some, quads, strict=True))
        picture, laid = photograph(cards, rng, size=(720, 300), light=light)
        veil = rng.uniform(0, 0.3) ** 1.5 * 3 if rng.random() < 0.4 else 0.0  # noqa: PLR2004
        picture = _veiled(picture, veil, rng) if veil else picture
        for card in laid:
            quad = card.quad + rng.normal(0, 1.2, (4, 2)).astype(np.float32)
            if rng.random() < 0.5:  # noqa: PLR2004 - the other way up
                quad = np.roll(quad, 2, axis=0)
            size = (160, round(160 * aspect))
            shown.append((card.key, cut_out(picture, np.ascontiguousarray(quad), size)))
    return catalogue, shown


def _trimmed(face: Image) -> Image:
    if face.shape[1] != 300:  # noqa: PLR2004 - the width at which decks are drawn
        return face
    return face[TRIM_PX:-TRIM_PX, TRIM_PX:-TRIM_PX]


def _veiled(picture: Image, veil: float, rng: np.random.Generator) -> Image:
    """A lamp mirrored faintly and unevenly all over the table."""
    ys, xs = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]].astype(np.float32)
    wave = np.sin(xs / 300 + rng.uniform(0, 6)) * np.cos(ys / 200 + rng.uniform(0, 6))
    share = (veil * (1 + 0.5 * wave))[..., None]
    lamp = np.array([0.85, 0.95, 1.0]) * 127.5
    return np.clip(picture * (1 - 0.5 * share) + share * lamp, 0, 255).astype(np.uint8)


def samples(catalogue: Catalogue, shown: list[Face]) -> Iterator[list[float]]:
    """How, whether own, half, plain odds, whether each way names it, and 16 terms; a row each."""
    scale = deck_scale(catalogue)
    for face in shown:
        yield _sample(face, catalogue, scale, OWN)
    for third in range(3):
        left_out = set(catalogue.keys[third::3])
        less = without(catalogue, left_out)
        measured = deck_scale(less)
        yield from (_sample(face, less, measured, THIRD) for face in shown if face[0] in left_out)
    for key in catalogue.keys:
        keep = np.array([view.key != key for view in catalogue.views])
        less = without(catalogue, {key})
        measured = replace(scale, spots=scale.spots[keep], twins=scale.twins[keep])
        yield from (_sample(face, less, measured, ALONE) for face in shown if face[0] == key)


def without(catalogue: Catalogue, left_out: Collection[str]) -> Catalogue:
    """The deck as if these had never been taught."""
    keep = [i for i, view in enumerate(catalogue.views) if view.key not in left_out]
    return replace(
        catalogue,
        views=tuple(catalogue.views[i] for i in keep),
        features=tuple(catalogue.features[i] for i in keep),
    )


def _sample(face: Face, catalogue: Catalogue, scale: DeckScale, how: int) -> list[float]:
    key, patch = face
    half = hashlib.sha256(key.encode()).digest()[0] % 2
    plain, hazy = (
        best_fits(patch, catalogue, (False, True), hazy=haze)[0] for haze in (False, True)
    )
    named = [catalogue.views[fit.view].key == key for fit in (plain, hazy)]
    terms = [*terms_of(plain, scale), *terms_of(hazy, scale)]
    return [how, how == OWN, half, familiarity(plain, scale), *named, *terms]


if __name__ == "__main__":
    main()
