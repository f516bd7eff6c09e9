"""Encoding of episodes as JSON records, with pictures referenced by their SHA-256 hashes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from onscreen.types import Decision, Episode, Exchange, Intent, Outcome, Picture, Score, Shot, Stop, Task
from onscreen.types.lone_surrogates import replace_surrogates

VERSION = 3
"""Format version, written into every episode; older versions are converted when they are read.

Lines form a hash chain since version 3.
"""
FIRST_CHAINED_VERSION = 3

_RENAMED_FAILURES = {"NotTaken": "ActionHadNoEffect", "TooSlow": "ActionTimeout"}
"""Mapping from the names of error classes in version 1 to their current names."""

_JsonObject: TypeAlias = dict[str, object]


class EpisodeHeader(msgspec.Struct, frozen=True, tag="begin"):
    """First record of a stored episode, written before the first step."""

    task: Task
    shot: Shot
    agent: str = ""
    model: str = ""
    device: str = ""
    started_at: float = 0.0
    version: int = VERSION


class StepRecord(msgspec.Struct, frozen=True, tag="step"):
    """Record of one step: the decision, its outcome and the next observation.

    `shot` is None if it is identical to the previous shot.
    """

    decision: Decision
    outcome: Outcome
    shot: Shot | None = None


class IntentRecord(msgspec.Struct, frozen=True, tag="intent"):
    """Record written before an action that looks irreversible; its step is written after the action."""

    intent: Intent


class ResumeRecord(msgspec.Struct, frozen=True, tag="again"):
    """Record that marks where a run was resumed.

    `shot` replaces the last shot. Any stop and score before this record are ignored.
    """

    shot: Shot


class EndRecord(msgspec.Struct, frozen=True, tag="end"):
    """Record written when an episode ends, with its stop reason and score.

    `failed_exchanges` are model calls that led to no decision, because the model failed or the user
    interrupted the run. `device_sec` is the time that the device took during the run, in seconds.
    """

    stop: Stop | None
    score: Score | None
    failed_exchanges: tuple[Exchange, ...] = ()
    device_sec: float = 0.0


Record: TypeAlias = EpisodeHeader | IntentRecord | StepRecord | ResumeRecord | EndRecord


def make_header(episode: Episode) -> EpisodeHeader:
    """Build the header record of an episode."""
    return EpisodeHeader(
        task=episode.task,
        shot=episode.shots[0],
        agent=episode.agent,
        model=episode.model,
        device=episode.device,
        started_at=episode.started_at,
    )


def make_step_record(episode: Episode, step: int) -> StepRecord:
    """Build the record for one step of an episode."""
    before, after = episode.shots[step], episode.shots[step + 1]
    return StepRecord(episode.decisions[step], episode.outcomes[step], None if after is before else after)


def pictures_in(record: Record) -> Iterator[Picture]:
    """Yield all pictures that a record contains."""
    if isinstance(record, EndRecord):
        for exchange in record.failed_exchanges:
            yield from exchange.prompt.pictures
        return
    if isinstance(record, IntentRecord):
        return
    if record.shot is not None:
        yield record.shot.picture
    if isinstance(record, StepRecord):
        for exchange in record.decision.exchanges():
            yield from exchange.prompt.pictures


def encode_record(record: Record) -> bytes:
    """Encode a record as JSON, with each picture replaced by its SHA-256 hash.

    The text has no newline.
    """
    wire: _JsonObject = msgspec.to_builtins(record, builtin_types=(bytes,))
    names = iter([picture.sha256 for picture in pictures_in(record)])
    for container, key in _picture_fields(wire):
        value = container[key]
        container[key] = [next(names) for _ in value] if isinstance(value, list | tuple) else next(names)
    try:
        return msgspec.json.encode(wire)
    except UnicodeEncodeError:
        return msgspec.json.encode(_replace_surrogates(wire))


def is_newer_version(line: bytes) -> bool:
    """Return True if the first record of an episode states a version that this program cannot read yet."""
    try:
        version = msgspec.json.decode(line, type=dict[str, object]).get("version")
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return False
    return isinstance(version, int) and version > VERSION


def read_version(line: bytes) -> int:
    """Read the format version from the first record of an episode.

    Raises:
        msgspec.MsgspecError: the record is not a JSON object.
        ValueError: the record states no version that this program can read.
    """
    version = msgspec.json.decode(line, type=dict[str, object]).get("version")
    supported = f"this onscreen reads versions 1 to {VERSION}"
    if isinstance(version, int) and version > VERSION:
        raise ValueError(
            f"written in format version {version} by a newer onscreen; {supported}: update onscreen"
        )
    if not isinstance(version, int) or version < 1:
        stated = "no format version" if version is None else f"the format version {version!r}"
        raise ValueError(f"the first record states {stated}; {supported}")
    return version


def picture_names(line: bytes) -> tuple[str, ...]:
    """Return the names of the pictures that a record refers to, () if it is not a record.

    Names are SHA-256 hashes.
    """
    try:
        wire = msgspec.json.decode(line, type=dict[str, object])
        values = [container[key] for container, key in _picture_fields(wire)]
    except (msgspec.MsgspecError, LookupError, TypeError, ValueError, RecursionError):
        return ()
    names = [value if isinstance(value, list) else [value] for value in values]
    return tuple(str(name) for group in names for name in group)


def decode_record(line: bytes, picture: Callable[[str], bytes]) -> Record:
    """Decode a record from JSON and load its pictures.

    `picture` returns the PNG bytes for a SHA-256 hash.

    Raises:
        msgspec.MsgspecError: the record is not JSON, or not a record of an episode.
        KeyError: a required field is missing.
    """
    wire = msgspec.json.decode(line, type=dict[str, object])
    for container, key in _picture_fields(wire):
        value = container[key]
        if isinstance(value, list | tuple):
            container[key] = [{"png": picture(str(name))} for name in value]
        else:
            container[key] = {"png": picture(str(value))}
    _convert_version_1(wire)
    record: Record = msgspec.convert(wire, type=Record)
    return record


def _convert_version_1(wire: _JsonObject) -> None:
    """Convert fields that version 1 wrote differently; removed fields are ignored."""
    outcome, decision = wire.get("outcome"), wire.get("decision")
    if isinstance(outcome, dict) and outcome.get("failed") in _RENAMED_FAILURES:
        outcome["failed"] = _RENAMED_FAILURES[outcome["failed"]]
    if isinstance(decision, dict):
        notes = decision.get("notes", ())
        if isinstance(notes, list):
            decision["notes"] = [{"text": note} if isinstance(note, str) else note for note in notes]


def _replace_surrogates(value: object) -> object:
    """Replace lone surrogates, which web pages may contain but JSON cannot encode, by "?"."""
    if isinstance(value, str):
        return replace_surrogates(value)
    if isinstance(value, dict):
        return {key: _replace_surrogates(item) for key, item in value.items()}
    return [_replace_surrogates(item) for item in value] if isinstance(value, list | tuple) else value


def _picture_fields(wire: _JsonObject) -> Iterator[tuple[_JsonObject, str]]:
    """Yield the container and key of each picture field, in the order of `pictures_in`."""
    shot, decision = wire.get("shot"), wire.get("decision")
    if isinstance(shot, dict):
        yield shot, "picture"
    lists = (
        (decision.get("unused"), decision.get("asked"))
        if isinstance(decision, dict)
        else (wire.get("failed_exchanges"),)
    )
    for exchanges in lists:
        for exchange in exchanges if isinstance(exchanges, list | tuple) else ():
            prompt = exchange["prompt"]
            if "pictures" in prompt:
                yield prompt, "pictures"
