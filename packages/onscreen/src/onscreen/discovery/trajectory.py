"""Trajectories with parameters: the steps of a subtask, and their actions on a screen."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Literal, TypeAlias

import msgspec

from onscreen.app_maps.screen_signature import group_key
from onscreen.perceive.element_kinds import is_blocked
from onscreen.perceive.screen_builder import build_screen
from onscreen.routines.text_template import fill_template, match_text, placeholder_names
from onscreen.types import Action, Answer, Back, Click, Element, Press, Screen, Shot, Type

_COUNT = re.compile(r"(?<![\w:.,/-])\d+(?![\w:.,/-])")
_WORD = re.compile(r"[^\W\d_]{2,}")

Verb: TypeAlias = Literal["click", "type", "press", "back", "accept"]
Values: TypeAlias = Mapping[str, str]


class TrajectoryStep(msgspec.Struct, frozen=True):
    """A step of a trajectory; the target's `name` and the `text` to type are parameter templates.

    `group` is the position of the target in the structure of the screen, as `group_key` returns it, or "" for
    any position. `turns` is "on" or "off" for a click on a switch. The text of a "press" step is a key. An
    "accept" step answers the dialog that blocks the page.
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


class FilledStep(msgspec.Struct, frozen=True):
    """Action of a step on a screen, with the parameter values taken from the name of the target."""

    action: Action
    values: Values = {}


class Target(msgspec.Struct, frozen=True):
    """Target element of a step, with the parameter values in its name."""

    element: Element
    values: Values


def fill_step(step: TrajectoryStep, shot: Shot, *, values: Values) -> FilledStep | None:
    """Return the action of a step on a screen, with the values of its parameters filled in.

    A parameter without a value takes its value from the first matching element. Returns None if no element
    matches.
    """
    if step.verb == "back":
        return FilledStep(Back())
    if step.verb == "accept":
        return FilledStep(Answer()) if shot.dialog else None
    if step.verb == "press":
        return FilledStep(Press(step.text))
    screen = build_screen(shot)
    target = (
        next(_fitting(step, screen, values=values), None)
        or _with_other_count(step, screen)
        or _with_state(step, screen, values=values)
    )
    if target is None:
        return None
    if step.verb == "click":
        return FilledStep(Click(target.element), target.values)
    text = fill_template(step.text, {**values, **target.values})
    return FilledStep(Type(text, target.element), target.values)


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


def _with_other_count(step: TrajectoryStep, screen: Screen) -> Target | None:
    """Return the only element whose name differs in a count, such as "View 5 comments" (not 4).

    Times, dates and parameter values do not count as counts.
    """
    name = _COUNT.sub("#", fill_template(step.name, {}) if not placeholder_names(step.name) else "")
    if "#" not in name or len(_WORD.findall(name)) < 2:  # noqa: PLR2004  a number beside one word may be a name
        return None
    found = [
        each
        for each in screen.elements
        if each.role == step.role
        and not is_blocked(each)
        and _plain(_COUNT.sub("#", each.name)) == _plain(name)
        and step.group in {"", group_key(each, screen.shot.nodes)}
    ]
    return Target(found[0], {}) if len(found) == 1 else None


def _with_state(step: TrajectoryStep, screen: Screen, *, values: Values) -> Target | None:
    """Return the only element whose name ends with an additional state, such as "Story of Ada, seen"."""
    if not step.name or not step.group or not set(placeholder_names(step.name)) <= set(values):
        return None
    start = _plain(fill_template(step.name, values)) + ","
    found = [
        each
        for each in screen.elements
        if each.role == step.role
        and not is_blocked(each)
        and _plain(each.name).startswith(start)
        and step.group == group_key(each, screen.shot.nodes)
    ]
    return Target(found[0], {}) if len(found) == 1 else None


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()


def used_parameters(steps: Steps) -> tuple[str, ...]:
    """Return the distinct names of the parameters of a trajectory in order."""
    return tuple(dict.fromkeys(name for step in steps for name in step.parameters))
