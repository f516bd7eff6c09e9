"""Detection of verified subtasks that are unsuitable as tasks, because their instructions are unclear."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from onscreen.discovery.subtask_draft import SubtaskDraft
from onscreen.discovery.subtask_instruction import is_confirmation, name_of_place, words_of
from onscreen.discovery.trajectory import TrajectoryStep
from onscreen.perceive.button_kinds import COMMIT_WORDS, REFUSED_WORDS
from onscreen.routines.text_template import placeholder_names
from onscreen.synthesis.subtask_template import SubtaskTemplate

UNCLEAR = "the instruction does not say what is done"
NO_OBJECT = "the instruction does not say to which object something is done"
ONLY_SHOWN = "the subtask only shows a screen"
KEY = "the subtask is one key of several that change the same field"
MAX_ON_FIELD = 4
"""Maximum number of parameterless subtasks that may change the same field; more are keys of a keypad."""

_OBJECT_VERBS = frozenset({"delete", "edit", "remove", "rename"})
_GENERIC_WORDS = COMMIT_WORDS | REFUSED_WORDS | {"add", "enter", "next", "open", "parent", "yes"}
_NAME = re.compile(r"[^\W\d_]{2,}")


def find_instruction_fault(draft: SubtaskDraft) -> str:
    """Return the reason why an instruction is unclear to a user, "" if it is clear."""
    if draft.kind == "lookup" and not draft.parameters:
        return ONLY_SHOWN
    steps = [each for each in draft.steps if not is_confirmation(each)]
    if not steps or any(_chooses_key(draft, each) for each in steps):
        return UNCLEAR
    named = False
    for step in steps:
        if _is_click_on(step, _OBJECT_VERBS) and not named:
            return NO_OBJECT
        named = named or bool(_NAME.search(name_of_place(step)) and not _is_click_on(step, _GENERIC_WORDS))
    is_filled = any(placeholder_names(f"{each.name} {each.text}") for each in steps)
    return "" if is_filled or _is_clear(steps) else UNCLEAR


def _is_clear(steps: Sequence[TrajectoryStep]) -> bool:
    """Check whether the last step has a name in words other than a generic one such as OK."""
    last = steps[-1]
    if last.verb != "click" or not _NAME.search(last.name):
        return False
    has_place = any(name_of_place(each) for each in steps[:-1])
    return has_place or not _is_click_on(last, _GENERIC_WORDS)


def _is_click_on(step: TrajectoryStep, words: frozenset[str]) -> bool:
    """Check whether a step clicks a button whose name consists only of the given words."""
    found = words_of(step.name)
    return step.verb == "click" and not step.turns and bool(found) and set(found) <= words


def _chooses_key(draft: SubtaskDraft, step: TrajectoryStep) -> bool:
    """Check whether a step clicks one of several controls with single-character names."""
    names = placeholder_names(step.name) if step.verb == "click" else ()
    values = [each for name in names for each in draft.candidates.get(name, ())]
    return bool(values) and all(len(each) == 1 for each in values)


def find_keys(templates: Sequence[SubtaskTemplate]) -> frozenset[str]:
    """Return the ids of parameterless subtasks many of which change the same field, like keys of a keypad."""
    fixed: Mapping[str, tuple[str, ...]] = {
        each.id: each.sets for each in templates if each.sets and not each.parameters
    }
    counts = Counter(fixed.values())
    return frozenset(name for name, sets in fixed.items() if counts[sets] > MAX_ON_FIELD)
