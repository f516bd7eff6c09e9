"""Further candidates for the row parameters of a trajectory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.trajectory import Steps, TrajectoryStep, Values
from onscreen.perceive.screen_builder import build_screen
from onscreen.routines.text_template import escape_text, fill_template

MAX_CANDIDATES = 4
"""Maximum number of candidates of a parameter."""


def find_candidates(steps: Steps, run: RecordedRun) -> Mapping[str, tuple[str, ...]]:
    """Find more values for the row parameters of a trajectory on the screens of a run."""
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


def find_variations(
    steps: Steps, candidates: Mapping[str, tuple[str, ...]], *, run: RecordedRun
) -> Iterator[Values]:
    """Yield the other parameter values to play, varying one row at a time, and all typed texts together."""
    typed = {name for step in steps if step.verb == "type" for name in step.parameters}
    others = {
        name: [each for each in values if each != run.values[name]] for name, values in candidates.items()
    }
    for name, values in others.items():
        if name not in typed:
            yield from ({name: value} for value in values)
    texts = {name: values for name, values in others.items() if name in typed and values}
    for each in zip(*texts.values(), strict=False):
        yield dict(zip(texts, each, strict=True))


def is_row(steps: Steps, name: str) -> bool:
    """Check whether a parameter is the name of a row, which may be missing with other seeds."""
    rows = (step for step in steps[:-1] if step.verb == "click" and step.role != "option")
    return any(step.name == "{" + name + "}" for step in rows)


def with_fixed(step: TrajectoryStep, name: str, *, values: Values) -> TrajectoryStep:
    """Return a step with a parameter replaced by its only value."""
    own = {each: escape_text(values[each]) if each == name else "{" + each + "}" for each in step.parameters}
    return msgspec.structs.replace(
        step, name=fill_template(step.name, own), text=fill_template(step.text, own)
    )
