"""Storage of routines: one file of JSON lines per routine, which users can read and edit."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TypeAlias

import msgspec
import platformdirs

from onscreen.routines.routine import BadRoutine, Routine, RoutineEnd, RoutineStep
from onscreen.routines.routine_validation import check_routine
from onscreen.store.json_lines import read_json_lines, write_json_lines

SUFFIX = ".routine.jsonl"
FOLDER_VARIABLE = "ONSCREEN_ROUTINES"
"""Environment variable that names the folder of all routines."""

_Line: TypeAlias = Routine | RoutineStep | RoutineEnd
_DECODER: msgspec.json.Decoder[_Line] = msgspec.json.Decoder(_Line)


def routines_folder() -> Path:
    """Return the folder of all routines, from ONSCREEN_ROUTINES or in the user's data folder."""
    named = os.environ.get(FOLDER_VARIABLE, "")
    return Path(named).expanduser() if named else platformdirs.user_data_path("onscreen") / "routines"


def routine_file(name: str, folder: Path | None = None) -> Path:
    """Return the path of the file of a routine.

    Raises:
        BadRoutine: the name contains other characters than letters, digits, underscores and hyphens.
    """
    if not re.fullmatch(r"\w[\w-]*", name):
        raise BadRoutine(f"{name!r} is not a name of a routine; expected letters, digits, _ and -")
    return (folder or routines_folder()) / f"{name}{SUFFIX}"


def load_routine(file: Path) -> Routine:
    """Load a routine from its file.

    Raises:
        BadRoutine: the file does not exist or cannot be read; the message names the line.
    """
    if not file.exists():
        known = ", ".join(each.name.removesuffix(SUFFIX) for each in sorted(file.parent.glob(f"*{SUFFIX}")))
        raise BadRoutine(
            f"no routine {file.name.removesuffix(SUFFIX)!r} in {file.parent}; "
            f"known: {known or 'none'}; create one with: onscreen routines add RUN"
        )
    return check_file(file, name=file.name)


def check_file(file: Path, *, name: str) -> Routine:
    """Load and check a routine from a file with another name, such as an edited copy.

    Raises:
        BadRoutine: the file cannot be read; the message names the line or the step.
    """
    lines = read_json_lines(file, _DECODER, error_type=BadRoutine)
    heads = [line for line in lines if isinstance(line, Routine)]
    ends = [line for line in lines if isinstance(line, RoutineEnd)]
    steps = tuple(line for line in lines if isinstance(line, RoutineStep))
    if len(heads) != 1 or len(ends) != 1 or not steps:
        raise BadRoutine(
            f'{file} has {len(heads)} lines with "is": "routine", {len(steps)} with "step" and '
            f'{len(ends)} with "end"; expected one, at least one, and one'
        )
    loaded = msgspec.structs.replace(heads[0], steps=steps, end=ends[0])
    check_routine(loaded, file.with_name(name))
    return loaded


def load_routines(folder: Path) -> tuple[Routine, ...]:
    """Load all routines of a folder, sorted by file name.

    Raises:
        BadRoutine: a file cannot be read.
    """
    return tuple(load_routine(file) for file in sorted(folder.glob(f"*{SUFFIX}")))


def save_routine(routine: Routine, folder: Path | None = None) -> Path:
    """Write a routine to its file atomically, and return the path of the file.

    Raises:
        BadRoutine: the name of the routine is invalid.
        CannotWrite: the folder cannot be written.
    """
    file = routine_file(routine.name, folder)
    fields = msgspec.to_builtins(routine)
    head = {name: value for name, value in fields.items() if name not in {"steps", "end"}}
    write_json_lines(file, (head, *routine.steps, routine.end))
    return file
