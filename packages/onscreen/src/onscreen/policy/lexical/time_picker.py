"""Time picker: fields for hours and minutes in a dialog."""

from __future__ import annotations

from onscreen.perceive.element_queries import text_fields, usable_elements
from onscreen.policy.lexical.rule_proposals import propose
from onscreen.text.date_patterns import TIME
from onscreen.text.words import normalize
from onscreen.types import Click, Proposal, Screen, Type

_CLOSES = ("ok", "done", "set", "save")
"""Names of buttons that accept the time, the first one preferred."""


def set_time(text: str, screen: Screen) -> Proposal | None:
    """Propose the next action for setting a time picker to the last 24-hour time in a text.

    Returns None if the text has no time, or the screen no fields for the hour and the minute.
    """
    times = TIME.findall(text)
    names = ("hour", "minute", "hours", "minutes")
    fields = {n.rstrip("s"): e for e in text_fields(screen) if (n := normalize(e.name)) in names}
    if not times or not fields:
        return None
    hour, minute = times[-1].split(":")
    for name, value in (("hour", hour.zfill(2)), ("minute", minute)):
        field = fields.get(name)
        if field is not None and field.value.zfill(2) != value:
            return propose(Type(value, field), finished=False, why=f"the {name} must be {value}")
    buttons = {normalize(e.name): e for e in reversed(usable_elements(screen))}
    accepting = next((buttons[name] for name in _CLOSES if name in buttons), None)
    return propose(Click(accepting), finished=True, why=f"{times[-1]} is set") if accepting else None
