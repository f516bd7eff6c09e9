"""Storage of maps: one folder per application with a file of JSON lines and the pictures of the screens."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import TypeAlias

import msgspec
import platformdirs
from PIL import Image

from onscreen.app_maps.screen_map import AppMap, MapAction, MapNote, MapScreen
from onscreen.types import Picture
from onscreen.types.errors import CannotWrite, UsageError

MAP_FILE = "map.jsonl"
PICTURES = "pictures"
FOLDER_VARIABLE = "ONSCREEN_MAPS"
"""Environment variable that names the folder of all maps."""
PICTURE_WIDTH_PX = 360

_Line: TypeAlias = AppMap | MapScreen | MapAction | MapNote


class BadMap(UsageError):
    """Raised if the file of a map cannot be read; the message names the line."""


def maps_folder() -> Path:
    """Return the folder of all maps, from ONSCREEN_MAPS or in the user's data folder."""
    named = os.environ.get(FOLDER_VARIABLE, "")
    return Path(named).expanduser() if named else platformdirs.user_data_path("onscreen") / "maps"


def list_maps() -> list[Path]:
    """Return the folders of all maps, in alphabetical order."""
    return sorted(file.parent for file in maps_folder().glob(f"*/{MAP_FILE}"))


def map_folder(app: str, folder: Path | None = None) -> Path:
    """Return the folder of one application's map, below `folder` or the folder of all maps.

    Raises:
        UsageError: the name of the application is empty.
    """
    name = re.sub(r"[^\w.]+", "-", app.casefold().partition("://")[2] or app.casefold()).strip("-.")
    if not name:
        raise UsageError(f"the application {app!r} has no name; expected a name such as Clock, or an address")
    return (folder or maps_folder()) / name


def load_map(path: Path) -> AppMap:
    """Load a map from its folder or file.

    Raises:
        BadMap: the file cannot be read; the message names the line and what is wrong with it.
    """
    file = path / MAP_FILE if path.is_dir() else path
    try:
        content = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BadMap(f"no map in {path}; create one with: onscreen explore APP") from error
    except (OSError, UnicodeError) as error:
        raise BadMap(
            f"{file} cannot be read: {error}; restore it, or explore the application again"
        ) from error
    lines = [
        _parse_line(line, f"{file}, line {number}")
        for number, line in enumerate(content.split("\n"), 1)
        if line.strip()
    ]
    apps = [line for line in lines if isinstance(line, AppMap)]
    if len(apps) != 1:
        raise BadMap(f'{file} has {len(apps)} lines with "is": "app"; expected exactly one, the first line')
    loaded = msgspec.structs.replace(
        apps[0],
        screens=tuple(line for line in lines if isinstance(line, MapScreen)),
        actions=tuple(line for line in lines if isinstance(line, MapAction)),
        notes=tuple(line for line in lines if isinstance(line, MapNote)),
    )
    _check_references(loaded, file)
    return loaded


def load_maps(folder: Path) -> tuple[AppMap, ...]:
    """Load all maps below a folder, in alphabetical order of their folders.

    Raises:
        BadMap: a file cannot be read.
    """
    return tuple(load_map(path.parent) for path in sorted(folder.glob(f"*/{MAP_FILE}")))


def save_map(app_map: AppMap, folder: Path) -> Path:
    """Write a map to its folder atomically, and return the path of the file.

    Raises:
        CannotWrite: the folder cannot be written.
    """
    file = folder / MAP_FILE
    head = msgspec.structs.replace(app_map, screens=(), actions=(), notes=())
    lines = [head, *app_map.screens, *app_map.actions, *app_map.notes]
    content = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    _write(file, content)
    return file


def save_picture(picture: Picture, folder: Path, *, screen_id: str) -> None:
    """Save a small picture of a screen beside the map.

    Raises:
        CannotWrite: the folder cannot be written.
    """
    buffer = io.BytesIO()
    with Image.open(io.BytesIO(picture.png)) as image:
        small = image.convert("RGB")
    if small.width > PICTURE_WIDTH_PX:
        small = small.resize((PICTURE_WIDTH_PX, max(1, round(small.height * PICTURE_WIDTH_PX / small.width))))
    small.save(buffer, format="PNG", optimize=True)
    _write(picture_path(folder, screen_id), buffer.getvalue())


def picture_path(folder: Path, screen_id: str) -> Path:
    """Return the path of the picture of a screen, which need not exist."""
    name = re.sub(r"[^\w-]", "_", screen_id)
    return folder / PICTURES / f"{name}.png"


def _write(file: Path, content: bytes) -> None:
    part = file.with_name(file.name + ".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        part.replace(file)
    except OSError as error:
        raise CannotWrite(f"cannot write {file}: {error.strerror or error}; choose another folder") from error


def _parse_line(line: str, place: str) -> _Line:
    try:
        parsed: _Line = msgspec.json.decode(line, type=_Line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadMap(f"{place} cannot be read: {error}; fix the line, or remove it") from error
    return parsed


def _check_references(app_map: AppMap, file: Path) -> None:
    """Check that every action and note refers to a screen of the map."""
    known = {screen.id for screen in app_map.screens}
    if len(known) < len(app_map.screens):
        raise BadMap(f"{file} has several screens with the same id; give each screen its own id")
    named = [name for action in app_map.actions for name in (action.screen, action.to)]
    for name in (*named, *(note.screen for note in app_map.notes)):
        if name and name not in known:
            raise BadMap(f"{file} refers to the screen {name!r}, which it does not describe; add it")
