"""The service sync: - files to and from the phone."""

from __future__ import annotations

import posixpath
import stat
import struct
from collections.abc import Callable, Mapping

from onscreen_practice.phone.adb.stream import Reader, Stream
from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_call import decoded, encoded
from onscreen_practice.phone.shell.storage import NO_ENTRY, Entry, Storage

LONGEST_PATH = 1024
LARGEST_PIECE = 1 << 20
LARGEST_FILE = 1 << 28
PIECE = 1 << 16
_REQUEST = struct.Struct("<4sI")
_STAT = struct.Struct("<4sIII")
_ENTRY = struct.Struct("<4sIIII")
_STAT_2 = struct.Struct("<4sIQQIIIIQqqq")
_ENTRY_2 = struct.Struct("<4sIQQIIIIQqqqI")
_SEND_2 = struct.Struct("<4sII")
_RECEIVE_2 = struct.Struct("<4sI")
_FOLDER_MODE = stat.S_IFDIR | 0o2770
_FILE_MODE = stat.S_IFREG | 0o660
_ENOENT = 2
_DRY_RUN = 0x80000000
_USER, _GROUP = 10100, 1023
_WORD = 0xFFFFFFFF


def transfer(stream: Stream, storage: Storage) -> None:
    """Answer requests until the client says it is done, or sends what is none."""
    _Session(stream, storage).serve()


class _Bad(Exception):
    """A request that cannot be followed by another."""


class _Session:
    def __init__(self, stream: Stream, storage: Storage) -> None:
        self._stream = stream
        self._reader = Reader(stream)
        self._storage = storage
        self._requests: Mapping[bytes, Callable[[str], None]] = {
            b"STAT": self._stat,
            b"LSTA": self._stat,
            b"STA2": lambda path: self._stat_2(b"STA2", path),
            b"LST2": lambda path: self._stat_2(b"LST2", path),
            b"LIST": self._list,
            b"LIS2": self._list_2,
            b"SEND": self._take,
            b"SND2": self._take_2,
            b"RECV": self._give,
            b"RCV2": self._give_2,
        }

    def serve(self) -> None:
        """Answer one request after the other."""
        try:
            while True:
                kind, length = _REQUEST.unpack(self._reader.exactly(_REQUEST.size))
                if kind == b"QUIT":
                    return
                self._answer(kind, self._path(kind, length))
        except _Bad as error:
            self._fail(str(error))

    def _path(self, kind: bytes, length: int) -> str:
        if kind not in self._requests:
            raise _Bad(f"unknown command {kind!r}")
        if length > LONGEST_PATH:
            raise _Bad(f"path of {length} bytes; the longest is {LONGEST_PATH}")
        return decoded(self._reader.exactly(length))

    def _answer(self, kind: bytes, path: str) -> None:
        try:
            self._requests[kind](path)
        except PhoneError as error:
            self._fail(str(error))

    def _stat(self, path: str) -> None:
        entry = self._storage.stat(path)
        told = (_mode(entry), min(entry.size, _WORD), entry.mtime & _WORD) if entry else (0, 0, 0)
        self._stream.write(_STAT.pack(b"STAT", *told))

    def _stat_2(self, kind: bytes, path: str) -> None:
        entry = self._storage.stat(path)
        told = _details(entry) if entry else (_ENOENT, *([0] * 10))
        self._stream.write(_STAT_2.pack(kind, *told))

    def _list(self, path: str) -> None:
        rows: list[bytes] = []
        for entry in self._storage.list(path) or ():
            name = encoded(entry.name)
            mtime = entry.mtime & _WORD
            rows.append(_ENTRY.pack(b"DENT", _mode(entry), min(entry.size, _WORD), mtime, len(name)) + name)
        self._stream.write(b"".join(rows) + _ENTRY.pack(b"DONE", 0, 0, 0, 0))

    def _list_2(self, path: str) -> None:
        rows: list[bytes] = []
        for entry in self._storage.list(path) or ():
            name = encoded(entry.name)
            rows.append(_ENTRY_2.pack(b"DNT2", *_details(entry), len(name)) + name)
        self._stream.write(b"".join(rows) + _ENTRY_2.pack(b"DONE", *([0] * 12)))

    def _take(self, request: str) -> None:
        path, comma, mode = request.rpartition(",")
        if not comma or not mode.isdigit():
            path, mode = request, str(_FILE_MODE)
        self._take_file(path, int(mode))

    def _take_2(self, path: str) -> None:
        kind, mode, flags = _SEND_2.unpack(self._reader.exactly(_SEND_2.size))
        if kind != b"SND2" or flags & ~_DRY_RUN:
            raise _Bad(f"cannot take {kind!r} with flags {flags:#x}; no compression is known")
        self._take_file(path, mode)

    def _take_file(self, path: str, mode: int) -> None:
        pieces: list[bytes] = []
        size = 0
        while True:
            kind, length = _REQUEST.unpack(self._reader.exactly(_REQUEST.size))
            if kind == b"DONE":
                break
            if kind != b"DATA" or length > LARGEST_PIECE:
                raise _Bad(f"expected DATA of {LARGEST_PIECE} bytes at most, found {kind!r} of {length}")
            piece = self._reader.exactly(length)
            size += length
            if size <= LARGEST_FILE:
                pieces.append(piece)
        problem = self._written(path, b"".join(pieces), mode=mode, mtime=length)
        if size > LARGEST_FILE:
            problem = "No space left on device"
        if problem:
            self._fail(f"couldn't create file: {problem}")
        else:
            self._stream.write(_REQUEST.pack(b"OKAY", 0))

    def _written(self, path: str, data: bytes, *, mode: int, mtime: int) -> str:
        if stat.S_ISLNK(mode):
            return "Operation not permitted"
        folder = posixpath.dirname(path.rstrip("/"))
        if self._storage.stat(folder) is None:
            problem = self._storage.make_folder(folder, parents=True)
            if problem:
                return problem
        return self._storage.write(path, data, mtime=mtime)

    def _give_2(self, path: str) -> None:
        kind, flags = _RECEIVE_2.unpack(self._reader.exactly(_RECEIVE_2.size))
        if kind != b"RCV2" or flags:
            raise _Bad(f"cannot give {kind!r} with flags {flags:#x}; no compression is known")
        self._give(path)

    def _give(self, path: str) -> None:
        data = self._storage.read(path)
        if data is None:
            there = self._storage.stat(path)
            self._fail("read failed: Is a directory" if there else f"open failed: {NO_ENTRY}")
            return
        for start in range(0, len(data), PIECE):
            piece = data[start : start + PIECE]
            self._stream.write(_REQUEST.pack(b"DATA", len(piece)) + piece)
        self._stream.write(_REQUEST.pack(b"DONE", 0))

    def _fail(self, text: str) -> None:
        data = encoded(text)
        self._stream.write(_REQUEST.pack(b"FAIL", len(data)) + data)


def _mode(entry: Entry) -> int:
    return _FOLDER_MODE if entry.is_folder else _FILE_MODE


def _details(entry: Entry) -> tuple[int, ...]:
    """Return error, device, inode, mode, links, user, group, size and three times."""
    links = 2 if entry.is_folder else 1
    when = (entry.mtime,) * 3
    return (0, 1, 1, _mode(entry), links, _USER, _GROUP, entry.size, *when)
