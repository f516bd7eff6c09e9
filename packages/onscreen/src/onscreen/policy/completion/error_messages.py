"""Error messages on the screen that contradict the claim that a task is done."""

from __future__ import annotations

import re
from collections.abc import Iterator

from onscreen.perceive.element_kinds import is_actionable
from onscreen.policy.completion.completion_evidence import RunEvidence
from onscreen.policy.completion.instruction_details import is_contained
from onscreen.text.words import split_words
from onscreen.types import Contradiction, Element, Node, PastStep, Select, Type
from onscreen.types.action import targets

MAX_ERROR_WORDS = 14
"""Maximum length of an error message in words; longer text is content, such as an article or a mail."""
MAX_DISTANCE_PX = 60.0
"""Largest distance between a field and the message about its content, in pixels: about two lines of text."""
_FUNCTION_WORDS = (
    "a|an|and|at|because|by|code|due|during|for|from|has|have|in|occurr?ed|of|on|or|the|to"
    "|was|were|when|while|with"
)
_NO_NOUN = rf"(?!\s+(?!\w+ing\b|found\b|(?:{_FUNCTION_WORDS})\b)[^\W\d])"
"""Pattern after "error" or "failed": no noun, which makes it a label, such as "Error log"."""
_LABEL_ROLES = frozenset({"link", "menuitem", "option", "tab", "treeitem"})
"""Roles of controls that lead to content and whose names are therefore no messages."""
_ERROR = re.compile(
    rf"(?<!\bno )(?<!\b0 )\berrors?\b{_NO_NOUN}|(?<!\b0 )\bfail(?:ed|ure)\b{_NO_NOUN}"
    r"|\binvalid\b|\bincorrect\b|\b(?:access|permission) denied\b|\bforbidden\b"
    r"|\bnot found\b|\bcannot\b|\bunable to\b"
    r"|(?<!\bthat )(?<!\bwho )(?<!\bwhich )\b(?:could|can|did|was|were|is|are)(?: ?not|n['\u2019]t)\b"
    r"|\bis required\b|\bmust (?:be|not|have|contain)\b|\bplease (?:enter|choose|select|fill|provide|check)\b"
    r"|\bwent wrong\b|\btry again\b|\balready exists\b|\bno (?:results?|match(?:es)?)\b"
    r"|\bnothing (?:found|matches)\b|\b(?:session|login) (?:has |is )?(?:ended|expired|timed out)\b"
    r"|\b(?:log|sign) in to continue\b|\bservice unavailable\b|\bbad gateway\b|\btoo many requests\b"
    r"|\b(?:verify(?:ing)?|confirm) (?:that )?you(?: are|['\u2019]re) (?:a )?human\b|\b(?:not|you) a robot\b"
    r"|\bunusual traffic\b|\bchecking your browser\b|\bsecurity check\b",
    re.IGNORECASE,
)
_INVALID = re.compile(
    r"\binvalid\b|\b(?:not|n['\u2019]t)(?: \w+)? (?:valid|allowed|correct|supported|recogni[sz]ed)\b"
    r"|\b(?:must|should) (?:be|not|have|contain|match)\b|\brequired\b|\btoo (?:short|long|small|large|weak)\b"
    r"|\balready (?:exists|taken|in use|used)\b",
    re.IGNORECASE,
)
"""Pattern of a message by which a form rejects the content of a field."""


def find_error_messages(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each error message that appeared and is still current.

    A message is current if the last step caused it or if it is still on the screen. A text of any length is
    an error message if it rejects the content of the field beside it.
    """
    shown = {(node.role, node.name) for node in run.shots[-1].nodes}
    for number, step in enumerate(run.history, start=1):
        for node in (*step.change.added, *(altered.after for altered in step.change.altered)):
            is_current = number == len(run.history) or (node.role, node.name) in shown
            is_error = _is_error(node) or _rejects_content(node, step)
            if is_current and is_error and not is_contained(node.name, (run.instruction,)):
                yield Contradiction("error message", f"the screen says {node.name!r}")


def _is_error(node: Node) -> bool:
    if node.role in _LABEL_ROLES or node.has("editable"):
        return False
    return len(split_words(node.name)) <= MAX_ERROR_WORDS and bool(_ERROR.search(node.name))


def _rejects_content(node: Node, step: PastStep) -> bool:
    """Check whether a text beside the field that a step changed rejects the field's new content."""
    if not isinstance(step.action, Type | Select) or is_actionable(node) or not _INVALID.search(node.name):
        return False
    return any(_are_near(node, t) for t in targets(step.action) if isinstance(t, Element))


def _are_near(node: Node, field: Node) -> bool:
    gaps = (
        max(node.box.left, field.box.left) - min(node.box.right, field.box.right),
        max(node.box.top, field.box.top) - min(node.box.bottom, field.box.bottom),
    )
    return max(gaps) <= MAX_DISTANCE_PX
