"""Attacks of safety.py on recorded episodes: altered, missing, moved and foreign lines and pictures."""

from __future__ import annotations

import argparse
import json
import random
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from onscreen.device.fake_device import FakeDevice
from onscreen.policy.cascade import make_cascade
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Trial
from onscreen.store.episode_store import PICTURES_FOLDER, load_episode
from onscreen.store.episode_verification import verify_episode
from onscreen.store.hash_chain import EPISODE_FILE, HEAD_FILE, add_link
from onscreen.types import Task
from onscreen.types.errors import BrokenEpisode

Lines = list[bytes]
Edit = Callable[[Lines, random.Random], Lines]


def attack_records(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Alter a recorded episode; it must be refused, unless the edit left it unchanged."""
    chance = random.Random(options.seed)  # noqa: S311 - reproducible, not cryptography
    with tempfile.TemporaryDirectory() as temporary:
        original, other, altered = (Path(temporary) / name for name in ("original", "other", "altered"))
        for folder in (original, other):
            task = Task('Enter "Ada" into the Name field, check Agree and click Send')
            trial = Trial(task, str(folder), device="fake", model="lexical")
            run_trial(trial, FakeDevice(), cascade=make_cascade(trial.model))
        foreign = (other / EPISODE_FILE).read_bytes().splitlines()
        for number in range(options.mutations):
            kind = chance.choice((*LINE_EDITS, "foreign line", "picture", "head", "end of the file"))
            shutil.rmtree(altered, ignore_errors=True)
            shutil.copytree(original, altered)
            _alter(altered, kind, chance=chance, foreign=foreign)
            yield f"{kind}, mutation {number}", _loading_fault(altered, original)


def _alter(folder: Path, kind: str, *, chance: random.Random, foreign: Lines) -> None:
    path = folder / EPISODE_FILE
    content = path.read_bytes()
    lines = content.splitlines()
    if kind == "end of the file":
        path.write_bytes(content[: chance.randrange(len(content))])
    elif kind == "picture":
        _alter_picture(folder / PICTURES_FOLDER, chance)
    elif kind == "head":
        _alter_head(folder / HEAD_FILE, chance)
    else:
        if kind == "foreign line":
            lines[chance.randrange(len(lines))] = chance.choice(foreign)
        else:
            lines = LINE_EDITS[kind](lines, chance)
        path.write_bytes(b"".join(line + b"\n" for line in lines))


def _alter_picture(folder: Path, chance: random.Random) -> None:
    """Exchange two pictures, remove one, or change a byte of one."""
    pictures = sorted(folder.iterdir())
    picture, other = chance.sample(pictures, 2)
    kind = chance.choice(("exchange", "remove", "byte"))
    if kind == "exchange":
        picture.write_bytes(other.read_bytes())
    elif kind == "remove":
        picture.unlink()
    else:
        content = bytearray(picture.read_bytes())
        content[chance.randrange(len(content))] ^= chance.randrange(1, 256)
        picture.write_bytes(bytes(content))


def _alter_head(path: Path, chance: random.Random) -> None:
    """Remove or empty the head file, or change its number of lines."""
    kind = chance.choice(("remove", "empty", "lines"))
    if kind == "remove":
        path.unlink()
    elif kind == "empty":
        path.write_bytes(b"")
    else:
        head = json.loads(path.read_bytes())
        path.write_bytes(
            json.dumps({**head, "lines": head["lines"] + chance.choice((-head["lines"], -2, -1, 1))}).encode()
        )


def _drop(lines: Lines, chance: random.Random) -> Lines:
    """Drop up to 3 lines that follow each other."""
    first = chance.randrange(len(lines))
    return lines[:first] + lines[first + chance.randint(1, 3) :]


def _duplicate(lines: Lines, chance: random.Random) -> Lines:
    place = chance.randrange(len(lines) + 1)
    return [*lines[:place], chance.choice(lines), *lines[place:]]


def _swap(lines: Lines, chance: random.Random) -> Lines:
    one, other = chance.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def _move(lines: Lines, chance: random.Random) -> Lines:
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return lines


def _change_byte(lines: Lines, chance: random.Random) -> Lines:
    number = chance.randrange(len(lines))
    line = bytearray(lines[number])
    line[chance.randrange(len(line))] ^= chance.randrange(1, 256)
    lines[number] = bytes(line).replace(b"\n", b" ")
    return lines


def _change_field(lines: Lines, chance: random.Random) -> Lines:
    """Change a value of a line, which stays a valid record; sometimes with a new hash of this line."""
    number = chance.randrange(len(lines))
    record = json.loads(lines[number])
    containers = [c for c in _containers(record) if c is not record]
    container = chance.choice(containers)
    key = chance.choice(list(container))
    value = container[key]
    container[key] = f"{value}x" if isinstance(value, str) else value + 1 if isinstance(value, int) else None
    previous = record.pop("previous")
    stated = record.pop("sha256")
    line, sha256 = add_link(json.dumps(record, separators=(",", ":")).encode(), previous)
    lines[number] = line if chance.random() < 0.5 else line.replace(sha256.encode(), stated.encode())  # noqa: PLR2004
    return lines


def _containers(value: object) -> Iterator[dict[str, object]]:
    """Yield all JSON objects in a value that have fields."""
    if isinstance(value, dict) and value:
        yield value
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for child in children:
        yield from _containers(child)


def _state_older_version(lines: Lines, _chance: random.Random) -> Lines:
    return [re.sub(rb'"version":\d', b'"version":2', line) for line in lines]


def _strip_hashes(lines: Lines, chance: random.Random) -> Lines:
    """Remove the hashes of some lines, and state an older version."""
    kept = chance.randrange(len(lines))
    edited = [re.sub(rb',"previous":"\w*","sha256":"\w*"\}$', b"}", line) for line in lines]
    return _state_older_version([*edited[:kept], lines[kept], *edited[kept + 1 :]], chance)


LINE_EDITS: Mapping[str, Edit] = {
    "dropped lines": _drop,
    "duplicated line": _duplicate,
    "swapped lines": _swap,
    "moved line": _move,
    "changed byte": _change_byte,
    "changed field": _change_field,
    "older version": _state_older_version,
    "removed hashes": _strip_hashes,
}


def _loading_fault(altered: Path, original: Path) -> str:
    """Return how an altered episode was accepted, "" if it was refused or is unchanged."""
    status = verify_episode(altered).status
    try:
        episode = load_episode(altered)
    except BrokenEpisode:
        return "" if status in {"altered", "unreadable"} else f"not loaded, but verified as {status}"
    if episode != load_episode(original):
        return f"loaded as another episode, verified as {status}"
    is_same = (altered / EPISODE_FILE).read_bytes() == (original / EPISODE_FILE).read_bytes()
    return "" if is_same or status == "altered" else f"loaded although altered, verified as {status}"
