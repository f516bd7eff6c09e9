"""Files the browser brings: kept in one folder, or refused."""

from __future__ import annotations

import re
from pathlib import Path

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.devtools_connection import Event, Params

_MOST_NAME = 120


class Downloads:
    """The folder for files that come, and what has come; without a folder nothing is let in."""

    def __init__(self, folder: str) -> None:
        """Make the folder if it is not there."""
        self.folder = Path(folder).resolve() if folder else None
        self.began: list[str] = []
        self.done: list[Path] = []
        self.failed: list[str] = []
        self._names: dict[str, str] = {}
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)

    def behaviour(self, context: str) -> Params:
        """Return what the browser is told to do with downloads."""
        told: dict[str, object] = {
            "behavior": "allowAndName" if self.folder else "deny",
            "eventsEnabled": True,
        }
        if self.folder:
            told["downloadPath"] = str(self.folder)
        if context:
            told["browserContextId"] = context
        return told

    def forget(self) -> None:
        """Take what has come so far as not belonging to what comes next."""
        for kept in (self.began, self.done, self.failed):
            kept.clear()

    def handle(self, event: Event) -> None:
        """Take note of a download that begins, ends or fails."""
        if event.method == "Browser.downloadWillBegin":
            begins = event.read(p.DownloadBegins)
            self._names[begins.guid] = begins.suggested_filename
            self.began.append(begins.suggested_filename)
            return
        progress = event.read(p.DownloadProgress)
        name = self._names.get(progress.guid, "")
        if progress.state == "canceled":
            self.failed.append(name)
        elif progress.state == "completed" and self.folder:
            self.done.append(_keep(self.folder, progress.guid, name=name))


def safe_name(name: str) -> str:
    """Return a file name that cannot leave its folder."""
    last = re.split(r"[/\\]", name)[-1]
    kept = re.sub(r"[\x00-\x1f<>:\"|?*]", "_", last).strip(". ")
    return kept[-_MOST_NAME:] or "download"


def _keep(folder: Path, guid: str, *, name: str) -> Path:
    """Give the file the name it came with, with a number when there is one of that name already."""
    came, wanted = folder / guid, Path(safe_name(name))
    number, target = 1, folder / wanted
    while target.exists():
        number += 1
        target = folder / f"{wanted.stem}-{number}{wanted.suffix}"
    if came.exists():
        came.rename(target)
    return target
