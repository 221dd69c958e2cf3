"""What is said of light: what stops reading, and what only makes it harder."""

from dataclasses import dataclass

from companion.eye.light import Light, complaint, warning


@dataclass
class Plane:
    px_per_mm: float = 1.7


def test_a_mirrored_lamp_is_a_warning_and_stops_nothing():
    glare = Light(light=0.8, glare=0.2, sharpness=0.6)
    assert complaint(glare, Plane()) == ""
    assert "lamp" in warning(glare)


def test_darkness_blur_and_distance_stop_reading():
    assert "dark" in complaint(Light(0.1, 0.0, 0.6), Plane())
    assert "focus" in complaint(Light(0.8, 0.0, 0.05), Plane())
    assert "far away" in complaint(Light(0.8, 0.0, 0.6), Plane(px_per_mm=0.6))


def test_a_mirrored_lamp_leaves_the_eye_ready(film):
    """The lamp over the Pot: the page says so, and cards are read on."""
    film.eye._light = Light(light=0.8, glare=0.2, sharpness=0.6)
    film.eye._told = None
    film.show()
    assert film.conditions.ok
    assert "lamp" in film.conditions.text
