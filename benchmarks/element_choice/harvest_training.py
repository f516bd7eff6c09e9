"""Keep the screens of the practice phone and the practice sites that the tasks' known moves pass through.

    python benchmarks/element_choice/harvest_training.py --out runs/element_choice/training.jsonl.gz

Every task of both suites is played once by its oracle; each new screen on the way is kept, without its
picture.
A screen is new when its elements are not nearly those of one that was kept.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from formats import bare, elements, write

from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.perceive.screen_builder import build_screen
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.combination import first_of
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.types import Shot, Task
from onscreen.types.errors import OnscreenError
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import phone
from onscreen_practice.phone_suite.task_table import BY_APPLICATION
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.site_suite.site_suite import TASKS, recipe, sites
from onscreen_train.element_pairs import NamedScreen

SEED = 11
ALIKE = 0.7
"""From this share of common elements on, two screens count as the same."""

FEWEST = 5
STEPS_OVER = 20


def phone_shots(device: Device) -> Iterator[tuple[str, Shot]]:
    """Play the tasks of each application and give what was seen, with the application."""
    suite = phone()
    for app, tasks in BY_APPLICATION.items():
        for name in tasks:
            for shot in _played(suite.task(name, SEED), suite.recipe(name, SEED).moves, device=device):
                yield f"phone {app}", shot


def site_shots(device: Device) -> Iterator[tuple[str, Shot]]:
    """Play the tasks of the sites and give what was seen, with the site."""
    for name in TASKS:
        for shot in _played(sites().task(name, SEED), recipe(name, SEED).moves, device=device):
            yield f"site {shot.address.split('/')[3] or 'start'}", shot


def _played(task: Task, moves: tuple, *, device: Device) -> tuple[Shot, ...]:
    signal = first_of(done_signal(), steps_limit(len(moves) + STEPS_OVER))
    try:
        begun = start_episode(task, device, agent="oracle")
        ended = run_episode(
            begun, device, agent=Oracle(moves), signal=signal, score=score_task, hooks=RunHooks()
        )
    except OnscreenError as error:
        print(f"{task.name}: {error}", flush=True)
        return ()
    return ended.shots


def new_screens(shots: Iterator[tuple[str, Shot]]) -> Iterator[NamedScreen]:
    """Keep each screen that is not nearly one kept before."""
    known: list[frozenset[str]] = []
    counts: dict[str, int] = {}
    for app, shot in shots:
        looks = frozenset(f"{e.role} {e.name or e.clue}" for e in elements(build_screen(shot)))
        if len(looks) < FEWEST or any(len(looks & old) >= ALIKE * len(looks | old) for old in known):
            continue
        known.append(looks)
        counts[app] = counts.get(app, 0) + 1
        yield NamedScreen(f"{app} {counts[app]}", app, bare(shot))


def main() -> None:
    """Play and keep."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    out = parser.parse_args().out
    out.parent.mkdir(parents=True, exist_ok=True)
    seen: list[NamedScreen] = []
    with closing(web(sites().device_settings)) as browser:
        seen += new_screens(site_shots(browser))
    print(f"{len(seen)} screens of the sites", flush=True)
    with closing(practice_phone({})) as handset:
        for each in new_screens(phone_shots(handset)):
            seen.append(each)
            print(each.name, len(each.shot.nodes), flush=True)
            write(out, seen)
    write(out, seen)


if __name__ == "__main__":
    main()
