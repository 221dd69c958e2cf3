"""What the table wants done, in order.

`Commit` comes first: nothing else happens before it is on disk.
"""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from companion.history import Row as Row  # noqa: PLC0414 - re-export, a Commit is made of rows
from hardware.events import Beep, Lamps
from rules.core import Expectation


class Commit(Struct, frozen=True, kw_only=True, tag="commit"):
    """One transaction: journal rows, their evidence, and the ids of the JPEGs that belong to it."""

    rows: tuple[Row, ...]
    images: tuple[str, ...] = ()


class Say(Struct, frozen=True, kw_only=True, tag="say"):
    """What the voice says of one moment; captions go with the views.

    Attributes:
        ident: Rises; the id of the first caption that it speaks.
        text: What is said, in `language`.
        priority: `verdict` interrupts, `say` queues.
        key: Two sentences with one key are one: the later replaces the earlier if unsaid.
        seq: Journal entry it tells of; undone entries' sentences are dropped.
        expires_ms: It is not said when it could not be begun within so long.
    """

    ident: int
    text: str
    priority: str = "say"
    key: str = ""
    seq: int = 0
    language: str = "en"
    expires_ms: int = 2000


class Retract(Struct, frozen=True, kw_only=True, tag="retract"):
    """This entry was undone: say nothing of it any more."""

    seq: int


class Show(Struct, frozen=True, kw_only=True, tag="show"):
    """The views of these audiences changed."""

    audiences: tuple[str, ...]


class Reply(Struct, frozen=True, kw_only=True, tag="reply"):
    """The answer to a Tap or Ask: `status` 200 or as `ports.Refused`."""

    ident: int
    status: int = 200
    reason: str = ""
    rule: str = ""
    data: Mapping[str, Any] = {}


class Recheck(Struct, frozen=True, kw_only=True, tag="recheck"):
    """Tell the eye to take what lies on the table as given."""


class Expect(Struct, frozen=True, kw_only=True, tag="expect"):
    """Tell the eye what may turn up where."""

    expectations: tuple[Expectation, ...]


Effect = Commit | Say | Retract | Show | Reply | Expect | Recheck | Lamps | Beep
