"""Debian packages of the programs that desktop tasks need."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from onscreen.device.linux.process_group import missing_packages
from onscreen.types.errors import MissingExtra
from onscreen_practice.task_recipe import TaskRecipe

PACKAGES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "soffice": ("libreoffice-calc", "libreoffice-gtk3"),
        "localc": ("libreoffice-calc", "libreoffice-gtk3"),
        "lowriter": ("libreoffice-writer", "libreoffice-gtk3"),
        "loimpress": ("libreoffice-impress", "libreoffice-gtk3"),
        "lodraw": ("libreoffice-draw", "libreoffice-gtk3"),
        "ssconvert": ("gnumeric",),
        "keepassxc-cli": ("keepassxc",),
        "pcmanfm": ("pcmanfm", "libatk-adaptor", "libgail-common"),
    }
)
"""Program -> the Debian packages that contain it, if their name is another one."""


def find_missing(recipes: Iterable[TaskRecipe]) -> tuple[str, ...]:
    """Return the missing Debian packages of tasks."""
    programs = dict.fromkeys(program for recipe in recipes for program in recipe.applications)
    absent = [program for program in programs if shutil.which(program) is None]
    packages = (each for program in absent for each in PACKAGES.get(program, (program,)))
    return tuple(dict.fromkeys((*missing_packages(), *packages)))


def require_packages(missing: tuple[str, ...], *, suite: str) -> None:
    """Check that no package is missing.

    Raises:
        MissingExtra: some are missing; the message contains the command to install them.
    """
    if missing:
        raise MissingExtra(
            f"the suite {suite} needs programs that are not installed; install them with: "
            f"apt-get install {' '.join(missing)}"
        )
