"""Header and footer lines for the text of a screen: address, tabs, dialog, off-screen content."""

from __future__ import annotations

from onscreen.perceive.node_text import plain, quote, truncate
from onscreen.types import Screen, Shot

ADDRESS_CHARS = 150
"""Maximum length of an address or title, in characters; warnings and messages may be twice as long."""


def header_lines(shot: Shot) -> list[str]:
    """Build the header lines for a screen: device, application, address, tabs, dialog, error and warning."""
    named = (shot.device, shot.app, shot.address)
    where = " — ".join(truncate(plain(part), ADDRESS_CHARS) for part in named if part.strip())
    lines = [where] if where else []
    if len(shot.tabs) > 1:
        tabs = (f"{t.number}{'*' * t.current} {quote(truncate(plain(t.title), 40))}" for t in shot.tabs)
        lines.append("tabs: " + " ".join(tabs))
    if shot.dialog:
        default = f" ={quote(truncate(plain(shot.dialog.default)))}" if shot.dialog.default else ""
        message = quote(truncate(plain(shot.dialog.message), 2 * ADDRESS_CHARS))
        lines.append(f"{shot.dialog.kind} dialog, answer it first: {message}{default}")
    if shot.error_status:
        lines.append(f"the server answered with the error {shot.error_status}")
    if shot.warning:
        lines.append(f"warning: {truncate(plain(shot.warning), 2 * ADDRESS_CHARS)}")
    return lines


def footer_lines(screen: Screen) -> list[str]:
    """Build the footer lines for a screen: numbers of covered and off-screen elements.

    "at least" precedes counts that are lower bounds.
    """
    beyond = screen.shot.beyond
    ways = (("above", beyond.above), ("below", beyond.below), ("left", beyond.left), ("right", beyond.right))
    covered = sum(e.has("covered") for e in screen.elements)
    lines = [f"{covered} more covered by something in front"] if covered else []
    least = "at least " if beyond.is_lower_bound else ""
    more = ", ".join(f"{least}{count} more {way}" for way, count in ways if count)
    return [*lines, *([more] if more else [])]
