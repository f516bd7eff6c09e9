"""Initial data, start and stored state of copyparty, a file server.

Its user interface has a folder tree, a table of files, dialogs, a text editor and uploads.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from onscreen_practice.apps.application import Application, Program


class CopypartyState(msgspec.Struct, frozen=True):
    """State of the file server: folders, and the text of each file, by path such as `notes/keys.txt`."""

    folders: tuple[str, ...]
    files: Mapping[str, str]


FILES: Mapping[str, str] = {
    "readme.txt": "Files of the allotment society Green Bank.\n",
    "plots/plan-2025.txt": "Plot 1: Ada. Plot 2: Kofi. Plot 3: empty.\n",
    "plots/plan-2026.txt": "Plot 1: Ada. Plot 2: Kofi. Plot 3: Yuna.\n",
    "plots/waiting-list.txt": "First: Elio. Second: Marit.\n",
    "notes/keys.txt": "The key of the shed hangs in locker 9. The code of the gate is 4418.\n",
    "notes/water.txt": "The water is turned off on 3 November.\n",
    "notes/old-rules.txt": "No fires after 20:00.\n",
    "minutes/march.md": "# March\n\nThe fee rises to 38 euros. Kofi repairs the fence.\n",
    "minutes/april.md": "# April\n\nMarit orders 12 bags of compost.\n",
    "seeds/beans.csv": "name,weeks\nRunner,10\nBroad,14\n",
    "seeds/squash.csv": "name,weeks\nHokkaido,16\nButternut,19\n",
}
_TOP = "files"


def create_data(_program: Program, folder: Path) -> None:
    """Write the files of an allotment society into folders."""
    for name, text in FILES.items():
        path = folder / _TOP / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def read_state(folder: Path) -> CopypartyState:
    """Read the folders and files, without the server's internal ones."""
    top = folder / _TOP
    paths = [each for each in sorted(top.rglob("*")) if not _is_internal(each.relative_to(top))]
    return CopypartyState(
        tuple(each.relative_to(top).as_posix() for each in paths if each.is_dir()),
        {
            each.relative_to(top).as_posix(): each.read_text(encoding="utf-8", errors="replace")
            for each in paths
            if each.is_file()
        },
    )


def _is_internal(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)


def command(program: Program, folder: Path, *, port: int) -> Sequence[str | Path]:
    """Return the command line of the file server, which grants all rights to everybody."""
    volume = f"{folder / _TOP}::rwmd"
    options = ["-q", "-i", "127.0.0.1", "-p", str(port), "-v", volume, "-e2dsa", "--no-crt", "--no-robots"]
    return [program.executable("copyparty"), *options, "--hist", folder / "history", "--name", "Green Bank"]


COPYPARTY = Application(
    name="copyparty",
    title="Files of Green Bank",
    purpose="file server of an allotment society: folders, text files, uploads, search",
    license="MIT",
    toolkit="Python, JavaScript without a framework",
    manager="pip",
    packages=("copyparty>=1.20,<2",),
    create_data=create_data,
    command=command,
    read_state=read_state,
    state_type=CopypartyState,
    save_delay_sec=1.0,
)
