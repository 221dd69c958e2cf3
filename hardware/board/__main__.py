"""`python -m hardware.board --fd N [--config FILE] [--rendezvous DIR] [--run N]`.

Speaks `hardware.board_link` over the inherited socket N. Without a configuration file it waits for
a Reconfigure. Ends with 0 when it is told to stop or the companion hangs up, with 2 where its
arguments make no sense.
"""

import argparse
import signal
import socket
import sys
from pathlib import Path

from hardware.board.choice import open_pins
from hardware.board.process import Board
from hardware.board_link import ToBoard
from hardware.channel import Channel
from hardware.config import load_board_config
from hardware.errors import WiringError
from hardware.heart import Heart


def main(arguments: list[str]) -> int:
    """Run the board until it is told to stop."""
    parser = argparse.ArgumentParser(prog="python -m hardware.board", description=__doc__)
    parser.add_argument("--fd", type=int, required=True, help="inherited socket to the companion")
    parser.add_argument("--config", type=Path, help="wiring, TOML or JSON")
    parser.add_argument("--rendezvous", type=Path, help="directory of the twin's sockets")
    parser.add_argument("--run", type=int, default=0, help="which boot the stamps belong to")
    options = parser.parse_args(arguments)
    try:
        config = load_board_config(options.config) if options.config else None
        channel: Channel[ToBoard] = Channel(socket.socket(fileno=options.fd), ToBoard)
    except (WiringError, OSError) as error:
        print(f"board: {error}", file=sys.stderr)  # noqa: T201  the process has no other voice yet
        return 2
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C is for the companion, which then tells us to stop
    rendezvous = options.rendezvous.resolve() if options.rendezvous else None
    heart = Heart(channel)
    heart.start()
    board = Board(
        channel, config, rendezvous=rendezvous, run=options.run, open_pins=open_pins, heart=heart
    )
    board.run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
