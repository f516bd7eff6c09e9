"""Exchange of files between combined devices, with paths such as "office/report.txt"."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from onscreen.types.errors import ActionHadNoEffect, NotAllowed

INBOX = "Downloads"
"""Subfolder of a device's file folder to which files of other devices are copied."""
MAX_LISTED = 10


@runtime_checkable
class FileDevice(Protocol):
    """Device whose files may be passed to other devices of the same run, such as a private desktop."""

    @property
    def shared_folder(self) -> Path | None:
        """Folder with the files, or None if no files may be exchanged.

        Raises:
            DeviceError: the device has not been started.
        """


class FileExchange:
    """Temporary folder through which combined devices exchange files.

    It contains the downloads of each browser, in a folder of its name, and copies of the files that are
    uploaded from other devices. A browser may upload from this folder only.
    """

    def __init__(self) -> None:
        """Create the folder, which is deleted when this process ends, if not earlier."""
        self.folder = Path(tempfile.mkdtemp(prefix="onscreen-exchange-"))
        self._delete = weakref.finalize(self, shutil.rmtree, self.folder, ignore_errors=True)

    def downloads_folder(self, name: str) -> Path:
        """Return the folder for the downloads of the named device."""
        return self.folder / "downloads" / name

    def find(self, path: str, device: object, *, name: str) -> Path:
        """Return the local path of a file of the named device.

        Raises:
            NotAllowed: the file is outside the folder of the device, or the device shares no files.
            ActionHadNoEffect: the device has no such file; the message lists the files that it has.
        """
        folder = device.shared_folder if isinstance(device, FileDevice) else self.downloads_folder(name)
        if folder is None:
            raise NotAllowed(f"files of {name} are not shared, because it is not a private desktop")
        found = (folder / path).resolve()
        if not found.is_relative_to(folder.resolve()):
            raise NotAllowed(f"{path!r} is outside the folder of {name}")
        if not found.is_file():
            raise ActionHadNoEffect(f"{name} has no file {path!r}; its files: {_list_files(folder)}")
        return found

    def name_of(self, file: str) -> str:
        """Return the name of a download for further actions, such as "shop/report.txt".

        Returns the text unchanged if it is not the path of a download.
        """
        downloads = (self.folder / "downloads").resolve()
        path = Path(file)
        return path.relative_to(downloads).as_posix() if path.is_relative_to(downloads) else file

    def copy_for_upload(self, file: Path) -> str:
        """Copy a file to the folder from which browsers may upload, and return the path of the copy."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        target = Path(tempfile.mkdtemp(dir=self.folder)) / file.name
        shutil.copyfile(file, target)
        return str(target)

    def clear(self) -> None:
        """Delete the files of a previous run."""
        for file in self.folder.rglob("*"):
            if not file.is_dir():
                file.unlink(missing_ok=True)

    def close(self) -> None:
        """Delete the folder; may be called more than once."""
        shutil.rmtree(self.folder, ignore_errors=True)


def check_upload(path: str, folders: Sequence[str]) -> str:
    """Return the absolute path of a file that may be uploaded.

    Raises:
        NotAllowed: uploads are off, or the file is outside the folders.
        ActionHadNoEffect: the file does not exist.
    """
    real_path = Path(path).expanduser().resolve()
    if not folders:
        raise NotAllowed(
            "uploads are off; the setting uploads lists the folders from which files may be uploaded"
        )
    if not any(real_path.is_relative_to(Path(folder).resolve()) for folder in folders):
        raise NotAllowed(
            f"{path!r} is not in a folder from which files may be uploaded ({', '.join(folders)})"
        )
    if not real_path.is_file():
        raise ActionHadNoEffect(f"there is no file {path!r}")
    return str(real_path)


def copy_into(folder: Path, file: Path) -> str:
    """Copy a file to the inbox of a device's folder, and return its path relative to the folder.

    An existing file is kept, and a number is added to the name of the copy.

    Raises:
        NotAllowed: a program has replaced the inbox by a link that leads outside the folder.
    """
    inbox = folder / INBOX
    inbox.mkdir(exist_ok=True)
    if not inbox.resolve().is_relative_to(folder.resolve()):
        raise NotAllowed(f"{INBOX} is a link to another place, so no file is copied there")
    target = unused_path(inbox, file.name)
    shutil.copyfile(file, target)
    return f"{INBOX}/{target.name}"


def unused_path(folder: Path, name: str) -> Path:
    """Return an unused path in a folder: the name, or the name with a number."""
    target, wanted, count = folder / name, Path(name), 1
    while target.exists() or target.is_symlink():
        count += 1
        target = folder / f"{wanted.stem} ({count}){wanted.suffix}"
    return target


def split_device(path: str, devices: Mapping[str, object]) -> tuple[str, str]:
    """Split "office/report.txt" into device and path; the device is "" if no device has that name."""
    name, slash, rest = path.partition("/")
    return (name, rest) if slash and name in devices and rest else ("", path)


def _list_files(folder: Path) -> str:
    names = sorted(
        str(file.relative_to(folder))
        for file in folder.rglob("*")
        if file.is_file() and not any(part.startswith(".") for part in file.relative_to(folder).parts)
    )
    return _join(names)


def _join(names: Sequence[str]) -> str:
    more = f" and {len(names) - MAX_LISTED} more" if len(names) > MAX_LISTED else ""
    return f"{', '.join(names[:MAX_LISTED])}{more}" if names else "none"
