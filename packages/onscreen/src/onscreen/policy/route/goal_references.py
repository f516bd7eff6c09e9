"""Replacement of references to entries of earlier goals, such as "it", by their names."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from onscreen.policy.lexical.entry_changes import Change
from onscreen.policy.lexical.goal_planning import achieve, plan_change
from onscreen.types import Subtask

_INTO_IT = re.compile(
    r"^(?:put|add|save|place|include|file)\s+(.+?)\s+(?:in|into|to|on)\s+(?:it|there)$", re.IGNORECASE
)
"""Pattern of a goal that puts an entry into the collection created before."""
_IT_ONTO = re.compile(r"^(?:put|stick|place)\s+it\s+on\s+(?:the\s+|my\s+)?(.+)$", re.IGNORECASE)
"""Pattern of a goal that puts what was created before, such as a label, on an entry."""
_INSTEAD = re.compile(r"^((?:add|put|save)\s+.+?)\s+instead$", re.IGNORECASE)
_REMOVED_FROM = re.compile(
    r"^(?:remove|take|delete)\s+.+?\s+(?:from|out of|off)\s+((?:the|my)\s+.+)$", re.IGNORECASE
)
_NEW_VALUE = re.compile(
    r"^(?:change|replace|update)\b.*\(((?-i:[A-Z][\w'-]*(?: [A-Z][\w'-]*)*)) has an? new ([a-z ]+?)"
    r"(?:,|:|,? it is) (.+)\)$",
    re.IGNORECASE,
)
"""Pattern of a goal after the statement that an entry has a new value, such as a phone number."""
_FORBIDS = re.compile(r"[.;]\s+(?:do not|don't|never)\b[^.;]*\.?$", re.IGNORECASE)
"""Pattern of a sentence after a goal that only forbids something."""


def name_references(plan: Sequence[Subtask]) -> tuple[Subtask, ...]:
    """Replace the goals of a plan that refer to a collection of an earlier goal by goals that name it.

    After "create a label called Club", "put Ann Lee in it" becomes "open Ann Lee" and "add Ann Lee to the
    label Club". After "remove Ann Lee from the favorites", "add Bo Roth instead" becomes "add Bo Roth to the
    favorites". A sentence such as "Do not hang up" is left out, and "replace the old one (Ann Lee has a new
    phone number, 555)" becomes a change of the field.
    """
    named: list[Subtask] = []
    noun = collection = removed_from = ""
    for subtask in plan:
        goals: tuple[Subtask, ...] = ()
        if subtask.kind == "create":
            noun = subtask.subject.rsplit(maxsplit=1)[-1]
        elif subtask.kind == "set_field" and subtask.subject == "name" and noun:
            collection = f"{noun} {subtask.value}"
        elif subtask.kind == "achieve":
            goals = _name_reference(subtask.text, collection, removed_from=removed_from)
            removal = _REMOVED_FROM.match(subtask.text)
            removed_from = removal.group(1) if removal else removed_from
        named += [msgspec.structs.replace(goal, tool=subtask.tool) for goal in goals] or [subtask]
    return tuple(named)


def _name_reference(text: str, collection: str, *, removed_from: str) -> tuple[Subtask, ...]:
    """Plan a goal without its references, or return () if the goal has none.

    `collection` is the kind and the name of a collection, such as "label Club", and `removed_from` the list
    from which an earlier goal removed an entry.
    """
    if change := _NEW_VALUE.match(text):
        return plan_change(Change(change[1], "", ((change[2], change[3]),)))
    goal = _FORBIDS.sub("", text)
    shorter = (goal,) if goal != text else ()
    texts = _add_to(goal, collection) or _add_instead(goal, removed_from) or shorter
    return tuple(achieve(each) for each in texts)


def _add_to(goal: str, collection: str) -> tuple[str, ...]:
    """Return the goals that open an entry and add it to a collection, or () for another goal."""
    match = (_INTO_IT.match(goal) or _IT_ONTO.match(goal)) if collection else None
    if match is None:
        return ()
    entry, (noun, _, name) = match.group(1), collection.partition(" ")
    quoted = f'"{name}"' if '"' in entry else name
    return f"open {entry}", f"add {entry} to the {noun} {quoted}"


def _add_instead(goal: str, removed_from: str) -> tuple[str, ...]:
    match = _INSTEAD.match(goal) if removed_from else None
    return (f"{match.group(1)} to {removed_from}",) if match else ()
