"""Actions that a caller writes as text, and their targets on the current screen."""

from __future__ import annotations

from functools import partial

from onscreen.agent.plan_state import rebind
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.node_text import plain, truncate
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Action, Ask, DroppedActions, Element, Screen, Shot, targets
from onscreen.types.action_parser import parse
from onscreen.types.errors import BadText
from onscreen.types.web_address import is_same_address


def parse_action(line: str, seen: Screen, *, known: Screen) -> Action:
    """Parse an action that a session can perform.

    A target is a mark on the screen `known`, or the quoted name of an element on the screen `seen`.

    Raises:
        BadText: the line is not an action, is a question to the user, which a session cannot ask, or has a
            name that no element or several elements have.
        NoSuchMark: no element has this mark.
    """
    action = parse(line, known, find_named=partial(find_named, seen))
    if isinstance(action, Ask):
        raise BadText("a session has no user to ask; ask the user yourself, and leave the action out")
    return action


def find_named(screen: Screen, name: str) -> Element:
    """Find the element with a name, preferring the only control or field, or the only one with a role.

    Raises:
        BadText: no element or several have the name; the message lists their marks.
    """
    wanted = plain(name).casefold()
    named = [e for e in screen.elements if plain(e.name).casefold() == wanted]
    controls = [e for e in named if kind_of(e) != "information"]
    for group in (named, controls, [e for e in controls if e.role != "generic"]):
        if len(group) == 1:
            return group[0]
    if not named:
        raise BadText(
            f"no element on the screen is named {truncate(plain(name))!r}; look at the screen again"
        )
    marks = ", ".join(str(e.mark) for e in controls)
    advice = f"use one of their marks: {marks}" if marks else "write the point to act on as: at X,Y"
    raise BadText(f"{len(named)} elements are named {truncate(plain(name))!r}; {advice}")


def bind_action(action: Action, seen: Shot, *, screen: Screen) -> Action | DroppedActions:
    """Replace the targets of an action with the elements of the same marks on the screen.

    Returns the action as dropped, with the reason, if a target or the address differs from the shot `seen`,
    or if a dialog has opened since.
    """
    shot = screen.shot
    if shot.dialog is not None and shot.dialog != seen.dialog:
        return DroppedActions((action,), "dialog opened", now=shot.dialog.message)
    if not is_same_address(shot.address, seen.address):
        return DroppedActions((action,), "address changed", was=seen.address, now=shot.address)
    marks = {target.mark for target in targets(action) if isinstance(target, Element)}
    pairs = zip(screen.elements, build_screen(shot).elements, strict=True)
    return rebind(action, Screen(shot, tuple(now for marked, now in pairs if marked.mark in marks)))
