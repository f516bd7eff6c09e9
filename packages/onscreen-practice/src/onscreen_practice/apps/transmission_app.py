"""Initial data, start and stored state of Transmission, a BitTorrent client.

Its user interface has a toolbar, a list with selection, an inspector with tabs and preferences.
"""

from __future__ import annotations

import hashlib
import json
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias
from urllib.error import HTTPError

import msgspec

from onscreen.types.errors import DeviceError
from onscreen_practice.apps.app_server import ADDRESS, PORT_FILE
from onscreen_practice.apps.application import Application, Program

Bencoded: TypeAlias = int | str | bytes | Sequence["Bencoded"] | Mapping[str, "Bencoded"]
Setting: TypeAlias = bool | int | float | str


class TransmissionFile(msgspec.Struct, frozen=True):
    """A file of a torrent, with its priority and whether it is selected for download."""

    id: str
    wanted: bool
    priority: str


class Transfer(msgspec.Struct, frozen=True):
    """A torrent in the list of transfers."""

    id: str
    is_started: bool
    folder: str
    position: int
    files: tuple[TransmissionFile, ...]


class TransmissionState(msgspec.Struct, frozen=True):
    """State of the client: torrents and preferences, each keyed by name."""

    torrents: tuple[Transfer, ...]
    settings: Mapping[str, Setting]


class SeedTorrent(msgspec.Struct, frozen=True):
    """A torrent in the list at the start of a task, with file sizes in bytes."""

    name: str
    comment: str
    files: Mapping[str, int]


TORRENTS = (
    SeedTorrent("harbour-sounds", "Recorded at pier 4", {"dawn.flac": 48000000, "noon.flac": 52000000}),
    SeedTorrent(
        "kite-plans", "Scanned in 1998", {"delta.pdf": 3100000, "box.pdf": 2400000, "notes.txt": 900}
    ),
    SeedTorrent("lindia-linux", "Release 7.2", {"lindia-7.2.iso": 910000000, "checksums.txt": 400}),
    SeedTorrent("night-sky", "Photographed by Edda Lau", {"orion.tif": 88000000, "lyra.tif": 74000000}),
    SeedTorrent("old-maps", "Public domain", {"brill-1850.png": 17000000, "canal.png": 9000000}),
)
_PRIORITIES = {-1: "low", 0: "normal", 1: "high"}
_STOPPED = 0
_VARYING = (
    "config-dir",
    "session-id",
    "version",
    "rpc-",
    "units",
    "peer-port",
    "download-dir-free",
    "blocklist",
)
_SETTINGS: Mapping[str, Setting] = {
    "dht-enabled": False,
    "lpd-enabled": False,
    "pex-enabled": False,
    "utp-enabled": False,
    "port-forwarding-enabled": False,
    "bind-address-ipv4": ADDRESS,
    "bind-address-ipv6": "::1",
    "rpc-bind-address": ADDRESS,
    "rpc-host-whitelist-enabled": False,
    "rpc-whitelist-enabled": False,
    "download-dir": "/downloads",
    "start-added-torrents": False,
}
_PIECE_SIZE = 1 << 20
_SESSION_HEADER = "X-Transmission-Session-Id"


def create_data(_program: Program, folder: Path) -> None:
    """Write the client's settings and its torrents, all of them stopped."""
    (folder / "torrents").mkdir()
    for each in TORRENTS:
        (folder / "torrents" / f"{each.name}.torrent").write_bytes(encode_torrent(each))
    (folder / "settings.json").write_text(json.dumps(_SETTINGS), encoding="utf-8")


def encode_torrent(torrent: SeedTorrent) -> bytes:
    """Encode a torrent as a .torrent file without a tracker."""
    size = sum(torrent.files.values())
    pieces = [hashlib.sha1(f"{torrent.name} {at}".encode()) for at in range(-(-size // _PIECE_SIZE))]  # noqa: S324  format
    files = [_file(length, name) for name, length in torrent.files.items()]
    described = b"".join(each.digest() for each in pieces)
    info: Mapping[str, Bencoded] = {
        "files": files,
        "name": torrent.name,
        "piece length": _PIECE_SIZE,
        "pieces": described,
    }
    return _bencode({"comment": torrent.comment, "info": info})


def _file(length: int, name: str) -> Mapping[str, Bencoded]:
    return {"length": length, "path": [name]}


def _bencode(value: Bencoded) -> bytes:
    if isinstance(value, int):
        return b"i%de" % value
    if isinstance(value, str):
        return _bencode(value.encode())
    if isinstance(value, bytes):
        return b"%d:%s" % (len(value), value)
    if isinstance(value, Mapping):
        members = (_bencode(key) + _bencode(value[key]) for key in sorted(value))
        return b"d" + b"".join(members) + b"e"
    return b"l" + b"".join(_bencode(each) for each in value) + b"e"


class _FileStats(msgspec.Struct):
    wanted: bool
    priority: int


class _File(msgspec.Struct):
    name: str


class _Torrent(msgspec.Struct, rename="camel"):
    name: str
    status: int
    download_dir: str
    queue_position: int
    files: tuple[_File, ...]
    file_stats: tuple[_FileStats, ...]


class _Listed(msgspec.Struct):
    torrents: tuple[_Torrent, ...]


class _ListedReply(msgspec.Struct):
    arguments: _Listed


class _SettingsReply(msgspec.Struct):
    arguments: Mapping[str, object]


def read_state(folder: Path) -> TransmissionState:
    """Request the torrents and preferences from the server.

    The server writes them to files only when it ends.
    """
    port = int((folder.parent / PORT_FILE).read_text(encoding="ascii"))
    fields = ["name", "status", "downloadDir", "queuePosition", "files", "fileStats"]
    listed = msgspec.json.decode(_call(port, "torrent-get", fields=fields), type=_ListedReply)
    found = msgspec.json.decode(_call(port, "session-get"), type=_SettingsReply).arguments
    settings = {
        name: value
        for name, value in found.items()
        if isinstance(value, Setting) and not name.startswith(_VARYING)
    }
    torrents = sorted(map(_transfer, listed.arguments.torrents), key=lambda each: each.id)
    return TransmissionState(tuple(torrents), settings)


def is_ready(folder: Path) -> bool:
    """Return whether the server has loaded all torrents and stopped them."""
    torrents = read_state(folder).torrents
    return len(torrents) == len(TORRENTS) and not any(each.is_started for each in torrents)


def _transfer(torrent: _Torrent) -> Transfer:
    files = zip(torrent.files, torrent.file_stats, strict=True)
    return Transfer(
        torrent.name,
        torrent.status != _STOPPED,
        torrent.download_dir,
        torrent.queue_position,
        tuple(
            TransmissionFile(Path(each.name).name, stats.wanted, _PRIORITIES[stats.priority])
            for each, stats in files
        ),
    )


def _call(port: int, method: str, *, fields: Sequence[str] = ()) -> bytes:
    """Call an RPC method of the server and return the reply.

    The server refuses the first call and returns the session's id, with which the call is repeated.
    """
    body = json.dumps({"method": method, "arguments": {"fields": fields} if fields else {}}).encode()
    headers = {"Content-Type": "application/json"}
    for _ in range(2):
        request = urllib.request.Request(f"http://{ADDRESS}:{port}/transmission/rpc", body, headers)
        try:
            with urllib.request.urlopen(request) as reply:  # noqa: S310  own server
                read: bytes = reply.read()
                return read
        except HTTPError as error:
            headers[_SESSION_HEADER] = error.headers.get(_SESSION_HEADER, "")
    raise DeviceError(f"Transmission at port {port} does not answer the call of {method!r}")


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the Transmission server."""
    web = program.folder / "usr" / "share" / "transmission" / "web"
    options = ["--foreground", "--no-auth", "--paused", "--port", str(port), "--config-dir", str(folder)]
    return program.unpacked("transmission-daemon", *options, environment={"TRANSMISSION_WEB_HOME": str(web)})


TRANSMISSION = Application(
    name="transmission",
    title="Downloads",
    purpose="BitTorrent client: list of torrents, their files and priorities, speed limits, preferences",
    license="GPL-2.0-only OR GPL-3.0-only",
    toolkit="C, jQuery UI",
    manager="apt",
    packages=("transmission-daemon", "transmission-common"),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=TransmissionState,
    start_path="/transmission/web/",
    is_ready=is_ready,
    save_delay_sec=2.0,
)
