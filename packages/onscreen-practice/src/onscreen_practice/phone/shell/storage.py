"""The files of a phone: shared storage, a folder for temporary files, and what is fixed."""

from __future__ import annotations

import base64
import posixpath
from threading import Lock

import msgspec

from onscreen_practice.phone.shell.fixed_files import FIXED, FIXED_FOLDERS
from onscreen_practice.phone.shell.phone_facts import Phone, read_as

SHARED = "/sdcard"
TEMPORARY = "/data/local/tmp"
NO_ENTRY = "No such file or directory"
NOT_EMPTY = "Directory not empty"
IS_FOLDER = "Is a directory"
NO_FOLDER = "Not a directory"
EXISTS = "File exists"
READ_ONLY = "Read-only file system"
DENIED = "Permission denied"
NAME_MAX = 255
_TEMPORARY_ROOM = _LARGEST_FILE = 1 << 28
_ALIASES = ("/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard", "/data/media/0")


class Entry(msgspec.Struct, frozen=True):
    """A file or a folder; the time is in seconds since the epoch."""

    name: str
    kind: str
    size: int = 0
    mtime: int = 0

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return self.kind == "dir"


class _Found(msgspec.Struct, frozen=True):
    kind: str
    size: int = 0
    mtime: int = 0


def plain(path: str) -> str:
    """Return the path without links, dots and doubled slashes."""
    whole = "/" + posixpath.normpath("/" + path).lstrip("/")
    for alias in _ALIASES:
        if whole == alias or whole.startswith(alias + "/"):
            return SHARED + whole[len(alias) :]
    return whole


def sendable(text: str) -> str:
    """Return the text with bytes that are no Unicode replaced, as the phone can take it."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class Storage:
    """Every file of one phone; errors come back as the words a command prints, "" where it went well."""

    def __init__(self, phone: Phone) -> None:
        self._phone = phone
        self._lock = Lock()
        self._temporary: dict[str, tuple[bytes | None, int]] = {TEMPORARY: (None, 0)}

    def forget_temporary(self) -> None:
        """Empty the folder for temporary files."""
        with self._lock:
            self._temporary = {TEMPORARY: (None, 0)}

    def stat(self, path: str) -> Entry | None:
        """Return what lies at this path, None for nothing."""
        at = plain(path)
        name = posixpath.basename(at)
        if _below(at, SHARED):
            found = self._phone.ask("stat", sendable(at))
            told = read_as(found, _Found) if found is not None else None
            return Entry(name, told.kind, told.size, told.mtime) if told else None
        if _below(at, TEMPORARY):
            held = self._temporary.get(at)
            return _entry(name, held) if held else None
        if at in FIXED:
            return Entry(name, "file", len(FIXED[at]))
        return Entry(name, "dir", 4096) if at in FIXED_FOLDERS else None

    def list(self, path: str) -> tuple[Entry, ...] | None:
        """Return what a folder holds, by name; None where there is no folder."""
        at = plain(path)
        if _below(at, SHARED):
            listed = self._phone.ask("list", sendable(at))
            entries = read_as(listed, tuple[Entry, ...]) if listed is not None else None
        elif _below(at, TEMPORARY):
            entries = self._temporary_entries(at)
        else:
            entries = _fixed_entries(at)
        return tuple(sorted(entries, key=lambda entry: entry.name)) if entries is not None else None

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, None where there is none."""
        at = plain(path)
        if _below(at, SHARED):
            held = self._phone.ask("read", sendable(at))
            return base64.b64decode(held) if isinstance(held, str) else None
        if _below(at, TEMPORARY):
            return self._temporary.get(at, (None, 0))[0]
        return FIXED.get(at)

    def write(self, path: str, data: bytes, *, mtime: int | None = None) -> str:
        """Write a file anew; return what went wrong, "" for nothing."""
        at = plain(path)
        if len(posixpath.basename(at).encode("utf-8", "surrogateescape")) > NAME_MAX:
            return "File name too long"
        if len(data) > _LARGEST_FILE:
            return "File too large"
        if _below(at, SHARED):
            return self._told("write", sendable(at), base64.b64encode(data).decode(), mtime)
        if not _below(at, TEMPORARY):
            return self._fixed(at)
        return self._keep(at, data, mtime=self.now() if mtime is None else mtime)

    def _keep(self, path: str, data: bytes, *, mtime: int) -> str:
        """Put a file into the folder for temporary files."""
        parent, held = self._temporary.get(posixpath.dirname(path)), self._temporary.get(path)
        if held is not None and held[0] is None:
            return IS_FOLDER
        if parent is None or parent[0] is not None:
            return NO_FOLDER if parent else NO_ENTRY
        with self._lock:
            if len(data) + sum(len(each or b"") for each, _ in self._temporary.values()) > _TEMPORARY_ROOM:
                return "No space left on device"
            self._temporary[path] = (data, mtime)
        return ""

    def remove(self, path: str, *, recursive: bool) -> str:
        """Remove a file, or a folder with all it holds; return what went wrong."""
        at = plain(path)
        found = self.stat(at)
        if found is None:
            return NO_ENTRY
        if found.is_folder and not recursive:
            return IS_FOLDER
        if _below(at, SHARED):
            return self._told("remove", sendable(at), recursive)
        if not _below(at, TEMPORARY) or at == TEMPORARY:
            return self._fixed(at)
        with self._lock:
            for each in [each for each in self._temporary if _below(each, at)]:
                del self._temporary[each]
        return ""

    def make_folder(self, path: str, *, parents: bool) -> str:
        """Make a folder; return what went wrong."""
        at = plain(path)
        found = self.stat(at)
        if found:
            return "" if parents and found.is_folder else EXISTS
        if _below(at, SHARED):
            return self._told("mkdir", sendable(at), parents)
        if not _below(at, TEMPORARY):
            return self._fixed(at)
        above = posixpath.dirname(at)
        parent = self._temporary.get(above)
        if parent is None:
            failed = self.make_folder(above, parents=True) if parents else NO_ENTRY
            if failed:
                return failed
        elif parent[0] is not None:
            return NO_FOLDER
        with self._lock:
            self._temporary[at] = (None, self.now())
        return ""

    def rename(self, old: str, new: str) -> str:
        """Move a file or a folder; return what went wrong."""
        source, goal = plain(old), plain(new)
        if self.stat(source) is None:
            return NO_ENTRY
        if _below(source, SHARED) and _below(goal, SHARED):
            return self._told("rename", sendable(source), sendable(goal))
        data = self.read(source)
        if data is None:
            return "Cross-device link"
        return self.write(goal, data) or self.remove(source, recursive=False)

    def now(self) -> int:
        """Return the phone's time in seconds since the epoch."""
        return read_as(self._phone.ask("now"), int) // 1000

    def _told(self, function: str, *arguments: str | bool | int | None) -> str:
        return str(self._phone.ask(function, *arguments) or "")

    def _fixed(self, path: str) -> str:
        return DENIED if _below(path, "/data") or _below(path, "/storage") else READ_ONLY

    def _temporary_entries(self, path: str) -> tuple[Entry, ...] | None:
        held = self._temporary.get(path)
        if held is None or held[0] is not None:
            return None
        inside = [each for each in dict(self._temporary) if posixpath.dirname(each) == path]
        return tuple(_entry(posixpath.basename(each), self._temporary[each]) for each in inside)


def _below(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")


def _entry(name: str, held: tuple[bytes | None, int]) -> Entry:
    data, mtime = held
    return Entry(name, "dir", 4096, mtime) if data is None else Entry(name, "file", len(data), mtime)


def _fixed_entries(path: str) -> tuple[Entry, ...] | None:
    if path not in FIXED_FOLDERS:
        return None
    folders = [each for each in FIXED_FOLDERS if posixpath.dirname(each) == path != each]
    files = [each for each in FIXED if posixpath.dirname(each) == path]
    listed = [Entry(posixpath.basename(each), "dir", 4096) for each in folders]
    return (*listed, *(Entry(posixpath.basename(each), "file", len(FIXED[each])) for each in files))
