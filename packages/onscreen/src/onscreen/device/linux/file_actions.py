"""Actions that copy files into and out of the home folder of a private desktop."""

from __future__ import annotations

import os
import shutil
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

from onscreen.deadline import sleep
from onscreen.device.file_exchange import check_upload, copy_into, unused_path
from onscreen.device.linux.desktop_actions import click, type_text
from onscreen.device.linux.linux_desktop import LinuxDesktop
from onscreen.types import Click, Download, Type, Upload
from onscreen.types.errors import ActionHadNoEffect, ActionTimeout, NotSupported

SAVE_START_SEC = 5.0
"""Timeout for a program to start saving a file after the click."""
POLL_SEC = 0.1

FileStates: TypeAlias = Mapping[Path, tuple[int, int]]
"""Path of a file -> the time of its last change in nanoseconds, and its size in bytes."""


def upload(desktop: LinuxDesktop, action: Upload) -> str:
    """Copy a local file to the home folder, and type its path into the target, such as in a file dialog.

    Raises:
        NotAllowed: the file is outside the folders of the setting `uploads`.
        NotSupported: several files were named, or the target is a control that a click would activate.
        ActionHadNoEffect: no file was named, it does not exist, or the field does not contain its path.
    """
    paths = [check_upload(path, desktop.settings.uploads) for path in action.paths]
    if not paths:
        raise ActionHadNoEffect("no file was named to upload")
    if len(paths) > 1:
        raise NotSupported(f"a field takes one file at a time; found {len(paths)} files")
    home = desktop.session.home
    name = copy_into(home, Path(paths[0]))
    type_text(desktop, Type(str(home / name), action.target))
    return f"uploaded {name}"


def download(desktop: LinuxDesktop, action: Download) -> str:
    """Click the target, wait for a file saved in the home folder, and return the path of a copy.

    The copy is in the folder of the setting `downloads`.

    Raises:
        ActionHadNoEffect: no file was saved.
        ActionTimeout: saving took longer than `launch_cap_sec`.
    """
    home = desktop.session.home
    before = _list_files(home)
    click(desktop, Click(action.target))
    file = _wait_for_file(desktop, before)
    folder = Path(desktop.settings.downloads).expanduser()
    folder.mkdir(parents=True, exist_ok=True)
    target = unused_path(folder, file.name)
    shutil.copyfile(file, target, follow_symlinks=False)
    return str(target)


def _wait_for_file(desktop: LinuxDesktop, before: FileStates) -> Path:
    """Wait until a file is new or changed, has content, and no longer changes; return its path.

    Raises:
        ActionHadNoEffect: no file changed.
        ActionTimeout: the file still changes after `launch_cap_sec`.
        TimeLimitReached: the time limit of the run is reached.
    """
    started, last = time.monotonic(), dict[Path, tuple[int, int]]()
    while time.monotonic() - started < desktop.settings.launch_cap_sec:
        sleep(POLL_SEC)
        found = _list_files(desktop.session.home)
        changed = {path: state for path, state in found.items() if before.get(path) != state and state[1]}
        if changed and changed == last:
            return max(changed, key=changed.__getitem__)
        if not changed and time.monotonic() - started > SAVE_START_SEC:
            raise ActionHadNoEffect(f"no file was saved within {SAVE_START_SEC:g} s of the click")
        last = changed
    raise ActionTimeout(f"the file was not saved within {desktop.settings.launch_cap_sec:g} s")


def _list_files(home: Path) -> dict[Path, tuple[int, int]]:
    """Return the visible files in a home folder, without links, including links to folders."""
    found: dict[Path, tuple[int, int]] = {}
    for folder, folders, names in os.walk(home):
        folders[:] = [name for name in folders if not name.startswith(".")]
        paths = [Path(folder, name) for name in names if not name.startswith(".")]
        found.update((path, state) for path in paths if (state := _file_state(path)))
    return found


def _file_state(path: Path) -> tuple[int, int] | None:
    """Return the modification time and the size; None for a link or if the file is gone."""
    with suppress(FileNotFoundError):
        status = path.lstat()
        if stat.S_ISREG(status.st_mode):
            return status.st_mtime_ns, status.st_size
    return None
