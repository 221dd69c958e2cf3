"""`companion words LANGUAGE`: what a catalogue lacks, and bringing it up to date with the code."""

from pathlib import Path

import click

from companion.words.extract import templates
from companion.words.merging import faults, merge

ROOT = Path(__file__).parents[2]
CATALOGUES = ROOT / "companion" / "words"
HEADER = """msgid ""
msgstr ""
"Project-Id-Version: table-companion\\n"
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"X-Language-Name: {language}\\n"
"X-Espeak-Voice: {language}\\n"
"""


@click.command()
@click.argument("language")
@click.option("--write", is_flag=True, help="Add what is missing, drop what nobody uses.")
def command(language: str, write: bool) -> None:
    """Name every entry of a catalogue that is missing, unused or has other parts.

    LANGUAGE is a code such as `de`; with --write a new one is begun. Exit code 1 where something is
    left to do.
    """
    if not (language.isascii() and language.isalpha()):
        raise click.ClickException("A language is a code of letters, such as de or pl.")
    path = CATALOGUES / f"{language}.po"
    if not path.exists():
        if not write:
            raise click.ClickException(
                f"There is no catalogue {path.name}. Begin one: companion words {language} --write"
            )
        path.write_text(HEADER.format(language=language), encoding="utf-8")
    said = templates(ROOT)
    if write:
        merge(path, said)
    found = faults(path, said)
    for fault in found:
        click.echo(f"{fault.what}: {fault.text}")
    click.echo(f"{path.name}: {len(found)} to do" if found else f"{path.name}: complete")
    raise SystemExit(1 if found else 0)
