"""Which camera the eye takes, and settings that make no sense."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.eye.config import EyeConfig, EyeConfigError, eye_config_from
from companion.eye.sources import open_source
from hardware.camera import CameraUnavailableError


def test_a_rendezvous_directory_means_the_twin(tmp_path: Path) -> None:
    with pytest.raises(CameraUnavailableError, match="Start the twin"):
        open_source(EyeConfig(rendezvous=str(tmp_path)))


def test_pictures_come_with_the_settings_of_the_file(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.full((20, 30, 3), 50, np.uint8))
    source = open_source(EyeConfig(source="pictures", path=str(tmp_path), paced=False, run=3))
    frame = source.read(1.0)
    assert frame is not None
    assert (source.name, frame.run, int(frame.image[0, 0, 0])) == ("pictures", 3, 50)


def test_no_camera_at_all_says_that_play_goes_on_by_phone() -> None:
    for config in (EyeConfig(source="none"), EyeConfig(source="auto", device=97)):
        with pytest.raises(CameraUnavailableError, match="by phone") as caught:
            open_source(config)
        assert caught.value.template


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ('{"source": "lens"}', "source"),
        ('{"fsp": 3}', "fsp"),
        ("{", "truncated"),
        ('{"fps": "x"}', "fps"),
    ],
)
def test_a_wrong_setting_is_named(data, says):
    with pytest.raises(EyeConfigError, match=says):
        eye_config_from(data)
