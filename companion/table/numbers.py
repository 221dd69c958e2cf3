"""Numbers in what people ask: anything may stand there, and nothing of it may break the table."""

MOST_DIGITS = 9


def whole(text: str) -> int | None:
    """`12`, as pages write it; None for anything else, however long."""
    sound = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if sound else None
