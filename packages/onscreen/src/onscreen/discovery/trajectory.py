"""Trajectories with parameters: the steps of a subtask, and the search for their targets on a screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from onscreen.app_maps.screen_signature import group_key
from onscreen.perceive.element_kinds import is_blocked
from onscreen.routines.text_template import fill_template, match_text, placeholder_names
from onscreen.types import Element, Screen

Verb: TypeAlias = Literal["click", "type", "press", "back"]
Values: TypeAlias = Mapping[str, str]


class TrajectoryStep(msgspec.Struct, frozen=True):
    """A step of a trajectory; `name` of the target and `text` to type are templates over the parameters.

    `group` is the position of the target in the structure of the screen, as `group_key` returns it, or "" for
    any position. `turns` is "on" or "off" for a click on a switch. The text of a "press" step is a key.
    """

    verb: Verb
    role: str = ""
    name: str = ""
    group: str = ""
    text: str = ""
    turns: Literal["", "on", "off"] = ""

    @property
    def parameters(self) -> tuple[str, ...]:
        """Names of the parameters of the step."""
        return tuple(dict.fromkeys((*placeholder_names(self.name), *placeholder_names(self.text))))


Steps: TypeAlias = tuple[TrajectoryStep, ...]


class Target(msgspec.Struct, frozen=True):
    """Element that a step acts on, with the values of the parameters in its name."""

    element: Element
    values: Values


def find_target(step: TrajectoryStep, screen: Screen, *, values: Values) -> Target | None:
    """Find the target of a step on a screen.

    A parameter without a value takes the value of the first element that fits. Returns None if no element
    fits.
    """
    return next(_fitting(step, screen, values=values), None)


def _fitting(step: TrajectoryStep, screen: Screen, *, values: Values) -> Iterator[Target]:
    known = {name for name in placeholder_names(step.name) if name in values}
    for element in screen.elements:
        if element.role != step.role or is_blocked(element):
            continue
        if step.group and group_key(element, screen.shot.nodes) != step.group:
            continue
        if known == set(placeholder_names(step.name)):
            if _plain(element.name) == _plain(fill_template(step.name, values)):
                yield Target(element, {})
        elif found := match_text(step.name, element.name):
            yield Target(element, {name: value for name, value in found.items() if name not in values})


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def used_parameters(steps: Steps) -> tuple[str, ...]:
    """Return the names of the parameters of a trajectory in order, each once."""
    return tuple(dict.fromkeys(name for step in steps for name in step.parameters))
