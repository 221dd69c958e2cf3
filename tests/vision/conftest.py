"""Taught cards for vision tests: sixteen drawn faces."""

import pytest

from tests.vision.drawn_table import faces
from vision.catalogue import Catalogue, build


@pytest.fixture(scope="session")
def drawn():
    """Key to face."""
    return faces()


@pytest.fixture(scope="session")
def taught(drawn) -> Catalogue:
    """A catalogue of them."""
    return build(list(drawn.items()))
