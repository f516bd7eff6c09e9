"""Repetition of recorded runs in applications that have changed since.

    python benchmarks/routines_changed.py [--suites phone,apps,desktop] [--most 12] [--max-sec 600]

A routine is created from the scripted solution of a task with the seeds 0 and 1, as in `routines.py`, and
played unchanged with the seeds 0 and 2, then with seed 0 after each change: a control that the routine
operates is renamed, disabled or removed, or the screen has another size. The changed control is that of the
middle step that has one; the removed one is that of the last such step.
"""

from __future__ import annotations

import argparse
import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import cast

import msgspec
from _changed_device import CHANGES, ChangedDevice, remove
from _report import RESULTS, publish, render_table
from routines import SETTINGS, SUITES, TASKS, Repetition, record_task, repeat

from onscreen.bench.task_selection import select_tasks
from onscreen.device.base import Device
from onscreen.routines.routine import BadRoutine
from onscreen.routines.routine_creation import create_routine
from onscreen.run.device_factory import make_device
from onscreen.types import Element, Episode, Setting
from onscreen.types.action import targets
from onscreen.types.errors import DeviceError, UsageError
from onscreen_practice.task_export import RecipeSuite

OTHER_SIZES: Mapping[str, Mapping[str, Setting]] = {
    "phone": {"size": "600x1000", "density": 200},
    "apps": {"width": 1100, "height": 860},
    "desktop": {"width": 1100, "height": 700},
}
OTHER_SIZE = "the screen has another size"
SAME, OTHER = "none, the same values", "none, other values and content"
VARIANTS = (SAME, OTHER, OTHER_SIZE, *CHANGES)


class Play(msgspec.Struct, frozen=True):
    """A task played by a routine in a variant of the application.

    `repetition` is None if the device failed, whose message is `error`.
    """

    suite: str
    task: str
    variant: str
    repetition: Repetition | None
    error: str = ""


class Stage(msgspec.Struct, frozen=True):
    """A suite with a device, and one whose screen has another size."""

    suite: RecipeSuite
    device: Device
    resized: Device


def play_variants(stage: Stage, task: str) -> Iterator[Play]:
    """Record a task, create its routine, and play it in all variants in which something changes.

    Raises:
        BadRoutine: no routine can be created.
        UsageError: the application of the task is not installed.
        DeviceError: the application does not start.
    """
    episodes, seconds = record_task(stage.suite, task, stage.device)
    routine = create_routine(episodes, name=task)
    for variant, device in variant_devices(stage, episodes[0]).items():
        seed = 2 if variant == OTHER else 0
        try:
            played = repeat(stage.suite, task, seed, routine=routine, device=device, recorded_sec=seconds[0])
        except DeviceError as error:
            yield Play(stage.suite.name, task, variant, None, str(error))
        else:
            if not isinstance(device, ChangedDevice) or device.changed_shots:
                yield Play(stage.suite.name, task, variant, played)


def variant_devices(stage: Stage, episode: Episode) -> dict[str, Device]:
    """Return the device of each variant."""
    devices = {SAME: stage.device, OTHER: stage.device, OTHER_SIZE: stage.resized}
    found = [
        each
        for past in episode.decisions
        for each in targets(past.action)
        if isinstance(each, Element) and each.name
    ]
    for name, change in CHANGES.items() if found else ():
        element = found[-1] if change is remove else found[len(found) // 2]
        devices[name] = cast("Device", ChangedDevice(stage.device, element=element, change=change))
    return devices


def play_suite(name: str, *, most: int, max_sec: float) -> tuple[list[Play], dict[str, str]]:
    """Play the tasks of a suite in the order of the hashes of their names.

    Ends after `most` tasks with a routine, or when `max_sec` have passed. Returns the runs, and why there is
    no routine, by task.
    """
    suite = SUITES[name]()
    plays: list[Play] = []
    reasons: dict[str, str] = {}
    end_time = time.monotonic() + max_sec
    names = sorted(select_tasks(TASKS.get(name, "all"), suite), key=_hash)
    base = {**suite.device_settings, **SETTINGS.get(name, {})}
    with (
        closing(make_device(suite.device, base)) as device,
        closing(make_device(suite.device, {**base, **OTHER_SIZES[name]})) as resized,
    ):
        stage = Stage(suite, device, resized)
        for task in names:
            if time.monotonic() > end_time or len({each.task for each in plays}) >= most:
                break
            try:
                played = list(play_variants(stage, task))
            except (BadRoutine, UsageError, DeviceError) as error:
                reasons[task] = str(error)
                played = []
            plays += played
            print(task, reasons.get(task) or [_summary(each) for each in played], flush=True)
    return plays, reasons


def _hash(name: str) -> bytes:
    return hashlib.md5(name.encode(), usedforsecurity=False).digest()


def _summary(play: Play) -> tuple[object, ...]:
    made = play.repetition
    return play.variant, made and (made.done, made.score, made.steps, round(made.sec, 1)), play.error


def row(suite: str, variant: str, plays: Sequence[Play]) -> tuple[object, ...]:
    """Return a table row for a suite and a variant."""
    own = [each for each in plays if (each.suite, each.variant) == (suite, variant)]
    made = [each.repetition for each in own if each.repetition is not None]
    claimed = [each for each in made if each.done]
    solved = [each for each in claimed if each.score == 1]
    ratios = sorted(each.sec / each.recorded_sec for each in solved)
    return (
        suite,
        variant,
        len(own),
        len(solved),
        len(made) - len(claimed),
        len(claimed) - len(solved),
        len(own) - len(made),
        sum(each.model_calls for each in made),
        f"{ratios[len(ratios) // 2]:.2f}" if ratios else "-",
    )


class Results(msgspec.Struct, frozen=True):
    """The runs of suites, and the number of tasks of which a routine was to be created, by suite."""

    plays: list[Play] = []
    tried: dict[str, int] = {}

    def without(self, suites: Sequence[str]) -> Results:
        """Return the results of the other suites."""
        plays = [each for each in self.plays if each.suite not in suites]
        return Results(plays, {name: count for name, count in self.tried.items() if name not in suites})


def read_stored(path: Path) -> Results:
    """Read the results of the last run; empty without one."""
    return msgspec.json.decode(path.read_bytes(), type=Results) if path.exists() else Results()


def main() -> None:
    """Play the tasks and publish the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--suites", default=",".join(SUITES), help="the results of the others are kept")
    parser.add_argument("--most", type=int, default=12, help="tasks with a routine, per suite")
    parser.add_argument("--max-sec", type=float, default=600, help="no new task afterwards, per suite")
    options = parser.parse_args()
    names = [name for name in options.suites.split(",") if name]
    made = {name: play_suite(name, most=options.most, max_sec=options.max_sec) for name in names}
    kept = read_stored(RESULTS / "routines_changed.json").without(names)
    plays, tried = list(kept.plays), dict(kept.tried)
    for name, (found, reasons) in made.items():
        plays += found
        tried[name] = len(reasons) + len({each.task for each in found})
    counts = ", ".join(
        f"{len({each.task for each in plays if each.suite == name})} of {count} of the suite `{name}`"
        for name, count in tried.items()
    )
    heads = ["suite", "change", "runs", "done", "handed over", "wrongly reported as done"]
    heads += ["failed with an error", "model calls", "time"]
    rows = [row(name, variant, plays) for name in tried for variant in VARIANTS]
    text = f"""### Repetition of recorded runs in changed applications

Routines could be created for {counts}; the tasks are taken in the order of the hashes of their names. The
policy `routine` plays alone; where it abstains, it would hand over to the next policy. The changed control is
one that the routine operates: its name, its state or the control itself is changed in the reported tree, not
in the screenshot; an entry field with a unique id may have another name. Time is relative to the recorded run
(median of the tasks done).

{render_table(heads, rows)}

`python benchmarks/routines_changed.py`"""
    publish("routines_changed", text, msgspec.to_builtins(Results(plays, tried)))


if __name__ == "__main__":
    main()
