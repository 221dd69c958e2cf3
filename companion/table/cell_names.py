"""Where a cell of a grid of cards is, in words."""

from companion.words import Words, t


def cell_name(cell: int, columns: int) -> Words:
    """`row 2, column 3`; cells count row by row from the top left."""
    row, column = divmod(cell, columns)
    return t("row {row}, column {column}", row=row + 1, column=column + 1)
