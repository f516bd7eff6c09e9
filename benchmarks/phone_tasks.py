"""Whether every task of the phone can be done, is not done by doing nothing, and not with a detail wrong.

    python benchmarks/phone_tasks.py [--seeds 0-4] [--workers 2] [--tasks all]

Each task's oracle is played through a stock adb server and the device `android`, on phones with small
pictures.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from shlex import quote

import msgspec
from _report import publish, table

from onscreen.bench.task_selection import select_tasks
from onscreen.cli.bench import seeds_of
from onscreen.device.base import Device
from onscreen.run.episode_loop import RunHooks, begin, run_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import phone, recipe
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.task_export import run_task_oracle

SMALL = {"size": "540x1200", "density": 200}


class Row(msgspec.Struct, frozen=True):
    """One task of one seed: the scores of the oracle, of doing nothing, of each near miss."""

    name: str
    seed: int
    oracle: float | None
    nothing: float | None
    near: tuple[float | None, ...]
    person_steps: int
    kind: str
    layout: str
    said: str = ""

    @property
    def fine(self) -> bool:
        """Whether all scores are as they must be."""
        return self.oracle == 1 and self.nothing == 0 and bool(self.near) and not any(self.near)


def row(name: str, seed: int, device: Device) -> Row:
    """Play one task."""
    made, suite = recipe(name, seed), phone()
    nothing = score_task(begin(suite.task(name, seed), device), device).value
    episode = run_task_oracle(suite, name, seed=seed, device=device)
    score, near = episode.score, []
    if made.spoil:
        device.read(f"practice alter {quote(made.spoil)}")
        near.append(score_task(episode, device).value)
    if made.near:
        begun = begin(suite.task(name, seed), device)
        agent, company = Oracle(made.near), RunHooks()
        played = run_episode(
            begun, device, agent=agent, signal=done_signal(), score=score_task, company=company
        )
        near.append(played.score.value if played.score else None)
    said = score.why if score and score.value != 1 else ""
    value = score.value if score else None
    return Row(name, seed, value, nothing, tuple(near), made.person_steps, made.kind, made.layout, said)


def rows(share: Sequence[tuple[str, int]]) -> list[Row]:
    """Play these tasks on one phone."""
    with closing(practice_phone(SMALL)) as device:
        return [row(name, seed, device) for name, seed in share]


def by_application(found: Sequence[Row]) -> Iterator[Sequence[object]]:
    """Return a row for each application."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for each in found:
        groups[each.name.partition("-")[0]].append(each)
    for name, members in [*sorted(groups.items()), ("**all**", list(found))]:
        tasks = {each.name: each for each in members}
        kinds = [each.kind for each in tasks.values()]
        yield (
            name,
            len(tasks),
            "/".join(str(kinds.count(kind)) for kind in ("plain", "added", "abstract")),
            sum(each.layout == "changing" for each in tasks.values()),
            f"{sum(each.person_steps for each in members) / len(members):.1f}",
            max(each.person_steps for each in members),
            f"{sum(each.oracle == 1 for each in members)}/{len(members)}",
            f"{sum(each.nothing == 0 for each in members)}/{len(members)}",
            f"{sum(bool(each.near) and not any(each.near) for each in members)}/{len(members)}",
        )


def main() -> None:
    """Play, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", default="0-4")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tasks", default="all")
    asked = parser.parse_args()
    trials = [(name, seed) for name in select_tasks(asked.tasks, phone()) for seed in seeds_of(asked.seeds)]
    shares = [trials[i :: asked.workers] for i in range(asked.workers)]
    with ProcessPoolExecutor(asked.workers) as pool:
        found = [each for part in pool.map(rows, shares) for each in part]
    for each in found:
        if not each.fine:
            print(f"NOT FINE {each}")
    heads = ["application", "tasks", "plain/added/abstract", "changing layout", "person's steps", "most"]
    heads += ["oracle scores 1", "nothing scores 0", "near misses score 0"]
    text = f"### Tasks of the phone\n\nSeeds {asked.seeds}, played through adb:\n\n"
    publish(
        "phone_tasks", text + table(heads, list(by_application(found))), {"rows": msgspec.to_builtins(found)}
    )


if __name__ == "__main__":
    main()
