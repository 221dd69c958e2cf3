"""Where games are kept: `DATA/games/<stamp>-<game>.journal`."""

from datetime import datetime, timedelta
from pathlib import Path

from msgspec import Struct

from companion.store.layout import Header
from companion.store.rescue import Damage, finish_rescue
from companion.store.scan import refuse_strangers, scan

SUFFIX = ".journal"
_STAMP = "%Y-%m-%d-%H%M%S"
_STAMP_CHARACTERS = len("2026-11-30-190000")


class Check(Struct, frozen=True, kw_only=True):
    """What `check_journal` found.

    Attributes:
        path: The file.
        header: None where it is gone.
        sound: Seq of the last sound entry.
        damage: None where all is well.
    """

    path: str
    header: Header | None
    sound: int
    damage: Damage | None = None


def check_journal(path: Path) -> Check:
    """Prove every entry of a journal, changing nothing.

    Raises:
        NotAJournalError: No such file, another kind of file, or a newer format.
    """
    refuse_strangers(path)
    found = scan(path)
    sound = len(found.entries)
    damage = None
    if found.problem:
        damage = Damage(
            what=f"The journal {path.name} is damaged: {found.problem}.",
            meaning=f"The first {sound} entries are proved sound."
            if sound
            else "No entry is sound.",
            cure="`companion run` keeps the damaged file aside and goes on with what can be saved.",
            sound=sound,
        )
    return Check(path=str(path), header=found.header, sound=sound, damage=damage)


def new_game_path(data_dir: Path, game: str, now: datetime) -> Path:
    """A file name for a new game; later games sort after earlier ones.

    `now` is wall time, for people. A Pi has no clock of its own and may wake up in the past, so a
    name never sorts before one that is there.
    """
    stamp = now.strftime(_STAMP)
    taken = [path.name[:_STAMP_CHARACTERS] for path in _games(data_dir)]
    newest = max(taken, default="")
    if stamp <= newest:
        stamp = (datetime.strptime(newest, _STAMP) + timedelta(seconds=1)).strftime(_STAMP)  # noqa: DTZ007
    return data_dir / "games" / f"{stamp}-{game}{SUFFIX}"


def latest_game(data_dir: Path) -> Path | None:
    """The newest game's file, or None. Completes a rescue that a power cut interrupted.

    Raises:
        StoreFailedError: That could not be completed.
    """
    for restored in (data_dir / "games").glob(f"*{SUFFIX}.restored"):
        finish_rescue(restored.with_suffix(""))
    return max(_games(data_dir), default=None)


def _games(data_dir: Path) -> list[Path]:
    return [path for path in (data_dir / "games").glob(f"*{SUFFIX}") if _is_stamped(path)]


def _is_stamped(path: Path) -> bool:
    try:
        datetime.strptime(path.name[:_STAMP_CHARACTERS], _STAMP)  # noqa: DTZ007 - for people, no zone
    except ValueError:
        return False
    return True
