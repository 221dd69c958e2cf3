"""`companion rules`: the schemas of a game, or its actions played from JSON lines."""

import sys
from collections.abc import Mapping
from typing import Any, TextIO, get_args

import click
import msgspec
from msgspec import Struct

from companion.commands.game_choice import game_argument
from companion.packs import content_pack
from rules import GAMES
from rules.core import LEGAL, Illegal, PackError, SetupError


class Setup(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a game starts.

    Attributes:
        first: Whose turn is first.
        options: The game's own, see its schema.
        pack: Values that override the game's content pack.
        state: A state to go on from; seats, first and options are then its own.
    """

    seats: int = 4
    first: int = 0
    options: Mapping[str, Any] = {}
    pack: Mapping[str, Any] = {}
    state: Any = None


class SetupLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The first line."""

    setup: Setup


class BadLineError(click.ClickException):
    """A line that cannot be read: says which, what and what to do."""

    def __init__(self, number: int, message: str) -> None:
        super().__init__(f"line {number}: {message} Nothing after line {number - 1} was played.")


@click.command()
@game_argument
@click.option("--schema", is_flag=True, help="JSON Schemas of setup, actions, events, state, view.")
@click.option(
    "--play",
    type=click.File(encoding="utf-8"),
    metavar="FILE|-",
    help="JSON lines: a setup, then actions. A line each comes back.",
)
def command(*, game_name: str, schema: bool, play: TextIO | None) -> None:
    """The rules of GAME, without a table."""
    game = GAMES[game_name]
    if schema == (play is not None):
        raise click.UsageError("Say either --schema, or --play FILE (- for standard input).")
    if schema:
        _write(schemas(game))
    elif play is not None:
        _play(game, play)


def _write(value: object) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")


def schemas(game: Any) -> dict[str, Any]:
    """JSON Schemas: each action and event by its tag, the rest by name, parts under `$defs`."""
    actions, events = get_args(game.Action), get_args(game.Event)
    kinds = (*actions, *events, game.State, game.View, game.Options)
    found, defs = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    by_kind = dict(zip(kinds, found, strict=True))
    setup = {
        "title": "Setup",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            "seats": {"type": "integer", "minimum": game.SEATS[0], "maximum": game.SEATS[-1]},
            "first": {"type": "integer", "minimum": 0, "default": 0},
            "options": by_kind[game.Options],
            "pack": {"type": "object", "default": {}},
            "state": by_kind[game.State],
        },
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "game": game.NAME,
        "edition": game.EDITION,
        "setup": setup,
        "actions": {kind.__struct_config__.tag: by_kind[kind] for kind in actions},
        "events": {kind.__struct_config__.tag: by_kind[kind] for kind in events},
        "state": by_kind[game.State],
        "view": by_kind[game.View],
        "$defs": defs,
    }


def _play(game: Any, lines: TextIO) -> None:
    """Answer each action with its ruling, events and everybody's views; at last the outcome."""
    state, seq = None, 0
    decoder = msgspec.json.Decoder(game.Action)
    try:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            if state is None:
                state = _start(game, number, line)
                continue
            seq += 1
            action = _read(decoder, number, line, "an action")
            state = _answer(game, state, action, seq)
    except UnicodeDecodeError as error:
        raise click.ClickException(f"This is not UTF-8 text: {error}. Save it as UTF-8.") from None
    if state is None:
        raise BadLineError(1, 'nothing there. Begin with {"setup":{"seats":4}}.')
    _write({"outcome": game.outcome(state)})


def _answer(game: Any, state: Any, action: Any, seq: int) -> Any:
    ruling = game.check(state, action)
    legal = ruling == LEGAL
    events = game.decide(state, action) if legal else ()
    for event in events:
        state = game.evolve(state, event)
    audiences = (*range(game.observe(state, "table").seats), "table")
    refusal = ruling if isinstance(ruling, Illegal) else None
    _write(
        {
            "seq": seq,
            "ruling": {
                "legal": legal,
                "reason": refusal.reason if refusal else None,
                "rule": refusal.rule if refusal else None,
            },
            "events": events,
            "views": {str(audience): game.observe(state, audience) for audience in audiences},
        }
    )
    return state


def _read(decoder: msgspec.json.Decoder[Any], number: int, line: str, what: str) -> Any:
    try:
        return decoder.decode(line)
    except msgspec.ValidationError as error:
        raise BadLineError(
            number, f"not {what}: {error}. See `companion rules GAME --schema`."
        ) from None
    except msgspec.DecodeError as error:
        raise BadLineError(number, f"not JSON: {error}. Write one JSON object a line.") from None


def _start(game: Any, number: int, line: str) -> Any:
    setup = _read(msgspec.json.Decoder(SetupLine), number, line, "a setup").setup
    try:
        if setup.state is not None:
            state = msgspec.convert(setup.state, game.State, str_keys=True)
            game.require_sound(state)
            return state
        options = msgspec.convert(setup.options, game.Options)
        pack = content_pack(game, [setup.pack])
        return game.setup(range(max(0, setup.seats)), setup.first, options, pack)
    except msgspec.ValidationError as error:
        part = "state" if setup.state is not None else "options"
        raise BadLineError(
            number, f"setup.{part}: {error}. See `companion rules GAME --schema`."
        ) from None
    except (SetupError, PackError) as error:
        raise BadLineError(number, f"setup: {error}") from None
