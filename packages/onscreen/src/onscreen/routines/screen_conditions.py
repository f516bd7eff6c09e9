"""Conditions on a screen under which a routine continues: origin, visible texts, and effects of actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from urllib.parse import urlsplit

from onscreen.perceive.element_kinds import ENTRY_ROLES
from onscreen.routines.text_template import fill_template
from onscreen.types import PastStep, Shot


def origin_of(shot: Shot) -> str:
    """Return the web origin, the Android application or the file address of a screen."""
    parts = urlsplit(shot.address)
    if parts.netloc:
        return f"{parts.scheme}://{parts.netloc}"
    return shot.address if parts.scheme == "file" else shot.address.partition("/")[0]


def is_shown(text: str, shot: Shot) -> bool:
    """Check whether a text is visible as whole words outside of entry fields."""
    pattern = re.compile(rf"(?<!\w){re.escape(' '.join(text.split()))}(?!\w)", re.IGNORECASE)
    return any(
        pattern.search(" ".join(node.name.split()))
        for node in shot.nodes
        if node.role not in ENTRY_ROLES and not node.has("editable")
    )


def are_shown(templates: Iterable[str], shot: Shot, *, values: Mapping[str, str]) -> bool:
    """Check whether the texts of all templates are visible."""
    return all(is_shown(fill_template(each, values), shot) for each in templates)


def had_lasting_effect(past: PastStep) -> bool:
    """Check whether an action changed more than the focus."""
    change = past.change
    others = (
        change.address, change.opened, change.closed, change.front, change.dialog, change.answered,
        change.added, change.removed, change.scrolled,
    )  # fmt: skip
    return not past.outcome.failed and (any(others) or any(not each.is_focus_only for each in change.altered))
