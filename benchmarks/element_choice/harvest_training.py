"""Record screens of the practice phone and sites while their tasks are solved by oracles.

    python benchmarks/element_choice/harvest_training.py --out runs/element_choice/training.jsonl.gz

Every task of both suites is played once by its oracle; each new screen on the way is stored without its
picture. A screen is new if its elements differ sufficiently from those of every stored screen.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from formats import elements, strip_shot, write

from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.perceive.screen_builder import build_screen
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done_signal
from onscreen.stop.limits import steps_limit
from onscreen.stop.signal_combination import first_of
from onscreen.types import Shot, Task
from onscreen.types.errors import OnscreenError
from onscreen_practice.phone_suite.phone_device import practice_phone
from onscreen_practice.phone_suite.phone_suite import phone
from onscreen_practice.phone_suite.task_table import BY_APPLICATION
from onscreen_practice.recipe_oracle import Oracle
from onscreen_practice.site_suite.site_suite import TASKS, recipe, sites
from onscreen_train.grounding_dataset import NamedScreen

SEED = 11
MIN_OVERLAP = 0.7
"""Minimum Jaccard similarity of their elements from which two screens count as the same."""

MIN_ELEMENTS = 5
EXTRA_STEPS = 20


def phone_shots(device: Device) -> Iterator[tuple[str, Shot]]:
    """Run the phone tasks with the oracle and yield the name of the application and each shot."""
    suite = phone()
    for app, tasks in BY_APPLICATION.items():
        for name in tasks:
            for shot in _play_task(suite.task(name, SEED), suite.recipe(name, SEED).moves, device=device):
                yield f"phone {app}", shot


def site_shots(device: Device) -> Iterator[tuple[str, Shot]]:
    """Run the site tasks with the oracle and yield the name of the site and each shot."""
    for name in TASKS:
        for shot in _play_task(sites().task(name, SEED), recipe(name, SEED).moves, device=device):
            yield f"site {shot.address.split('/')[3] or 'start'}", shot


def _play_task(task: Task, moves: tuple, *, device: Device) -> tuple[Shot, ...]:
    signal = first_of(done_signal(), steps_limit(len(moves) + EXTRA_STEPS))
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
    """Yield each screen that differs sufficiently from all previous screens."""
    known_signatures: list[frozenset[str]] = []
    counts: dict[str, int] = {}
    for app, shot in shots:
        signature = frozenset(f"{e.role} {e.name or e.clue}" for e in elements(build_screen(shot)))
        if len(signature) < MIN_ELEMENTS or any(
            len(signature & known) >= MIN_OVERLAP * len(signature | known) for known in known_signatures
        ):
            continue
        known_signatures.append(signature)
        counts[app] = counts.get(app, 0) + 1
        yield NamedScreen(f"{app} {counts[app]}", app, strip_shot(shot))


def main() -> None:
    """Run all tasks and store the new screens."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, required=True)
    out = parser.parse_args().out
    out.parent.mkdir(parents=True, exist_ok=True)
    screens: list[NamedScreen] = []
    with closing(web(sites().device_settings)) as browser:
        screens += new_screens(site_shots(browser))
    print(f"{len(screens)} screens of the sites", flush=True)
    with closing(practice_phone({})) as handset:
        for each in new_screens(phone_shots(handset)):
            screens.append(each)
            print(each.name, len(each.shot.nodes), flush=True)
            write(out, screens)
    write(out, screens)


if __name__ == "__main__":
    main()
