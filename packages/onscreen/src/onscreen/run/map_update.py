"""Extension of the stored maps of applications with the findings of a run."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from onscreen.app_maps.episode_extension import MapExtension, extend_map, start_map
from onscreen.app_maps.failed_steps import record_failures
from onscreen.app_maps.map_store import (
    MAP_FILE,
    load_map,
    load_maps,
    map_folder,
    maps_folder,
    save_map,
    save_picture,
)
from onscreen.app_maps.screen_map import AppMap, address_scope
from onscreen.device.base import Device
from onscreen.types import Episode, Shot
from onscreen.types.errors import NotSupported

_PACKAGE = re.compile(r"(\w+(?:\.\w+)+)/[\w.$]+")
_VERSION = re.compile(r"versionName=(\S+)")


class LearnedMap(msgspec.Struct, frozen=True):
    """A stored map after an extension: its folder, and the numbers of added items.

    `change` describes why the application seems to differ from the map, "" if it does not.
    """

    app: str
    folder: Path
    new_screens: int
    new_actions: int
    new_notes: int
    change: str = ""


def read_version(device: Device, address: str) -> str:
    """Read the version of the Android application with an address; returns "" if it is unknown.

    Raises:
        DeviceError: the device is gone.
    """
    package = _PACKAGE.fullmatch(address)
    if package is None:
        return ""
    try:
        text = device.read(f"dumpsys package {package[1]}")
    except NotSupported:
        return ""
    found = _VERSION.search(str(msgspec.json.decode(text)))
    return found[1] if found else ""


def note_version(app_map: AppMap, version: str) -> tuple[AppMap, str]:
    """Return the map with the version of the application, and why the map may be outdated.

    The reason is "" if the version is unknown or the same as before.
    """
    if not version or version == app_map.version:
        return app_map, ""
    change = f"version {app_map.version} became {version}" if app_map.version else ""
    return msgspec.structs.replace(app_map, version=version), change


def learn_app(
    app: str, episode: Episode, *, folder: Path | None = None, version: str = ""
) -> LearnedMap | None:
    """Extend or create the stored map of an application from an episode.

    `folder` is the folder of all maps, None for the default one. Returns None if the episode did not use the
    application.

    Raises:
        BadMap: the stored map cannot be read.
        CannotWrite: the map cannot be written.
    """
    own = map_folder(app, folder)
    known = load_map(own) if (own / MAP_FILE).exists() else start_map(app, episode)
    if known is None or not any(known.contains(shot.address) for shot in episode.shots):
        return None
    extension = extend_map(known, episode)
    extended, change = note_version(extension.app_map, version)
    extended = record_failures(extended, episode)
    save_map(extended, own)
    _save_pictures(extension, own)
    return LearnedMap(
        known.app,
        own,
        len(extended.screens) - len(known.screens),
        len(extended.actions) - len(known.actions),
        len(extended.notes) - len(known.notes),
        change or extension.change,
    )


def learn_episode(
    episode: Episode, device: Device | None = None, *, folder: Path | None = None
) -> list[LearnedMap]:
    """Extend or create the maps of all applications that an episode used.

    These are the applications of the task and the visited web sites. The versions are read from the device,
    if given.

    Raises:
        BadMap: a stored map cannot be read.
        CannotWrite: a map cannot be written.
        DeviceError: the device is gone.
    """
    parent = folder or maps_folder()
    stored = load_maps(parent) if parent.is_dir() else ()
    learned: list[LearnedMap] = []
    for app, address in _used_apps(episode, stored).items():
        version = read_version(device, address) if device else ""
        found = learn_app(app, episode, folder=folder, version=version)
        learned += [found] if found else []
    return learned


def _used_apps(episode: Episode, stored: tuple[AppMap, ...]) -> dict[str, str]:
    """Map the names of the applications that an episode used to an address of each."""
    tools = {tool.name.casefold() for tool in episode.task.tools}
    used: dict[str, str] = {}
    for shot in episode.shots:
        name = next((each.app for each in stored if each.contains(shot.address)), "") or _name(shot, tools)
        if name:
            used.setdefault(name, shot.address)
    return used


def _name(shot: Shot, tools: set[str]) -> str:
    """Return the name of a new map: the application, or the scope of a web page."""
    if shot.address.startswith(("http://", "https://")):
        return address_scope(shot.address)
    return shot.app if shot.app.casefold() in tools else ""


def _save_pictures(extension: MapExtension, folder: Path) -> None:
    for screen_id, picture in extension.pictures.items():
        save_picture(picture, folder, screen_id=screen_id)
