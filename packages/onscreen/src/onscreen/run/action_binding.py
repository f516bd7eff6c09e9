"""Actions that a caller writes as text, and their targets on the current screen."""

from __future__ import annotations

from onscreen.agent.plan_state import rebind
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Action, Ask, DroppedActions, Element, Screen, Shot, targets
from onscreen.types.errors import BadText
from onscreen.types.grammar import parse


def parse_action(line: str, screen: Screen) -> Action:
    """Parse an action that a session can perform.

    Raises:
        BadText: the line is not an action, or is a question to the user, which a session cannot ask.
        NoSuchMark: no element has this mark.
    """
    action = parse(line, screen)
    if isinstance(action, Ask):
        raise BadText("a session has no user to ask; ask the user yourself, and leave the action out")
    return action


def bind_action(action: Action, seen: Shot, *, screen: Screen) -> Action | DroppedActions:
    """Replace the targets of an action by the elements that have their marks on the screen.

    Returns why the action cannot be performed if a target or the address is not as on the shot `seen`, or if
    a dialog opened since.
    """
    shot = screen.shot
    if shot.dialog is not None and shot.dialog != seen.dialog:
        return DroppedActions((action,), "dialog opened", now=shot.dialog.message)
    if shot.address != seen.address:
        return DroppedActions((action,), "address changed", was=seen.address, now=shot.address)
    marks = {target.mark for target in targets(action) if isinstance(target, Element)}
    pairs = zip(screen.elements, build_screen(shot).elements, strict=True)
    return rebind(action, Screen(shot, tuple(now for marked, now in pairs if marked.mark in marks)))
