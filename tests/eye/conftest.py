"""A taught eye over a drawn table, its first look done."""

import pytest

from companion.eye.look import Eye
from tests.eye.film import Film
from tests.vision.drawn_table import DrawnTable, faces
from vision.catalogue import build


@pytest.fixture(scope="session")
def drawn():
    return faces()


@pytest.fixture(scope="session")
def taught(drawn):
    catalogue = build(list(drawn.items()))
    catalogue.warm_up()
    return catalogue


@pytest.fixture
def film(taught):
    """The table was bare for six frames."""
    table = DrawnTable(3)
    film = Film(Eye(table.mat, taught), table)
    film.show(frames=6)
    return film
