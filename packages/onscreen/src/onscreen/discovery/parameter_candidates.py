"""Further values of the parameters of a trajectory that choose a row."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.trajectory import Steps
from onscreen.perceive.screen_builder import build_screen

MAX_CANDIDATES = 4
"""Most candidates of a parameter."""


def find_candidates(steps: Steps, run: RecordedRun) -> Mapping[str, tuple[str, ...]]:
    """Find further values of the row parameters of a trajectory on the screens of a run."""
    found: dict[str, tuple[str, ...]] = {}
    for step in steps:
        if step.verb != "click" or len(step.parameters) != 1 or step.name != "{" + step.parameters[0] + "}":
            continue
        name = step.parameters[0]
        names = [
            element.name
            for shot in run.episode.shots[:-1]
            for element in build_screen(shot).elements
            if element.role == step.role and group_key(element, shot.nodes) == step.group and element.name
        ]
        found[name] = tuple(dict.fromkeys((run.values.get(name, ""), *names)))[:MAX_CANDIDATES]
    return {name: tuple(filter(None, values)) for name, values in found.items()}
