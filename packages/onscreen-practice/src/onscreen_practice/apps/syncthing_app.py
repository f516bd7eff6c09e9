"""Initial data, start and stored state of Syncthing, a file synchronizer.

Its user interface has panels, dialogs with tabs, switches, dropdowns and ignore patterns.
"""

from __future__ import annotations

import base64
import copy
import hashlib
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import msgspec

from onscreen_practice.apps.application import Application, Program
from onscreen_practice.apps.installation import run_tool


class SyncthingFolder(msgspec.Struct, frozen=True):
    """A shared folder, with its devices and ignore patterns; `settings` is keyed by XML path."""

    id: str
    label: str
    path: str
    type: str
    rescan_seconds: str
    paused: str
    devices: tuple[str, ...]
    versioning: Mapping[str, str]
    ignores: tuple[str, ...]
    settings: Mapping[str, str]


class SyncthingDevice(msgspec.Struct, frozen=True):
    """A device that folders are shared with; `settings` is keyed by XML path."""

    id: str
    name: str
    addresses: tuple[str, ...]
    compression: str
    introducer: str
    paused: str
    settings: Mapping[str, str]


class SyncthingState(msgspec.Struct, frozen=True):
    """Syncthing's configuration: folders, devices, and all other settings by XML path."""

    folders: tuple[SyncthingFolder, ...]
    devices: tuple[SyncthingDevice, ...]
    settings: Mapping[str, str]


class SeedFolder(msgspec.Struct, frozen=True):
    """A shared folder in the configuration at the start of a task."""

    label: str
    id: str
    devices: tuple[str, ...]
    file: str


OWN_DEVICE = "studio-pc"
DEVICES = ("garden-laptop", "kitchen-tablet", "nadia-phone", "attic-server")
FOLDERS = (
    SeedFolder("Photos", "photos", ("nadia-phone", "attic-server"), "kite.jpg"),
    SeedFolder("Recipes", "recipes", ("kitchen-tablet",), "soup.md"),
    SeedFolder("Invoices", "invoices", ("attic-server",), "march.csv"),
    SeedFolder("Songbook", "songbook", ("garden-laptop", "kitchen-tablet"), "waltz.abc"),
)
CONFIGURATION = "config.xml"
_OPTIONS: Mapping[str, str] = {
    "globalAnnounceEnabled": "false",
    "localAnnounceEnabled": "false",
    "relaysEnabled": "false",
    "natEnabled": "false",
    "startBrowser": "false",
    "urAccepted": "-1",
    "urSeen": "3",
    "autoUpgradeIntervalH": "0",
    "crashReportingEnabled": "false",
    "listenAddress": "tcp://127.0.0.1:0",
    "setLowPriority": "false",  # otherwise the process leaves its process group and outlives it
}
_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
_FOLDER_FIELDS = ("id", "label", "path", "type")
_RESCAN = "rescanIntervalS"


def device_id(name: str) -> str:
    """Return a valid Syncthing device ID for a name, derived from the name's hash."""
    encoded = base64.b32encode(hashlib.sha256(name.encode()).digest()).decode().rstrip("=")
    checked = "".join(part + _check_digit(part) for part in textwrap.wrap(encoded, 13))
    return "-".join(textwrap.wrap(checked, 7))


def _check_digit(text: str) -> str:
    """Return the Luhn mod 32 check digit of a base-32 string."""
    total = 0
    for at, letter in enumerate(text):
        product = _DIGITS.index(letter) * (1 + at % 2)
        total += product // 32 + product % 32
    return _DIGITS[-total % 32]


def create_data(program: Program, folder: Path) -> None:
    """Create a configuration with folders that are shared with other devices."""
    generate: list[str | Path] = ["env", f"HOME={folder}", program.executable("syncthing"), "generate"]
    run_tool([*generate, "--home", folder / "home"], folder=folder)
    path = folder / "home" / CONFIGURATION
    root = ET.parse(path).getroot()  # noqa: S314  written by the application
    own = _required(root, "device")
    template = _required(root, "folder")
    root.remove(template)
    own.set("name", OWN_DEVICE)
    for name in DEVICES:
        device = copy.deepcopy(own)
        device.set("id", device_id(name))
        device.set("name", name)
        root.append(device)
    for each in FOLDERS:
        root.append(_create_folder(each, template))
        (folder / each.id / ".stfolder").mkdir(parents=True)
        (folder / each.id / each.file).write_text(f"{each.label}\n", encoding="utf-8")
    for option, text in _OPTIONS.items():
        _required(root, f"options/{option}").text = text
    _required(root, "options").remove(_required(root, "options/unackedNotificationID"))
    ET.SubElement(_required(root, "gui"), "insecureSkipHostcheck").text = "true"
    path.write_bytes(ET.tostring(root))


def _create_folder(seed: SeedFolder, template: ET.Element) -> ET.Element:
    created = copy.deepcopy(template)
    for name, text in (("id", seed.id), ("label", seed.label), ("path", seed.id)):
        created.set(name, text)
    for device in seed.devices:
        ET.SubElement(created, "device", {"id": device_id(device), "introducedBy": ""})
    return created


def _required(root: ET.Element, path: str) -> ET.Element:
    """Return the XML element at a path, or raise ValueError if it is missing."""
    found = root.find(path)
    if found is None:
        raise ValueError(f"the configuration of Syncthing has no element {path!r}")
    return found


def read_state(folder: Path) -> SyncthingState:
    """Read the configuration and the folders' ignore patterns."""
    root = ET.parse(folder / "home" / CONFIGURATION).getroot()  # noqa: S314  written by the application
    names = {each.get("id", ""): each.get("name", "") for each in root.findall("device")}
    folders = [_read_folder(each, names, data=folder) for each in root.findall("folder")]
    devices = [_read_device(each) for each in root.findall("device")]
    for each in [*root.findall("folder"), *root.findall("device")]:
        root.remove(each)
    settings = dict(_settings(root))
    del settings["gui/apikey"]
    return SyncthingState(
        tuple(sorted(folders, key=lambda each: each.id)),
        tuple(sorted(devices, key=lambda each: each.name)),
        settings,
    )


def _read_folder(element: ET.Element, names: Mapping[str, str], *, data: Path) -> SyncthingFolder:
    devices = [each.get("id", "") for each in element.findall("device")]
    versioning = _required(element, "versioning")
    ignored = data / element.get("path", "") / ".stignore"
    found = dict(_settings(element))
    return SyncthingFolder(
        **{name: element.get(name, "") for name in _FOLDER_FIELDS},
        rescan_seconds=element.get(_RESCAN, ""),
        paused=element.findtext("paused", ""),
        devices=tuple(sorted(names.get(each, each) for each in devices)),
        versioning={
            "type": versioning.get("type", ""),
            **{each.get("key", ""): each.get("val", "") for each in versioning.findall("param")},
            **{each.tag: each.text for each in versioning if each.text and each.tag != "param"},
        },
        ignores=tuple(ignored.read_text(encoding="utf-8").splitlines()) if ignored.exists() else (),
        settings={name: text for name, text in found.items() if not _is_folder_field(name)},
    )


def _is_folder_field(path: str) -> bool:
    first = path.partition("/")[0].partition("[")[0]
    return first in {*_FOLDER_FIELDS, _RESCAN, "paused", "device", "versioning"}


def _read_device(element: ET.Element) -> SyncthingDevice:
    fields = ("id", "name", "compression", "introducer")
    own = {*fields, "address", "paused"}
    return SyncthingDevice(
        **{name: element.get(name, "") for name in fields},
        addresses=tuple(each.text or "" for each in element.findall("address")),
        paused=element.findtext("paused", ""),
        settings={name: text for name, text in _settings(element) if name.partition("[")[0] not in own},
    )


def _settings(element: ET.Element, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the path and the text of every non-empty attribute and element below an element."""
    yield from ((f"{path}{name}", text) for name, text in element.attrib.items() if text)
    for at, child in enumerate(element):
        repeated = len(element.findall(child.tag)) > 1
        child_path = f"{path}{child.tag}" + (f"[{at}]" if repeated else "")
        if child.text and child.text.strip():
            yield child_path, child.text.strip()
        yield from _settings(child, f"{child_path}/")


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of Syncthing's web interface."""
    options = ["serve", "--no-browser", "--no-restart", "--no-upgrade", f"--gui-address=127.0.0.1:{port}"]
    return [program.executable("syncthing"), *options, "--home", folder / "home"]


SYNCTHING = Application(
    name="syncthing",
    title="File synchronization",
    purpose="synchronization of folders between devices: sharing, versions, ignore patterns, settings",
    license="MPL-2.0",
    toolkit="Go, AngularJS, Bootstrap 3",
    manager="apt",
    packages=("syncthing",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=SyncthingState,
    save_delay_sec=3.0,
    environment={"STHASHING": "minio"},  # otherwise each start measures the speed of hash functions
)
