"""Reading the file of taught cards for the commands."""

from pathlib import Path

from vision.catalogue import Catalogue, load
from vision.catalogue_head import CatalogueError
from vision.symbol_dice import DIE_MM


def load_catalogue(path: Path) -> Catalogue:
    """The catalogue of cards in a file. Raises CatalogueError with the cure, for dice as well."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CatalogueError(
            f"{path}: {error.strerror}. Make it with: companion teach cards --from DIR --out {path}"
        ) from error
    catalogue = load(data, name=str(path))
    if catalogue.card_mm == DIE_MM:
        raise CatalogueError(
            f"{path} holds faces of dice, not cards. Read dice with: companion read dice "
            f"--catalogue {path} IMAGE, or teach cards with: companion teach cards"
        )
    return catalogue
