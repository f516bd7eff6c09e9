"""Discovery of subtasks: number per hour, agreement, causes of exclusion, detection of faulty checks.

    python benchmarks/discovery.py [--apps phone:Clock,phone:Notes,apps:radicale] [--max-runs 80]

Each application is explored first, without changes. Faults are injected into every accepted check: it is made
always true, true for the first value only, or reads another field; cross-verification must find a failure.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing

import msgspec
from _report import publish, render_table

from onscreen.app_maps.screen_map import AppMap
from onscreen.discovery.cross_verification import find_failures
from onscreen.discovery.subtask_discovery import Discovery, discover_subtasks, prune_states
from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.subtask_search import SearchLimits
from onscreen.discovery.trajectory_player import TrajectoryPlayer, find_state_source
from onscreen.explore.exploration import Explorer
from onscreen.routines.text_template import escape_text
from onscreen.run.run_setup import make_device
from onscreen.score.state_lookup import find_objects
from onscreen.types import AllOf, Check, Setting, StateHas, TextShown

DEVICE_SETTINGS: Mapping[str, Mapping[str, Setting]] = {"phone": {"size": "540x1200", "density": 200}}


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


def measure(name: str, *, max_runs: int, max_steps: int) -> AppResult:
    """Discover the subtasks of one application and inject faults into their checks."""
    platform, _, app = name.partition(":")
    with closing(make_device(platform, DEVICE_SETTINGS.get(platform, {}))) as device:
        started = time.monotonic()
        start = find_state_source(device, app, seed=0).start
        home = start.address or app
        initial = msgspec.structs.replace(start, address=home)
        app_map = Explorer(device, AppMap(app, home=home), initial=initial).explore(max_steps)
        explored = time.monotonic()
        player = TrajectoryPlayer(device, app)
        limits = SearchLimits(max_runs, (0, 1))
        found = discover_subtasks(
            player, app_map, limits=limits, report=lambda title: print("  ", title, flush=True)
        )
        done = time.monotonic()
    accepted = [each for each in found.subtasks if not each.reason]
    return AppResult(
        name,
        explored - started,
        done - explored,
        found.runs,
        len(found.subtasks),
        sum(each.rounds == 1 and not each.reason for each in found.subtasks),
        len(accepted),
        dict(
            Counter(
                each.reason.partition(" (")[0].partition(",")[0] for each in found.subtasks if each.reason
            )
        ),
        dict(found.rejected),
        count_detected(found),
        tuple(each.draft.instruction for each in accepted),
    )


def count_detected(found: Discovery) -> dict[str, tuple[int, int]]:
    """Count the faulty checks, and those of which cross-verification finds a failure, by kind of fault."""
    drafts = prune_states([each.draft for each in found.subtasks])
    counts: dict[str, tuple[int, int]] = {}
    for each, draft in zip(found.subtasks, drafts, strict=True):
        for kind, conditions in inject_faults(draft) if not each.reason else ():
            faulty = msgspec.structs.replace(draft, conditions=conditions)
            injected, detected = counts.get(kind, (0, 0))
            is_found = next(find_failures(faulty, drafts), None) is not None
            counts[kind] = (injected + 1, detected + is_found)
    return counts


def inject_faults(draft: SubtaskDraft) -> Iterator[tuple[str, tuple[Check, ...]]]:
    """Yield faulty conditions of an accepted draft, by kind of fault."""
    yield "always true", (AllOf(()),)
    run = draft.runs[0]
    if draft.parameters:
        filled = draft.fill(draft.values_of(run))
        if filled is not None:
            yield "one value", tuple(escape_check(each) for each in filled.checks)
    for rank, condition in enumerate(draft.conditions):
        wrong = wrong_field(draft, condition)
        if wrong is not None:
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


def wrong_field(draft: SubtaskDraft, condition: Check) -> Check | None:
    """Return a condition that compares another field of the same object, or another text of the screen."""
    run = draft.runs[0]
    if isinstance(condition, StateHas):
        filled = draft.fill(draft.values_of(run), (condition,))
        first = filled.checks[0] if filled is not None else condition
        for found in find_objects(run.state(), first.path if isinstance(first, StateHas) else ()):
            for name, value in found.items() if isinstance(found, dict) else ():
                if isinstance(value, str | int) and name not in condition.fields:
                    text = value if isinstance(value, str) else str(value).lower()
                    return msgspec.structs.replace(condition, fields={name: escape_text(text)})
    names = [node.name for node in run.episode.shots[-2].nodes if node.name]
    return TextShown(escape_text(names[0])) if names and isinstance(condition, TextShown) else None


def main() -> None:
    """Measure all applications and publish the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--apps", default="phone:Clock,phone:Notes,apps:radicale")
    parser.add_argument("--max-runs", type=int, default=80)
    parser.add_argument("--max-steps", type=int, default=60)
    arguments = parser.parse_args()
    results = []
    for name in arguments.apps.split(","):
        results.append(measure(name, max_runs=arguments.max_runs, max_steps=arguments.max_steps))
        publish("discovery", describe(results), {"results": msgspec.to_builtins(results)})


def describe(results: Sequence[AppResult]) -> str:
    """Describe the results as a table, with the causes of exclusion and the faulty checks detected."""
    heads = (
        "application",
        "subtasks",
        "accepted",
        "at the first attempt",
        "runs",
        "minutes",
        "accepted per hour",
    )
    rows = []
    for each in results:
        seconds = each.explored_sec + each.discovered_sec
        per_hour = round(3600 * each.accepted / seconds)
        rows.append(
            (each.app, each.drafts, each.accepted, each.first, each.runs, f"{seconds / 60:.1f}", per_hour)
        )
    causes = sum((Counter(each.excluded) for each in results), Counter[str]())
    faults = [f"{kind}: {found} of {count}" for kind, (count, found) in merge_faults(results).items()]
    listed = "; ".join(f"{cause} ({count})" for cause, count in causes.most_common())
    return (
        "## Discovery of subtasks\n\nMade by `benchmarks/discovery.py`. "
        "Runs on the data of two seeds; minutes include the exploration.\n\n"
        f"{render_table(heads, rows)}\n\nExcluded: {listed}.\n\nFaulty checks detected: {', '.join(faults)}."
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
