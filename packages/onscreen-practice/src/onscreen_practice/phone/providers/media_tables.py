"""Table of the media provider: the files in shared storage, with the main columns of `MediaStore.Files`."""

from __future__ import annotations

import mimetypes
import posixpath

from onscreen_practice.phone.providers.provider_table import (
    ProviderTable,
    Row,
    RowChanges,
    State,
    dict_value,
)
from onscreen_practice.phone.providers.row_numbers import RowNumbers
from onscreen_practice.phone.shell.phone_interface import Json

_COLUMNS = {
    "_id": "INTEGER PRIMARY KEY", "_data": "TEXT", "_display_name": "TEXT", "_size": "INTEGER",
    "mime_type": "TEXT", "title": "TEXT", "date_modified": "INTEGER", "relative_path": "TEXT",
    "bucket_display_name": "TEXT", "is_download": "INTEGER DEFAULT 0",
}  # fmt: skip
_SHARED, _PUBLIC = "/sdcard/", "/storage/emulated/0/"
_DOWNLOADS = "Download/"


def _files(state: State) -> dict[str, Json]:
    return dict_value(state["files"])


def _read_files(state: State, numbers: RowNumbers) -> list[Row]:
    paths = [path for path, file in _files(state).items() if not dict_value(file).get("dir")]
    ids = numbers.assign("files", sorted(paths))
    rows: list[Row] = []
    for path, number in ids.items():
        file, name = dict_value(_files(state)[path]), posixpath.basename(path)
        folder = posixpath.dirname(path).removeprefix(_SHARED.rstrip("/")).strip("/")
        rows.append(
            {
                "_id": number, "_data": _PUBLIC + path.removeprefix(_SHARED), "_display_name": name,
                "_size": int(str(file.get("size") or len(str(file.get("text") or "")))),
                "mime_type": mimetypes.guess_type(name)[0], "title": posixpath.splitext(name)[0],
                "date_modified": int(float(str(file.get("mtime") or 0)) / 1000),
                "relative_path": f"{folder}/" if folder else "/",
                "bucket_display_name": posixpath.basename(folder) or None,
                "is_download": int(f"{folder}/".startswith(_DOWNLOADS)),
            }
        )  # fmt: skip
    return rows


def _delete_files(state: State, numbers: RowNumbers, *, changes: RowChanges) -> None:
    """Delete the files whose rows were deleted, ignoring other changes."""
    ids = numbers.assign("files", sorted(_files(state)))
    for path in [path for path in _files(state) if ids[path] in changes.deleted]:
        del _files(state)[path]


MEDIA_TABLES = (ProviderTable("files", _COLUMNS, _read_files, _delete_files),)
