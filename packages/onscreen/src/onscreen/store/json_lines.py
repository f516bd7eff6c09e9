"""Files with one JSON object per line, which users may edit."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

import msgspec

from onscreen.types.errors import CannotWrite, UsageError

T = TypeVar("T")


def read_json_lines(file: Path, decoder: msgspec.json.Decoder[T], *, error_type: type[UsageError]) -> list[T]:
    """Decode the lines of a file; empty lines are skipped.

    Raises:
        UsageError: the file or a line cannot be read; raised as `error_type`, with the line number.
    """
    try:
        content = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise error_type(f"there is no file {file}; check the name of its folder") from error
    except (OSError, UnicodeError) as error:
        raise error_type(f"{file} cannot be read: {error}; restore or remove it") from error
    found: list[T] = []
    for number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        try:
            found.append(decoder.decode(line))
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise error_type(
                f"{file}, line {number} cannot be read: {error}; fix the line, or remove it"
            ) from error
    return found


def write_json_lines(file: Path, lines: Iterable[object]) -> None:
    """Write values to a file atomically, one JSON value per line.

    Raises:
        CannotWrite: the file cannot be written.
    """
    write_atomically(file, b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


def append_json_line(file: Path, value: object) -> None:
    """Append a value to a file as one line, after completing an unfinished last line.

    Raises:
        CannotWrite: the file cannot be written.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("ab+") as opened:
            opened.seek(max(0, opened.seek(0, os.SEEK_END) - 1))
            start = b"" if opened.read(1) in {b"", b"\n"} else b"\n"
            opened.write(start + msgspec.json.encode(value) + b"\n")
    except OSError as error:
        raise CannotWrite(f"cannot write {file}: {error.strerror or error}; choose another folder") from error


def write_atomically(file: Path, content: bytes) -> None:
    """Replace the content of a file atomically.

    Raises:
        CannotWrite: the file cannot be written.
    """
    part = file.with_name(file.name + ".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(content)
        part.replace(file)
    except OSError as error:
        raise CannotWrite(f"cannot write {file}: {error.strerror or error}; choose another folder") from error
