"""Discovery of subtasks: number per hour, agreement, causes of exclusion, detection of faulty checks.

    python benchmarks/discovery.py --apps apps:radicale,linux:galculator --results FOLDER [--pool POOL]

The practice websites are applications such as web:http://HOST/shop/index.html.

Each application is explored first, without changes. Applications that ask for a login get the user and the
password of the practice data. Faults are injected into every accepted check: it is made always true, true for
one value only, or compares a field that the subtask does not change; cross-verification must find a failure.
The result of each application is stored in the folder, and is not measured again.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from _report import publish, render_table

from onscreen.cli.discover import prepare_map
from onscreen.device.base import Device
from onscreen.discovery.cross_verification import find_failures
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.subtask_discovery import SAME_EFFECT, Discovery, discover_subtasks, prune_states
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.subtask_items import save_discovery
from onscreen.discovery.subtask_search import SearchLimits
from onscreen.discovery.trajectory_player import TrajectoryPlayer
from onscreen.explore.login_device import LoginDevice
from onscreen.routines.text_template import escape_text
from onscreen.run.device_factory import make_device
from onscreen.score.state_lookup import find_objects
from onscreen.types import AllOf, AnyOf, Check, ElementIs, Not, Setting, StateHas, TextShown
from onscreen_practice.site_suite.site_suite import HOST
from onscreen_practice.sites import FOLDER

DEVICE_SETTINGS: Mapping[str, Mapping[str, Setting]] = {
    "phone": {"size": "540x1200", "density": 200},
    "apps": {"start_cap_sec": 180},
    "linux": {"launch_cap_sec": 180},
    "web": {"sites": (f"{HOST}={FOLDER}",)},
}
MAX_WRONG = 3
"""Maximum number of wrong fields that are injected in place of one condition."""
LOGINS: Mapping[str, tuple[str, str]] = {
    "apps:radicale": ("mira", "kite-2024"),
    "apps:roundup": ("mira", "kite-2024"),
    "apps:piccolo": ("clerk", "spokes-2024"),
}
"""Users of the practice data, with their passwords."""
DOCUMENTS: Mapping[str, str] = {"notes.txt": "Milk\nBread\n", "plan.txt": "Monday\nTuesday\n"}
"""Files in the home folder of a desktop."""


class AppResult(msgspec.Struct, frozen=True):
    """Measurements of one application; times in seconds."""

    app: str
    explored_sec: float
    discovered_sec: float
    runs: int
    drafts: int
    first: int
    accepted: int
    excluded: dict[str, int]
    rejected: dict[str, int]
    faults: dict[str, tuple[int, int]]
    instructions: tuple[str, ...]
    undetected: tuple[str, ...] = ()
    """Subtask and conditions of each faulty check that was not detected."""


def measure(name: str, *, limits: SearchLimits, max_steps: int, pool: Path | None) -> AppResult:
    """Discover the subtasks of one application, store them in a pool, and inject faults into their checks."""
    platform = name.partition(":")[0]
    with TemporaryDirectory() as home:
        settings = {**DEVICE_SETTINGS.get(platform, {}), **home_setting(platform, home)}
        with closing(make_device(platform, settings)) as device:
            explored_sec, discovered_sec, found = discover(name, device, limits=limits, max_steps=max_steps)
    if pool is not None:
        save_discovery(found, pool)
    return summarize(name, found, explored_sec=explored_sec, discovered_sec=discovered_sec)


def discover(
    name: str, device: Device, *, limits: SearchLimits, max_steps: int
) -> tuple[float, float, Discovery]:
    """Discover the subtasks of one application.

    Returns the seconds of the exploration, those of the discovery, and the subtasks.
    """
    app = name.partition(":")[2]
    opened = device
    if name in LOGINS:
        user, password = LOGINS[name]
        opened = LoginDevice(device, user=user, password=password)
    started = time.monotonic()
    app_map = prepare_map(opened, app, max_steps=max_steps, seed=0)
    explored = time.monotonic()
    player = TrajectoryPlayer(opened, app)
    found = discover_subtasks(
        player, app_map, limits=limits, report=lambda title: print("  ", name, title, flush=True)
    )
    return explored - started, time.monotonic() - explored, found


def summarize(name: str, found: Discovery, *, explored_sec: float, discovered_sec: float) -> AppResult:
    """Count what was found, and inject faults into the accepted checks."""
    accepted = [each for each in found.subtasks if not each.reason]
    causes = (each.reason.partition(" (")[0].partition(",")[0] for each in found.subtasks if each.reason)
    faults, undetected = count_detected(found)
    return AppResult(
        name,
        explored_sec,
        discovered_sec,
        found.runs,
        len(found.subtasks),
        sum(each.rounds == 1 and not each.reason for each in found.subtasks),
        len(accepted),
        dict(Counter(causes)),
        dict(found.rejected),
        faults,
        tuple(each.draft.instruction for each in accepted),
        undetected,
    )


def home_setting(platform: str, folder: str) -> Mapping[str, Setting]:
    """Return the setting for a home folder with documents, for a desktop."""
    if platform != "linux":
        return {}
    for name, text in DOCUMENTS.items():
        Path(folder, name).write_text(text, encoding="utf-8")
    return {"home": folder}


def count_detected(found: Discovery) -> tuple[dict[str, tuple[int, int]], tuple[str, ...]]:
    """Count the faulty checks, and those of which cross-verification finds a failure, by kind of fault.

    Subtasks with the same effect are not compared. Also returns the faulty checks without a failure.
    """
    drafts = prune_states([each.draft for each in found.subtasks])
    counts: dict[str, tuple[int, int]] = {}
    undetected: list[str] = []
    for each, draft in zip(found.subtasks, drafts, strict=True):
        for kind, conditions in inject_faults(draft) if not each.reason else ():
            faulty = msgspec.structs.replace(draft, conditions=conditions)
            injected, detected = counts.get(kind, (0, 0))
            twins = {
                other.draft.id for other in found.subtasks if other.reason == f"{SAME_EFFECT} ({draft.id})"
            }
            others = [other for other in drafts if other.id not in twins]
            is_found = next(find_failures(faulty, others), None) is not None
            counts[kind] = (injected + 1, detected + is_found)
            if not is_found:
                undetected.append(f"{draft.id}: {kind}: {conditions} instead of {draft.conditions}")
    return counts, tuple(undetected)


def inject_faults(draft: SubtaskDraft) -> Iterator[tuple[str, tuple[Check, ...]]]:
    """Yield faulty conditions of an accepted draft, by kind of fault."""
    yield "always true", (AllOf(()),)
    yield "always true", (AnyOf((*draft.conditions, AllOf(()))),)
    for rank in range(len(draft.conditions)):
        rest = draft.conditions[:rank] + draft.conditions[rank + 1 :]
        if not rest:
            yield "always true", (AnyOf((draft.conditions[rank], Not(draft.conditions[rank]))),)
    for run in draft.runs if draft.parameters else ():
        filled = draft.fill(draft.values_of(run))
        if filled is not None and run.seed == draft.runs[0].seed:
            yield "one value", tuple(escape_check(each) for each in filled.checks)
    for rank, condition in enumerate(draft.conditions):
        for wrong in wrong_fields(draft, condition):
            yield "wrong field", (*draft.conditions[:rank], wrong, *draft.conditions[rank + 1 :])


def escape_check(check: Check) -> Check:
    """Turn a filled condition into a template without placeholders."""
    escaped: Check = msgspec.convert(escape_texts(msgspec.to_builtins(check)), Check)
    return escaped


def escape_texts(data: object) -> object:
    """Escape the texts of nested lists and objects."""
    if isinstance(data, str):
        return escape_text(data)
    if isinstance(data, list | tuple):
        return [escape_texts(each) for each in data]
    return {key: escape_texts(each) for key, each in data.items()} if isinstance(data, dict) else data


def wrong_fields(draft: SubtaskDraft, condition: Check) -> Iterator[Check]:
    """Yield conditions that compare what the subtask does not change, instead of what it changes.

    These are unchanged fields of the same object, or other elements of the screen before
    the last step.
    """
    run = draft.runs[0]
    if isinstance(condition, StateHas):
        filled = draft.fill(draft.values_of(run), (condition,))
        first = filled.checks[0] if filled is not None else condition
        for path, fields in unchanged_fields(run, first if isinstance(first, StateHas) else condition):
            texts = {name: escape_text(text) for name, text in fields.items()}
            yield msgspec.structs.replace(condition, path=tuple(map(escape_text, path)), fields=texts)
    elif isinstance(condition, TextShown | ElementIs):
        last = {(node.role, node.name) for node in run.episode.last.nodes}
        shown = [n for n in run.episode.shots[-2].nodes if n.name and (n.role, n.name) in last]
        for node in shown[:MAX_WRONG]:
            yield ElementIs(node.role, escape_text(node.name))


def unchanged_fields(
    run: RecordedRun, condition: StateHas
) -> Iterator[tuple[tuple[str, ...], Mapping[str, str]]]:
    """Yield single fields of the objects at the place of a condition that were the same before the run."""
    before = [msgspec.to_builtins(each) for each in find_objects(run.state(0), condition.path)]
    found = [each for each in before if isinstance(each, dict)]
    fields = [
        {name: value if isinstance(value, str) else json.dumps(value)}
        for each in find_objects(run.state(), condition.path)
        for name, value in (each.items() if isinstance(each, dict) else ())
        if isinstance(value, str | int | bool) and any(one.get(name) == value for one in found)
    ]
    distinct = list({json.dumps(each): each for each in fields}.values())
    yield from ((condition.path, each) for each in distinct[:MAX_WRONG])


def main() -> None:
    """Measure the applications that have no stored result, and publish the table of all results."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--apps", default="phone:Clock,phone:Notes,apps:radicale,linux:galculator")
    parser.add_argument("--results", default="runs/discovery", help="folder of the results")
    parser.add_argument("--pool", type=Path, help="folder for the subtasks, which joined_replay.py reads")
    parser.add_argument("--max-runs", type=int, default=80)
    parser.add_argument("--max-steps", type=int, default=60)
    parser.add_argument("--max-sec", type=float, help="maximum duration of each search")
    arguments = parser.parse_args()
    folder = Path(arguments.results)
    folder.mkdir(parents=True, exist_ok=True)
    limits = SearchLimits(arguments.max_runs, (0, 1), arguments.max_sec)
    for name in filter(None, arguments.apps.split(",")):
        path = folder / (re.sub(r"[^a-z0-9]+", "-", name.lower()) + ".json")
        if not path.exists():
            result = measure(name, limits=limits, max_steps=arguments.max_steps, pool=arguments.pool)
            path.write_bytes(msgspec.json.format(msgspec.json.encode(result)))
    results = [msgspec.json.decode(p.read_bytes(), type=AppResult) for p in sorted(folder.glob("*.json"))]
    publish("discovery", describe(results), {"results": msgspec.to_builtins(results)})


def describe(results: Sequence[AppResult]) -> str:
    """Describe the results as a table, with the causes of exclusion and the faulty checks detected."""
    heads = (
        "application",
        "subtasks",
        "accepted",
        "at the first attempt",
        "after repair",
        "runs",
        "minutes",
        "accepted per hour",
    )
    rows = []
    for each in results:
        seconds = each.discovered_sec
        per_hour = round(3600 * each.accepted / seconds)
        rows.append(
            (
                each.app,
                each.drafts,
                each.accepted,
                each.first,
                each.accepted - each.first,
                each.runs,
                f"{seconds / 60:.1f}",
                per_hour,
            )
        )
    causes = sum((Counter(each.excluded) for each in results), Counter[str]())
    rejected = sum((Counter(each.rejected) for each in results), Counter[str]())
    faults = [f"{kind}: {found} of {count}" for kind, (count, found) in merge_faults(results).items()]
    listed, others = (
        "; ".join(f"{cause} ({count})" for cause, count in counts.most_common()) or "none"
        for counts in (causes, rejected)
    )
    return (
        "## Discovery of subtasks\n\nMade by `benchmarks/discovery.py`. "
        "Runs on the data of two seeds; minutes without the exploration of the map.\n\n"
        f"{render_table(heads, rows)}\n\nExcluded: {listed}.\n\n"
        f"Trajectories without a subtask: {others}.\n\nFaulty checks detected: {', '.join(faults)}."
    )


def merge_faults(results: Sequence[AppResult]) -> Mapping[str, tuple[int, int]]:
    """Add the counts of injected and detected faults of all applications."""
    merged: dict[str, tuple[int, int]] = {}
    for kind, (count, found) in (item for each in results for item in each.faults.items()):
        before = merged.get(kind, (0, 0))
        merged[kind] = (before[0] + count, before[1] + found)
    return merged


if __name__ == "__main__":
    main()
