"""Detection of proposed entries into unsuitable fields."""

from __future__ import annotations

from onscreen.perceive.element_kinds import kind_of
from onscreen.policy.completion.completion_evidence import surroundings, texts_of
from onscreen.text.words import content_words, split_words
from onscreen.types import Element, Proposal, Screen, Select, Situation, Type

NUMBER_ROLES = frozenset({"slider", "spinbutton"})
"""Roles of fields that take only numbers."""


def has_unsuitable_entry(proposal: Proposal, situation: Situation) -> bool:
    """Check whether a proposal enters text into a numeric field, or into the wrong one of several fields."""
    for action in proposal.actions:
        target = getattr(action, "target", None)
        if not isinstance(action, Select | Type) or not isinstance(target, Element):
            continue
        text = action.text if isinstance(action, Type) else ""
        if text and target.role in NUMBER_ROLES and not any(character.isdigit() for character in text):
            return True
        if is_other_field(target, situation.screen, instruction=situation.instruction):
            return True
    return False


def is_other_field(target: Element, screen: Screen, *, instruction: str) -> bool:
    """Check whether another field of the same name has texts around it that fit the instruction better.

    Several fields may be named only by their unit, such as "°C".
    """
    fields = [e for e in screen.elements if kind_of(e) == "field" and e.name == target.name]
    if len(fields) < 2 or not target.name:  # noqa: PLR2004  one of a name
        return False
    asked = set(content_words(instruction))

    def shared(field: Element) -> int:
        words = {word for text in texts_of(*surroundings(field, screen)) for word in split_words(text)}
        return len(words & asked)

    own = next((field for field in fields if field.index == target.index), None)
    return own is not None and max(map(shared, fields)) > shared(own)
