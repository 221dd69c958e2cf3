# ruff: noqa: D102, D103, T201, PLR2004, S310, BLE001 - a script of steps that prints what it finds
"""What the service has to go through, in order, on a machine of its own. Run as root by the rig.

Prints one line a step with how long it took; ends with 1 if any step failed.
"""

import json
import os
import pwd
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

UNIT = "table-companion.service"
DATA = Path("/var/lib/table-companion")
PREFIX = Path("/opt/table-companion")
PAGE = "http://127.0.0.1:8080"
CLEAN_STOP_S = 5.0
FIRST_PAGE_S = 30.0
WORST_EXPOSURE = 2.0
OFFLINE = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/wheels"}


class Redirects(urllib.request.HTTPRedirectHandler):
    """Left to the caller: where a page sends a phone tells whether it knows it."""

    def redirect_request(self, *_args: object) -> None:
        return None


class StepError(Exception):
    """A step did not hold."""


def sh(*command: str, ok: bool = True, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **(env or {})}
    )
    if ok and done.returncode:
        raise StepError(
            f"{' '.join(command)} ended with {done.returncode}: {done.stdout}{done.stderr}"
        )
    return done.stdout + done.stderr


def check(holds: object, text: str) -> None:
    if not holds:
        raise StepError(text)


def show(key: str) -> str:
    return sh("systemctl", "show", "--property", key, "--value", UNIT).strip()


def until(what: str, holds: Callable[[], object], seconds: float) -> float:
    began = time.monotonic()
    while not holds():
        if time.monotonic() - began > seconds:
            raise StepError(f"not within {seconds:.0f} s: {what}")
        time.sleep(0.1)
    return time.monotonic() - began


def get(path: str, *, cookie: str = "", body: object = None) -> tuple[int, dict[str, str]]:
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(PAGE + path, data=data)
    if data is not None:
        request.add_header("Content-Type", "application/json")
    if cookie:
        request.add_header("Cookie", cookie)
    opener = urllib.request.build_opener(Redirects)
    try:
        with opener.open(request, timeout=10) as answer:
            return answer.status, lower(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, lower(error.headers)
    except OSError:
        return 0, {}


def lower(headers: object) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def serves() -> bool:
    return get("/")[0] == 200


def knows(cookie: str) -> bool:
    status, headers = get("/", cookie=cookie)
    return status == 303 and headers.get("location", "").endswith("/me")


def policy_of(module: str) -> int:
    """How the process that runs it is scheduled; -1 where there is none."""
    for entry in Path("/proc").glob("[0-9]*"):
        if f"-m\0{module}\0".encode() in (entry / "cmdline").read_bytes():
            return os.sched_getscheduler(int(entry.name))
    return -1


def main_pid() -> int:
    return int(show("MainPID"))


def restart() -> None:
    sh("systemctl", "daemon-reload")
    sh("systemctl", "restart", UNIT)
    until("page", serves, FIRST_PAGE_S)


class Life:
    """The steps, in order; what one leaves, the next finds."""

    cookie = ""

    def install(self) -> str:
        began = time.monotonic()
        out = sh("make", "-C", "/src", "install", env=OFFLINE)
        check("Running." in out, out)
        took = time.monotonic() - began
        return f"make install from nothing in {took:.0f} s, without a network"

    def ready(self) -> str:
        """Type=notify: it is active only after READY=1."""
        check(show("ActiveState") == "active", sh("journalctl", "-u", UNIT, "-n", "30"))
        check(show("Type") == "notify", "not Type=notify")
        check(serves(), "no page")
        sh("systemctl", "stop", UNIT)
        began = time.monotonic()
        sh("systemctl", "start", UNIT)
        ready = time.monotonic() - began
        until("first page", serves, FIRST_PAGE_S)
        page = time.monotonic() - began
        check(page < FIRST_PAGE_S, f"first page after {page:.1f} s")
        return f"READY after {ready:.1f} s, first page after {page:.1f} s"

    def nobody_special(self) -> str:
        status = Path(f"/proc/{main_pid()}/status").read_text()
        uid = int(re.search(r"^Uid:\s+(\d+)", status, re.M)[1])
        check(pwd.getpwuid(uid).pw_name == "table-companion", f"runs as {uid}")
        check(re.search(r"^CapEff:\s+0+$", status, re.M), "has capabilities")
        check(re.search(r"^NoNewPrivs:\s+1$", status, re.M), "may gain privileges")
        groups = {
            sh("getent", "group", gid).split(":")[0]
            for gid in re.search(r"^Groups:(.*)$", status, re.M)[1].split()
        }
        check({"gpio", "video", "audio"} <= groups, f"groups {groups}")
        check(DATA.stat().st_mode & 0o077 == 0, "others can read the games")
        return f"user table-companion, groups {', '.join(sorted(groups))}, no capabilities"

    def urgent(self) -> str:
        """Where the container may raise no limit, a capability stands in for the unit's."""
        limits = Path(f"/proc/{main_pid()}/limits").read_text()
        raised = re.search(r"^Max realtime priority\s+1\s", limits, re.M)
        drop_in = Path(f"/run/systemd/system/{UNIT}.d/urgent.conf")
        if not raised:
            able = "CapabilityBoundingSet=CAP_SYS_NICE\nAmbientCapabilities=CAP_SYS_NICE\n"
            drop_in.parent.mkdir(parents=True)
            drop_in.write_text(f"[Service]\n{able}")
            restart()
        fifo = os.SCHED_FIFO | os.SCHED_RESET_ON_FORK
        until("the board is urgent", lambda: policy_of("hardware.board") == fifo, 30)
        check(policy_of("companion.eye") == os.SCHED_OTHER, "so is the eye")
        nice = os.getpriority(os.PRIO_PROCESS, main_pid())
        check(nice == -5, f"nice {nice}")
        if not raised:
            drop_in.unlink()
            drop_in.parent.rmdir()
            restart()
        by = "the unit's limit" if raised else "a capability: no limit can be raised here"
        return f"the board goes before all else and the eye does not, by {by}"

    def tight(self) -> str:
        unit = f"/etc/systemd/system/{UNIT}"
        said = sh("systemd-analyze", "verify", "--man=no", unit)
        check(said == "", said)
        exposure = float(
            re.search(
                r"exposure level .*: ([\d.]+)",
                sh("systemd-analyze", "security", "--no-pager", UNIT),
            )[1]
        )
        check(exposure <= WORST_EXPOSURE, f"exposure {exposure}")
        return f"systemd-analyze verify silent, exposure {exposure}"

    def join(self) -> str:
        log = sh("journalctl", "-u", UNIT, "-o", "cat")
        code = re.findall(r"Phones: \S+\s+code (\S+)", log)[-1]
        status, headers = get("/join", body={"code": code, "name": "Ann"})
        check(status == 200, f"join: {status}")
        self.cookie = headers["set-cookie"].partition(";")[0]
        check(knows(self.cookie), "Ann is not known after joining")
        return "Ann joined by the code in the log"

    def killed(self) -> str:
        before = main_pid()
        os.kill(before, signal.SIGKILL)
        took = until("back after kill -9", lambda: main_pid() not in (0, before) and serves(), 60)
        check(knows(self.cookie), "Ann was forgotten")
        return f"kill -9: back in {took:.1f} s, Ann still has her seat"

    def hang(self) -> str:
        """With less patience than in the unit, for the sake of the run's length."""
        drop_in = Path(f"/run/systemd/system/{UNIT}.d/rig.conf")
        drop_in.parent.mkdir(parents=True)
        drop_in.write_text("[Service]\nWatchdogSec=5\nTimeoutAbortSec=2\n")
        restart()
        time.sleep(8)
        before = main_pid()
        check(show("NRestarts") != "" and serves(), "the watchdog bit a healthy companion")
        os.kill(before, signal.SIGSTOP)
        took = until("back after a hang", lambda: main_pid() not in (0, before) and serves(), 90)
        check("atchdog" in sh("journalctl", "-u", UNIT, "-n", "200"), "no word of the watchdog")
        check(knows(self.cookie), "Ann was forgotten")
        drop_in.unlink()
        sh("systemctl", "daemon-reload")
        return f"hang: the watchdog had it back in {took:.1f} s, Ann still has her seat"

    def clean_stop(self) -> str:
        began = time.monotonic()
        sh("systemctl", "stop", UNIT)
        took = time.monotonic() - began
        check(took <= CLEAN_STOP_S, f"{took:.1f} s")
        check(show("Result") == "success", show("Result"))
        check(not self.left_over(), f"left behind: {self.left_over()}")
        report = sh("companion", "doctor", "--json", ok=False)
        found = [
            one
            for one in json.loads(report[report.index("{") :])["findings"]
            if one["check"] == "journal"
        ]
        check(found and all(one["level"] == "green" for one in found), f"{found}")
        sh("systemctl", "start", UNIT)
        until("page", serves, FIRST_PAGE_S)
        check(knows(self.cookie), "Ann was forgotten")
        return f"clean stop in {took:.1f} s, nothing left behind, {len(found)} journal sound"

    def left_over(self) -> list[str]:
        uid = pwd.getpwnam("table-companion").pw_uid
        return [
            entry.name
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit() and entry.stat().st_uid == uid
        ]

    def upgrade(self) -> str:
        began = time.monotonic()
        out = sh("make", "-C", "/src", "install", env=OFFLINE)
        until("page", serves, FIRST_PAGE_S)
        check("goes on where it was" in out, out)
        check(knows(self.cookie), "Ann was forgotten")
        check("Installing Python packages" not in out, "the environment was made anew for nothing")
        return f"installed again over a game in {time.monotonic() - began:.0f} s; it goes on"

    def downgrade(self) -> str:
        project = PREFIX / "pyproject.toml"
        text = project.read_text()
        project.write_text(re.sub(r"^version = .*$", 'version = "99.0.0"', text, flags=re.M))
        pid = main_pid()
        out = sh("make", "-C", "/src", "install", ok=False, env=OFFLINE)
        check("nothing was changed" in out and "Error" in out, out)
        check(main_pid() == pid and serves(), "the running one was disturbed")
        project.write_text(text)
        return "an older version is refused, the running one goes on"

    def name(self) -> str:
        announced = Path("/etc/avahi/services/table-companion.service").read_text()
        check("<port>8080</port>" in announced, announced)
        check(show("ActiveState") == "active", "not running")
        status = sh("systemctl", "is-active", "avahi-daemon", ok=False).strip()
        return f"announced by avahi (here {status})"

    def uninstall(self) -> str:
        sh("make", "-C", "/src", "uninstall")
        check(get("/")[0] == 0, "still serves")
        left = [
            path
            for path in (
                PREFIX,
                Path(f"/etc/systemd/system/{UNIT}"),
                Path("/usr/local/bin/companion"),
            )
            if path.exists()
        ]
        check(not left, f"left: {left}")
        check("table-companion" not in {one.pw_name for one in pwd.getpwall()}, "the user is left")
        games = list((DATA / "games").glob("*.journal"))
        check(games, "the games are gone")
        return f"removed; {len(games)} game kept in {DATA}"

    def again(self) -> str:
        sh("make", "-C", "/src", "install", env=OFFLINE)
        until("page", serves, FIRST_PAGE_S)
        check(knows(self.cookie), "Ann was forgotten")
        return "installed once more: the kept game goes on"


def main() -> NoReturn:
    life = Life()
    steps = [
        life.install,
        life.ready,
        life.nobody_special,
        life.urgent,
        life.tight,
        life.join,
        life.killed,
        life.hang,
        life.clean_stop,
        life.upgrade,
        life.downgrade,
        life.name,
        life.uninstall,
        life.again,
    ]
    passed = 0
    for step in steps:
        began = time.monotonic()
        try:
            print(f"ok      {step.__name__:<15} {step()}")
            passed += 1
        except Exception as error:
            print(f"FAILED  {step.__name__:<15} {type(error).__name__}: {error}")
            if step in steps[:1]:
                break
        finally:
            print(f"        {time.monotonic() - began:.1f} s")
    print(f"{passed} of {len(steps)} steps")
    sys.exit(passed < len(steps))


main()
