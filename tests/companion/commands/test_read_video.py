"""`companion read video`: films of the simulated table, every landing held against the truth."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands.read import command
from companion.twin.film import PERIOD_NS, bare_sheet
from hardware.timing import MS
from tests.support.clips import Clip, twin_catalogue, write_film
from vision.catalogue import dump


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("films")
    (path / "cards").write_bytes(dump(twin_catalogue()))
    return path


def read(folder, clip, *flags):
    arguments = ["video", "--catalogue", str(folder / "cards"), str(clip), *flags]
    return CliRunner().invoke(command, arguments)


@pytest.fixture(scope="module")
def played(folder):
    """Two cards on the Pot, one lifted again, a hand that only rests, one card on the Portal."""
    clip = Clip(seed=5)
    clip.lay("gem:1")
    clip.lay("treasure:2")
    clip.lift()
    clip.touch((145.0, 150.0))
    clip.lay("gem:2", zone="portal")
    clip.write(folder / "played.mp4", "mp4v")
    return clip


def test_every_landing_is_named_within_its_interval(folder, played):
    done = read(folder, folder / "played.mp4", "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.output)
    assert told["frames"] == len(played.images)
    assert told["start"] == {"pot": None, "portal": None}
    assert [item["identity"] for item in told["items"]] == [card.key for card in played.fallen]
    assert [item["zone"] for item in told["items"]] == ["pot", "pot", "portal"]
    for item, card in zip(told["items"], played.fallen, strict=True):
        first, last = item["first_visible"]
        assert first <= card.seen_ns / 1e9 <= last
        low, high = item["first_visible_frames"]
        assert low * PERIOD_NS <= card.seen_ns <= (high + 1) * PERIOD_NS
        assert last <= item["settled"] + PERIOD_NS / 1e9
        assert item["settled"] >= card.seen_ns / 1e9
        assert item["unsure"] is None
    assert [gone["kind"] for gone in told["removed"]] == ["taken_back"]
    assert (told["busy"], told["cut_short"]) == ([], False)


def test_a_place_is_told_in_the_frame(folder, played):
    told = json.loads(read(folder, folder / "played.mp4", "--json").output)
    for item, placed in zip(
        (told["items"][0], told["items"][2]),
        (played.scene.piles["pot"][0][1], played.scene.piles["portal"][0][1]),
        strict=True,
    ):
        middle = played.renderer._optics.pixels(np.array([placed.at]))[0]
        assert np.linalg.norm(np.mean(item["quad"], axis=0) - middle) < 6


def test_people_get_a_line_for_each_change(folder, played):
    done = read(folder, folder / "played.mp4")
    lines = done.output.splitlines()
    assert [line.split("pot: ")[-1].split("portal: ")[-1] for line in lines] == [
        "gem:1",
        "treasure:2",
        "a card was taken away",
        "gem:2",
    ]


def test_a_film_that_ends_under_a_hand_says_so(folder, played):
    """The third card is still being laid when the film ends: nothing is told of it."""
    seen = played.images[: (played.fallen[0].seen_ns + 150_000_000) // PERIOD_NS]
    write_film(folder / "short.avi", seen)
    told = json.loads(read(folder, folder / "short.avi", "--json").output)
    assert (told["items"], told["busy"]) == ([], ["pot"])


def test_a_damaged_film_is_read_as_far_as_it_goes(folder, played):
    played.write(folder / "whole.avi")
    data = (folder / "whole.avi").read_bytes()
    (folder / "cut.avi").write_bytes(data[: len(data) // 2])
    done = read(folder, folder / "cut.avi", "--json")
    told = json.loads(done.output)
    assert told["items"][0]["identity"] == "gem:1"
    assert told["frames"] < len(played.images)


def test_pictures_in_a_folder_are_a_film(folder, played):
    (folder / "pictures").mkdir()
    for number, image in enumerate(played.images[:40]):
        cv2.imwrite(str(folder / "pictures" / f"{number:04}.png"), image)
    told = json.loads(read(folder, folder / "pictures", "--json").output)
    assert [item["identity"] for item in told["items"]] == ["gem:1"]


@pytest.mark.parametrize(
    ("name", "data", "says"),
    [
        ("empty.mp4", b"", "is empty"),
        ("letter.mp4", b"no film at all", "cannot be read as a video"),
        ("missing.mp4", None, "does not exist"),
    ],
)
def test_what_is_no_film_names_itself_and_the_cure(folder, name, data, says):
    if data is not None:
        (folder / name).write_bytes(data)
    done = read(folder, folder / name, "--json")
    assert done.exit_code == 1
    assert name in done.output
    assert says in done.output


def test_a_wrong_catalogue_is_named(folder, played):
    (folder / "other").write_bytes(b"nothing taught")
    done = CliRunner().invoke(
        command, ["video", "--catalogue", str(folder / "other"), str(folder / "played.mp4")]
    )
    assert done.exit_code == 1
    assert "is no catalogue" in done.output


def test_a_film_without_a_mat_says_what_is_missing(folder):
    write_film(folder / "wall.avi", [np.full((120, 160, 3), 90, np.uint8)] * 5)
    done = read(folder, folder / "wall.avi")
    assert done.exit_code == 1
    assert "no card is found" in done.output


def test_cards_on_a_bare_table_are_found_and_named(folder):
    """No mat: two cards side by side, one on top of the first, one lifted; a hand that rests."""
    clip = Clip(seed=5, sheet=bare_sheet())
    clip.lay("gem:1", at=(120.0, 140.0))
    clip.lay("treasure:2", at=(280.0, 150.0))
    clip.touch((200.0, 150.0))
    clip.lay("gem:4", at=(128.0, 148.0))
    clip.lift(1)
    clip.write(folder / "bare.mp4", "mp4v")
    told = json.loads(read(folder, folder / "bare.mp4", "--json").output)
    assert (told["mat"], told["start"]) == (None, {"table": None})
    assert [item["identity"] for item in told["items"]] == ["gem:1", "treasure:2", "gem:4"]
    for item, card in zip(told["items"], clip.fallen, strict=True):
        first, last = item["first_visible"]
        assert first <= card.seen_ns / 1e9 <= last
    assert [gone["kind"] for gone in told["removed"]] == ["taken_back"]
    middle = clip.renderer._optics.pixels(np.array([(120.0, 140.0)]))[0]
    assert np.linalg.norm(np.mean(told["items"][0]["quad"], axis=0) - middle) < 8


def test_a_hand_that_rests_on_a_bare_table_takes_nothing_away(folder):
    """It lies still for longer than something may that is no hand, and is smoother than a card."""
    clip = Clip(seed=5, sheet=bare_sheet())
    clip.lay("gem:1", at=(120.0, 140.0))
    clip.touch((122.0, 142.0), rests_ns=2000 * MS)
    clip.lay("treasure:2", at=(280.0, 150.0))
    clip.write(folder / "rested.mp4", "mp4v")
    told = json.loads(read(folder, folder / "rested.mp4", "--json").output)
    assert [item["identity"] for item in told["items"]] == ["gem:1", "treasure:2"]
    assert (told["removed"], told["busy"]) == ([], [])


def test_a_stranger_alone_on_a_bare_table_is_asked_about(folder):
    """Nothing in the film is known; that something came is told all the same."""
    clip = Clip(seed=5, sheet=bare_sheet())
    clip.lay("gem:1", at=(120.0, 140.0))
    clip.write(folder / "stranger.mp4", "mp4v")
    (folder / "others").write_bytes(dump(twin_catalogue(without="gem:1")))
    film = ["video", "--catalogue", str(folder / "others"), str(folder / "stranger.mp4")]
    done = CliRunner().invoke(command, [*film, "--json"])
    assert done.exit_code == 0, done.output
    (item,) = json.loads(done.output)["items"]
    assert item["identity"] is None
    assert item["unsure"]
