"""Effects of actions, derived from the differences between the screens before and after."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.app_maps.screen_map import AppMap, EffectKind, MapAction
from onscreen.app_maps.screen_signature import MAX_NAME_CHARS, control_key, group_key
from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.screen_change import compare_shots
from onscreen.types import Element, NodeChange, ScreenChange, Shot

_STATE_EFFECTS: tuple[tuple[str, EffectKind, EffectKind], ...] = (
    ("checked", "turns on", "turns off"),
    ("pressed", "turns on", "turns off"),
    ("selected", "selects", "changes"),
)
"""State, and the effect of gaining and of losing the state."""


class ActionEffect(msgspec.Struct, frozen=True):
    """The effect of an action on its own screen, and the name of the changed element."""

    kind: EffectKind
    what: str = ""


def derive_effect(before: Shot, after: Shot, *, target: Element | None) -> ActionEffect:
    """Derive the effect of an action that stayed on its screen.

    A focus change is not an effect. A change of the target itself takes precedence over added or removed
    rows, and these over other changes.
    """
    change = compare_shots(before, after)
    altered = tuple(each for each in change.altered if not each.is_focus_only)
    if altered != change.altered:
        change = msgspec.structs.replace(change, altered=altered, pixels=None)
    if not change:
        return ActionEffect("none")
    own = [each for each in change.altered if target and _is_same(each, target, before=before, after=after)]
    for each in (*own, *change.altered):
        for state, gained, lost in _STATE_EFFECTS:
            if state in each.gained:
                return ActionEffect(gained, _short(each.after.name))
            if state in each.lost and each in own:
                return ActionEffect(lost, _short(each.after.name))
    return _row_effect(change, before=before, after=after) or _other_effect(change)


def _row_effect(change: ScreenChange, *, before: Shot, after: Shot) -> ActionEffect | None:
    """Return the effect of adding or removing rows of a list; None if no list changed its length."""
    if change.scrolled:
        return None
    groups = {group_key(node, before.nodes) for node in before.nodes if is_actionable(node)}
    added = [n for n in change.added if is_actionable(n) and group_key(n, after.nodes) in groups]
    removed = [n for n in change.removed if is_actionable(n) and group_key(n, before.nodes) in groups]
    if len(added) == len(removed):
        return None
    return ActionEffect("adds rows" if len(added) > len(removed) else "removes rows")


def _other_effect(change: ScreenChange) -> ActionEffect:
    if change.dialog is not None:
        return ActionEffect("shows", _short(change.dialog.message))
    if change.altered:
        return ActionEffect("changes", _short(change.altered[0].before.name or change.altered[0].after.name))
    texts = [node.name for node in change.added if node.role in {"text", "alert", "status"} and node.name]
    if texts:
        return ActionEffect("shows", _short(texts[0]))
    return ActionEffect("scrolls") if change.scrolled else ActionEffect("changes")


def _is_same(change: NodeChange, target: Element, *, before: Shot, after: Shot) -> bool:
    key = control_key(target, before.nodes)
    return key in (control_key(change.before, before.nodes), control_key(change.after, after.nodes))


def _short(text: str) -> str:
    return " ".join(text.split())[:MAX_NAME_CHARS]


_SENTENCES: Mapping[EffectKind, str] = {
    "opens": "opens the screen {what}",
    "turns on": "turns {what} on",
    "turns off": "turns {what} off",
    "selects": "selects {what}",
    "changes": "changes {what}",
    "shows": "shows {what}",
    "adds rows": "adds rows",
    "removes rows": "removes rows",
    "scrolls": "scrolls",
    "leaves": "leaves the application",
    "none": "has no effect",
    "fails": "fails: {what}",
}


def describe_effect(action: MapAction, app_map: AppMap) -> str:
    """Describe the effect of an action in words, such as "opens the screen 'New alarm'"."""
    opened = app_map.screen(action.to)
    what = opened.title or opened.id if opened else action.what
    return _SENTENCES[action.effect].format(what=repr(what) if what else "the screen")
