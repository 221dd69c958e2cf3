"""A disk that honours sync, and loses power: what a file system may hold after a cut.

A workload runs once under strace. Its system calls are replayed on a model of the disk: what was
written since the last sync of a file may be lost, kept, kept in part and in any order, or torn in
the middle of a write at a sector's border; changes of names (create, rename, unlink) reach the disk
in order, and for certain only when the folder is synced. That is less than ext4 promises, on
purpose.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Literal, NamedTuple

SECTOR_BYTES = 512
CALLS = "openat,pwrite64,write,fsync,fdatasync,ftruncate,rename,renameat,renameat2,unlink,unlinkat"
Mode = Literal["lost", "kept", "subset", "torn"]
MODES: tuple[Mode, ...] = ("lost", "kept", "subset", "torn")


class Call(NamedTuple):
    """One system call that matters. `path` is the file, `other` the new name of a rename."""

    kind: Literal["create", "write", "truncate", "sync", "rename", "unlink", "say"]
    path: str
    other: str = ""
    offset: int = 0
    data: bytes = b""


class Write(NamedTuple):
    """A change of content that is not yet synced; `data` is None for a truncation to `offset`."""

    offset: int
    data: bytes | None


@dataclass
class Inode:
    """The content of one file: what is surely on disk, and what may be."""

    synced: bytes = b""
    pending: list[Write] = field(default_factory=list)

    def sync(self) -> None:
        self.synced = _applied(self.synced, self.pending)
        self.pending = []

    def after_cut(self, mode: Mode, rng: Random) -> bytes:
        return _applied(self.synced, list(_survivors(self.pending, mode, rng)))


def _applied(content: bytes, writes: list[Write]) -> bytes:
    result = bytearray(content)
    for offset, data in writes:
        if data is None:
            del result[offset:]
            result.extend(bytes(offset - len(result)))
        else:
            result.extend(bytes(max(0, offset - len(result))))
            result[offset : offset + len(data)] = data
    return bytes(result)


def _survivors(pending: list[Write], mode: Mode, rng: Random) -> Iterator[Write]:
    if mode == "lost":
        return
    for write in pending:
        if mode == "kept" or write.data is None:
            yield write
        elif mode == "subset":
            if rng.random() < 0.5:
                yield write
        else:
            for start in range(0, len(write.data), SECTOR_BYTES):
                if rng.random() < 0.8:
                    yield Write(write.offset + start, write.data[start : start + SECTOR_BYTES])


class Disk:
    """The model: inodes, and the ordered changes of names."""

    def __init__(self, files: dict[str, bytes]) -> None:
        """A disk that holds `files`, all synced."""
        self._names = {path: Inode(data) for path, data in files.items()}
        self._durable_names = dict(self._names)
        self._changes: list[list[tuple[str, Inode | None]]] = []

    def apply(self, call: Call) -> None:
        """Carry out one system call."""
        if call.kind == "create":
            if call.path not in self._names:
                self._change((call.path, Inode()))
        elif call.kind == "write":
            self._names[call.path].pending.append(Write(call.offset, call.data))
        elif call.kind == "truncate":
            self._names[call.path].pending.append(Write(call.offset, None))
        elif call.kind == "sync":
            self._sync(call.path)
        elif call.kind == "rename":
            self._change((call.other, self._names[call.path]), (call.path, None))
        elif call.kind == "unlink":
            self._change((call.path, None))

    def cut(self, mode: Mode, rng: Random) -> dict[str, bytes]:
        """What may be found when power comes back."""
        names = dict(self._durable_names)
        upto = {"lost": 0, "kept": len(self._changes)}.get(mode, rng.randint(0, len(self._changes)))
        for change in self._changes[:upto]:
            _put(names, change)
        return {path: inode.after_cut(mode, rng) for path, inode in names.items()}

    def _change(self, *change: tuple[str, Inode | None]) -> None:
        _put(self._names, list(change))
        self._changes.append(list(change))

    def _sync(self, path: str) -> None:
        if path in self._names:
            self._names[path].sync()
            return
        for change in self._changes:  # a folder
            _put(self._durable_names, change)
        self._changes = []


def _put(names: dict[str, Inode], change: list[tuple[str, Inode | None]]) -> None:
    for path, inode in change:
        if inode is None:
            names.pop(path, None)
        else:
            names[path] = inode


def record(module: str, folder: Path, *arguments: str) -> list[Call]:
    """Run `python -m module folder arguments` under strace; its calls on files in `folder`, and its
    output as `say`."""
    log = folder.parent / f"{folder.name}.strace"
    command = [
        "strace",
        "-f",
        "-y",
        "-xx",
        "-s",
        "100000000",
        "-e",
        f"trace={CALLS}",
        "-o",
        str(log),
    ]
    command += [sys.executable, "-m", module, str(folder), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    if done.returncode:
        raise RuntimeError(f"the workload failed: {done.stderr}")
    return list(_parse(log, str(folder)))


_LINE = re.compile(r"^\d+ +(\w+)\((.*)\) += (\d+)")
_FD = re.compile(r"^(\d+)<([^>]*)>")
_STRING = re.compile(r'"([^"]*)"')


def _parse(log: Path, folder: str) -> Iterator[Call]:
    positions: dict[str, int] = {}
    for line in log.read_text().splitlines():
        matched = _LINE.match(line)
        if matched is None:
            continue  # failed calls, exits
        name, arguments, _ = matched.groups()
        strings = [_text(found) for found in _STRING.findall(arguments)]
        handle = _FD.match(arguments)
        path = _text(handle[2]).decode() if handle else ""
        if name == "write" and handle and handle[1] == "1":
            yield Call("say", "", data=strings[0])
        elif name == "openat" and "O_CREAT" in arguments and strings[0].decode().startswith(folder):
            assert "O_TRUNC" not in arguments, arguments
            yield Call("create", strings[0].decode())
        elif name in {"rename", "renameat", "renameat2"} and strings[0].decode().startswith(folder):
            yield Call("rename", strings[0].decode(), other=strings[1].decode())
        elif name in {"unlink", "unlinkat"} and strings[0].decode().startswith(folder):
            yield Call("unlink", strings[0].decode())
        elif path.startswith(folder):
            yield from _content(name, path, arguments, strings, positions)


def _content(
    name: str, path: str, arguments: str, strings: list[bytes], positions: dict[str, int]
) -> Iterator[Call]:
    if name == "pwrite64":
        offset = int(arguments.rpartition(", ")[2])
        yield Call("write", path, offset=offset, data=strings[0])
    elif name == "write":
        offset = positions.get(path, 0)
        positions[path] = offset + len(strings[0])
        yield Call("write", path, offset=offset, data=strings[0])
    elif name == "ftruncate":
        yield Call("truncate", path, offset=int(arguments.rpartition(", ")[2]))
    elif name in {"fsync", "fdatasync"}:
        yield Call("sync", path)


def _text(escaped: str) -> bytes:
    return bytes.fromhex(escaped.replace("\\x", "")) if "\\x" in escaped else escaped.encode()
