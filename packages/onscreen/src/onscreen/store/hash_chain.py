"""Hash chain over the lines of an episode file, to detect later alterations.

Every line ends with two fields: `previous` is the hash of the line before ("" in the first line), `sha256` is
the SHA-256 hash of the bytes of this line before `,"sha256"`. A second file, the head, holds the number of
complete lines and the hash of the last one, so that lines missing at the end are also detected. The head is
written after its line: a process killed in between leaves one line more than the head counts.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

import msgspec

from onscreen.types.pluralization import count_noun

EPISODE_FILE = "episode.jsonl"
HEAD_FILE = "episode.head"
_LINK = re.compile(rb',"previous":"([0-9a-f]{64}|)","sha256":"([0-9a-f]{64})"\}')
_LINK_BYTES = len(b',"previous":"","sha256":""}') + 2 * 64
_HASH_FIELD_BYTES = len(b',"sha256":""}') + 64


class Head(msgspec.Struct, frozen=True):
    """Number of complete lines of an episode file, and the hash of the last one ("" for none)."""

    lines: int
    sha256: str


DAMAGED_HEAD = Head(-1, "")


class Link(msgspec.Struct, frozen=True):
    """The hashes that a line contains; `is_valid` is True if its own hash matches its bytes."""

    previous: str
    sha256: str
    is_valid: bool


class EpisodeFile(msgspec.Struct, frozen=True):
    """Content of an episode file: complete lines, an incomplete last one, and the head.

    `head` is None if there is no head file, and `DAMAGED_HEAD` if the file cannot be read.
    """

    lines: tuple[bytes, ...]
    incomplete: bytes
    head: Head | None

    @property
    def is_chained(self) -> bool:
        """True if a line or the head file shows that the episode was written with a chain."""
        return self.head is not None or any(read_link(line) for line in self.lines)


def add_link(record: bytes, previous: str) -> tuple[bytes, str]:
    """Add the chain's fields to a record (a JSON object), and return the line and its hash."""
    hashed = record[:-1] + b',"previous":"' + previous.encode() + b'"'
    sha256 = hashlib.sha256(hashed).hexdigest()
    return hashed + b',"sha256":"' + sha256.encode() + b'"}', sha256


def read_link(line: bytes) -> Link | None:
    """Read the chain's fields at the end of a line; returns None if it has none."""
    found = _LINK.search(line, max(0, len(line) - _LINK_BYTES))
    if found is None or found.end() != len(line):
        return None
    sha256 = found[2].decode()
    actual = hashlib.sha256(memoryview(line)[:-_HASH_FIELD_BYTES]).hexdigest()
    return Link(found[1].decode(), sha256, actual == sha256)


def read_episode_file(folder: Path) -> EpisodeFile:
    """Read the lines and the head of an episode, to which a run in progress may be appending.

    Raises:
        OSError: the episode file cannot be read.
    """
    head = read_head(folder)
    *lines, incomplete = (folder / EPISODE_FILE).read_bytes().split(b"\n")
    return EpisodeFile(tuple(lines), incomplete, head)


def read_head(folder: Path) -> Head | None:
    """Read the head file of an episode; returns None without one, `DAMAGED_HEAD` if it cannot be read.

    A run in progress may change the file meanwhile, so it is read until two readings are equal.
    """
    path = folder / HEAD_FILE
    try:
        content, again = path.read_bytes(), path.read_bytes()
        while content != again:
            content, again = again, path.read_bytes()
        head = msgspec.json.decode(content, type=Head)
    except FileNotFoundError:
        return None
    except (OSError, msgspec.MsgspecError, ValueError):
        return DAMAGED_HEAD
    return head if head.lines > 0 else DAMAGED_HEAD


def read_last_hash(folder: Path) -> str:
    """Return the hash of the last line of an episode, "" without an episode or a hash chain."""
    try:
        return last_line(read_episode_file(folder)).sha256
    except OSError:
        return ""


def last_line(file: EpisodeFile) -> Head:
    """Compute the head from the lines of an episode, ignoring the head file."""
    link = read_link(file.lines[-1]) if file.lines else None
    return Head(len(file.lines), link.sha256 if link is not None else "")


def write_head(folder: Path, head: Head) -> None:
    """Write the head file of an episode; the number of lines must not decrease.

    A new file is flushed to disk. Later heads are written over it, at least as long and within one disk
    sector, without waiting for the disk: after a power failure, the head may count too few lines.

    Raises:
        OSError: the file cannot be written.
    """
    path, content = folder / HEAD_FILE, msgspec.json.encode(head) + b"\n"
    if path.exists():
        descriptor = os.open(path, os.O_WRONLY)
        try:
            os.pwrite(descriptor, content, 0)
        finally:
            os.close(descriptor)
        return
    part = path.with_suffix(".part")
    with part.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def find_alterations(file: EpisodeFile) -> tuple[str, ...]:
    """Describe which lines of a chained episode were altered; returns () if no line was.

    Lines are counted from 1.
    """
    links = tuple(read_link(line) for line in file.lines)
    found = (
        *(f"line {number} was changed" for number in _changed_lines(links)),
        *_find_copies(links),
        *_find_gaps(links),
        *_find_moves(links),
        *_find_missing_end(links, file.head),
    )
    return found or tuple(_find_other_end(links, file.head))


def _changed_lines(links: Sequence[Link | None]) -> list[int]:
    return [number for number, link in enumerate(links, start=1) if not _is_valid(link)]


def _is_valid(link: Link | None) -> bool:
    return link is not None and link.is_valid


def _find_copies(links: Sequence[Link | None]) -> Iterator[str]:
    first: dict[str, int] = {}
    for number, link in enumerate(links, start=1):
        if (
            link is not None
            and link.is_valid
            and (original := first.setdefault(link.sha256, number)) != number
        ):
            yield f"line {number} is a copy of line {original}"


def _without_copies(links: Sequence[Link | None]) -> list[tuple[int, Link | None]]:
    """Return the number and the link of every line that is not a copy of an earlier one."""
    seen: set[str] = set()
    rest = []
    for number, link in enumerate(links, start=1):
        if link is None or link.sha256 not in seen:
            rest.append((number, link))
        if link is not None and link.is_valid:
            seen.add(link.sha256)
    return rest


def _find_gaps(links: Sequence[Link | None]) -> Iterator[str]:
    """Describe lines whose predecessor is not in the file.

    The predecessor of a line after a changed one may be the changed line.
    """
    known = {link.sha256 for link in links if link is not None}
    before: Link | None = Link("", "", is_valid=True)
    has_first = False
    for number, link in _without_copies(links):
        if link is not None and not link.previous:
            if has_first:
                yield f"line {number} begins another record"
            has_first = True
        elif _is_valid(link) and _is_valid(before) and link is not None and link.previous not in known:
            yield f"lines before line {number} are missing"
        before = link


def _find_moves(links: Sequence[Link | None]) -> Iterator[str]:
    """Describe lines that are not in the order in which they were written, and lines that were inserted."""
    rest = _without_copies(links)
    order = _written_order(rest)
    moved = [number for (number, _), written in zip(rest, order, strict=True) if number != written]
    if moved:
        yield f"lines {', '.join(map(str, moved))} are not in the order in which they were written"
        return
    by_hash = {link.sha256: number for number, link in rest if link is not None}
    for (number, _), (following, link) in pairwise(rest):
        written_after = by_hash.get(link.previous) if link is not None else None
        if written_after not in {None, number}:
            yield f"line {following} was inserted: it was written after line {written_after}"


def _written_order(lines: Sequence[tuple[int, Link | None]]) -> list[int]:
    """Return the line numbers in the order given by the hashes.

    Lines that do not follow another line keep their position.
    """
    hashes = {link.sha256 for _, link in lines if link is not None}
    successors: dict[str, int] = {}
    starts: list[int] = []
    for number, link in lines:
        if link is None or link.previous not in hashes or link.previous in successors:
            starts.append(number)
        else:
            successors[link.previous] = number
    link_of = dict(lines)
    order: dict[int, None] = {}
    for start in starts:
        following: int | None = start
        while following is not None and following not in order:
            order[following] = None
            link = link_of[following]
            following = successors.get(link.sha256) if link is not None else None
    return list(order | dict.fromkeys(link_of))


def _find_missing_end(links: Sequence[Link | None], head: Head | None) -> Iterator[str]:
    """Describe lines that are counted in the head but missing from the file."""
    if head is None:
        if len(links) > 1:
            yield f"the file {HEAD_FILE} is missing, so lines at the end may be missing"
    elif head == DAMAGED_HEAD:
        yield f"the file {HEAD_FILE} is damaged, so lines at the end may be missing"
    elif (missing := head.lines - len(links)) > 0:
        verb = "is" if missing == 1 else "are"
        yield f"{count_noun(missing, 'line')} of the {head.lines} that were written {verb} missing"


def _find_other_end(links: Sequence[Link | None], head: Head | None) -> Iterator[str]:
    """Describe a valid chain of lines that does not match the hash in the head file."""
    if head is None:
        return
    last = links[head.lines - 1]
    if last is None or last.sha256 != head.sha256:
        yield f"line {head.lines} is not the one that was written: the file {HEAD_FILE} has another hash"
