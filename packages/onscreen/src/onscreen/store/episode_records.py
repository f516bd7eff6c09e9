"""The lines of a stored episode: values <-> JSON, pictures by their hash."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from onscreen.types import Decision, Episode, Outcome, Picture, Score, Shot, Stop, Task

VERSION = 1
"""Raised when old episodes could no longer be read."""

_JsonObject: TypeAlias = dict[str, object]


class EpisodeHeader(msgspec.Struct, frozen=True, tag="begin"):
    """The first line: everything that is known before the first step."""

    task: Task
    shot: Shot
    agent: str = ""
    model: str = ""
    device: str = ""
    started_at: float = 0.0
    version: int = VERSION


class StepRecord(msgspec.Struct, frozen=True, tag="step"):
    """One step; `shot` is None where it is the one before."""

    decision: Decision
    outcome: Outcome
    shot: Shot | None = None


class ResumeRecord(msgspec.Struct, frozen=True, tag="again"):
    """The run was taken up again: `shot` stands in for the last one, stop and score are void."""

    shot: Shot


class EndRecord(msgspec.Struct, frozen=True, tag="end"):
    """How it ended."""

    stop: Stop | None
    score: Score | None


Record: TypeAlias = EpisodeHeader | StepRecord | ResumeRecord | EndRecord


def make_header(episode: Episode) -> EpisodeHeader:
    """Return the first line of an episode."""
    return EpisodeHeader(
        task=episode.task,
        shot=episode.shots[0],
        agent=episode.agent,
        model=episode.model,
        device=episode.device,
        started_at=episode.started_at,
    )


def make_step_record(episode: Episode, step: int) -> StepRecord:
    """Return the line of one step, its prompts without the data behind their text."""
    before, after = episode.shots[step], episode.shots[step + 1]
    decision = episode.decisions[step]
    asked = tuple(
        msgspec.structs.replace(exchange, prompt=msgspec.structs.replace(exchange.prompt, about=None))
        for exchange in decision.asked
    )
    decision = msgspec.structs.replace(decision, asked=asked)
    return StepRecord(decision, episode.outcomes[step], None if after is before else after)


def pictures_in(line: Record) -> Iterator[Picture]:
    """Every picture a line refers to."""
    if isinstance(line, EndRecord):
        return
    if line.shot is not None:
        yield line.shot.picture
    if isinstance(line, StepRecord):
        for exchange in line.decision.asked:
            yield from exchange.prompt.pictures


def encode_record(line: Record) -> bytes:
    """Return the line as JSON without its newline, each picture as its SHA-256."""
    wire: _JsonObject = msgspec.to_builtins(line, builtin_types=(bytes,))
    names = iter([picture.sha256 for picture in pictures_in(line)])
    for holder, key in _picture_fields(wire):
        found = holder[key]
        holder[key] = [next(names) for _ in found] if isinstance(found, list | tuple) else next(names)
    try:
        return msgspec.json.encode(wire)
    except UnicodeEncodeError:
        return msgspec.json.encode(_replace_surrogates(wire))


def decode_record(line: bytes, picture: Callable[[str], bytes]) -> Record:
    """Read a line back; `picture` gives the PNG bytes of a SHA-256.

    Raises:
        msgspec.MsgspecError: it is not JSON, or not a line of an episode.
        KeyError: something it must hold is missing.
    """
    wire = msgspec.json.decode(line, type=dict[str, object])
    for holder, key in _picture_fields(wire):
        found = holder[key]
        if isinstance(found, list | tuple):
            holder[key] = [{"png": picture(str(name))} for name in found]
        else:
            holder[key] = {"png": picture(str(found))}
    read: Record = msgspec.convert(wire, type=Record)
    return read


def _replace_surrogates(value: object) -> object:
    """Return the value with halves of characters, which pages may hold and JSON may not, as `?`."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if isinstance(value, dict):
        return {key: _replace_surrogates(item) for key, item in value.items()}
    return [_replace_surrogates(item) for item in value] if isinstance(value, list | tuple) else value


def _picture_fields(wire: _JsonObject) -> Iterator[tuple[_JsonObject, str]]:
    """Where the pictures of a line stand, in the order of `pictures_in`."""
    shot, decision = wire.get("shot"), wire.get("decision")
    if isinstance(shot, dict):
        yield shot, "picture"
    asked = decision.get("asked", ()) if isinstance(decision, dict) else ()
    for exchange in asked if isinstance(asked, list | tuple) else ():
        prompt = exchange["prompt"]
        if "pictures" in prompt:
            yield prompt, "pictures"
