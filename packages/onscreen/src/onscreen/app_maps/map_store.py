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

from onscreen.app_maps.screen_map import AppMap, MapAction, MapFailure, MapNote, MapScreen
from onscreen.store.json_lines import read_json_lines, write_atomically, write_json_lines
from onscreen.types import Picture
from onscreen.types.errors import UsageError

MAP_FILE = "map.jsonl"
PICTURES = "pictures"
FOLDER_VARIABLE = "ONSCREEN_MAPS"
"""Environment variable that names the folder of all maps."""
PICTURE_WIDTH_PX = 360

_Line: TypeAlias = AppMap | MapScreen | MapAction | MapNote | MapFailure
_DECODER: msgspec.json.Decoder[_Line] = msgspec.json.Decoder(_Line)


class BadMap(UsageError):
    """Raised if the file of a map cannot be read; the message states the line."""


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
        BadMap: the file cannot be read; the message states the line and what is wrong with it.
    """
    file = path / MAP_FILE if path.is_dir() else path
    if not file.exists():
        raise BadMap(f"no map in {path}; create one with: onscreen explore APP")
    lines = read_json_lines(file, _DECODER, error_type=BadMap)
    apps = [line for line in lines if isinstance(line, AppMap)]
    if len(apps) != 1:
        raise BadMap(f'{file} has {len(apps)} lines with "is": "app"; expected exactly one, the first line')
    loaded = msgspec.structs.replace(
        apps[0],
        screens=tuple(line for line in lines if isinstance(line, MapScreen)),
        actions=tuple(line for line in lines if isinstance(line, MapAction)),
        notes=tuple(line for line in lines if isinstance(line, MapNote)),
        failures=tuple(line for line in lines if isinstance(line, MapFailure)),
    )
    _check_references(loaded, file)
    return loaded


def load_maps(folder: Path) -> tuple[AppMap, ...]:
    """Load all maps below a folder, in alphabetical order of their folders.

    Raises:
        BadMap: the folder does not exist, or a file cannot be read.
    """
    if not folder.is_dir():
        raise BadMap(f"no folder of maps at {folder}; create a map with: onscreen explore APP")
    return tuple(load_map(path.parent) for path in sorted(folder.glob(f"*/{MAP_FILE}")))


def save_map(app_map: AppMap, folder: Path) -> Path:
    """Write a map to its folder atomically, and return the path of the file.

    Raises:
        CannotWrite: the folder cannot be written.
    """
    file = folder / MAP_FILE
    head = msgspec.structs.replace(app_map, screens=(), actions=(), notes=(), failures=())
    lines = [head, *app_map.screens, *app_map.actions, *app_map.notes, *app_map.failures]
    write_json_lines(file, lines)
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
    write_atomically(picture_path(folder, screen_id), buffer.getvalue())


def picture_path(folder: Path, screen_id: str) -> Path:
    """Return the path of the picture of a screen; the file need not exist."""
    name = re.sub(r"[^\w-]", "_", screen_id)
    return folder / PICTURES / f"{name}.png"


def _check_references(app_map: AppMap, file: Path) -> None:
    """Check that every action, note and failure refers to a screen of the map."""
    known = {screen.id for screen in app_map.screens}
    if len(known) < len(app_map.screens):
        raise BadMap(f"{file} has several screens with the same id; give each screen its own id")
    named = [name for action in app_map.actions for name in (action.screen, action.to)]
    noted = [note.screen for note in app_map.notes]
    for name in (*named, *noted, *(failure.screen for failure in app_map.failures)):
        if name and name not in known:
            raise BadMap(f"{file} refers to the screen {name!r}, which it does not describe; add it")
