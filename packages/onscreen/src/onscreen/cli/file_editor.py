"""Editing of a stored file in the user's editor."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from onscreen.types.errors import CannotWrite, UsageError


def edit_file(file: Path, *, check: Callable[[Path], object]) -> None:
    """Edit a copy of a file in the user's editor, then replace the file.

    The editor is $VISUAL or $EDITOR. The file is replaced only if `check` accepts the copy.

    Raises:
        UsageError: no editor is set, the editor failed, or `check` rejected the copy, which is then kept.
    """
    editor = shlex.split(os.environ.get("VISUAL") or os.environ.get("EDITOR") or "")
    if not editor:
        raise UsageError(f"no editor is set; set EDITOR, such as EDITOR=nano, or edit {file} directly")
    draft = file.with_name(f"{file.name}.edited")
    if not draft.exists():
        copy_file(file, draft)
    try:
        status = subprocess.run([*editor, str(draft)], check=False).returncode
    except OSError as error:
        raise UsageError(f"the editor {editor[0]!r} does not start: {error.strerror}") from error
    if status:
        raise UsageError(f"the editor ended with status {status}; the changes are in {draft}")
    check(draft)
    draft.replace(file)


def copy_file(source: Path, target: Path) -> None:
    """Copy a file.

    Raises:
        CannotWrite: the target cannot be written, or the source does not exist.
    """
    try:
        shutil.copyfile(source, target)
    except OSError as error:
        raise CannotWrite(f"cannot copy {source} to {target}: {error.strerror or error}") from error
