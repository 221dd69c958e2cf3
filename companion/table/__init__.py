"""The table: the pure core that turns signals into effects. No clock, no I/O, no chance."""
