"""`python -m companion.eye --fd N --config JSON`: speaks `hardware.eye_link` over socket N.

`--config` takes the settings as JSON, or the path of a JSON file. Ends with 0 when it is told to
stop or the companion hangs up, with 2 where its arguments make no sense.
"""

import argparse
import os
import signal
import socket
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    """Run the eye until it is told to stop."""
    parser = argparse.ArgumentParser(prog="python -m companion.eye", description=__doc__)
    parser.add_argument("--fd", type=int, required=True, help="inherited socket to the companion")
    parser.add_argument("--config", required=True, help="settings as JSON, or a JSON file's path")
    options = parser.parse_args(arguments)
    # Before numpy is loaded: one core is enough, a pool of threads costs memory and jitter.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    return _run(options.fd, options.config)


def _run(fd: int, text: str) -> int:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the companion
    try:
        return _see(fd, text)
    except ImportError as error:
        from companion.eye.blind import stay_blind

        stay_blind(fd, error)
        return 0


def _see(fd: int, text: str) -> int:
    from companion.eye.config import EyeConfigError, eye_config_from
    from companion.eye.process import EyeProcess
    from companion.eye.sources import open_source
    from hardware.channel import Channel
    from hardware.eye_link import ToEye
    from hardware.heart import Heart
    from vision.mat import MatError, load_mat

    try:
        data = text if text.lstrip().startswith("{") else Path(text).read_bytes()
        config = eye_config_from(data)
        load_mat(config.sheet)
        channel: Channel[ToEye] = Channel(socket.socket(fileno=fd), ToEye)
    except (EyeConfigError, MatError, OSError) as error:
        print(f"eye: {error}", file=sys.stderr)  # noqa: T201 - the process has no other voice yet
        return 2
    heart = Heart(channel)
    heart.start()
    EyeProcess(channel, config, open_source=open_source, heart=heart).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
