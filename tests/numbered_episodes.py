"""Episodes whose steps and screens are numbered, for tests of the store."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np

from onscreen.perceive.pixel_array import encode
from onscreen.store.hash_chain import HEAD_FILE
from onscreen.types import Box, Decision, Episode, Node, Outcome, Score, Shot, Stop, Task, Type


def episode(steps: int) -> Episode:
    """Return an episode of this many steps, each with its own screen and picture."""
    sample = Episode(Task("write"), (shot(0),), agent="a", model="m", device="d", started_at=5.0)
    for i in range(steps):
        sample = sample.then(Decision(Type(f"text {i}"), why="so"), Outcome(f"said {i}"), shot=shot(i + 1))
    return sample


def shot(number: int) -> Shot:
    """A screen that shows this number."""
    node = Node("text", f"screen {number}", Box(0, 0, 5, 5))
    return Shot(encode(np.full((10, 10, 3), number % 256, dtype=np.uint8)), (node,), address=f"page/{number}")


def finished(sample: Episode) -> Episode:
    """Return the episode with stop and score."""
    return msgspec.structs.replace(sample, stop=Stop("done", "said so"), score=Score(1.0))


def remove_chain(path: Path) -> None:
    """Turn an episode into one of format version 2, whose lines have no hashes."""
    (path.parent / HEAD_FILE).unlink()
    records = [json.loads(line) for line in path.read_text().splitlines()]
    for record in records:
        del record["previous"], record["sha256"]
    records[0]["version"] = 2
    path.write_text("".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records))
