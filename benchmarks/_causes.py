"""Why trials failed: where a run first departs from what the task's oracle would have done there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from onscreen.run.trial import Result
from onscreen.store.episode_store import load
from onscreen.types import Action, Element, Episode, Type, targets
from onscreen.types.errors import BrokenEpisode
from onscreen_practice.oracle_agent import next_oracle_action
from onscreen_reflex.action_history import text_of, verb_of

NOT_OFFERED = "what the task needs is none of the choices"
OUT_OF_REACH = frozenset(
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
"""Tasks whose oracle aims at computed points, swipes, presses keys or types texts that cannot be chosen."""


def cause_of(episode: Episode) -> str:
    """Return where a failed run first did something else than the oracle."""
    if episode.task.name in OUT_OF_REACH:
        return NOT_OFFERED
    for number, decision in enumerate(episode.decisions):
        right = next_oracle_action(episode.so_far(number))
        if right is None:
            return "the oracle does not know either"
        if key_of(right) != key_of(decision.action):
            return _apart(decision.action, right)
    return "as the oracle, yet not rewarded"


def causes(results: Iterable[Result]) -> Counter[str]:
    """Count the causes of the trials that failed."""
    found: Counter[str] = Counter()
    for result in results:
        if not result.success:
            try:
                found[cause_of(load(Path(result.episode)))] += 1
            except BrokenEpisode:
                found["no episode was kept"] += 1
    return found


def key_of(action: Action | None) -> tuple[str, tuple[object, ...], str]:
    """Return what two actions are the same by: verb, elements and text."""
    if action is None:
        return "", (), ""
    aimed = tuple(t.index if isinstance(t, Element) else "a point" for t in targets(action))
    return verb_of(action), aimed, text_of(action)


def _apart(done: Action, right: Action) -> str:
    (verb, aimed, text), (right_verb, right_aimed, right_text) = key_of(done), key_of(right)
    if verb == "done":
        return "it ended the run too early"
    if verb != right_verb:
        return f"another verb than {right_verb}"
    if aimed != right_aimed:
        return f"another element ({verb})"
    return "another text typed" if isinstance(done, Type) and text != right_text else f"another {verb}"
