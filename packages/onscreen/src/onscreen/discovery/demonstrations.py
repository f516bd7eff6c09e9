"""Trajectories from recorded episodes of a person or an agent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeGuard

import msgspec

from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.control_candidates import turns_of
from onscreen.discovery.form_search import name_parameter
from onscreen.discovery.made_up_text import made_up_values
from onscreen.discovery.trajectory import Steps, TrajectoryStep, Values
from onscreen.routines.text_template import escape_text
from onscreen.store.episode_store import load_episode
from onscreen.types import (
    Action,
    Answer,
    Back,
    Click,
    Done,
    Element,
    Episode,
    Open,
    Press,
    Scroll,
    Shot,
    Type,
    Wait,
)
from onscreen.types.errors import BadText

MAX_VALUES = 3
"""Maximum number of candidates for a text; the first one is the recorded text."""
_SKIPPED = (Done, Open, Scroll, Wait)
"""Actions that a replay performs automatically where needed."""


class Demonstration(msgspec.Struct, frozen=True):
    """A trajectory whose typed texts are parameters, with the parameters' candidates."""

    steps: Steps
    values: Values
    candidates: Mapping[str, tuple[str, ...]]


def read_demonstrations(folders: Sequence[Path]) -> tuple[Demonstration, ...]:
    """Read recorded episodes as trajectories.

    Raises:
        BadText: an action has no element as its target, or cannot be repeated; the message states the
            episode.
        BrokenEpisode: an episode cannot be read.
    """
    found = []
    for folder in folders:
        try:
            found.append(convert_episode(load_episode(folder)))
        except BadText as error:
            raise BadText(f"{folder}: {error}") from error
    return tuple(found)


def convert_episode(episode: Episode) -> Demonstration:
    """Convert the actions of an episode into a trajectory; typed texts become parameters.

    Raises:
        BadText: an action has no element as its target, or cannot be repeated.
    """
    steps: list[TrajectoryStep] = []
    candidates: dict[str, tuple[str, ...]] = {}
    for shot, decision in zip(episode.shots, episode.decisions, strict=False):
        if isinstance(decision.action, _SKIPPED):
            continue
        step, values = _convert(decision.action, shot, rank=len(candidates))
        steps.append(step)
        candidates.update(values)
    if not steps:
        raise BadText("the episode has no action that changes anything; expected clicks, texts or keys")
    return Demonstration(tuple(steps), {name: each[0] for name, each in candidates.items()}, candidates)


def _convert(
    action: Action, shot: Shot, *, rank: int
) -> tuple[TrajectoryStep, Mapping[str, tuple[str, ...]]]:
    """Convert an action to a step, and return the candidates of its parameter, if any.

    Raises:
        BadText: the action has no element as its target, or cannot be repeated.
    """
    if isinstance(action, Back):
        return TrajectoryStep("back"), {}
    if isinstance(action, Answer) and action.accept and not action.text:
        return TrajectoryStep("accept"), {}
    if isinstance(action, Press):
        return TrajectoryStep("press", text=action.keys), {}
    target = action.target if isinstance(action, Type) or _is_plain_click(action) else None
    if not isinstance(target, Element):
        raise BadText(
            f"the action {type(action).__name__} cannot be repeated; expected single clicks on elements,"
            " typed texts, keys, going back, and dialogs that are accepted"
        )
    group = group_key(target, shot.nodes)
    if not isinstance(action, Type):
        name = escape_text(target.name)
        return TrajectoryStep("click", target.role, name, group, turns=turns_of(target)), {}
    parameter = name_parameter(target) or f"text{rank + 1}"
    others = made_up_values(target.name, rank, is_number=target.role == "spinbutton", value=action.text)
    step = TrajectoryStep("type", target.role, escape_text(target.name), group, "{" + parameter + "}")
    return step, {parameter: tuple(dict.fromkeys((action.text, *others)))[:MAX_VALUES]}


def _is_plain_click(action: Action) -> TypeGuard[Click]:
    return isinstance(action, Click) and action.button == "left" and action.count == 1
