"""What is kept of each game, and the numbers over several: games, wins, reactions, readings."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.chronicle.accuracy import Reading, accuracy_of, readings_of
from companion.chronicle.people import name_of
from companion.chronicle.presses import Slap, reactions_of, slaps_of
from companion.chronicle.story import Chronicle
from companion.storymodels import Accuracy, Reactions, Record
from companion.words import Words

SUMMARY_FORMAT = 1
"""Rises when a summary holds something else: older ones are made anew."""
_DAY = len("2026-11-30")


class GameSummary(Struct, frozen=True, kw_only=True):
    """One game, as far as statistics need it.

    Attributes:
        format: See SUMMARY_FORMAT.
        game: `wizard-thieves`.
        created: Wall time for people, ISO 8601; empty where unknown.
        finished: It came to its end by the rules; only such games count in the tally.
        people: Who sat there at the end, by seat.
        winners: Of them.
        labels: Card key to name, of the cards in `readings`.
    """

    format: int = SUMMARY_FORMAT
    game: str
    created: str = ""
    finished: bool = False
    people: tuple[str, ...] = ()
    winners: tuple[str, ...] = ()
    slaps: tuple[Slap, ...] = ()
    readings: tuple[Reading, ...] = ()
    labels: Mapping[str, Words] = {}


def summarise(told: Chronicle, *, created: str = "") -> GameSummary:
    """What is kept of this game. A game corrected after its end has the winner it has now."""
    history = told.history
    names = told.names[-1]
    outcome = history.game.observe(history.state, "table").outcome
    readings = readings_of(history)
    keys = {key for one in readings for key in (one.read, one.second, one.was)}
    return GameSummary(
        game=history.game.NAME,
        created=created,
        finished=outcome is not None,
        people=tuple(str(name_of(names, seat)) for seat in range(told.seats)),
        winners=tuple(str(name_of(names, seat)) for seat in outcome.winners) if outcome else (),
        slaps=slaps_of(history),
        readings=readings,
        labels={key: label for key, label in told.card_labels.items() if key in keys},
    )


def tally(games: Iterable[GameSummary]) -> tuple[Record, ...]:
    """Games and wins of each person, most wins first. The newest spelling of a name is shown."""
    found: dict[str, Record] = {}
    for game in sorted(games, key=lambda game: game.created):
        if not game.finished:
            continue
        won = {name.casefold() for name in game.winners}
        for name in {name.casefold(): name for name in game.people}.values():
            key = name.casefold()
            before = found.get(key, Record(name=name, games=0, won=0))
            found[key] = replace(
                before,
                name=name,
                games=before.games + 1,
                won=before.won + (key in won),
                last=game.created[:_DAY] or before.last,
            )
    return tuple(sorted(found.values(), key=lambda one: (-one.won, one.games, one.name.casefold())))


def kept_reactions(games: Sequence[GameSummary]) -> tuple[Reactions, ...]:
    """Everybody's reactions over all games, by name, in the order of the alphabet."""
    newest = sorted(games, key=lambda game: game.created, reverse=True)
    lines = reactions_of(slap for game in newest for slap in game.slaps)
    return tuple(sorted(lines, key=lambda line: line.name.casefold()))


def kept_accuracy(games: Sequence[GameSummary]) -> Accuracy:
    """The companion's own readings over all games."""
    labels = {key: label for game in games for key, label in game.labels.items()}
    return accuracy_of((reading for game in games for reading in game.readings), labels)
