"""Fingers on the kernel's simulated chip, in a process of their own: nothing waits for Python.

Standard input: JSON `[[gpio, level, wait_ms], ...]`, each move followed by a rest. Standard output:
JSON `[[before_ns, after_ns], ...]`, CLOCK_MONOTONIC around the write that moved the line.
"""

import json
import os
import sys
import time

PULLS = (b"pull-down", b"pull-up")


def main() -> None:
    moves = json.load(sys.stdin)
    pulls = {
        gpio: os.open(f"{sys.argv[1]}/sim_gpio{gpio}/pull", os.O_WRONLY)
        for gpio in sorted({move[0] for move in moves})
    }
    windows = []
    for gpio, level, wait_ms in moves:
        before = time.monotonic_ns()
        os.write(pulls[gpio], PULLS[level])
        windows.append((before, time.monotonic_ns()))
        if wait_ms:
            time.sleep(wait_ms / 1000)
    json.dump(windows, sys.stdout)


main()
