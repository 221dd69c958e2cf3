"""Keys of a terminal as buzzers; the terminal is a pair of pseudo-terminals."""

import os
import pty
import termios
from collections.abc import Iterator
from typing import Any

import pytest

from hardware.events import EdgesUntil, Press
from hardware.keyboard import KEY_ERROR_NS, KeyboardButtons


@pytest.fixture
def terminal() -> Iterator[tuple[int, int]]:
    """(the fingers' end, the program's end)."""
    fingers, program = pty.openpty()
    yield fingers, program
    os.close(fingers)
    os.close(program)


def test_a_key_is_a_press_that_is_not_exact(terminal: tuple[int, int], notes: Any) -> None:
    fingers, program = terminal
    keyboard = KeyboardButtons(4, notes, fd=program, run=3)
    try:
        os.write(fingers, b"2")
        notes.wait_for("press", lambda _: notes.presses)
    finally:
        keyboard.close()
    (press,) = notes.presses
    assert (press.seat, press.exact, press.run) == (1, False, 3)
    assert 0 <= press.at.latest - press.at.earliest <= KEY_ERROR_NS


def test_keys_of_seats_that_are_not_there_do_nothing(terminal: tuple[int, int], notes: Any) -> None:
    fingers, program = terminal
    keyboard = KeyboardButtons(2, notes, fd=program)
    try:
        os.write(fingers, b"3x0\x1b[A1")
        notes.wait_for("press", lambda _: notes.presses)
    finally:
        keyboard.close()
    assert [p.seat for p in notes.presses] == [0]


def test_no_press_is_older_than_a_mark_that_was_given(
    terminal: tuple[int, int], notes: Any
) -> None:
    fingers, program = terminal
    keyboard = KeyboardButtons(4, notes, fd=program)
    try:
        for n in range(1, 6):
            os.write(fingers, b"1")
            notes.wait_for("press", lambda _, n=n: len(notes.presses) >= n)
            count = len(notes.all)
            notes.wait_for(
                "mark",
                lambda all_, count=count: any(isinstance(s, EdgesUntil) for s in all_[count:]),
            )
    finally:
        keyboard.close()
    promised = -1
    for signal in notes.all:
        if isinstance(signal, EdgesUntil):
            assert signal.ns > promised
            promised = signal.ns
        elif isinstance(signal, Press):
            assert signal.at.earliest > promised


def test_the_terminal_is_put_back_as_it_was(terminal: tuple[int, int], notes: Any) -> None:
    _, program = terminal
    before = termios.tcgetattr(program)
    keyboard = KeyboardButtons(4, notes, fd=program)
    assert termios.tcgetattr(program) != before
    keyboard.close()
    keyboard.close()
    assert termios.tcgetattr(program) == before


def test_without_a_terminal_it_says_so(notes: Any) -> None:
    read, write = os.pipe()
    try:
        KeyboardButtons(4, notes, fd=read).close()
    finally:
        os.close(read)
        os.close(write)
    assert "not a terminal" in notes.status("buttons", ok=False).text


def test_a_terminal_that_is_closed_is_told(notes: Any) -> None:
    fingers, program = pty.openpty()
    keyboard = KeyboardButtons(4, notes, fd=program)
    os.close(fingers)
    assert "gone" in notes.status("buttons", ok=False).text
    keyboard.close()
    os.close(program)
