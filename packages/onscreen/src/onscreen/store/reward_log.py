"""Rewards of completed and failed runs by application and task, in one local file.

The first line is a header with the version of the format; every further line is a reward. Lines are only
appended, so that several runs can write to the file, and a damaged file is not overwritten.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from onscreen.types.errors import CannotWrite, UsageError

REWARD_FILE = "rewards.jsonl"
VERSION = 1


class RewardHeader(msgspec.Struct, frozen=True):
    """First line of the file."""

    version: int = VERSION


class Reward(msgspec.Struct, frozen=True):
    """Reward of a run, 0 to 1, with its application, instruction and verdict.

    `at` is the time of the run's last screen, in seconds since the epoch. `by` is the name of the person who
    corrected the reward in a review, "" for the verdict of a signal.
    """

    application: str
    instruction: str
    reward: float
    verdict: str = ""
    at: float = 0.0
    by: str = ""


def latest_rewards(rewards: Iterable[Reward]) -> tuple[Reward, ...]:
    """Return the latest reward of each run, in the order of the runs; reviews replace earlier rewards."""
    return tuple({(each.application, each.instruction, each.at): each for each in rewards}.values())


def load_rewards(path: Path) -> tuple[Reward, ...]:
    """Load the rewards in a file, oldest first; () if there is no file.

    Raises:
        UsageError: the file is truncated, damaged or of another version; the message states the position and
            how many rewards can be read.
    """
    if not path.exists():
        return ()
    rewards: list[Reward] = []
    try:
        rewards.extend(_decode_lines(path.read_bytes()))
    except (OSError, msgspec.MsgspecError, ValueError) as error:
        raise UsageError(
            f"{path} is damaged after {len(rewards)} rewards: {error}; remove the damaged line, "
            "or rename the file to start over"
        ) from error
    return tuple(rewards)


def _decode_lines(content: bytes) -> Iterator[Reward]:
    """Yield the rewards in a file; raises ValueError if the file is truncated or of another version."""
    header, *lines = content.splitlines() or [b""]
    version = msgspec.json.decode(header, type=RewardHeader).version
    if version != VERSION:
        raise ValueError(f"format version {version}, expected {VERSION}")
    yield from (msgspec.json.decode(line, type=Reward) for line in lines)
    if not content.endswith(b"\n"):
        raise ValueError("the last line is incomplete")


def add_reward(path: Path, reward: Reward) -> None:
    """Append a reward to a file.

    Raises:
        UsageError: the file is damaged; it is left unchanged.
        CannotWrite: the file cannot be written.
    """
    load_rewards(path)
    lines = [] if path.exists() else [msgspec.json.encode(RewardHeader())]
    try:
        with path.open("ab") as file:
            file.write(b"".join(line + b"\n" for line in (*lines, msgspec.json.encode(reward))))
    except OSError as error:
        raise CannotWrite(f"cannot write {path}: {error.strerror or error}") from error
