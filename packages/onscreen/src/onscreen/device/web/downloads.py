"""Browser downloads and the folder that stores them."""

from __future__ import annotations

import re
from pathlib import Path

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.devtools_connection import Message, Params

_MAX_NAME_CHARS = 120


class Downloads:
    """Record of the downloads since the last call of `clear`.

    Attributes:
        folder: Folder for the files, or None if downloads are off.
        started: Suggested file names of the downloads that started.
        finished: Paths of the files that are complete.
        failed: Suggested file names of the downloads that failed.
    """

    def __init__(self, folder: str) -> None:
        """Create an empty record, and the folder for downloads if it does not exist.

        A `folder` of "" turns downloads off.
        """
        self.folder = Path(folder).resolve() if folder else None
        self.started: list[str] = []
        self.finished: list[Path] = []
        self.failed: list[str] = []
        self._names: dict[str, str] = {}
        if self.folder:
            self.folder.mkdir(parents=True, exist_ok=True)

    def behavior_params(self, context_id: str) -> Params:
        """Build the parameters of `Browser.setDownloadBehavior` for a browser context."""
        params: dict[str, object] = {
            "behavior": "allowAndName" if self.folder else "deny",
            "eventsEnabled": True,
        }
        if self.folder:
            params["downloadPath"] = str(self.folder)
        if context_id:
            params["browserContextId"] = context_id
        return params

    def clear(self) -> None:
        """Remove all downloads from the record; files are kept."""
        self.started.clear()
        self.finished.clear()
        self.failed.clear()

    def handle(self, event: Message) -> None:
        """Record the start, completion or failure of a download."""
        if event.method == "Browser.downloadWillBegin":
            download = event.params_as(p.DownloadWillBegin)
            self._names[download.guid] = download.suggested_filename
            self.started.append(download.suggested_filename)
            return
        progress = event.params_as(p.DownloadProgress)
        name = self._names.get(progress.guid, "")
        if progress.state == "canceled":
            self.failed.append(name)
        elif progress.state == "completed" and self.folder:
            self.finished.append(_rename_download(self.folder, progress.guid, name=name))


def safe_name(name: str) -> str:
    """Sanitize a file name by removing folders and replacing special characters.

    Returns "download" if nothing is left.
    """
    last_part = re.split(r"[/\\]", name)[-1]
    cleaned = re.sub(r"[\x00-\x1f<>:\"|?*]", "_", last_part).strip(". ")
    return cleaned[-_MAX_NAME_CHARS:] or "download"


def _rename_download(folder: Path, guid: str, *, name: str) -> Path:
    """Rename a file from its download id to its own name, with a number if that name exists."""
    source, wanted = folder / guid, Path(safe_name(name))
    number, target = 1, folder / wanted
    while target.exists():
        number += 1
        target = folder / f"{wanted.stem}-{number}{wanted.suffix}"
    if source.exists():
        source.rename(target)
    return target
