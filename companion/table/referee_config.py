"""The referee's bands from the game's options."""

from msgspec.structs import replace

from companion.referee import RefereeConfig
from companion.table.lobby import options_of
from companion.table.state import Table
from hardware.timing import MS


def config_of(table: Table) -> RefereeConfig:
    """Tie band, grace and debounce as the table chose them; a game without keeps ours."""
    options = options_of(table)
    default = table.referee.config
    return replace(
        default,
        tie_ns=getattr(options, "tie_ms", default.tie_ns // MS) * MS,
        grace_ns=getattr(options, "grace_ms", default.grace_ns // MS) * MS,
        debounce_ns=getattr(options, "debounce_ms", default.debounce_ns // MS) * MS,
    )
