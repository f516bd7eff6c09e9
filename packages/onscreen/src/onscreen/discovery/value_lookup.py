"""Search for values shown for each row of a list, such as the phone number of a contact."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.subtask_draft import DraftKind, OutputValue
from onscreen.discovery.trajectory import Steps
from onscreen.types import Shot

MAX_VALUES = 4
"""Maximum number of values to look up on a screen."""
MAX_VALUE_CHARS = 60
_LAYOUT_WORDS = re.compile(
    r"\b(?:bar|button|content|field|header|item|label|list|row|summary|tab|text|title|toolbar|value|view)\b"
)
_CONTROL_ROLES = frozenset({"button", "checkbox", "switch", "togglebutton"})
"""Roles of elements whose name may be a state or an action, rather than a value."""


def find_lookups(
    steps: Steps, runs: Sequence[RecordedRun]
) -> Iterator[tuple[Steps, tuple[OutputValue, ...], DraftKind]]:
    """Yield the lookups on the last screen: opening the screen, and each value that differs by row."""
    if len(runs) < 2:  # noqa: PLR2004  values are compared
        return
    yield steps, (), "lookup"
    shown = [_single_texts(run.episode.last) for run in runs]
    names: set[str] = set()
    for group in shown[0]:
        texts = [each.get(group, "") for each in shown]
        label = _label(group)
        if not label or label in names or not _is_value(group, texts, runs=runs):
            continue
        names.add(label)
        yield steps, (OutputValue(label.replace(" ", "_"), label, group),), "lookup"
        if len(names) == MAX_VALUES:
            return


def _is_value(group: str, texts: Sequence[str], *, runs: Sequence[RecordedRun]) -> bool:
    """Check whether the texts at a place are values that differ by row.

    A text that contains the name of its row adds no information, and a button with the same name in several
    rows shows a state or an action.
    """
    rows = [value.casefold() for run in runs for value in run.values.values()]
    if not all(texts) or any(row in text.casefold() for row in rows for text in texts):
        return False
    shown = dict(zip((str(sorted(each.values.items())) for each in runs), texts, strict=True))
    is_control = group.rpartition(":")[2] in _CONTROL_ROLES
    return len(set(shown.values())) >= (len(shown) if is_control else 2)


def _single_texts(shot: Shot) -> Mapping[str, str]:
    """Map each group with exactly one named element on a screen to the element's name."""
    found: dict[str, list[str]] = {}
    for node in shot.nodes:
        if node.name and len(node.name) <= MAX_VALUE_CHARS:
            found.setdefault(group_key(node, shot.nodes), []).append(node.name)
    return {group: names[0] for group, names in found.items() if len(names) == 1 and ":" in group}


def _label(group: str) -> str:
    """Return the stable id of a group in words, such as "phone" for "phone_row:button"."""
    words = re.sub(r"[\W_]+", " ", group.partition(":")[0]).casefold()
    label = " ".join(_LAYOUT_WORDS.sub(" ", words).split())
    return label if re.fullmatch(r"[a-z][a-z ]*", label) else ""
