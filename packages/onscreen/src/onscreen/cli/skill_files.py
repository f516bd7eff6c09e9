"""The `onscreen skill` command, which installs instructions for other agents as a skill."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from onscreen.types.errors import CannotWrite

HELP = """Install a skill: a folder with instructions (SKILL.md) that teaches an agent the commands.

Agents that follow the open standard for skills load it when a task needs it."""

SKILL_NAME = "onscreen"
DEFAULT_FOLDER = Path("~/.claude/skills")


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument("action", choices=("install",), help="write the files of the skill")
    parser.add_argument(
        "--to",
        metavar="DIR",
        default=str(DEFAULT_FOLDER),
        help=f"folder of an agent's skills; the skill is its subfolder {SKILL_NAME} (default: %(default)s)",
    )


def run(arguments: Namespace) -> int:
    """Write the skill and return the exit status.

    Raises:
        CannotWrite: the folder cannot be written.
    """
    folder = Path(arguments.to).expanduser() / SKILL_NAME
    try:
        for path, content in skill_files():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(content, encoding="utf-8")
    except OSError as error:
        raise CannotWrite(
            f"the skill cannot be written to {folder}: {error.strerror}; choose another --to"
        ) from error
    print(folder / "SKILL.md")  # noqa: T201
    return 0


def skill_files() -> Iterator[tuple[str, str]]:
    """Yield the relative path and the text of each file of the skill."""
    yield from _texts(files("onscreen.cli").joinpath("skill"), "")


def _texts(folder: Traversable, prefix: str) -> Iterator[tuple[str, str]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _texts(entry, f"{prefix}{entry.name}/")
        else:
            yield f"{prefix}{entry.name}", entry.read_text(encoding="utf-8")
