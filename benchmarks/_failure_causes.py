"""Causes of failed trials: the first difference between a run and the oracle of its task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from onscreen.run.trial import Result
from onscreen.store.episode_store import load_episode
from onscreen.types import Action, Element, Episode, Type, targets
from onscreen.types.errors import BrokenEpisode
from onscreen_practice.oracle_agent import next_oracle_action
from onscreen_reflex.action_history import get_text, get_verb

UNSUPPORTED = "the task needs an action outside the choices"
UNSUPPORTED_TASKS = frozenset(
    {
        "bisect-angle",
        "drag-cube",
        "draw-circle",
        "hot-cold",
        "resize-textarea",
        "right-angle",
        "text-editor",
    }
)
"""Tasks whose oracle needs actions that the embedded net cannot choose, such as computed points."""


def find_cause(episode: Episode) -> str:
    """Describe the first difference between a failed run and the oracle."""
    if episode.task.name in UNSUPPORTED_TASKS:
        return UNSUPPORTED
    for number, decision in enumerate(episode.decisions):
        expected = next_oracle_action(episode.so_far(number))
        if expected is None:
            return "the oracle has no action either"
        if action_key(expected) != action_key(decision.action):
            return _describe_difference(decision.action, expected)
    return "same actions as the oracle, but no reward"


def count_causes(results: Iterable[Result]) -> Counter[str]:
    """Count the causes of the failed trials."""
    counts: Counter[str] = Counter()
    for result in results:
        if not result.success:
            try:
                counts[find_cause(load_episode(Path(result.episode)))] += 1
            except BrokenEpisode:
                counts["no stored episode"] += 1
    return counts


def action_key(action: Action | None) -> tuple[str, tuple[object, ...], str]:
    """Return the key by which two actions are considered equal: verb, elements and text."""
    if action is None:
        return "", (), ""
    action_targets = tuple(t.index if isinstance(t, Element) else "a point" for t in targets(action))
    return get_verb(action), action_targets, get_text(action)


def _describe_difference(action: Action, expected: Action) -> str:
    (verb, action_targets, text), (expected_verb, expected_targets, expected_text) = (
        action_key(action),
        action_key(expected),
    )
    if verb == "done":
        return "it ended the run too early"
    if verb != expected_verb:
        return f"verb differs from {expected_verb}"
    if action_targets != expected_targets:
        return f"other element ({verb})"
    return "other text typed" if isinstance(action, Type) and text != expected_text else f"other {verb}"
