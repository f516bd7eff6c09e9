"""Initial data, start and stored state of qBittorrent, a BitTorrent client.

Its user interface has a toolbar, context menus, a table of torrents and windows with options.
"""

from __future__ import annotations

import json
import subprocess
import time
import urllib.parse
import urllib.request
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from pathlib import Path
from urllib.error import URLError

import msgspec

from onscreen.deadline import sleep
from onscreen.types.errors import DeviceError
from onscreen_practice.apps.app_server import ADDRESS, PORT_FILE, free_ports
from onscreen_practice.apps.application import Application, Program
from onscreen_practice.apps.installation import clean_environment
from onscreen_practice.apps.transmission_app import SeedTorrent, encode_torrent


class QbittorrentFile(msgspec.Struct, frozen=True):
    """A file of a torrent; priority 0 excludes it from the download."""

    id: str
    priority: int


class QbittorrentTransfer(msgspec.Struct, frozen=True):
    """A torrent in the list of transfers, with its 1-based position in the queue."""

    id: str
    is_started: bool
    category: str
    tags: str
    folder: str
    position: int
    download_limit: int
    files: tuple[QbittorrentFile, ...]


class QbittorrentState(msgspec.Struct, frozen=True):
    """State of the client: torrents by name, categories with their folders, and preferences by name."""

    torrents: tuple[QbittorrentTransfer, ...]
    categories: Mapping[str, str]
    tags: tuple[str, ...]
    settings: Mapping[str, object]


TORRENTS = (
    SeedTorrent("choir-concert", "Recorded in St. Anne's", {"kyrie.flac": 51000000, "gloria.flac": 64000000}),
    SeedTorrent(
        "glacier-films", "Filmed by Runa Holt", {"ice-cave.mp4": 710000000, "moraine.mp4": 530000000}
    ),
    SeedTorrent(
        "herbarium", "Scanned in 2011", {"ferns.pdf": 18000000, "mosses.pdf": 9400000, "index.txt": 1200}
    ),
    SeedTorrent("otter-linux", "Release 4.1", {"otter-4.1.iso": 840000000, "checksums.txt": 400}),
    SeedTorrent("tram-sounds", "Public domain", {"line-3.ogg": 6200000, "depot.ogg": 4100000}),
)
CATEGORIES = ("music", "films")
_SETTINGS = """
[LegalNotice]
Accepted=true

[BitTorrent]
Session\\AddTorrentPaused=true
Session\\DHTEnabled=false
Session\\DefaultSavePath=/downloads
Session\\LSDEnabled=false
Session\\PeXEnabled=false
Session\\InterfaceAddress=127.0.0.1
Session\\QueueingSystemEnabled=true

[Network]
PortForwardingEnabled=false

[Preferences]
WebUI\\Address=127.0.0.1
WebUI\\CSRFProtection=false
WebUI\\HostHeaderValidation=false
WebUI\\LocalHostAuth=false
WebUI\\UseUPnP=false
"""
_VARYING = ("web_ui_", "listen_port", "current_network", "locale", "random_port", "dyndns")
_START_CAP_SEC = 30.0
_POLL_SEC = 0.05


class _Torrent(msgspec.Struct):
    name: str
    hash: str
    state: str
    category: str
    tags: str
    save_path: str
    priority: int
    dl_limit: int


class _File(msgspec.Struct):
    name: str
    priority: int


class _Category(msgspec.Struct, rename="camel"):
    save_path: str


def create_data(program: Program, folder: Path) -> None:
    """Start the client with its settings, and add the categories and the paused torrents."""
    settings = folder / "qBittorrent" / "config" / "qBittorrent.conf"
    settings.parent.mkdir(parents=True)
    settings.write_text(_SETTINGS, encoding="utf-8")
    port = free_ports(["qbittorrent"])["qbittorrent"]
    words = [str(word) for word in command(program, folder, port=port)]
    environment = {**clean_environment(), "HOME": str(folder)}
    with subprocess.Popen(
        words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    ) as server:
        try:
            _wait_for_answer(port)
            for each in TORRENTS:
                _add(port, each)
                _wait_for_torrent(port, each.name)
            for name in CATEGORIES:
                _call(port, "torrents/createCategory", values={"category": name, "savePath": ""})
            _call(port, "app/shutdown", values={})
            server.wait(_START_CAP_SEC)
        finally:
            server.kill()


def _wait_for_answer(port: int) -> None:
    deadline = time.monotonic() + _START_CAP_SEC
    while time.monotonic() < deadline:
        try:
            _call(port, "app/version")
        except URLError:
            sleep(_POLL_SEC)
        else:
            return
    raise DeviceError(f"qBittorrent does not answer within {_START_CAP_SEC:g} s")


def _wait_for_torrent(port: int, name: str) -> None:
    deadline = time.monotonic() + _START_CAP_SEC
    while time.monotonic() < deadline:
        if any(each.name == name and each.state == "pausedDL" for each in _listed(port)):
            return
        sleep(_POLL_SEC)
    raise DeviceError(f"qBittorrent does not list the torrent {name!r} within {_START_CAP_SEC:g} s")


def _add(port: int, torrent: SeedTorrent) -> None:
    """Upload a torrent, which starts paused."""
    mark = "----torrent"
    disposition = f'form-data; name="torrents"; filename="{torrent.name}.torrent"'
    head = f"--{mark}\r\nContent-Disposition: {disposition}\r\nContent-Type: application/x-bittorrent\r\n\r\n"
    paused = f'\r\n--{mark}\r\nContent-Disposition: form-data; name="paused"\r\n\r\ntrue\r\n--{mark}--\r\n'
    body = head.encode() + encode_torrent(torrent) + paused.encode()
    headers = {"Content-Type": f"multipart/form-data; boundary={mark}"}
    address = f"http://{ADDRESS}:{port}/api/v2/torrents/add"
    with urllib.request.urlopen(urllib.request.Request(address, body, headers)) as reply:
        if reply.status != HTTPStatus.OK:
            raise DeviceError(
                f"qBittorrent does not accept the torrent {torrent.name!r}: status {reply.status}"
            )


def read_state(folder: Path) -> QbittorrentState:
    """Request the torrents, categories and preferences from the server."""
    port = int((folder.parent / PORT_FILE).read_text(encoding="ascii"))
    listed = sorted(_listed(port), key=lambda each: each.name)
    categories = msgspec.json.decode(_call(port, "torrents/categories"), type=dict[str, _Category])
    tags = msgspec.json.decode(_call(port, "torrents/tags"), type=tuple[str, ...])
    settings: dict[str, object] = json.loads(_call(port, "app/preferences"))
    return QbittorrentState(
        tuple(_transfer(port, each) for each in listed),
        {name: each.save_path for name, each in categories.items()},
        tuple(sorted(tags)),
        {name: value for name, value in settings.items() if not name.startswith(_VARYING)},
    )


def is_ready(folder: Path) -> bool:
    """Return whether the server has loaded all torrents and paused them."""
    port = int((folder.parent / PORT_FILE).read_text(encoding="ascii"))
    states = [each.state for each in _listed(port)]
    return len(states) == len(TORRENTS) and all(each == "pausedDL" for each in states)


def _listed(port: int) -> tuple[_Torrent, ...]:
    return msgspec.json.decode(_call(port, "torrents/info"), type=tuple[_Torrent, ...])


def _transfer(port: int, torrent: _Torrent) -> QbittorrentTransfer:
    files = msgspec.json.decode(_call(port, f"torrents/files?hash={torrent.hash}"), type=tuple[_File, ...])
    return QbittorrentTransfer(
        torrent.name,
        not torrent.state.startswith("paused"),
        torrent.category,
        torrent.tags,
        torrent.save_path.rstrip("/"),
        torrent.priority,
        max(torrent.dl_limit, 0),
        tuple(QbittorrentFile(Path(each.name).name, each.priority) for each in files),
    )


def _call(port: int, method: str, *, values: Mapping[str, str] | None = None) -> bytes:
    """Call a method of the Web API and return the reply.

    The request is a POST with the form fields `values`, or a GET if `values` is None.
    """
    body = None if values is None else urllib.parse.urlencode(values).encode()
    with urllib.request.urlopen(f"http://{ADDRESS}:{port}/api/v2/{method}", body) as reply:
        read: bytes = reply.read()
        return read


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the qBittorrent server."""
    return program.unpacked("qbittorrent-nox", f"--profile={folder}", f"--webui-port={port}")


QBITTORRENT = Application(
    name="qbittorrent",
    title="Torrents",
    purpose="BitTorrent client: table of torrents, categories, files, speed limits, options",
    license="GPL-2.0-or-later",
    toolkit="C++, MooTools, windows with frames",
    manager="apt",
    packages=("qbittorrent-nox",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=QbittorrentState,
    is_ready=is_ready,
    save_delay_sec=1.0,
)
