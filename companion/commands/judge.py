"""`companion judge`: recompute verdicts from evidence records, with the table's own code."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Any

import click
import msgspec

from companion.bundle import Bundle, BundleError, is_bundle
from companion.bundle.manifest import EVIDENCE
from companion.referee.checking import RecordError
from companion.referee.judging import judge
from companion.referee.record import EvidenceRecord, Verdict

_DECODER = msgspec.json.Decoder(EvidenceRecord)


class LineError(click.ClickException):
    """A line that is no evidence record: which, which field, and the cure."""

    exit_code = 2


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--schema", is_flag=True, help="Print the JSON Schemas of record and verdict.")
def command(file: IO[bytes] | None, *, schema: bool) -> None:
    """Judge the evidence records in FILE (JSON lines, or a bundle; - for standard input).

    Prints one verdict a line. Exit status 1 where a recorded verdict is not the one that follows
    from its record, 2 where a line cannot be read.
    """
    if schema:
        print(msgspec.json.encode(schemas()).decode())
        return
    if file is None:
        raise click.UsageError(
            "Give a FILE of evidence records, - for standard input, or --schema."
        )
    wrong = 0
    for number, line in enumerate(_lines(file), start=1):
        if not line.strip():
            continue
        record = _decode(number, line)
        verdict = _judge(number, record)
        print(msgspec.json.encode(verdict).decode())
        for difference in _differences(record, verdict):
            wrong += 1
            print(f"line {number}: {difference}", file=sys.stderr)
    sys.exit(1 if wrong else 0)


def _lines(file: IO[bytes]) -> Iterable[bytes]:
    """The records, one a line; those of a bundle where the file is one."""
    path = Path(str(getattr(file, "name", "")))
    if not is_bundle(path):
        return file
    try:
        with Bundle(path) as bundle:
            return bundle.read(EVIDENCE).splitlines()
    except BundleError as error:
        raise LineError(str(error)) from error


def schemas() -> dict[str, Any]:
    """JSON Schemas of an evidence record and of a verdict, by name."""
    (record, verdict), components = msgspec.json.schema_components(
        (EvidenceRecord, Verdict), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "evidence_record": record,
        "verdict": verdict,
        "$defs": components,
    }


def _decode(number: int, line: bytes) -> EvidenceRecord:
    try:
        return _DECODER.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LineError(
            f"line {number}: {error}. Give one evidence record a line, whole, as the journal holds"
            " it; `companion judge --schema` prints its shape."
        ) from error


def _judge(number: int, record: EvidenceRecord) -> Verdict:
    try:
        return judge(record)
    except RecordError as error:
        raise LineError(f"line {number}: {error}") from error


def _differences(record: EvidenceRecord, verdict: Verdict) -> Iterator[str]:
    if record.verdict is None:
        return
    told, found = msgspec.to_builtins(record.verdict), msgspec.to_builtins(verdict)
    for path, was, now in _compare("", told, found):
        yield (
            f"the recorded verdict does not follow from the record: {path} was"
            f" {_json(was)}, recomputed {_json(now)}. The record was changed, or another edition of"
            " the rules wrote it."
        )


def _compare(path: str, was: Any, now: Any) -> Iterator[tuple[str, Any, Any]]:
    """The innermost fields that differ."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in {**was, **now}:
            yield from _compare(f"{path}.{key}".lstrip("."), was.get(key), now.get(key))
    elif msgspec.json.encode(was) != msgspec.json.encode(now):
        yield path, was, now


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
