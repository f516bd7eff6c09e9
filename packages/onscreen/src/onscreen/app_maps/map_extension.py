"""Extension of a map by an observed screen or an observed step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from onscreen.app_maps.action_effect import ActionEffect, derive_effect
from onscreen.app_maps.note_correction import correct_notes
from onscreen.app_maps.screen_map import (
    AppMap,
    MapAction,
    MapControl,
    MapScreen,
    MapVerb,
    add_action,
    new_screen_id,
    replace_screen,
)
from onscreen.app_maps.screen_recognition import Arrival, recognize, recognize_arrival
from onscreen.app_maps.screen_signature import (
    MAX_NAME_CHARS,
    control_key,
    find_control,
    frame,
    group_key,
    sign,
)
from onscreen.perceive.element_kinds import ENTRY_ROLES, is_actionable
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Element, Node, Shot

MAX_GROUP_CONTROLS = 24
"""Maximum number of controls of one group on a screen of the map; more are further rows of a list.

A menu has fewer."""
MAX_LABELS = 8
"""Maximum number of labels stored for a screen whose title is content."""


class Observation(msgspec.Struct, frozen=True):
    """A map with the id of the observed screen; `is_new` is True if the map did not contain it before."""

    app_map: AppMap
    screen: str
    is_new: bool = False


def observe_screen(app_map: AppMap, shot: Shot, *, arrival: Arrival | None = None) -> Observation:
    """Recognize the screen of a shot, or add it to the map.

    `arrival` describes the action that led to the screen, None if unknown.
    """
    signature = sign(shot)
    known = (
        recognize_arrival(app_map, signature, arrival=arrival) if arrival else recognize(app_map, signature)
    )
    if known is None:
        name = new_screen_id(signature.title, [each.id for each in app_map.screens])
        known = MapScreen(name, signature.title, (signature.label,), features=signature.features)
        screen = msgspec.structs.replace(known, controls=_controls(shot, ()))
        return Observation(replace_screen(app_map, screen), name, is_new=True)
    is_other = signature.label not in known.labels
    screen = msgspec.structs.replace(
        known,
        labels=(*known.labels, signature.label)[:MAX_LABELS] if is_other else known.labels,
        varies=known.varies or is_other,
        controls=_controls(shot, known.controls),
    )
    return Observation(replace_screen(app_map, screen), known.id)


def observe_scrolled(app_map: AppMap, shot: Shot, *, screen_id: str) -> AppMap:
    """Add the controls and features that scrolling revealed to a screen of the map."""
    known, signature = app_map.screen(screen_id), sign(shot)
    if known is None:
        return app_map
    features = tuple(sorted({*known.features, *signature.features}))
    screen = msgspec.structs.replace(known, features=features, controls=_controls(shot, known.controls))
    return replace_screen(app_map, screen)


def record_step(
    app_map: AppMap,
    before: Shot,
    *,
    after: Shot,
    screen_id: str,
    target: Element | None,
    verb: MapVerb,
) -> Observation:
    """Record the effect of an action on a screen, and recognize or add the screen that it led to.

    `target` is the element that was acted on, None for an action on the whole screen. Typed text is not
    recorded.
    """
    control = control_key(target, before.nodes) if target else ""
    if not app_map.contains(after.address):
        left = MapAction(screen_id, "leaves", control, verb, what=after.app[:MAX_NAME_CHARS])
        return Observation(add_action(app_map, left), "")
    if verb == "scroll" and _is_same_page(sign(before).label, sign(after).label):
        seen = Observation(observe_scrolled(app_map, after, screen_id=screen_id), screen_id)
    else:
        seen = observe_screen(
            app_map, after, arrival=_arrival(before, after, screen_id=screen_id, target=target)
        )
    if verb == "click" and seen.screen == screen_id:
        seen = msgspec.structs.replace(seen, app_map=_note_opener(app_map, seen, opener=control))
    derived = derive_effect(before, after, target=target)
    effect = ActionEffect("changes", target.name[:MAX_NAME_CHARS]) if target and verb == "type" else derived
    if seen.screen != screen_id:
        opened = seen.app_map.screen(seen.screen)
        effect = ActionEffect("opens", opened.title if opened else "")
    to = seen.screen if seen.screen != screen_id else ""
    action = MapAction(screen_id, effect.kind, control, verb, what=effect.what, to=to)
    return msgspec.structs.replace(seen, app_map=correct_notes(add_action(seen.app_map, action), action))


def _is_same_page(before: str, after: str) -> bool:
    """Check whether the labels before and after scrolling are those of one page.

    The title and the selected tab may be scrolled away.
    """
    (place, tab), (new_place, new_tab) = frame(before), frame(after)
    return place == new_place and (tab == new_tab or not new_tab or not tab)


def _note_opener(app_map: AppMap, seen: Observation, *, opener: str) -> AppMap:
    """Set the opener of the controls that a click added to its screen, and return the map."""
    before, screen = app_map.screen(seen.screen), seen.app_map.screen(seen.screen)
    if before is None or screen is None:
        return seen.app_map
    known = {control.key for control in before.controls}
    controls = (
        each if each.key in known else msgspec.structs.replace(each, opener=opener)
        for each in screen.controls
    )
    return replace_screen(seen.app_map, msgspec.structs.replace(screen, controls=tuple(controls)))


def _arrival(before: Shot, after: Shot, *, screen_id: str, target: Element | None) -> Arrival:
    if target is None:
        return Arrival(screen_id)
    same = find_control(control_key(target, before.nodes), build_screen(after))
    is_still_there = same is not None and (same.name, same.role) == (target.name, target.role)
    return Arrival(screen_id, group_key(target, before.nodes), is_still_there)


def _controls(shot: Shot, known: Sequence[MapControl]) -> tuple[MapControl, ...]:
    """Return the known controls and the new ones of a shot, at most MAX_GROUP_CONTROLS of each group."""
    found = {each.key: each for each in known}
    counts = Counter(each.group for each in known)
    for element in build_screen(shot).elements:
        if not is_actionable(element):
            continue
        key, group = control_key(element, shot.nodes), group_key(element, shot.nodes)
        if key in found or counts[group] >= MAX_GROUP_CONTROLS:
            continue
        counts[group] += 1
        name = (element.name or element.clue)[:MAX_NAME_CHARS]
        found[key] = MapControl(key, element.role, name, find_detail(element, shot.nodes), group)
    return tuple(found.values())


def find_detail(element: Element, nodes: Sequence[Node]) -> str:
    """Return the text inside a control other than its name; text typed into a field is left out."""
    if element.role in ENTRY_ROLES or element.has("password"):
        return ""
    inside = {element.index}
    texts: list[str] = []
    for index in range(element.index + 1, len(nodes)):
        if nodes[index].parent not in inside:
            break
        inside.add(index)
        if nodes[index].role == "text" and nodes[index].name != element.name:
            texts.append(nodes[index].name)
    return " · ".join(texts)[:MAX_NAME_CHARS]
