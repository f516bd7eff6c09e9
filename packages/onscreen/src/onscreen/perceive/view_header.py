"""What every view of a screen says besides its elements: where it is, what blocks it, what lies outside."""

from __future__ import annotations

from onscreen.perceive.node_text import cut, plain
from onscreen.types import Screen, Shot

ADDRESS_CHARS = 150
"""How much of an address, a title or a note is written."""


def head(shot: Shot) -> list[str]:
    """Return the lines above the elements: application and address, tabs, dialog, what could not be seen."""
    where = " — ".join(cut(plain(part), ADDRESS_CHARS) for part in (shot.app, shot.address) if part.strip())
    lines = [where] if where else []
    if len(shot.tabs) > 1:
        tabs = (f'{t.number}{"*" * t.current} "{cut(plain(t.title), 40)}"' for t in shot.tabs)
        lines.append("tabs: " + " ".join(tabs))
    if shot.dialog:
        default = f' ="{cut(plain(shot.dialog.default))}"' if shot.dialog.default else ""
        message = cut(plain(shot.dialog.message), 2 * ADDRESS_CHARS)
        lines.append(f'{shot.dialog.kind} dialog, to be answered first: "{message}"{default}')
    if shot.note:
        lines.append(f"note: {cut(plain(shot.note), 2 * ADDRESS_CHARS)}")
    return lines


def foot(screen: Screen) -> list[str]:
    """Return the lines below the elements: what is covered, what lies beyond the view."""
    beyond = screen.shot.beyond
    ways = (("above", beyond.above), ("below", beyond.below), ("left", beyond.left), ("right", beyond.right))
    covered = sum(e.has("covered") for e in screen.elements)
    lines = [f"{covered} more covered by what lies in front"] if covered else []
    more = ", ".join(f"{count} more {way}" for way, count in ways if count)
    return [*lines, *([more] if more else [])]
