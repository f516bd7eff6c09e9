"""The phone's file system, with shared storage, temporary files and read-only files."""

from __future__ import annotations

import base64
import hashlib
import posixpath
from threading import Lock

import msgspec

from onscreen_practice.phone.shell.phone_interface import PhoneAccess, convert_answer
from onscreen_practice.phone.shell.system_files import FIXED_FILES, FIXED_FOLDERS

SHARED_FOLDER = "/sdcard"
TEMPORARY_FOLDER = "/data/local/tmp"
NO_ENTRY = "No such file or directory"
IS_FOLDER = "Is a directory"
NOT_FOLDER = "Not a directory"
EXISTS = "File exists"
READ_ONLY = "Read-only file system"
DENIED = "Permission denied"
MAX_NAME_BYTES = 255
_TEMPORARY_LIMIT_BYTES = _MAX_FILE_BYTES = 1 << 28
_LARGE_FILE_BYTES = 1 << 23
"""Minimum size of shared files that are stored outside the page, because the page would take seconds."""
_DIGEST_PREFIX = "digest:"
_ALIASES = ("/storage/emulated/0", "/storage/self/primary", "/mnt/sdcard", "/data/media/0")


class Entry(msgspec.Struct, frozen=True):
    """Name, type, size and modification time of a file or folder.

    `mtime` is in seconds since the epoch.
    """

    name: str
    kind: str
    size: int = 0
    mtime: int = 0

    @property
    def is_folder(self) -> bool:
        """Return True if the entry is a folder."""
        return self.kind == "dir"


class _FileStatus(msgspec.Struct, frozen=True):
    kind: str
    size: int = 0
    mtime: int = 0


def normalize_path(path: str) -> str:
    """Normalize a path and resolve symbolic links to the shared storage."""
    normalized = "/" + posixpath.normpath("/" + path).lstrip("/")
    for alias in _ALIASES:
        if normalized == alias or normalized.startswith(alias + "/"):
            return SHARED_FOLDER + normalized[len(alias) :]
    return normalized


def replace_invalid_unicode(text: str) -> str:
    """Replace undecodable bytes in text, so that the text can be encoded as JSON."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


class Storage:
    """File system of a simulated phone.

    Methods that change files return an error message, or "" on success.
    """

    def __init__(self, phone: PhoneAccess) -> None:
        self._phone = phone
        self._lock = Lock()
        self._temporary: dict[str, tuple[bytes | None, int]] = {TEMPORARY_FOLDER: (None, 0)}
        self._large: dict[str, bytes] = {}

    def clear_temporary(self) -> None:
        """Delete all temporary files, and the content of large files that no snapshot contains."""
        with self._lock:
            self._temporary = {TEMPORARY_FOLDER: (None, 0)}
            if not self._large:
                return
        digests = convert_answer(self._phone.call("digests") or [], tuple[str, ...])
        with self._lock:
            self._large = {digest: data for digest, data in self._large.items() if digest in digests}

    def stat(self, path: str) -> Entry | None:
        """Look up a file or folder, or return None if it does not exist."""
        location = normalize_path(path)
        name = posixpath.basename(location)
        if _is_within(location, SHARED_FOLDER):
            answer = self._phone.call("stat", replace_invalid_unicode(location))
            status = convert_answer(answer, _FileStatus) if answer is not None else None
            return Entry(name, status.kind, status.size, status.mtime) if status else None
        if _is_within(location, TEMPORARY_FOLDER):
            content = self._temporary.get(location)
            return _temporary_entry(name, content) if content else None
        if location in FIXED_FILES:
            return Entry(name, "file", len(FIXED_FILES[location]))
        return Entry(name, "dir", 4096) if location in FIXED_FOLDERS else None

    def list(self, path: str) -> tuple[Entry, ...] | None:
        """List the entries of a folder by name, or return None if it is not a folder."""
        location = normalize_path(path)
        if _is_within(location, SHARED_FOLDER):
            listed = self._phone.call("list", replace_invalid_unicode(location))
            entries = convert_answer(listed, tuple[Entry, ...]) if listed is not None else None
        elif _is_within(location, TEMPORARY_FOLDER):
            entries = self._list_temporary(location)
        else:
            entries = _list_fixed(location)
        return tuple(sorted(entries, key=lambda entry: entry.name)) if entries is not None else None

    def read(self, path: str) -> bytes | None:
        """Read a file's content, or return None if the file does not exist."""
        location = normalize_path(path)
        if _is_within(location, SHARED_FOLDER):
            content = self._phone.call("read", replace_invalid_unicode(location))
            if isinstance(content, str) and content.startswith(_DIGEST_PREFIX):
                return self._large.get(content.removeprefix(_DIGEST_PREFIX))
            return base64.b64decode(content) if isinstance(content, str) else None
        if _is_within(location, TEMPORARY_FOLDER):
            return self._temporary.get(location, (None, 0))[0]
        return FIXED_FILES.get(location)

    def write(self, path: str, data: bytes, *, mtime: int | None = None, captured: bool = False) -> str:
        """Write a file, replacing any existing content; `captured` marks a capture of the screen.

        Returns an error message, or "" on success.
        """
        location = normalize_path(path)
        if len(posixpath.basename(location).encode("utf-8", "surrogateescape")) > MAX_NAME_BYTES:
            return "File name too long"
        if len(data) > _MAX_FILE_BYTES:
            return "File too large"
        if _is_within(location, SHARED_FOLDER) and len(data) >= _LARGE_FILE_BYTES:
            return self._write_large(location, data, mtime=mtime, captured=captured)
        if _is_within(location, SHARED_FOLDER):
            content = base64.b64encode(data).decode()
            return self._call_phone("write", replace_invalid_unicode(location), content, mtime, captured)
        if not _is_within(location, TEMPORARY_FOLDER):
            return self._explain_read_only(location)
        return self._write_temporary(location, data, mtime=self.now() if mtime is None else mtime)

    def _write_large(self, path: str, data: bytes, *, mtime: int | None, captured: bool) -> str:
        """Write a large file in shared storage."""
        digest = hashlib.sha256(data).hexdigest()
        problem = self._call_phone(
            "writeLarge", replace_invalid_unicode(path), digest, len(data), mtime, captured
        )
        if not problem:
            with self._lock:
                self._large[digest] = data
        return problem

    def _write_temporary(self, path: str, data: bytes, *, mtime: int) -> str:
        """Write a file in the temporary folder."""
        parent, existing = self._temporary.get(posixpath.dirname(path)), self._temporary.get(path)
        if existing is not None and existing[0] is None:
            return IS_FOLDER
        if parent is None or parent[0] is not None:
            return NOT_FOLDER if parent else NO_ENTRY
        with self._lock:
            if (
                len(data) + sum(len(each or b"") for each, _ in self._temporary.values())
                > _TEMPORARY_LIMIT_BYTES
            ):
                return "No space left on device"
            self._temporary[path] = (data, mtime)
        return ""

    def remove(self, path: str, *, recursive: bool) -> str:
        """Remove a file or folder.

        A folder is removed with its content, and only if `recursive` is True. Returns an error message, or ""
        on success.
        """
        location = normalize_path(path)
        entry = self.stat(location)
        if entry is None:
            return NO_ENTRY
        if entry.is_folder and not recursive:
            return IS_FOLDER
        if _is_within(location, SHARED_FOLDER):
            return self._call_phone("remove", replace_invalid_unicode(location), recursive)
        if not _is_within(location, TEMPORARY_FOLDER) or location == TEMPORARY_FOLDER:
            return self._explain_read_only(location)
        with self._lock:
            for each in [each for each in self._temporary if _is_within(each, location)]:
                del self._temporary[each]
        return ""

    def make_folder(self, path: str, *, parents: bool) -> str:
        """Create a folder, and missing parent folders if `parents` is True.

        Returns an error message, or "" on success.
        """
        location = normalize_path(path)
        entry = self.stat(location)
        if entry:
            return "" if parents and entry.is_folder else EXISTS
        if _is_within(location, SHARED_FOLDER):
            return self._call_phone("mkdir", replace_invalid_unicode(location), parents)
        if not _is_within(location, TEMPORARY_FOLDER):
            return self._explain_read_only(location)
        parent_path = posixpath.dirname(location)
        parent = self._temporary.get(parent_path)
        if parent is None:
            problem = self.make_folder(parent_path, parents=True) if parents else NO_ENTRY
            if problem:
                return problem
        elif parent[0] is not None:
            return NOT_FOLDER
        with self._lock:
            self._temporary[location] = (None, self.now())
        return ""

    def rename(self, old: str, new: str) -> str:
        """Move a file or folder to a new path.

        Returns an error message, or "" on success.
        """
        source, destination = normalize_path(old), normalize_path(new)
        if self.stat(source) is None:
            return NO_ENTRY
        if _is_within(source, SHARED_FOLDER) and _is_within(destination, SHARED_FOLDER):
            return self._call_phone(
                "rename", replace_invalid_unicode(source), replace_invalid_unicode(destination)
            )
        data = self.read(source)
        if data is None:
            return "Cross-device link"
        return self.write(destination, data) or self.remove(source, recursive=False)

    def now(self) -> int:
        """Return the phone's current time in seconds since the epoch."""
        return convert_answer(self._phone.call("now"), int) // 1000

    def _call_phone(self, function: str, *arguments: str | bool | int | None) -> str:
        return str(self._phone.call(function, *arguments) or "")

    def _explain_read_only(self, path: str) -> str:
        return DENIED if _is_within(path, "/data") or _is_within(path, "/storage") else READ_ONLY

    def _list_temporary(self, path: str) -> tuple[Entry, ...] | None:
        content = self._temporary.get(path)
        if content is None or content[0] is not None:
            return None
        paths = [each for each in dict(self._temporary) if posixpath.dirname(each) == path]
        return tuple(_temporary_entry(posixpath.basename(each), self._temporary[each]) for each in paths)


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder + "/")


def _temporary_entry(name: str, content: tuple[bytes | None, int]) -> Entry:
    data, mtime = content
    return Entry(name, "dir", 4096, mtime) if data is None else Entry(name, "file", len(data), mtime)


def _list_fixed(path: str) -> tuple[Entry, ...] | None:
    if path not in FIXED_FOLDERS:
        return None
    folders = [each for each in FIXED_FOLDERS if posixpath.dirname(each) == path != each]
    files = [each for each in FIXED_FILES if posixpath.dirname(each) == path]
    listed = [Entry(posixpath.basename(each), "dir", 4096) for each in folders]
    return (*listed, *(Entry(posixpath.basename(each), "file", len(FIXED_FILES[each])) for each in files))
