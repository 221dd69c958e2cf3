"""Layouts of printable mats, one TOML file a game: plain data that any program can read."""
