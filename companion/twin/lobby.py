"""Who sits at the table already, as its public page shows it to anybody who looks."""

import http.client
import json
import threading
from urllib.parse import urlsplit

LOOK_S = 0.4
"""How often somebody glances at the screen."""


class Lobby:
    """Watches the public view on a thread of its own."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 80
        self._done = threading.Event()
        self.taken: frozenset[int] = frozenset()
        threading.Thread(target=self._watch, name="lobby", daemon=True).start()

    def close(self) -> None:
        """Look away."""
        self._done.set()

    def _watch(self) -> None:
        while not self._done.wait(LOOK_S):
            self.taken = self._look()

    def _look(self) -> frozenset[int]:
        connection = http.client.HTTPConnection(self._host, self._port, timeout=2)
        try:
            connection.request("GET", "/view?as=table")
            players = json.loads(connection.getresponse().read()).get("players", ())
            return frozenset(player["seat"] for player in players if player["name"])
        except (OSError, http.client.HTTPException, ValueError, KeyError):
            return self.taken
        finally:
            connection.close()
