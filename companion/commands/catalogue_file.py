"""Reading the file of taught cards for the commands."""

from pathlib import Path

from vision.catalogue import Catalogue, CatalogueError, load


def load_catalogue(path: Path) -> Catalogue:
    """The catalogue in a file. Raises CatalogueError with the cure."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CatalogueError(
            f"{path}: {error.strerror}. Make it with: companion teach cards --from DIR --out {path}"
        ) from error
    return load(data, name=str(path))
