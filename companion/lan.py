"""Under which numeric address phones of the LAN reach this machine."""

import socket

_SOMEWHERE = ("192.0.2.1", 9)
"""An address of the documentation range (RFC 5737); a UDP connect sends nothing to it."""


def lan_address() -> str:
    """The address of the interface with the default route; 127.0.0.1 without a network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
