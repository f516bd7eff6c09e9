"""Extension of a map with the findings of an episode."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from onscreen.app_maps.action_effect import describe_effect
from onscreen.app_maps.map_extension import observe_screen, record_step
from onscreen.app_maps.note_correction import put_note
from onscreen.app_maps.screen_map import AppMap, MapAction, MapNote, MapVerb, address_scope
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import ScreenSignature, control_key, sign
from onscreen.perceive.element_relocation import pick_of, refind
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import (
    Action,
    Back,
    Click,
    Element,
    Episode,
    LongPress,
    Picture,
    Scroll,
    Select,
    Shot,
    Step,
    Type,
)

VERBS: Mapping[type[Action], MapVerb] = {
    Click: "click",
    LongPress: "long press",
    Type: "type",
    Select: "select",
    Scroll: "scroll",
    Back: "back",
}
"""Actions whose effects are recorded."""
WATCHED_AGENT = "person"
"""Name of the agent in the episodes of a watched person."""
CHANGED_SCREENS = 2
"""Minimum number of screens with another structure for an application to count as changed."""
UNKNOWN_SCREENS = 4
"""Minimum number of unknown screens for an application to count as changed."""
CHANGED_SHARE = 0.5
"""Minimum share of such screens among those of the episode."""


class MapExtension(msgspec.Struct, frozen=True):
    """A map extended by an episode, with the pictures of new screens.

    `change` describes why the application seems to differ from the map, "" if it does not.
    """

    app_map: AppMap
    pictures: Mapping[str, Picture] = {}
    change: str = ""


class _Recorder:
    """Records the steps of an episode in a map, in order."""

    def __init__(self, app_map: AppMap) -> None:
        self.app_map = app_map
        self.pictures: dict[str, Picture] = {}
        self._screen = ""

    def record(self, step: Step) -> MapAction | None:
        """Record a step, and return the recorded action; returns None if none was recorded."""
        if not self.app_map.contains(step.before.address):
            self._screen = ""
            return None
        if not self._screen:
            self.observe(step.before)
        action, target = step.decision.action, find_target(step)
        verb = VERBS.get(type(action))
        has_target = isinstance(action, Scroll | Back) or target is not None
        if verb is None or step.outcome.failed or not has_target or _is_special(action):
            self._screen = ""
            if self.app_map.contains(step.after.address):
                self.observe(step.after)
            return None
        place = (self._screen, verb, control_key(target, step.before.nodes) if target else "")
        seen = record_step(
            self.app_map, step.before, after=step.after, screen_id=self._screen, target=target, verb=verb
        )
        if seen.is_new:
            self.pictures[seen.screen] = step.after.picture
        self.app_map, self._screen = seen.app_map, seen.screen
        return next(a for a in seen.app_map.actions if (a.screen, a.verb, a.control) == place)

    def observe(self, shot: Shot) -> None:
        """Recognize a screen or add it to the map."""
        seen = observe_screen(self.app_map, shot)
        if seen.is_new:
            self.pictures[seen.screen] = shot.picture
        self.app_map, self._screen = seen.app_map, seen.screen


def extend_map(app_map: AppMap, episode: Episode) -> MapExtension:
    """Extend a map with the screens, actions and notes of an episode.

    Steps outside the application are left out. Each action of a watched person becomes a note on its control.
    """
    recorder, steps = _Recorder(app_map), list(episode.steps())
    if not steps and app_map.contains(episode.last.address):
        recorder.observe(episode.last)
    actions = [recorder.record(step) for step in steps]
    extended = recorder.app_map
    for action, step in zip(actions, steps[1:], strict=False):
        text = step.decision.reflection.note if step.decision.reflection else ""
        if action is not None and action.control and text:
            extended = put_note(extended, _make_note(action, text, author="model"))
    for action in actions if episode.agent == WATCHED_AGENT else ():
        if action is not None and action.control:
            text = _describe_use(action, extended, instruction=episode.task.instruction)
            extended = put_note(extended, _make_note(action, text, author="watch"))
    signatures = (sign(shot) for shot in episode.shots if app_map.contains(shot.address))
    return MapExtension(extended, recorder.pictures, find_change(app_map, signatures))


def start_map(app: str, episode: Episode) -> AppMap | None:
    """Create an empty map of an application used in an episode.

    Returns None if the episode did not use the application.

    `app` is the name of the application or one of its addresses.
    """
    for shot in episode.shots:
        if shot.app.casefold() == app.casefold() or ("://" in app and shot.address.startswith(app)):
            return AppMap(app, home=app, scope=address_scope(shot.address), device=episode.device)
    return None


def find_change(app_map: AppMap, signatures: Iterable[ScreenSignature]) -> str:
    """Describe why an application seems to have changed since it was mapped.

    Returns "" if it seems unchanged.

    `signatures` are the signatures of the screens seen in the application. The reasons are known screens with
    another structure, and many unknown screens.
    """
    visited = {signature.label: signature for signature in signatures}
    labels = {label: screen.title for screen in app_map.screens for label in screen.labels}
    unknown = [each for each in visited.values() if recognize(app_map, each) is None]
    altered = [labels[each.label] for each in unknown if each.label in labels]
    share = CHANGED_SHARE * len(visited)
    if len(altered) >= CHANGED_SCREENS and len(altered) >= CHANGED_SHARE * len(set(labels) & set(visited)):
        return "screens differ from the map: " + ", ".join(repr(title) for title in altered)
    if UNKNOWN_SCREENS <= len(unknown) >= share and len(app_map.screens) >= len(visited):
        return f"{len(unknown)} of {len(visited)} screens are not on the map"
    return ""


def find_target(step: Step) -> Element | None:
    """Find the element that a step acted on, on the screen before the step.

    Returns None if the screen has no such element, or if the step is a scroll.
    """
    target = getattr(step.decision.action, "target", None)
    if not isinstance(target, Element) or isinstance(step.decision.action, Scroll):
        return None
    nodes = step.before.nodes
    if target.index < len(nodes) and (nodes[target.index].role, nodes[target.index].name) == (
        target.role,
        target.name,
    ):
        return target
    return refind(pick_of(target), build_screen(step.before))


def _is_special(action: Action) -> bool:
    """Check whether an action is a click with another button, or a double or triple click."""
    return isinstance(action, Click) and (action.button != "left" or action.count != 1)


def _make_note(action: MapAction, text: str, *, author: Literal["model", "watch"]) -> MapNote:
    return MapNote(
        action.screen, text, action.control, author, effect=action.effect, to=action.to, verb=action.verb
    )


def _describe_use(action: MapAction, app_map: AppMap, *, instruction: str) -> str:
    """Describe the purpose for which a person used a control, and its effect."""
    used = {"click": "clicked", "long press": "pressed and held", "type": "typed into", "select": "set"}
    done = used.get(action.verb, action.verb)
    purpose = f' for "{" ".join(instruction.split())}"' if instruction else ""
    return f"{done} by a person{purpose}: {describe_effect(action, app_map)}"
