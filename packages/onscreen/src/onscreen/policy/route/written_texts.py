"""Plans for texts that are written about an entry, such as a comment or a review."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from onscreen.policy.lexical.goal_planning import SAVE, achieve, create, set_to
from onscreen.text.quotes import quoted_texts
from onscreen.types import Subtask

_ENTRY = r"""(?-i:the\s+[a-z]+\s+)?("[^"]+"|(?-i:[A-Z][\w'&-]*(?:\s+(?:of\s+)?[A-Z][\w'&-]*)*))"""
"""Pattern of an entry: a quoted text or a name, perhaps after its kind, as in 'the video "A"'."""
_WRITE = r"^(?:write|post|leave|add)\s+(?:the|a|my)\s+(comment|review|reply|rating)"
_ABOUT = rf"\s+(?:about|below|for|of|on|to|under)\s+{_ENTRY}"
_TEXT_FIRST = re.compile(rf'{_WRITE}\s+"[^"]+"{_ABOUT}', re.IGNORECASE)
_ENTRY_FIRST = re.compile(_WRITE + _ABOUT, re.IGNORECASE)
_VERB_ONLY = re.compile(rf"^(review|comment)\s+(?:on\s+)?{_ENTRY}\s+with\b", re.IGNORECASE)
_STARS = re.compile(r"\b(\d) stars?\b")


def plan_texts(plan: Sequence[Subtask]) -> tuple[Subtask, ...]:
    """Replace each goal that writes a text about an entry by goals that open the entry and fill in its form.

    For example, 'review The Old Post with 2 stars and the text "Nice"' becomes: open the entry, create a
    review, set the rating, set the text, and save.
    """
    planned: list[Subtask] = []
    for subtask in plan:
        steps = _plan_text(subtask.text) if subtask.kind == "achieve" else ()
        planned += [msgspec.structs.replace(step, tool=subtask.tool) for step in steps] or [subtask]
    return tuple(planned)


def _plan_text(goal: str) -> tuple[Subtask, ...]:
    """Plan the steps for a text written about an entry; returns () for any other goal."""
    match = _TEXT_FIRST.match(goal) or _ENTRY_FIRST.match(goal) or _VERB_ONLY.match(goal)
    if match is None:
        return ()
    noun, entry = match.group(1).casefold(), match.group(2).strip('"')
    texts = [text for text in quoted_texts(goal) if text != entry]
    if len(texts) != 1:
        return ()
    stars = _STARS.search(goal)
    rating = (set_to("rating", stars.group()),) if stars else ()
    return (achieve(f'open "{entry}"'), create(noun), *rating, set_to(noun, texts[0]), SAVE)
