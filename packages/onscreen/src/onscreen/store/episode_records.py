"""The lines of a stored episode: values <-> JSON, pictures by their hash."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from onscreen.types import Decision, Episode, Outcome, Picture, Score, Shot, Stop, Task

VERSION = 1
"""Raised when old episodes could no longer be read."""

_WIRE: TypeAlias = dict[str, object]


class Begin(msgspec.Struct, frozen=True, tag="begin"):
    """The first line: everything that is known before the first step."""

    task: Task
    shot: Shot
    agent: str = ""
    model: str = ""
    device: str = ""
    started_at: float = 0.0
    version: int = VERSION


class Made(msgspec.Struct, frozen=True, tag="step"):
    """One step; `shot` is None where it is the one before."""

    decision: Decision
    outcome: Outcome
    shot: Shot | None = None


class Again(msgspec.Struct, frozen=True, tag="again"):
    """The run was taken up again: `shot` stands in for the last one, stop and score are void."""

    shot: Shot


class End(msgspec.Struct, frozen=True, tag="end"):
    """How it ended."""

    stop: Stop | None
    score: Score | None


Line: TypeAlias = Begin | Made | Again | End


def begin_of(episode: Episode) -> Begin:
    """Return the first line of an episode."""
    return Begin(
        task=episode.task,
        shot=episode.shots[0],
        agent=episode.agent,
        model=episode.model,
        device=episode.device,
        started_at=episode.started_at,
    )


def made_of(episode: Episode, step: int) -> Made:
    """Return the line of one step."""
    before, after = episode.shots[step], episode.shots[step + 1]
    decision = episode.decisions[step]
    return Made(decision, episode.outcomes[step], None if after is before else after)


def pictures_of(line: Line) -> Iterator[Picture]:
    """Every picture a line refers to."""
    if isinstance(line, End):
        return
    if line.shot is not None:
        yield line.shot.picture
    if isinstance(line, Made):
        for exchange in line.decision.asked:
            yield from exchange.prompt.pictures


def write_line(line: Line) -> bytes:
    """Return the line as JSON without its newline, each picture as its SHA-256."""
    wire: _WIRE = msgspec.to_builtins(line, builtin_types=(bytes,))
    names = iter([picture.sha256 for picture in pictures_of(line)])
    for holder, key in _places(wire):
        found = holder[key]
        holder[key] = [next(names) for _ in found] if isinstance(found, list | tuple) else next(names)
    try:
        return msgspec.json.encode(wire)
    except UnicodeEncodeError:
        return msgspec.json.encode(_whole(wire))


def read_line(line: bytes, picture: Callable[[str], bytes]) -> Line:
    """Read a line back; `picture` gives the PNG bytes of a SHA-256.

    Raises:
        msgspec.MsgspecError: it is not JSON, or not a line of an episode.
        KeyError: something it must hold is missing.
    """
    wire = msgspec.json.decode(line, type=dict[str, object])
    for holder, key in _places(wire):
        found = holder[key]
        if isinstance(found, list | tuple):
            holder[key] = [{"png": picture(str(name))} for name in found]
        else:
            holder[key] = {"png": picture(str(found))}
    read: Line = msgspec.convert(wire, type=Line)
    return read


def _whole(value: object) -> object:
    """Return the value with halves of characters, which pages may hold and JSON may not, as `?`."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {key: _whole(item) for key, item in value.items()}
    return [_whole(item) for item in value] if isinstance(value, list | tuple) else value


def _places(wire: _WIRE) -> Iterator[tuple[_WIRE, str]]:
    """Where the pictures of a line stand, in the order of `pictures_of`."""
    shot, decision = wire.get("shot"), wire.get("decision")
    if isinstance(shot, dict):
        yield shot, "picture"
    asked = decision.get("asked", ()) if isinstance(decision, dict) else ()
    for exchange in asked if isinstance(asked, list | tuple) else ():
        prompt = exchange["prompt"]
        if "pictures" in prompt:
            yield prompt, "pictures"
