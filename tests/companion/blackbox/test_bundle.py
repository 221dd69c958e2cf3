"""Bundles: everything in one file, with or without names; edited and hostile ones refused."""

import io
import json
import random
import stat
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner, Result

from companion.__main__ import main
from companion.blackbox import box_bytes, parse_box
from companion.bundle import Bundle, BundleError, pack_bundle
from companion.bundle.anonymous import PLAIN, TYPED, WITHHELD
from companion.bundle.manifest import BOX, EVIDENCE, EXPORT, JOURNAL, packed
from companion.bundle.names import Aliases
from companion.bundle.packing import Surroundings
from companion.config import Config, WebConfig
from companion.export import export, first_difference, read_export
from companion.history import Row
from companion.replaying import replay_box
from companion.store import check_journal
from companion.table.asks import _HANDLERS
from hardware.events import FrameRef, Observation
from hardware.timing import MS, Interval
from rules import wizard_thieves as game
from tests.companion.blackbox.evening import Evening

NAMES = ("Annegret", "Żółw", "小明", "Annegret", "O'Brien-Smythe <b>", "M" * 24, "annegret")
AWKWARD = ("gem", "The", "Pot", "seat", "Grab", "2", "Player 1", "Ruby", "The")
AROUND = Surroundings(
    app="0.1.0",
    config=Config(web=WebConfig(names=("annegrets-pi.local",))),
    versions={"python": "3.11"},
    doctor="green  disk: /home/annegret/games on annegrets-pi at 10.1.2.3\n",
    private={"/home/annegret": "~", "annegrets-pi": "this-machine"},
)


def play(folder: Path, seed: int, names: tuple[str, ...] = NAMES, things: int = 70) -> Evening:
    rng = random.Random(seed)
    evening = Evening(folder, seats=rng.choice((2, 3, 4)), names=names)
    for _ in range(things):
        evening.anything(rng)
        evening.wait(rng.choice((40, 400, 4000)), every=50)
        if rng.random() < 0.02:
            evening.restart()
    return evening.close()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    folder = tmp_path_factory.mktemp("evening")
    evening = Evening(folder, seats=2, names=("Annegret", "Żółw")).begin()
    evening.loop._images.put("frame-1", b"\xff\xd8 a picture")
    evening.wait(400)
    at = evening.clock * MS
    evening.send(
        Observation(
            zone="pot",
            kind="card",
            identity="treasure:2",
            onset=Interval(at, at),
            settled_at=at,
            frames=(FrameRef(id="frame-1", at=Interval(at, at)),),
        )
    )
    for _ in range(3):
        evening.wait(500)
        evening.press(1)
    evening.wait(500)
    return evening.close()


@pytest.fixture
def bundle(evening: Evening, tmp_path: Path) -> Path:
    return pack_bundle(evening.files[0], tmp_path / "b.zip", AROUND).path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def unpacked(path: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def repack(path: Path, files: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return path


# ---------------------------------------------------------------- what is in it


def test_a_bundle_holds_everything_and_replays_and_judges(evening: Evening, bundle: Path):
    rows = evening.rows()
    with Bundle(bundle) as opened:
        assert opened.manifest.replay == "same"
        assert opened.read(EXPORT) == export(game.NAME, game.EDITION, rows)
        assert opened.read(BOX) == evening.box.read_bytes()
        assert opened.read("evidence/frame-1.jpg") == b"\xff\xd8 a picture"
        records = opened.read(EVIDENCE).splitlines()
        assert len(records) == sum(bool(row.evidence) for row in rows) > 0
    judged = run("judge", bundle)
    assert judged.exit_code == 0, judged.output
    assert len(judged.stdout.splitlines()) == len(records)
    told = run("replay", bundle)
    assert told.exit_code == 0
    assert f"replays to the same {len(rows)} of {len(rows)} entries" in told.stderr
    assert told.stdout.splitlines()[1:] == run("replay", evening.files[0]).stdout.splitlines()[1:]


def test_the_journal_in_it_is_a_journal(bundle: Path, tmp_path: Path):
    path = tmp_path / "game.journal"
    path.write_bytes(unpacked(bundle)[JOURNAL])
    assert check_journal(path).damage is None
    assert run("replay", path).exit_code == 0


def test_two_bundles_of_one_game_are_the_same_bytes(evening: Evening, tmp_path: Path):
    one = pack_bundle(evening.files[0], tmp_path / "1.zip", AROUND).path
    two = pack_bundle(evening.files[0], tmp_path / "2.zip", AROUND).path
    assert one.read_bytes() == two.read_bytes()


def test_the_command_packs_the_newest_game_of_a_data_folder(evening: Evening, tmp_path: Path):
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    for path in (evening.files[0], evening.box):
        (games / path.name).write_bytes(path.read_bytes())
    out = tmp_path / "out.zip"
    done = run("bundle", "--data", tmp_path / "data", "-o", out, "--no-doctor")
    assert done.exit_code == 0, done.output
    assert "replays to the same journal" in done.stdout
    assert "names of the players" in done.stderr
    again = run("bundle", evening.files[0], "-o", out, "--no-doctor", "--anonymous")
    assert again.exit_code == 0, "a bundle may be replaced by a bundle"


def test_the_taught_cards_are_packed_only_on_request(evening: Evening, tmp_path: Path):
    taught = tmp_path / "wizard-thieves.catalogue"
    taught.write_bytes(b"the look of your cards")
    around = msgspec.structs.replace(AROUND, catalogue=taught)
    without = unpacked(pack_bundle(evening.files[0], tmp_path / "1.zip", around).path)
    assert not any(b"the look of your cards" in data for data in without.values())
    told = json.loads(without["catalogue.json"])
    assert told["bytes"] == 22
    assert len(told["sha256"]) == 64
    done = pack_bundle(evening.files[0], tmp_path / "2.zip", around, pictures=True)
    assert b"the look of your cards" in unpacked(done.path).values()


@pytest.mark.parametrize("what", ["missing", "torn", "garbage"])
def test_without_a_sound_black_box_the_rest_is_packed(evening: Evening, tmp_path: Path, what: str):
    journal = tmp_path / evening.files[0].name
    journal.write_bytes(evening.files[0].read_bytes())
    data, box = evening.box.read_bytes(), journal.with_suffix(".blackbox")
    if what != "missing":
        box.write_bytes(data[:-200] if what == "torn" else b"x" * 99)
    for anonymous in (False, True):
        done = pack_bundle(journal, tmp_path / "b.zip", AROUND, anonymous=anonymous)
        assert done.manifest.replay == ("part" if what == "torn" else "none")
        assert done.manifest.remarks
        packed_box = unpacked(done.path).get(BOX)
        if not anonymous:
            assert packed_box == (None if what == "missing" else box.read_bytes())
        told = run("replay", done.path)
        assert told.exit_code == 0, told.output
        assert run("judge", done.path).exit_code == 0


def test_of_a_damaged_journal_the_sound_part_is_packed_and_the_file_as_well(
    evening: Evening, tmp_path: Path
):
    journal = tmp_path / evening.files[0].name
    data = evening.files[0].read_bytes()
    journal.write_bytes(data.replace(b'"kind":"game"', b'"kind":"gane"'))
    assert check_journal(journal).damage is not None
    done = pack_bundle(journal, tmp_path / "b.zip", AROUND)
    files = unpacked(done.path)
    assert files["damaged.journal"] == journal.read_bytes()
    assert any("damaged" in remark for remark in done.manifest.remarks)
    assert run("replay", done.path).exit_code == 0
    nameless = pack_bundle(journal, tmp_path / "n.zip", AROUND, anonymous=True)
    assert "damaged.journal" not in unpacked(nameless.path)


# ---------------------------------------------------------------- names


def everything_in(path: Path) -> str:
    """All text of a bundle, black box unpacked."""
    files = unpacked(path)
    texts = [data.decode("utf-8", "replace") for name, data in files.items() if name != BOX]
    if BOX in files:
        texts.append(repr(parse_box(files[BOX])))
        segments = parse_box(files[BOX]).segments
        texts += [segment.begin.table.decode("utf-8", "replace") for segment in segments]
    return "\n".join(texts)


@pytest.mark.parametrize("seed", range(5))
def test_without_names_nothing_of_the_people_is_left_and_it_still_replays(
    tmp_path: Path, seed: int
):
    evening = play(tmp_path, seed)
    for number, journal in enumerate(evening.files):
        done = pack_bundle(journal, tmp_path / f"{number}.zip", AROUND, anonymous=True)
        assert done.manifest.replay == "same"
        text = everything_in(done.path)
        for private in (*NAMES, "digest ", "ABC234", "annegrets-pi", "/home/annegret", "10.1.2.3"):
            assert private.casefold() not in text.casefold(), private
        with Bundle(done.path) as bundle:
            _, rows = read_export(bundle.read(EXPORT))
            told = replay_box(parse_box(bundle.read(BOX)))
        assert first_difference(told.rows, rows) is None
        plain = evening.rows(number)
        assert [(r.kind, r.action, r.events, r.evidence) for r in rows] == [
            (r.kind, r.action, r.events, r.evidence) for r in plain
        ]
        assert run("judge", done.path).exit_code == 0


@pytest.mark.parametrize("seed", range(3))
def test_people_who_are_called_like_cards_and_words_do_no_harm(tmp_path: Path, seed: int):
    evening = play(tmp_path, seed, AWKWARD, things=50)
    for number, journal in enumerate(evening.files):
        for box in (True, False):
            if not box:
                journal.with_suffix(".blackbox").unlink()
            done = pack_bundle(journal, tmp_path / f"{number}.zip", AROUND, anonymous=True)
            assert done.manifest.replay == ("same" if box else "none")
            told = run("replay", done.path, "--json")
            assert told.exit_code == 0, told.output
            plain = run("replay", journal, "--json")
            state = ("state_hash", "entries", "outcome")
            one, two = json.loads(told.stdout), json.loads(plain.stdout)
            assert [one[key] for key in state] == [two[key] for key in state]


def test_one_person_has_one_name_everywhere(tmp_path: Path):
    evening = Evening(tmp_path, seats=2).begin()
    evening.ask("rename", "seat:1", seat=1, value="Annegret")
    evening.close()
    done = pack_bundle(evening.files[0], tmp_path / "b.zip", AROUND, anonymous=True)
    with Bundle(done.path) as bundle:
        _, rows = read_export(bundle.read(EXPORT))
    seats = [row.data["name"] for row in rows if row.kind == "seat"]
    assert seats == ["Player 1", "Player 2", "Player 3"]
    assert next(r for r in rows if r.kind == "game").data["names"] == ["Player 1", "Player 2"]


def test_of_every_request_it_is_known_whether_its_value_may_be_shown_to_strangers():
    assert set(_HANDLERS) == TYPED | PLAIN | WITHHELD
    assert len(TYPED) + len(PLAIN) + len(WITHHELD) == len(_HANDLERS)


def test_names_in_the_parts_of_a_sentence_are_replaced_and_its_template_is_not():
    names = Aliases()
    assert names.of("annegret") == "Player 1"
    row = Row(
        seq=1,
        kind="prompt",
        at_ns=0,
        data={
            "title": {"template": "annegret {who}: {cards}", "parts": {"who": "annegret"}},
            "body": {"template": "{a} and {b}", "parts": {"a": {"template": "{x}"}, "b": 3}},
            "label": "annegret",
            "kind": "annegret",
        },
    )
    assert names.row(row).data == {
        "title": {"template": "annegret {who}: {cards}", "parts": {"who": "Player 1"}},
        "body": {"template": "{a} and {b}", "parts": {"a": {"template": "{x}"}, "b": 3}},
        "label": "Player 1",
        "kind": "annegret",
    }


# ---------------------------------------------------------------- edited and hostile ones


def refused(path: Path, words: str) -> None:
    """Both commands say it without a traceback, and leave the file alone."""
    before = path.read_bytes()
    for command, status in (("replay", 1), ("judge", 2)):
        done = run(command, path)
        assert done.exit_code == status, done.output
        assert words in done.stderr, done.stderr
        assert "Traceback" not in done.output
    assert path.read_bytes() == before


@pytest.mark.parametrize("name", [EXPORT, EVIDENCE, "game.journal", "game.blackbox", "config.json"])
def test_an_edited_file_is_named_whoever_reads_it(bundle: Path, name: str):
    """What a command does not need is not believed either."""
    files = unpacked(bundle)
    files[name] = files[name][:-2] + b"12"
    repack(bundle, files)
    refused(bundle, f"{name} in {bundle} is not what was packed")


def test_evidence_that_was_edited_together_with_its_sum_is_found_by_judging(bundle: Path):
    files = unpacked(bundle)
    files[EVIDENCE] = files[EVIDENCE].replace(b'"groups":[[1]]', b'"groups":[[0]]')
    manifest = json.loads(files["manifest.json"])
    manifest["files"][EVIDENCE] = msgspec.to_builtins(packed(files[EVIDENCE]))
    files["manifest.json"] = json.dumps(manifest).encode()
    repack(bundle, files)
    done = run("judge", bundle)
    assert done.exit_code == 1
    assert "does not follow from the record" in done.stderr


def test_an_exchanged_black_box_is_found_by_the_replay(bundle: Path, tmp_path: Path):
    folder = tmp_path / "other"
    folder.mkdir()
    other = Evening(folder, seats=2, names=("Eve",)).begin().close()
    files = unpacked(bundle)
    box = parse_box(other.box.read_bytes())
    heard = box.segments[0].heard
    first = msgspec.structs.replace(
        heard[0],
        signal=msgspec.structs.replace(heard[0].signal, value="Mallory"),  # type: ignore[call-overload]
    )
    segment = msgspec.structs.replace(box.segments[0], heard=(first, *heard[1:]))
    files[BOX] = box_bytes(msgspec.structs.replace(box, segments=(segment,)))
    manifest = json.loads(files["manifest.json"])
    manifest["files"][BOX] = msgspec.to_builtins(packed(files[BOX]))
    files["manifest.json"] = json.dumps(manifest).encode()
    done = run("replay", repack(bundle, files))
    assert done.exit_code == 1
    assert "replays differently" in done.stderr


Spoil = Callable[[dict[str, bytes]], dict[str, bytes]]


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda f: {k: v for k, v in f.items() if k != "manifest.json"}, "no manifest.json"),
        (lambda f: {**f, "manifest.json": b"{"}, "cannot be read"),
        (lambda f: {**f, "manifest.json": b"[" * 100_000}, "cannot be read"),
        (lambda f: {**f, "manifest.json": b"\xff\xfe"}, "cannot be read"),
        (lambda f: {**f, "more.txt": b"x"}, "has been put into"),
        (lambda f: {k: v for k, v in f.items() if k != EVIDENCE}, "has been taken out of"),
        (lambda f: {**f, "../../evil": b"x"}, "no bundle has"),
        (lambda f: {**f, "/etc/passwd": b"x"}, "no bundle has"),
        (lambda f: {**f, "a\\b": b"x"}, "no bundle has"),
        (lambda f: {**f, "C:evil": b"x"}, "no bundle has"),
        (lambda f: {}, "no manifest.json"),
    ],
)
def test_hostile_archives_are_refused_with_words(bundle: Path, spoil: Spoil, words: str):
    refused(repack(bundle, spoil(unpacked(bundle))), words)


def test_a_newer_bundle_is_refused(bundle: Path):
    files = unpacked(bundle)
    manifest = json.loads(files["manifest.json"]) | {"format": 9}
    refused(
        repack(bundle, files | {"manifest.json": json.dumps(manifest).encode()}), "newer companion"
    )


def test_a_file_twice_is_refused(bundle: Path):
    with zipfile.ZipFile(bundle, "a") as archive, pytest.warns(UserWarning, match="Duplicate"):
        archive.writestr(EVIDENCE, b"{}")
    refused(bundle, "holds a file twice")


def test_a_bomb_is_not_opened(tmp_path: Path):
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(33):
            archive.writestr(f"{number}.bin", bytes(1 << 24))
    assert path.stat().st_size < 1_000_000
    refused(path, "more than a bundle can hold")


def test_a_bomb_that_lies_about_its_size_is_not_unpacked(bundle: Path):
    """The archive's list says 10 bytes; what is inside would be a gigabyte."""
    files = unpacked(bundle)
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    data = packer.compress(bytes(1 << 26)) + packer.flush()
    honest = io.BytesIO()
    with zipfile.ZipFile(honest, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, bytes(1 << 26) if name == EVIDENCE else content)
    raw = honest.getvalue()
    assert data[:100] in raw
    size = (1 << 26).to_bytes(4, "little")
    bundle.write_bytes(raw.replace(size, (10).to_bytes(4, "little")))
    done = run("judge", bundle)
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    assert "damaged" in done.stderr or "not what was packed" in done.stderr


def test_encrypted_and_linked_files_are_harmless(bundle: Path):
    files = unpacked(bundle)
    with zipfile.ZipFile(bundle, "w") as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name)
            linked = name == EVIDENCE
            info.external_attr = (stat.S_IFLNK | 0o777) << 16 if linked else 0
            archive.writestr(info, b"/etc/passwd" if linked else data)
    done = run("judge", bundle)
    assert done.exit_code == 2
    assert "not what was packed" in done.stderr
    raw = bytearray(repack(bundle, files).read_bytes())
    at = raw.find(b"PK\x01\x02")
    raw[at + 8] |= 1
    bundle.write_bytes(bytes(raw))
    refused(bundle, "no bundle has")


def test_damage_at_any_byte_is_told_and_never_a_traceback(bundle: Path, tmp_path: Path):
    data = bundle.read_bytes()
    rng = random.Random(3)
    path = tmp_path / "spoilt.zip"
    for _ in range(60):
        spoilt = bytearray(data)
        spoilt[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(bytes(spoilt[: len(data) if rng.random() < 0.7 else rng.randrange(9999)]))
        for command in ("replay", "judge"):
            done = run(command, path)
            assert done.exception is None or isinstance(done.exception, SystemExit), done.exception


def test_the_command_refuses_with_words(evening: Evening, tmp_path: Path):
    for arguments, words in (
        (("--data", tmp_path / "nothing", "-o", tmp_path / "b.zip"), "There is no game in"),
        ((tmp_path / "no.journal", "-o", tmp_path / "b.zip"), "There is no journal"),
        ((evening.files[0], "-o", evening.files[0]), "is no bundle; it was not touched"),
        ((evening.files[0], "-o", tmp_path / "no" / "b.zip"), "There is no folder"),
        ((evening.box, "-o", tmp_path / "b.zip"), "is not a journal"),
    ):
        done = run("bundle", *arguments, "--no-doctor")
        assert done.exit_code == 1, done.output
        assert words in done.stderr
        assert "Traceback" not in done.output
    assert check_journal(evening.files[0]).damage is None


def test_a_bundle_that_is_none_cannot_be_opened(tmp_path: Path):
    path = tmp_path / "b.zip"
    path.write_bytes(b"PK\x03\x04 and nothing more")
    with pytest.raises(BundleError, match="is no bundle"):
        Bundle(path)
    refused(path, "is no bundle")
