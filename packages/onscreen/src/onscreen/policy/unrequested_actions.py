"""Detection of proposed deletions and purchases that the instruction does not ask for."""

from __future__ import annotations

import re

from onscreen.perceive.irreversible_words import find_irreversible
from onscreen.perceive.item_owner import owner_texts
from onscreen.perceive.text_normalization import split_text
from onscreen.policy.completion.instruction_details import (
    is_contained,
    literal_values,
    names_in,
    qualifiers_in,
)
from onscreen.types import Action, Click, Element, LongPress, Proposal, Shot, Situation, targets

_DELETING = frozenset(
    {"delete", "erase", "wipe", "empty", "clear", "discard", "purge", "uninstall", "destroy"}
)
_SPENDING = frozenset(
    {"pay", "buy", "purchase", "order", "checkout", "donate", "withdraw", "bid", "subscribe"}
)
_SENDING = _SPENDING | {"book", "confirm", "deploy", "place", "post", "publish", "reserve", "send", "submit"}
"""Verbs of labels that send what was entered before."""
_REQUESTS = {
    _DELETING: _DELETING
    | {
        "remove",
        "drop",
        "trash",
        "reset",
        "rid",
        "throw",
        "clean",
        "cancel",
        "undo",
        "unsave",
        "forget",
        "format",
    },
    _SPENDING: _SPENDING
    | {
        "get",
        "book",
        "reserve",
        "rent",
        "send",
        "give",
        "transfer",
        "renew",
        "upgrade",
        "check",
        "place",
        "top",
    }
    | {"submit", "complete", "finish", "confirm"},
}
"""Verbs of a label -> verbs of an instruction that ask for such an action."""


_CREATING = frozenset({"add", "append", "create", "duplicate", "insert", "new", "redo"})
"""First words of labels of controls that create something."""
_CREATION_REQUESTS = _CREATING | {"another", "copy", "make", "move", "put", "replace", "set", "write"}
"""Words of an instruction for which something may have to be created."""
_ALTERING = frozenset({"clear", "delete", "discard", "erase", "remove", "rename"})
"""Verbs of an instruction that only changes or deletes what exists."""
_QUESTION = re.compile(
    r"(?:what|which|who|whose|when|where|why|how|is|are|does|do|did|has|have)\b[^.;!?]*\?", re.IGNORECASE
)
"""Pattern of an instruction that only asks a question."""


_DELETED_PART = re.compile(
    r"\b(?:delete|remove|erase|clear|discard)\s+([^.;:,]+?)\s+(?:of|from|in|on)\s+([^.;:,]+)", re.IGNORECASE
)
"""Pattern of a request to delete a part of something: the part and what it belongs to."""


def has_unrequested_action(proposal: Proposal, situation: Situation) -> bool:
    """Check whether a proposal clicks an irreversible or creating control that the instruction does not name.

    "Delete (Save)" is not asked for by "Save the note", nor "Empty bin" by "How large is the cache?". A
    question asks for none. Of several controls with the same label, only the one beside a quoted text or name
    of the instruction is asked for. One that sends something is asked for only when each of these was used or
    is on the screen: an order is not sent before it is filled in. "Create group" is not asked for by "Rename
    the task". The comparison of verbs covers English labels only.
    """
    pressed = [
        action.target
        for action in proposal.actions
        if isinstance(action, Click | LongPress) and isinstance(action.target, Element)
    ]
    instructions = (situation.instruction, *(turn.instruction for turn in situation.conversation))
    return any(
        _creates_unasked(control.name, instructions)
        or (
            find_irreversible(control.name)
            and (
                not _is_asked_for(control.name, instructions)
                or belongs_to_other(control, situation.screen.shot, instruction=situation.instruction)
                or _lacks_values(control, situation)
            )
        )
        for control in pressed
    )


def _creates_unasked(label: str, instructions: tuple[str, ...]) -> bool:
    """Check whether a label creates something and the instructions only change or delete what exists."""
    asked = set(split_text("\n".join(instructions)))
    only_alters = not asked.isdisjoint(_ALTERING) and asked.isdisjoint(_CREATION_REQUESTS)
    return only_alters and not _CREATING.isdisjoint(split_text(label)[:1])


def belongs_to_other(control: Element, shot: Shot, *, instruction: str) -> bool:
    """Check whether one of several equal controls is beside none of the things named in the instruction."""
    named = literal_values(instruction) or names_in(instruction)
    texts = owner_texts(control, shot.nodes)
    if not texts or not named or qualifiers_in(instruction):
        return False
    return not any(is_contained(value, texts) for value in named)


def _lacks_values(control: Element, situation: Situation) -> bool:
    """Check whether something named in the instruction was not used and is not on the screen."""
    if _SENDING.isdisjoint(split_text(control.name)):
        return False
    named = literal_values(situation.instruction) or names_in(situation.instruction)
    shown = [text for element in situation.screen.elements for text in (element.name, element.value)]
    used = [text for step in situation.history for text in _texts_of(step.action)]
    return not all(is_contained(value, (*shown, *used)) for value in named)


def _texts_of(action: Action) -> tuple[str, ...]:
    """Return the texts, options and names of targets of an action."""
    names = (target.name for target in targets(action) if isinstance(target, Element))
    return (*names, getattr(action, "text", ""), *getattr(action, "options", ()))


def _is_asked_for(label: str, instructions: tuple[str, ...]) -> bool:
    if all(_QUESTION.fullmatch(instruction.strip()) for instruction in instructions):
        return False
    if _deletes_owner(label, instructions):
        return False
    verbs, asked = set(split_text(label)), set(split_text("\n".join(instructions)))
    return all(
        verbs.isdisjoint(named) or not asked.isdisjoint(requests) for named, requests in _REQUESTS.items()
    )


def _deletes_owner(label: str, instructions: tuple[str, ...]) -> bool:
    """Check whether a label deletes the container of the item that an instruction deletes.

    "Delete study" is not asked for by "Delete trial 0 of the study".
    """
    verb, *nouns = split_text(label)[:2] or [""]
    if verb not in _DELETING or not nouns:
        return False
    for instruction in instructions:
        for deleted, owner in _DELETED_PART.findall(instruction):
            if nouns[0] in split_text(owner) and nouns[0] not in split_text(deleted):
                return True
    return False
