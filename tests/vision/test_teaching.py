"""Teaching cards from pictures and reading them back, as the commands do."""

import json

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.commands import read, teach
from tests.vision.drawn_table import face
from vision.catalogue import build
from vision.finding import find_card_quads
from vision.readings import Unreadable
from vision.teaching import face_from, key_of, look_alikes, nearest_keys


@pytest.mark.parametrize(
    ("stem", "key"),
    [
        ("gem-1__2", "gem:1"),
        ("gem-1", "gem:1"),
        ("item-king_coin__1", "item:king_coin"),
        ("treasure-4__3", "treasure:4"),
        ("1-green-empty-diamond__20170311_132957_1_0", "1-green-empty-diamond"),
        ("ace", "ace"),
        ("gem", "gem"),
        ("king__of__hearts", "king__of__hearts"),
        ("king__of__hearts__2", "king__of__hearts"),
        ("two words__IMG_0031", "two words"),
        ("odd____2", "odd"),
        ("__2", "__2"),
        ("Ko\u0308nig__1", "K\u00f6nig"),
    ],
)
def test_a_file_name_tells_the_key(stem, key):
    assert key_of(stem) == key


def on_table(card, *, turn=12.0):
    """A photograph of a card on a dark table, 4:3 like a phone's."""
    height, width = card.shape[:2]
    photo = np.full((900, 1200, 3), (40, 55, 70), np.uint8)
    spin = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 1.6)
    spin[:, 2] += np.array([600 - width / 2, 450 - height / 2])
    cover = cv2.warpAffine(np.full((height, width), 255, np.uint8), spin, (1200, 900))
    drawn = cv2.warpAffine(card, spin, (1200, 900))
    return np.where(cover[:, :, None] > 127, drawn, photo)


def test_a_card_on_a_table_is_cut_out_a_crop_is_taken_whole(drawn):
    card = drawn["moon:red"]
    cut = face_from(on_table(card))
    assert not isinstance(cut, Unreadable)
    assert abs(cut.shape[0] / cut.shape[1] - 88 / 63) < 0.03
    assert face_from(card) is card


def test_a_card_of_any_shape_is_cut_out_of_a_photograph_also_in_its_middle(drawn):
    """Cards longer than a poker card were not found, and the whole table was learned."""
    long = cv2.resize(drawn["moon:red"], (252, 436))
    for turn in (0.0, 9.0):
        cut = face_from(on_table(long, turn=turn))
        assert not isinstance(cut, Unreadable)
        assert abs(cut.shape[0] / cut.shape[1] - 436 / 252) < 0.05


def test_a_frame_that_is_printed_on_a_card_is_no_card():
    """A scan of a long card: its frame has the shape of a poker card."""
    scan = np.full((640, 371, 3), (205, 220, 228), np.uint8)
    cv2.rectangle(scan, (25, 40), (345, 480), (120, 150, 90), -1)
    for row in range(60, 460, 30):
        cv2.line(scan, (40, row), (330, row + 20), (40, 60, 160), 4)
    cv2.putText(scan, "XI", (130, 580), cv2.FONT_HERSHEY_SIMPLEX, 3, (30, 30, 30), 6)
    assert face_from(scan) is scan


def test_pictures_that_teach_nothing_are_refused_with_the_cure(drawn):
    card = drawn["moon:red"]
    strip = np.tile(np.linspace(20, 230, 900)[None, :, None], (300, 1, 3)).astype(np.uint8)
    for picture, says in (
        (cv2.GaussianBlur(card, (0, 0), 14), "blurred"),
        (np.full((352, 252, 3), 240, np.uint8), "shows nothing"),
        (cv2.resize(card, (40, 56)), "px wide"),
        (strip, "no card can be made out"),
        (
            np.hstack([on_table(card)[:, 250:950], on_table(card, turn=-8)[:, 250:950]]),
            "several cards",
        ),
    ):
        refused = face_from(picture)
        assert isinstance(refused, Unreadable), says
        assert says in refused.reason


def test_a_picture_with_a_mirrored_lamp_teaches_nothing_and_white_paper_does(drawn):
    card = drawn["moon:red"].astype(np.float32) * 0.8
    ys, xs = np.mgrid[0 : card.shape[0], 0 : card.shape[1]]
    lamp = np.exp(-((xs - 120) ** 2 + (ys - 170) ** 2) / (2 * 45.0**2))[..., None] * 200
    refused = face_from(np.clip(card + lamp, 0, 255).astype(np.uint8))
    assert isinstance(refused, Unreadable)
    assert "lamp" in refused.reason
    bright = np.clip(drawn["moon:red"].astype(np.float32) * 1.2, 0, 255).astype(np.uint8)
    for good in (card.astype(np.uint8), bright):
        assert not isinstance(face_from(good), Unreadable)


def test_a_card_over_the_edge_of_a_picture_is_no_face(drawn):
    """Half a card and the table beside it had been learned as a face, where no card was found."""
    photo = on_table(drawn["moon:red"], turn=4)
    for part in (photo[:, 480:], photo[:, :700], photo[300:, :], photo[:560, :]):
        height, width = part.shape[:2]
        height, width = min(height, width * 3 // 4), min(width, height * 4 // 3)
        refused = face_from(part[:height, :width] if part is not photo[300:] else part)
        assert isinstance(refused, Unreadable)
        assert "cut off" in refused.reason


def test_a_card_far_away_is_no_face(drawn):
    photo = cv2.resize(on_table(drawn["star:blue"], turn=0), (300, 225))
    wide = np.full((900, 1200, 3), (40, 55, 70), np.uint8)
    wide[300:525, 500:800] = photo
    refused = face_from(wide)
    assert isinstance(refused, Unreadable)
    assert "too small" in refused.reason


@pytest.mark.parametrize(("gain", "more"), [(3.0, 60), (2.2, 110), (1.0, 140)])
def test_an_overexposed_picture_teaches_nothing(drawn, gain, more):
    """Colours that ran into white; the white paper of a drawing alone is no harm."""
    card = drawn["moon:red"].astype(np.float32)
    refused = face_from(np.clip(card * gain + more, 0, 255).astype(np.uint8))
    assert isinstance(refused, Unreadable)
    assert "overexposed" in refused.reason
    white = np.where(card.min(2, keepdims=True) > 225, 255, card).astype(np.uint8)
    assert face_from(white) is white


def test_a_scan_with_white_paper_and_a_drawn_frame_shows_no_lamp():
    """Court cards whose art fills most of the card left the paper in pieces, each like a lamp."""
    card = np.full((468, 300, 3), 255, np.uint8)
    cv2.rectangle(card, (45, 45), (255, 423), (20, 20, 20), 2)
    for row in range(60, 410, 24):
        cv2.line(card, (60, row), (240, row + 12), (200, 60, 20), 1, cv2.LINE_AA)
        cv2.circle(card, (150, row), 9, (30, 30, 220), -1, cv2.LINE_AA)
    assert face_from(card, (63.0, 98.0)) is card


def test_twins_are_named_and_clear_cards_are_not(drawn):
    twin = face("circle", "red")
    cv2.line(twin, (120, 176), (132, 176), (238, 243, 246), 5)
    pairs = look_alikes(build([*drawn.items(), ("twin", twin)]))
    assert [(pair.first, pair.second) for pair in pairs] == [("circle:red", "twin")]
    assert pairs[0].distance < 1


def test_cards_lying_apart_are_found_with_their_short_edge_first(drawn):
    photo = on_table(drawn["star:blue"], turn=30)
    quads = find_card_quads(photo)
    assert len(quads) == 1
    top, side = quads[0][1] - quads[0][0], quads[0][2] - quads[0][1]
    assert np.linalg.norm(top) < np.linalg.norm(side)
    assert float(np.cross(np.append(top, 0), np.append(side, 0))[2]) > 0, "clockwise"


# ---- the commands


@pytest.fixture(scope="module")
def folder(tmp_path_factory, drawn):
    """Pictures as an owner would name them: gem-1 with two frames, the rest once."""
    path = tmp_path_factory.mktemp("cards")
    for number, (shape, colour) in enumerate(
        (("star", "red"), ("moon", "blue"), ("ring", "red")), 1
    ):
        cv2.imwrite(str(path / f"gem-{number}__1.png"), face(shape, colour))
    cv2.imwrite(str(path / "gem-1__2.png"), face("star", "red", border="blue"))
    cv2.imwrite(str(path / "item-bomb.jpg"), face("bars", "blue"))
    return path


@pytest.fixture(scope="module")
def catalogue(folder, tmp_path_factory):
    out = tmp_path_factory.mktemp("out") / "my.catalogue"
    done = CliRunner().invoke(
        teach.command, ["cards", "--from", str(folder), "--out", str(out), "--json"]
    )
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert report["pictures"] == 5
    assert report["keys"] == ["gem:1", "gem:2", "gem:3", "item:bomb"]
    assert "5/5" in done.stderr
    return out


def test_what_was_taught_is_read_in_any_frame_and_any_turn(catalogue, tmp_path):
    pictures = {
        "a.png": face("moon", "blue"),
        "b.png": np.ascontiguousarray(face("star", "red", border="blue")[::-1, ::-1]),
        "c.png": on_table(face("bars", "blue"), turn=50),
    }
    for name, picture in pictures.items():
        cv2.imwrite(str(tmp_path / name), picture)
    names = [str(tmp_path / name) for name in pictures]
    done = CliRunner().invoke(
        read.command, ["cards", "--catalogue", str(catalogue), "--json", *names]
    )
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["image"] for line in lines] == names
    assert [line["items"][0]["identity"] for line in lines] == ["gem:2", "gem:1", "item:bomb"]
    for line in lines:
        (item,) = line["items"]
        assert set(item) == {"identity", "confidence", "unsure", "candidates", "quad", "rotation"}
        assert item["unsure"] is None
        assert item["confidence"] == item["candidates"][0][1] > 0.97
        assert np.array(item["quad"]).shape == (4, 2)
    assert abs(lines[1]["items"][0]["rotation"] - 180) < 5
    assert abs(lines[2]["items"][0]["rotation"] - (360 - 50)) < 5, "anticlockwise by 50"


def test_a_table_without_cards_has_no_items(catalogue, tmp_path):
    cv2.imwrite(str(tmp_path / "bare.png"), np.full((600, 900, 3), (40, 55, 70), np.uint8))
    done = CliRunner().invoke(
        read.command, ["cards", "--catalogue", str(catalogue), "--json", str(tmp_path / "bare.png")]
    )
    assert json.loads(done.stdout)["items"] == []


def test_a_damaged_picture_is_named_and_the_others_are_read(catalogue, tmp_path):
    good, bad = tmp_path / "good.jpg", tmp_path / "bad.jpg"
    cv2.imwrite(str(good), face("moon", "blue"))
    bad.write_bytes(good.read_bytes()[:2000])
    done = CliRunner().invoke(
        read.command, ["cards", "--catalogue", str(catalogue), "--json", str(bad), str(good)]
    )
    assert done.exit_code == 1
    assert "bad.jpg" in done.stderr
    assert "cut short" in done.stderr or "not a picture" in done.stderr
    assert json.loads(done.stdout)["items"][0]["identity"] == "gem:2"


@pytest.mark.parametrize("content", [None, b"", b"nonsense", b"PK\x03\x04 half a zip"])
def test_a_wrong_catalogue_stops_reading_with_the_cure(content, tmp_path):
    path = tmp_path / "x.catalogue"
    if content is not None:
        path.write_bytes(content)
    done = CliRunner().invoke(read.command, ["cards", "--catalogue", str(path), "any.png"])
    assert done.exit_code == 1
    assert "x.catalogue" in done.stderr
    assert "teach" in done.stderr.lower()


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("gem-9.jpg", b"no picture", "gem-9.jpg"),
        (
            "gem-9.png",
            cv2.imencode(".png", np.full((352, 252, 3), 240, np.uint8))[1].tobytes(),
            "shows nothing",
        ),
    ],
)
def test_a_bad_picture_is_left_out_and_named_and_the_others_are_learned(
    folder, tmp_path, name, content, says
):
    for path in folder.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    (tmp_path / name).write_bytes(content)
    out = tmp_path / "some.catalogue"
    done = CliRunner().invoke(
        teach.command, ["cards", "--from", str(tmp_path), "--out", str(out), "--json"]
    )
    assert done.exit_code == 0
    assert says in done.stderr
    assert "gem:9 was not learned" in done.stderr
    report = json.loads(done.stdout)
    assert report["keys"] == ["gem:1", "gem:2", "gem:3", "item:bomb"]
    assert [row["picture"] for row in report["rejected"]] == [name]
    assert report["missing"] == ["gem:9"]


def test_where_no_picture_can_be_learned_nothing_is_changed(tmp_path):
    (tmp_path / "gem-1.jpg").write_bytes(b"no picture")
    out = tmp_path / "kept.catalogue"
    out.write_bytes(b"what was there before")
    done = CliRunner().invoke(teach.command, ["cards", "--from", str(tmp_path), "--out", str(out)])
    assert done.exit_code == 1
    assert "gem-1.jpg" in done.stderr
    assert out.read_bytes() == b"what was there before"


def test_an_empty_folder_teaches_nothing(tmp_path):
    done = CliRunner().invoke(
        teach.command, ["cards", "--from", str(tmp_path), "--out", str(tmp_path / "x")]
    )
    assert done.exit_code == 1
    assert "holds no pictures" in done.stderr


def test_the_nearest_of_each_card_are_named_nearest_first(drawn):
    catalogue = build([*drawn.items()])
    near = nearest_keys(catalogue, 2)
    assert set(near) == set(drawn)
    assert all(len(others) == 2 and key not in others for key, others in near.items())
    pairs = look_alikes(catalogue, most=float("inf"))
    apart = {frozenset((pair.first, pair.second)): pair.distance for pair in pairs}
    for key, (first, second) in near.items():
        assert apart[frozenset((key, first))] <= apart[frozenset((key, second))]


@pytest.mark.parametrize("sides", [("0", "88"), ("nan", "88"), ("88", "63"), ("63", "inf")])
def test_a_size_that_no_card_has_is_refused_before_anything_is_learned(folder, tmp_path, sides):
    out = tmp_path / "never.catalogue"
    done = CliRunner().invoke(
        teach.command, ["cards", "--from", str(folder), "--out", str(out), "--card-mm", *sides]
    )
    assert done.exit_code == 2
    assert "--card-mm" in done.output
    assert not out.exists()


def test_pictures_of_an_iphone_are_named_and_hidden_files_passed_over(tmp_path, drawn):
    cv2.imwrite(str(tmp_path / "moon.png"), drawn["moon:red"])
    cv2.imwrite(str(tmp_path / "star.png"), drawn["star:blue"])
    (tmp_path / "ring.heic").write_bytes(b"\x00\x00\x00\x18ftypheic" + bytes(200))
    (tmp_path / "._moon.png").write_bytes(b"a Mac's note")
    done = CliRunner().invoke(
        teach.command,
        ["cards", "--from", str(tmp_path), "--out", str(tmp_path / "my.catalogue"), "--json"],
    )
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert report["keys"] == ["moon", "star"]
    assert [one["picture"] for one in report["rejected"]] == ["ring.heic"]
    assert report["missing"] == ["ring"]
