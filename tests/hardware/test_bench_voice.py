"""`companion bench voice` measures the product's own player, and says where it cannot."""

import shutil

import pytest

from companion.bench import voice


@pytest.mark.skipif(
    shutil.which("aplay") is None or shutil.which("espeak-ng") is None,
    reason="aplay or espeak-ng is not installed",
)
def test_known_and_new_sentences_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice, "SENTENCES", 3)
    rows = voice.rows()
    assert [row.peer for row in rows] == ["limit 150 ms"] * 2 + ["limit 300 ms"] * 2
    known, slowest_known, new, slowest_new = (row.value for row in rows)
    assert 0 < known <= slowest_known
    assert 0 < new <= slowest_new


def test_a_machine_without_a_voice_names_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(voice.shutil, "which", lambda _: None)
    with pytest.raises(voice.NoSoundError, match="sudo apt install espeak-ng alsa-utils"):
        voice.rows()
