"""The adb service `sync:`, which transfers files to and from the phone."""

from __future__ import annotations

import posixpath
import stat
import struct
from collections.abc import Callable, Mapping

from onscreen_practice.phone.adb.stream import Stream, StreamReader
from onscreen_practice.phone.phone_errors import PhoneError
from onscreen_practice.phone.shell.command_interface import decode_text, encode_text
from onscreen_practice.phone.shell.file_system import NO_ENTRY, Entry, Storage

MAX_PATH_BYTES = 1024
MAX_CHUNK_BYTES = 1 << 20
MAX_FILE_BYTES = 1 << 28
CHUNK_BYTES = 1 << 16
_REQUEST = struct.Struct("<4sI")
_STAT_V1 = struct.Struct("<4sIII")
_ENTRY_V1 = struct.Struct("<4sIIII")
_STAT_V2 = struct.Struct("<4sIQQIIIIQqqq")
_ENTRY_V2 = struct.Struct("<4sIQQIIIIQqqqI")
_SEND_V2 = struct.Struct("<4sII")
_RECEIVE_V2 = struct.Struct("<4sI")
_FOLDER_MODE = stat.S_IFDIR | 0o2770
_FILE_MODE = stat.S_IFREG | 0o660
_ENOENT, _EIO = 2, 5
_DRY_RUN = 0x80000000
_USER_ID, _GROUP_ID = 10100, 1023
_UINT32_MAX = 0xFFFFFFFF


def serve_sync(stream: Stream, storage: Storage) -> None:
    """Handle file transfer requests until the client quits or sends an invalid request."""
    _Session(stream, storage).serve()


class _InvalidRequest(Exception):
    """Raised for a malformed request, after which the session cannot continue."""


class _Session:
    def __init__(self, stream: Stream, storage: Storage) -> None:
        self._stream = stream
        self._reader = StreamReader(stream)
        self._storage = storage
        self._requests: Mapping[bytes, Callable[[str], None]] = {
            b"STAT": self._stat,
            b"LSTA": self._stat,
            b"STA2": lambda path: self._stat_v2(b"STA2", path),
            b"LST2": lambda path: self._stat_v2(b"LST2", path),
            b"LIST": self._list,
            b"LIS2": self._list_v2,
            b"SEND": self._receive_v1,
            b"SND2": self._receive_v2,
            b"RECV": self._send_v1,
            b"RCV2": self._send_v2,
        }

    def serve(self) -> None:
        """Handle file transfer requests until the client quits or sends an invalid request."""
        try:
            while True:
                kind, length = _REQUEST.unpack(self._reader.read_exactly(_REQUEST.size))
                if kind == b"QUIT":
                    return
                self._answer(kind, self._read_path(kind, length))
        except _InvalidRequest as error:
            self._fail(str(error))

    def _read_path(self, kind: bytes, length: int) -> str:
        if kind not in self._requests:
            raise _InvalidRequest(f"unknown command {kind!r}")
        if length > MAX_PATH_BYTES:
            raise _InvalidRequest(f"path of {length} bytes; the maximum is {MAX_PATH_BYTES}")
        return decode_text(self._reader.read_exactly(length))

    def _answer(self, kind: bytes, path: str) -> None:
        try:
            self._requests[kind](path)
        except PhoneError as error:
            self._fail(str(error))

    def _stat(self, path: str) -> None:
        """Answer a STAT request, with zeros for a missing file or a phone error."""
        try:
            entry = self._storage.stat(path)
        except PhoneError:
            entry = None
        fields = (
            (_mode(entry), min(entry.size, _UINT32_MAX), entry.mtime & _UINT32_MAX) if entry else (0, 0, 0)
        )
        self._stream.write(_STAT_V1.pack(b"STAT", *fields))

    def _stat_v2(self, kind: bytes, path: str) -> None:
        error = _ENOENT
        try:
            entry = self._storage.stat(path)
        except PhoneError:
            entry, error = None, _EIO
        fields = _stat_fields(entry) if entry else (error, *([0] * 10))
        self._stream.write(_STAT_V2.pack(kind, *fields))

    def _list(self, path: str) -> None:
        rows: list[bytes] = []
        for entry in self._storage.list(path) or ():
            name = encode_text(entry.name)
            mtime = entry.mtime & _UINT32_MAX
            rows.append(
                _ENTRY_V1.pack(b"DENT", _mode(entry), min(entry.size, _UINT32_MAX), mtime, len(name)) + name
            )
        self._stream.write(b"".join(rows) + _ENTRY_V1.pack(b"DONE", 0, 0, 0, 0))

    def _list_v2(self, path: str) -> None:
        rows: list[bytes] = []
        for entry in self._storage.list(path) or ():
            name = encode_text(entry.name)
            rows.append(_ENTRY_V2.pack(b"DNT2", *_stat_fields(entry), len(name)) + name)
        self._stream.write(b"".join(rows) + _ENTRY_V2.pack(b"DONE", *([0] * 12)))

    def _receive_v1(self, request: str) -> None:
        path, comma, mode = request.rpartition(",")
        if not comma or not mode.isdigit():
            path, mode = request, str(_FILE_MODE)
        self._receive_file(path, int(mode))

    def _receive_v2(self, path: str) -> None:
        kind, mode, flags = _SEND_V2.unpack(self._reader.read_exactly(_SEND_V2.size))
        if kind != b"SND2" or flags & ~_DRY_RUN:
            raise _InvalidRequest(
                f"cannot receive {kind!r} with flags {flags:#x}; compression is not supported"
            )
        self._receive_file(path, mode)

    def _receive_file(self, path: str, mode: int) -> None:
        chunks: list[bytes] = []
        size = 0
        while True:
            kind, length = _REQUEST.unpack(self._reader.read_exactly(_REQUEST.size))
            if kind == b"DONE":
                break
            if kind != b"DATA" or length > MAX_CHUNK_BYTES:
                raise _InvalidRequest(
                    f"expected DATA of at most {MAX_CHUNK_BYTES} bytes, found {kind!r} of {length}"
                )
            chunk = self._reader.read_exactly(length)
            size += length
            if size <= MAX_FILE_BYTES:
                chunks.append(chunk)
        problem = self._store_file(path, b"".join(chunks), mode=mode, mtime=length)
        if size > MAX_FILE_BYTES:
            problem = "No space left on device"
        if problem:
            self._fail(f"couldn't create file: {problem}")
        else:
            self._stream.write(_REQUEST.pack(b"OKAY", 0))

    def _store_file(self, path: str, data: bytes, *, mode: int, mtime: int) -> str:
        if stat.S_ISLNK(mode):
            return "Operation not permitted"
        folder = posixpath.dirname(path.rstrip("/"))
        if self._storage.stat(folder) is None:
            problem = self._storage.make_folder(folder, parents=True)
            if problem:
                return problem
        return self._storage.write(path, data, mtime=mtime)

    def _send_v2(self, path: str) -> None:
        kind, flags = _RECEIVE_V2.unpack(self._reader.read_exactly(_RECEIVE_V2.size))
        if kind != b"RCV2" or flags:
            raise _InvalidRequest(f"cannot send {kind!r} with flags {flags:#x}; compression is not supported")
        self._send_v1(path)

    def _send_v1(self, path: str) -> None:
        data = self._storage.read(path)
        if data is None:
            entry = self._storage.stat(path)
            self._fail("read failed: Is a directory" if entry else f"open failed: {NO_ENTRY}")
            return
        for start in range(0, len(data), CHUNK_BYTES):
            chunk = data[start : start + CHUNK_BYTES]
            self._stream.write(_REQUEST.pack(b"DATA", len(chunk)) + chunk)
        self._stream.write(_REQUEST.pack(b"DONE", 0))

    def _fail(self, text: str) -> None:
        data = encode_text(text)
        self._stream.write(_REQUEST.pack(b"FAIL", len(data)) + data)


def _mode(entry: Entry) -> int:
    return _FOLDER_MODE if entry.is_folder else _FILE_MODE


def _stat_fields(entry: Entry) -> tuple[int, ...]:
    """Return error, device, inode, mode, links, user, group, size and three timestamps."""
    links = 2 if entry.is_folder else 1
    times = (entry.mtime,) * 3
    return (0, 1, 1, _mode(entry), links, _USER_ID, _GROUP_ID, entry.size, *times)
