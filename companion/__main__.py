"""The command line. Each command lives in `companion.commands.<name>`, loaded when used."""

import importlib

import click

COMMANDS = {
    "run": "Start the companion: the real table where found, the simulated one where not.",
    "demo": "Play a whole game on the twin of the table and compare with the truth.",
    "simulate": "Random legal play, rules only.",
    "rules": "Schemas of a game, or play its actions from JSON lines.",
    "judge": "Recompute verdicts from evidence records.",
    "teach": "Learn cards from pictures.",
    "read": "Read cards in pictures.",
    "amend": "Correct an entry on a copy of a journal, and print what changes.",
    "replay": "Tell a journal or play a black box again: story, state and its hash.",
    "bundle": "Pack a game into one file for a bug report, with names replaced on request.",
    "export": "Write a game, or all kept games, as JSON with a hash or as CSV.",
    "print": "Make printable things: the mat with its markers.",
    "practice": "Reactions without cards: lamp or beep, then slap; and measure the buttons.",
    "words": "Check a language's catalogue, and bring it up to date with the code.",
    "doctor": "Check this machine and name the cure of what is wrong.",
    "bench": "Measure, beside a peer in the same run.",
}


class LazyGroup(click.Group):
    """Imports a command's module only when that command is called, so that help stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """`companion.commands.<name>.command`."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(
            f"companion.commands.{cmd_name.replace('print', 'print_')}"
        )
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """One line each, without importing anything."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.command(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="table-companion")
def main() -> None:
    """The table companion: camera, buzzers, rules, phones and a voice for physical games."""


if __name__ == "__main__":
    main()
