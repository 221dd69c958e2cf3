"""`companion bench vision --set DIR`: folders that are no sets, and which half is judged."""

import pytest
from click.testing import CliRunner

from companion.bench.labels import is_judged
from companion.commands.bench import command

PNG = b"\x89PNG\r\n\x1a\n"


def ask(folder):
    return CliRunner().invoke(command, ["vision", "--set", str(folder)])


def test_a_folder_without_labels_names_the_file_that_is_missing(tmp_path):
    done = ask(tmp_path)
    assert done.exit_code == 1
    assert "labels.csv cannot be read" in done.output


def test_labels_without_their_pictures_count_nothing(tmp_path):
    (tmp_path / "labels.csv").write_text("file,values\ngone.jpg,1 2\n")
    done = ask(tmp_path)
    assert done.exit_code == 1
    assert "no picture in img/" in done.output


@pytest.mark.parametrize(
    ("columns", "says"), [("what", "needs the columns"), ("values", "boxes.csv")]
)
def test_labels_that_cannot_be_counted_by_say_what_they_need(tmp_path, columns, says):
    (tmp_path / "img").mkdir()
    (tmp_path / "img" / "a.png").write_bytes(PNG)
    (tmp_path / "labels.csv").write_text(f"\ufefffile,{columns}\na.png,1\n", encoding="utf-8")
    done = ask(tmp_path)
    assert done.exit_code == 1
    assert says in done.output
    assert "Traceback" not in done.output


def test_half_of_the_cards_chose_and_half_judge():
    """By the first byte of SHA-256: 0x82 and 0xc5 (`printf NAME | sha256sum`)."""
    assert not is_judged("1-green-empty-diamond")
    assert is_judged("2-red-solid-ovals")
