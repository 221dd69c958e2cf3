"""Everything that an audience can get of the table, in one place: what secrecy is tested on."""

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.table.effects import Commit, Effect, Expect, Recheck, Reply, Show
from companion.table.presenter import amendments_of, look
from companion.table.state import Table


def everything(table: Table, effects: Iterable[Effect], audience: str) -> bytes:
    """All bytes that reach this audience from one signal, in order.

    Its page (with prompts, their candidates, choices, captions, story, notices), what is spoken at
    the table, lamps and beeps, that its view changed at all, answers to its own requests with
    their refusals, and what it could correct. The disk and the eye are no audience.
    """
    told: list[Any] = [_public(effect, audience) for effect in effects]
    view = look(table, audience)
    offers = [amendments_of(table, line.seq, audience) for line in view.log if line.amendable]
    return msgspec.json.encode([[one for one in told if one is not None], view, offers])


def _public(effect: Effect, audience: str) -> Any:
    match effect:
        case Commit() | Expect() | Recheck():
            return None
        case Show(audiences=audiences):
            return "shown" if audience in audiences else None
        case Reply():
            return (effect.status, effect.reason, effect.rule)
        case _:
            return effect
