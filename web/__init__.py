"""Pages for phones and for the table's screen. Knows read models and ports only."""
