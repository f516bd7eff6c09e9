"""Measurement of what the checks of the record add to a step."""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from onscreen.device.fake_device import FakeDevice
from onscreen.perceive.screen_builder import build_screen
from onscreen.run.approval import irreversible_control
from onscreen.store.episode_recorder import record_episode
from onscreen.store.episode_records import encode_record, make_step_record
from onscreen.store.hash_chain import Head, add_link, write_head
from onscreen.store.locked_file import LockedFile
from onscreen.types import Box, Click, Decision, Episode, Node, Outcome, Task

MAX_OVERHEAD_SEC = 0.005
SCREEN_NODES = 2_000


def attack_overhead(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Measure what is added to the recording of a step: judging the action, hashing and counting the line.

    Every second step looks irreversible, which adds a record that is flushed to disk before the action.
    """
    times: dict[str, list[float]] = {"harmless": [], "irreversible": [], "flush of 500 bytes alone": []}
    with tempfile.TemporaryDirectory() as temporary:
        episode, decision = _large_episode()
        recorder, flushed = record_episode(Path(temporary) / "run"), LockedFile(Path(temporary) / "flushed")
        recorder(episode)
        shot = msgspec.structs.replace(episode.last, taken_at=0.0)
        step = encode_record(make_step_record(episode.then(decision, Outcome(), shot=shot), 0))
        for number in range(options.overhead_steps):
            kind = ("harmless", "irreversible")[number % 2]
            started_at = time.perf_counter()
            label = irreversible_control(episode, decision)
            if kind == "irreversible":
                recorder.record_intent(episode, decision, label=label)
            _, sha256 = add_link(step, "")
            write_head(Path(temporary), Head(number, sha256))
            seconds = time.perf_counter() - started_at
            times[kind].append(seconds)
            started_at = time.perf_counter()
            flushed.append(b"x" * 500, at=flushed.size)
            times["flush of 500 bytes alone"].append(time.perf_counter() - started_at)
            yield f"{kind} step {number}", "" if seconds <= MAX_OVERHEAD_SEC else f"{seconds * 1000:.1f} ms"
    medians = {kind: f"{statistics.median(seconds) * 1000:.1f} ms" for kind, seconds in times.items()}
    print(f"median overhead, screen of {SCREEN_NODES} elements: {medians}", flush=True)


def _large_episode() -> tuple[Episode, Decision]:
    """Return an episode on a screen of many elements, and a click on the last of them."""
    device = FakeDevice()
    device.start(Task("x").start)
    rows = range(SCREEN_NODES)
    nodes = tuple(
        Node("button", f"Delete {row}", Box(0, row * 20, 90, row * 20 + 15), states=("clickable",))
        for row in rows
    )
    shot = msgspec.structs.replace(device.observe(), nodes=nodes)
    return Episode(Task("x"), (shot,)), Decision(Click(build_screen(shot).elements[-1]))
