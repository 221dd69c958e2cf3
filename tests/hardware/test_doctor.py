"""The doctor on machines that lack this and that; each lack is named with its cure."""

import json
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from companion.__main__ import main
from companion.commands import doctor
from companion.commands.doctor_light import NoPictureError
from companion.commands.doctor_probe import Answer, Finding, LookAtTable, Machine, OpenBoard
from companion.words import recognised
from hardware.events import EdgesUntil, SensorStatus
from hardware.eye_link import Condition, Conditions


class Patient:
    """A machine made of files and answers."""

    def __init__(self, directory: Path) -> None:
        self.root = directory / "root"
        self.data = directory / "data"
        self.data.mkdir()
        self.answers: dict[str, Answer] = {}
        self.open_board: OpenBoard | None = None
        self.look: LookAtTable | None = None

    def file(self, path: str, text: str = "") -> None:
        target = self.root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text)

    def says(self, program: str, out: str) -> None:
        self.answers[program] = Answer(code=0, out=out)

    def findings(self) -> dict[str, Finding]:
        def ask(command: Sequence[str]) -> Answer:
            return self.answers.get(command[0], Answer(code=None))

        machine = Machine(
            root=self.root,
            ask=ask,
            data_dir=self.data,
            open_board=self.open_board,
            look=self.look,
        )
        findings = doctor.examine(machine)
        assert [words for one in findings for words in unknown_in_german(one)] == []
        return {finding.check: finding for finding in findings}


INVENTED = {
    "GPIO 17 cannot be used.",
    "Its clock is that of the buttons.",
    "It cannot judge.",
    "Another program uses the camera.",
}
"""What devices say in tests alone."""


def unknown_in_german(finding: Finding) -> list[str]:
    """What the catalogues do not know of it; a broken file is named in its reader's own words."""
    said = [finding.text, finding.cure] if finding.check != "configuration" else [finding.cure]
    words = [str(one) for one in said if one and str(one) not in INVENTED]
    return [one for one in words if isinstance(recognised(one), str)]


@pytest.fixture
def patient(tmp_path: Path) -> Patient:
    return Patient(tmp_path)


def test_a_bare_machine_can_still_play(patient: Patient) -> None:
    findings = patient.findings()
    assert {f.check for f in findings.values() if f.level == "red"} == set()
    assert {f.check for f in findings.values() if f.level == "amber"} >= {"camera", "pins", "sound"}
    assert all(f.cure for f in findings.values() if f.level != "green")
    assert all(f.cure == "" for f in findings.values() if f.level == "green")


def test_a_well_equipped_pi_is_green(patient: Patient, monkeypatch: Any) -> None:
    monkeypatch.setattr(doctor.doctor_devices.importlib.util, "find_spec", lambda _: object())
    patient.file("proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    patient.file("dev/video0")
    patient.file("sys/class/video4linux/video0/name", "rp1-cfe\n")
    patient.file("dev/gpiochip0")
    patient.file("sys/class/net/wlan0/wireless/status")
    patient.says("aplay", "card 0: Device [USB Audio], device 0: USB Audio [USB Audio]\n")
    patient.says("vcgencmd", "throttled=0x0\n")
    patient.says("iw", "Power save: off\n")
    patient.says("timedatectl", "yes\n")
    findings = patient.findings()
    for check in ("camera", "pins", "sound", "power", "wi-fi wlan0", "clock"):
        assert findings[check].level == "green", findings[check]
    assert "rp1-cfe" in findings["camera"].text
    assert "USB Audio" in findings["sound"].text


@pytest.mark.parametrize(
    ("bits", "level", "says"),
    [
        ("0x50005", "red", "Under-voltage now"),
        ("0x50000", "amber", "was under-voltage"),
        ("0x8", "amber", "hot"),
        ("0x0", "green", "No under-voltage"),
    ],
)
def test_a_weak_power_supply_is_named(patient: Patient, bits: str, level: str, says: str) -> None:
    patient.says("vcgencmd", f"throttled={bits}\n")
    finding = patient.findings()["power"]
    assert (finding.level, says in finding.text) == (level, True)


def test_a_pi_that_cannot_be_asked_is_not_called_well(patient: Patient) -> None:
    patient.file("proc/device-tree/model", "Raspberry Pi 4 Model B\0")
    assert patient.findings()["power"].level == "amber"


@pytest.mark.parametrize(
    ("answer", "level", "says"),
    [
        ("Power save: on\n", "amber", "Power saving is on"),
        ("Power save: off\n", "green", "off"),
        ("", "amber", "Cannot tell"),
    ],
)
def test_wifi_power_saving(patient: Patient, answer: str, level: str, says: str) -> None:
    patient.file("sys/class/net/wlan0/wireless/status")
    patient.says("iw", answer)
    finding = patient.findings()["wi-fi wlan0"]
    assert (finding.level, says in finding.text) == (level, True)
    if level == "amber":
        assert "set power_save off" in finding.cure


def test_each_button_of_a_pi_has_a_line_and_one_that_is_down_is_red(patient: Patient) -> None:
    said = [
        SensorStatus(sensor="buttons", ok=True, text="Buttons of 4 seats."),
        SensorStatus(sensor="button:2", ok=False, text="pressed already"),
        EdgesUntil(ns=1),
    ]
    patient.open_board = lambda _: nullcontext(iter(said).__next__)
    assert "button seat 1's buzzer" not in patient.findings()  # not a Pi: nothing is opened
    patient.file("proc/device-tree/model", "Raspberry Pi 4 Model B")
    patient.file("dev/gpiochip0")
    findings = patient.findings()
    assert findings["button seat 1's buzzer"].level == "green"
    assert findings["button seat 3's buzzer"].level == "red"
    assert "GPIO 5" in findings["button seat 3's buzzer"].text


def test_pins_that_the_running_companion_holds_are_not_called_broken(patient: Patient) -> None:
    busy = SensorStatus(sensor="buttons", ok=False, text="GPIO 17 cannot be used.")
    patient.open_board = lambda _: nullcontext(lambda: busy)
    patient.file("proc/device-tree/model", "Raspberry Pi 4 Model B")
    patient.file("dev/gpiochip0")
    finding = patient.findings()["buttons"]
    assert finding.level == "amber"
    assert "systemctl stop table-companion" in finding.cure


@pytest.mark.parametrize(
    ("text", "level"), [("48312", "green"), ("77000", "amber"), ("84100", "red"), ("", "green")]
)
def test_temperature(patient: Patient, text: str, level: str) -> None:
    patient.file("sys/class/thermal/thermal_zone0/temp", text)
    assert patient.findings()["temperature"].level == level


def test_the_name_that_phones_can_type(patient: Patient) -> None:
    patient.file("etc/hostname", "gametable\n")
    assert "gametable.local is not announced" in patient.findings()["network name"].text
    patient.file("run/avahi-daemon/socket")
    named = patient.findings()["network name"]
    assert (named.level, "gametable.local" in named.text) == ("green", True)


WELL = SensorStatus(sensor="camera", ok=True, text="The camera sees the mat.")


def seen(camera: SensorStatus = WELL, **values: Any) -> Any:
    said = [Conditions(**values), camera]
    return lambda _: nullcontext(iter(said).__next__)


@pytest.mark.parametrize(
    ("values", "level", "says", "cure"),
    [
        (
            {"ok": True, "measures": (Condition("light", 0.62, "good"),)},
            "green",
            "Light 62 %",
            "",
        ),
        (
            {"ok": False, "text": "It is too dark to read cards. Switch a lamp on."},
            "amber",
            "entered by phone",
            "It is too dark to read cards. Switch a lamp on.",
        ),
        (
            {"ok": True, "text": "A lamp is mirrored in a zone. Move the lamp."},
            "amber",
            "harder to read",
            "A lamp is mirrored in a zone. Move the lamp.",
        ),
    ],
)
def test_light(patient: Patient, values: Any, level: str, says: str, cure: str) -> None:
    patient.look = seen(**values)
    assert "no camera" in patient.findings()["light"].text  # nothing is opened where none is
    patient.file("dev/video0")
    light = patient.findings()["light"]
    assert (light.level, str(light.cure)) == (level, cure)
    assert says in light.text


@pytest.mark.parametrize(
    ("changes", "level", "says"),
    [
        ({}, "green", "stamps nothing"),
        ({"text": "Its clock is that of the buttons.", "parts": {"ms": 23}}, "green", "buttons"),
        ({"text": "It cannot judge.", "parts": {"ms": -9}, "warning": True}, "amber", "cannot"),
    ],
)
def test_the_camera_s_clock_is_compared(
    patient: Patient, changes: Any, level: str, says: str
) -> None:
    patient.file("dev/video0")
    patient.look = seen(replace(WELL, **changes), ok=True)
    clock = patient.findings()["camera clock"]
    assert clock.level == level
    assert says in clock.text
    assert bool(clock.cure) == (level == "amber")


def test_light_that_cannot_be_looked_at_says_why(patient: Patient) -> None:
    def busy(_: Any) -> Any:
        raise NoPictureError("Another program uses the camera.")

    patient.file("dev/video0")
    patient.look = busy
    light = patient.findings()["light"]
    assert light.level == "amber"
    assert "Another program" in light.text
    assert "systemctl stop table-companion" in light.cure


def test_the_doctor_really_looks(tmp_path: Path) -> None:
    """The eye itself, on a picture of a dark room: no mat is in sight."""
    (tmp_path / "pictures").mkdir()
    for number in range(40):
        dark = np.full((720, 1280, 3), 3, np.uint8)
        cv2.imwrite(str(tmp_path / "pictures" / f"{number:02}.png"), dark)
    config = f'[eye]\nsource = "pictures"\npath = "{tmp_path / "pictures"}"\npaced = false\n'
    (tmp_path / "companion.toml").write_text(config)
    result = CliRunner().invoke(main, ["doctor", "--json", "--data", str(tmp_path)])
    findings = {one["check"]: one for one in json.loads(result.stdout)["findings"]}
    assert findings["light"]["level"] == "amber"
    assert "0 markers" in findings["light"]["text"]
    assert findings["light"]["cure"]


def test_no_sound_card(patient: Patient) -> None:
    patient.says("aplay", "aplay: device_list:276: no soundcards found...\n")
    assert "No sound card" in patient.findings()["sound"].text


def test_devices_of_another_user_name_the_group(patient: Patient, monkeypatch: Any) -> None:
    patient.file("dev/video0")
    patient.file("dev/gpiochip0")
    monkeypatch.setattr(doctor.doctor_devices.os, "access", lambda *_: False)
    findings = patient.findings()
    assert "usermod -aG video" in findings["camera"].cure
    assert "usermod -aG gpio" in findings["pins"].cure


def test_a_missing_package_is_red(patient: Patient, monkeypatch: Any) -> None:
    monkeypatch.setattr(doctor.doctor_system, "NEEDED", ("msgspec", "no_such_package"))
    finding = patient.findings()["packages"]
    assert finding.level == "red"
    assert "no_such_package" in finding.text


def test_a_full_disk_is_red(patient: Patient, monkeypatch: Any) -> None:
    import shutil

    usage = type(shutil.disk_usage("/"))
    monkeypatch.setattr(
        doctor.doctor_disk.shutil, "disk_usage", lambda _: usage(1, 1, 50 * 1024**2)
    )
    assert patient.findings()["disk space"].level == "red"


def test_a_data_folder_that_is_a_file_is_red(patient: Patient) -> None:
    def refuse(*_: Any, **__: Any) -> Any:
        raise PermissionError(13, "Permission denied")

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(doctor.doctor_disk.tempfile, "NamedTemporaryFile", refuse)
        finding = patient.findings()["data folder"]
    assert finding.level == "red"
    assert "Permission denied" in finding.text


@pytest.mark.parametrize(
    ("counted", "level"), [(["0", "0"], "green"), (["0", "3"], "amber"), ([], "green")]
)
def test_errors_that_the_kernel_counted_are_told(
    patient: Patient, counted: list[str], level: str
) -> None:
    for number, errors in enumerate(counted):
        patient.file(f"sys/fs/ext4/mmcblk0p{number}/errors_count", errors)
    assert patient.findings()["disk health"].level == level


def test_a_disk_that_can_only_be_read_is_red(patient: Patient) -> None:
    """As the kernel leaves a card on which writing failed."""
    patient.file(
        "proc/mounts", f"/dev/a / ext4 rw 0 0\n/dev/b {patient.data} ext4 ro,noatime 0 0\n"
    )
    health = patient.findings()["disk health"]
    assert (health.level, "can only be read" in health.text) == ("red", True)


def test_nothing_is_left_behind(patient: Patient) -> None:
    patient.findings()
    assert list(patient.data.iterdir()) == []


def test_a_broken_configuration_is_red_with_its_field(patient: Patient) -> None:
    (patient.data / "companion.toml").write_text("[board]\nbackend = 'magic'\n")
    finding = patient.findings()["configuration"]
    assert finding.level == "red"
    assert "backend" in finding.text


def test_wrong_wiring_is_red(patient: Patient) -> None:
    (patient.data / "companion.toml").write_text(
        "[[board.seats]]\nbutton = 17\n[[board.seats]]\nbutton = 17\n"
    )
    finding = patient.findings()["wiring"]
    assert finding.level == "red"
    assert "GPIO 17 is used twice" in finding.text


def test_a_damaged_journal_is_red(patient: Patient) -> None:
    games = patient.data / "games"
    games.mkdir()
    (games / "2026-11-30-190000-wizard_thieves.journal").write_bytes(b"no journal at all")
    finding = patient.findings()["journal"]
    assert finding.level == "red"
    assert "2026-11-30-190000-wizard_thieves.journal" in finding.text + finding.cure


def test_a_check_that_fails_itself_stops_none_of_the_others(
    patient: Patient, monkeypatch: Any
) -> None:
    def broken(_: Machine) -> Finding:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(doctor, "CHECKS", (broken, doctor.doctor_system.python))
    findings = patient.findings()
    assert "ZeroDivisionError" in findings["broken"].text
    assert findings["python"].level == "green"


def test_it_speaks_the_language_of_the_configuration(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text('[voice]\nlanguage = "de"\n')
    result = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)])
    lines = result.stdout.splitlines()
    heads = {line.partition(":")[0].partition(" ")[2].strip() for line in lines if line[0] in "grg"}
    assert heads >= {"Kamera", "Licht", "Pins", "Stimme", "Ton", "Speicherplatz", "Spieldatei"}
    assert heads >= {"Uhr", "Netz", "Name im Netz", "Strom", "Temperatur", "Zustand des Speichers"}
    assert "Abhilfe: " in result.stdout
    assert "cure" not in result.stdout
    assert lines[-1].startswith("Spielbereit")


def test_other_programs_read_english_whatever_the_language(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text('[voice]\nlanguage = "de"\n')
    result = CliRunner().invoke(main, ["doctor", "--json", "--data", str(tmp_path)])
    told = json.loads(result.stdout)
    assert set(told) == {"ok", "findings"}
    assert {frozenset(one) for one in told["findings"]} == {
        frozenset(("check", "level", "text", "cure"))
    }
    assert all(one["level"] in ("green", "amber", "red") for one in told["findings"])
    assert any("is sound" in one["text"] for one in told["findings"])


def test_json_is_all_there_is_on_standard_output(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["doctor", "--json", "--data", str(tmp_path)])
    report = json.loads(result.stdout)
    assert result.exit_code == 0
    assert report["ok"] is True
    assert {"check", "level", "text", "cure"} == set(report["findings"][0])


def test_it_ends_with_1_if_something_is_red(tmp_path: Path) -> None:
    (tmp_path / "companion.toml").write_text("nonsense")
    result = CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)])
    assert result.exit_code == 1
    assert "1 to mend before play" in result.stdout
    assert "cure: " in result.stdout
