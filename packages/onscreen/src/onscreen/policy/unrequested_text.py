"""Detection of unrequested text that a click inserted into a field."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from onscreen.perceive.text_normalization import split_text
from onscreen.types import Action, Click, Done, Element, Node, PastStep, Proposal, Situation, Type
from onscreen.types.action import targets

MIN_WORDS = 3
"""Minimum number of words in a one-line field that holds a text rather than a single value."""
_UNDOES = frozenset(("undo", "cancel", "discard", "reset", "revert", "restore"))
"""First words in the names of buttons that take back a change."""


def find_unrequested_changes(history: Sequence[PastStep], instruction: str) -> tuple[Node, ...]:
    """Find the fields into which a click inserted unrequested text.

    An example is the button "Bold" of an editor. Fields are left out if their text was restored or replaced
    by typing, or if a click on "Undo" or "Cancel" followed. The nodes are those before the click.
    """
    changed: dict[tuple[str, str, str], Node] = {}
    for step in history:
        if _undoes(step.action):
            changed.clear()
        for key in _replaced_fields(step.action):
            changed.pop(key, None)
        for alteration in step.change.altered:
            before, after = alteration.before, alteration.after
            key = _identify(after)
            if key in changed and changed[key].value == after.value:
                del changed[key]
            elif _is_unrequested_insertion(step, before, after=after, instruction=instruction):
                changed.setdefault(_identify(before), before)
    return tuple(changed.values())


def continues_after_unrequested_change(proposal: Proposal, situation: Situation) -> bool:
    """Check whether a proposal continues after an unrequested change without reverting it.

    Typing a new text into the changed field, "Undo" and "Cancel" revert the change.
    """
    if not proposal.actions or isinstance(proposal.actions[0], Done):
        return False
    changed = {_identify(n) for n in find_unrequested_changes(situation.history, situation.instruction)}
    action = proposal.actions[0]
    if not changed or _undoes(action):
        return False
    return not _replaced_fields(action) & changed


def _replaced_fields(action: Action) -> set[tuple[str, str, str]]:
    """Identify the field whose text an action replaces by typing."""
    if not isinstance(action, Type) or not action.clear:
        return set()
    return {_identify(target) for target in targets(action) if isinstance(target, Element)}


def _identify(node: Node) -> tuple[str, str, str]:
    return node.role, node.name, node.locator


def _undoes(action: Action) -> bool:
    target = action.target if isinstance(action, Click) else None
    return isinstance(target, Element) and bool(_UNDOES & set(split_text(target.name)[:1]))


def _is_unrequested_insertion(step: PastStep, before: Node, *, after: Node, instruction: str) -> bool:
    """Check whether a click on another element inserted text into a field.

    The insertion is requested if the instruction contains the name of the clicked element or the new text.
    """
    if not isinstance(step.action, Click) or not isinstance(step.action.target, Element):
        return False
    clicked = step.action.target
    if not before.has("editable") or _identify(clicked) == _identify(before):
        return False
    holds_text = before.has("multiline") or len(before.value.split()) >= MIN_WORDS
    if not before.value.strip() or not holds_text or not _is_insertion(before.value, after.value):
        return False
    asked = set(split_text(instruction))
    named = [word for word in split_text(clicked.name) if len(word) > 1]
    new = set(split_text(after.value)) - set(split_text(before.value))
    return not (bool(named) and asked.issuperset(named)) and not (bool(new) and asked.issuperset(new))


def _is_insertion(before: str, after: str) -> bool:
    """Check whether a text equals an earlier one with additional characters inserted."""
    start = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False)))
    return len(after) > len(before) and after.endswith(before[start:])
