"""How grids and lines should lie by the game at this table."""

from typing import Any

from companion.table.cells import laid_out
from companion.table.desks import game_of
from companion.table.state import Table


def layout(table: Table, state: Any) -> dict[str, tuple[str, ...]]:
    """Zone to the faces of its cells by a state of the table's game, as all can see it."""
    game = game_of(table)
    return laid_out(game.expects(game.observe(state, "table")))
