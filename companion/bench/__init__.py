"""Measurements: one module a subject, each offers `rows() -> list[BenchRow]`."""
