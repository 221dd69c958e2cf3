"""`companion read video`: what landed when in a film of the table."""

import os
import sys
from pathlib import Path
from typing import Any

import click
import msgspec

from companion.commands.catalogue_file import load_catalogue
from companion.commands.film import QUIET, Film
from companion.commands.language import unsure
from companion.eye.bare import BareTable
from companion.eye.clip import ClipWatch, FilmWatch, Landing, Removal, Story, frame_at
from companion.eye.look import Eye
from hardware.camera import CameraUnavailableError
from hardware.timing import Interval
from vision.catalogue_head import CatalogueError
from vision.photo import PhotoReader
from vision.readings import rotation_deg


@click.command("video")
@click.option("--catalogue", required=True, type=click.Path(path_type=Path), help="Taught cards.")
@click.option("--json", "as_json", is_flag=True, help="Print only JSON on standard output.")
@click.argument("clip", type=click.Path(path_type=Path))
def video(catalogue: Path, clip: Path, as_json: bool) -> None:
    """Tell what landed when in CLIP, filmed by a camera that stands still.

    Any film that OpenCV can read, or a folder of pictures. What lies there at the beginning has not
    landed. Times are seconds, frames are counted from 0.
    """
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", QUIET)
    try:
        cards = load_catalogue(catalogue)
        cards.warm_up()
        film = Film(clip)
        mat = film.mat()
        watch: FilmWatch = (
            ClipWatch(Eye(mat, cards)) if mat is not None else BareTable(PhotoReader(cards))
        )
        film.show(watch)
    except (CatalogueError, CameraUnavailableError) as error:
        raise click.ClickException(str(error)) from error
    told = _Told(film, watch, mat.game if mat is not None else "")
    if not told.anything:
        raise click.ClickException(NOTHING.format(clip=clip))
    if as_json:
        sys.stdout.buffer.write(msgspec.json.encode(told.line()) + b"\n")
    else:
        click.echo("\n".join(told.lines()))


NOTHING = (
    "{clip}: there is no mat in it, and no card is found on the bare table. Film from above, by a "
    "camera that stands still, with the whole mat in the picture (companion print mat "
    "wizard-thieves) or with cards at least 60 px wide."
)


class _Told:
    """What is printed of a film."""

    def __init__(self, film: Film, watch: FilmWatch, mat: str) -> None:
        self._film, self._watch, self._mat = film, watch, mat
        self._story: Story = watch.story()

    @property
    def anything(self) -> bool:
        """Whether there is a mat, or a card was ever seen, or something came to lie there."""
        story = self._story
        return bool(self._mat or story.landings) or any(story.start.values())

    def line(self) -> dict[str, Any]:
        """For machines."""
        story = self._story
        return {
            "clip": str(self._film.path),
            "frames": self._film.frames,
            "fps": round(self._film.fps, 3),
            "cut_short": self._film.cut_short,
            "mat": self._mat or None,
            "start": story.start,
            "items": [self._item(landing) for landing in story.landings],
            "removed": [self._removed(removal) for removal in story.removals],
            "busy": list(story.busy),
            "remarks": list(story.remarks),
        }

    def lines(self) -> list[str]:
        """For people."""
        story = self._story
        came = [(item.settled_ns, self._landed(item)) for item in story.landings]
        went = [(item.visible.latest, self._went(item)) for item in story.removals]
        lines = [text for _, text in sorted(came + went)] or ["Nothing landed."]
        lines += [f"At the end something still moved in: {zone}" for zone in story.busy]
        lines += [f"Note: {remark}" for remark in story.remarks]
        if self._film.cut_short:
            lines.append(
                f"The film is cut short: {self._film.frames} of {self._film.promised} frames could "
                "be read. Copy it again."
            )
        return lines

    def _item(self, landing: Landing) -> dict[str, Any]:
        quad = landing.quad_px
        candidates = landing.candidates
        return {
            "identity": landing.identity,
            "confidence": round(candidates[0].p, 4) if candidates else 0.0,
            "unsure": landing.unsure or None,
            "candidates": [[one.key, round(one.p, 4)] for one in candidates],
            "zone": landing.zone,
            "first_visible": _seconds(landing.visible),
            "first_visible_frames": self._numbers(landing.visible),
            "settled": _second(landing.settled_ns),
            "settled_frame": frame_at(self._watch.starts, landing.settled_ns),
            "quad": None if quad is None else [[round(float(v), 1) for v in p] for p in quad],
            "rotation": None if quad is None else round(rotation_deg(quad), 1),
        }

    def _removed(self, removal: Removal) -> dict[str, Any]:
        return {
            "zone": removal.zone,
            "kind": removal.kind,
            "between": _seconds(removal.visible),
            "between_frames": self._numbers(removal.visible),
        }

    def _numbers(self, between: Interval) -> list[int]:
        starts = self._watch.starts
        return [frame_at(starts, between.earliest), frame_at(starts, between.latest)]

    def _landed(self, landing: Landing) -> str:
        name = landing.identity or unsure(landing.unsure)
        first, last = _seconds(landing.visible)
        return f"{first:8.3f}-{last:.3f} s  {landing.zone}: {name}"

    def _went(self, removal: Removal) -> str:
        first, last = _seconds(removal.visible)
        return f"{first:8.3f}-{last:.3f} s  {removal.zone}: {WENT[removal.kind]}"


WENT = {"emptied": "emptied", "taken_back": "a card was taken away"}


def _second(ns: int) -> float:
    return round(ns / 1e9, 4)


def _seconds(between: Interval) -> list[float]:
    return [_second(between.earliest), _second(between.latest)]
