"""Map of an application: its screens, the controls on them, and the effects of actions."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal
from urllib.parse import urlsplit

import msgspec

EffectKind = Literal[
    "opens", "turns on", "turns off", "selects", "adds rows", "removes rows", "changes", "shows", "scrolls",
    "leaves", "none", "fails",
]  # fmt: skip
MapVerb = Literal["click", "long press", "type", "select", "scroll", "back"]
NoteAuthor = Literal["person", "model", "watch"]

SCREENS_TRIED = 2
"""Number of screens from which a control must open the same screen to count as part of every screen."""


class MapControl(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A control on a screen of the map.

    `key` identifies the control on later visits, `group` is the key shared by the rows of a list. `name` is
    the name and `detail` the other text of the control as first seen; both are data from the screen. `opener`
    is the key of the control (such as a menu) whose click made this control appear, "" if none is needed.
    """

    key: str
    role: str
    name: str = ""
    detail: str = ""
    group: str = ""
    opener: str = ""


class MapScreen(
    msgspec.Struct, frozen=True, tag="screen", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """A screen of an application.

    `labels` are the combinations of address, title and tab under which the screen was seen. With `varies`,
    the title is content, such as the name of a contact, and is not compared.
    `features` describe the structure of the screen.
    """

    id: str
    title: str
    labels: tuple[str, ...] = ()
    varies: bool = False
    controls: tuple[MapControl, ...] = ()
    features: tuple[str, ...] = ()

    @property
    def is_menu(self) -> bool:
        """True if the screen is titled by the names of its controls, like a menu."""
        names = {control.name for control in self.controls}
        listed = self.title.split(", ")
        return len(listed) > 1 and set(listed) <= names

    def control(self, key: str) -> MapControl | None:
        """Find a control by its key; returns None if the screen has no such control."""
        return next((each for each in self.controls if each.key == key), None)

    def openers(self, key: str) -> tuple[str, ...]:
        """List the keys of the controls to click, in order, before a control appears."""
        found: list[str] = []
        while (control := self.control(key)) is not None and control.opener and control.opener not in found:
            key = control.opener
            found.insert(0, key)
        return tuple(found)


class MapAction(
    msgspec.Struct, frozen=True, tag="action", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """An action on a screen with the effect it had.

    `screen` is the id of the screen and `control` the key of the control, "" for an action on the whole
    screen. `to` is the id of the screen that the action opens, "" if it stays on the screen or leaves the
    application. `what` is the name of the changed element. `times` counts the consecutive observations of
    this effect.
    """

    screen: str
    effect: EffectKind
    control: str = ""
    verb: MapVerb = "click"
    what: str = ""
    to: str = ""
    times: int = 1


class MapNote(
    msgspec.Struct, frozen=True, tag="note", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """A note about a screen or about a control on the screen.

    `control` is the key of the control, "" for a note about the whole screen. `author` is "person" for a note
    written by hand, "model" for one written by a language model, and "watch" for one derived from a person's
    action. `effect` and `to` are the effect of the action `verb` on which the note is based, "" if there is
    none. `seen` describes a different effect seen later; the note is then no longer used.
    """

    screen: str
    text: str
    control: str = ""
    author: NoteAuthor = "person"
    effect: EffectKind | Literal[""] = ""
    to: str = ""
    verb: MapVerb = "click"
    seen: str = ""


class MapFailure(
    msgspec.Struct, frozen=True, tag="failure", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """An action on a control that failed in a run.

    `task` is the start of the instruction of the run, and `what` describes how the action failed. `times`
    counts the failures since the action last had an effect.
    """

    screen: str
    control: str
    verb: MapVerb
    task: str
    what: str
    times: int = 1


class AppMap(
    msgspec.Struct, frozen=True, tag="app", tag_field="is", omit_defaults=True, forbid_unknown_fields=True
):
    """Map of one application: its screens, actions, notes and failed steps.

    `home` is the address that opens the application, `scope` the common prefix of its screens' addresses.
    `version` is the version of the application, "" if unknown; `device` is the device on which it was
    explored.
    """

    app: str
    home: str = ""
    scope: str = ""
    device: str = ""
    version: str = ""
    screens: tuple[MapScreen, ...] = ()
    actions: tuple[MapAction, ...] = ()
    notes: tuple[MapNote, ...] = ()
    failures: tuple[MapFailure, ...] = ()

    def screen(self, screen_id: str) -> MapScreen | None:
        """Find a screen by its id; returns None if the map has no such screen."""
        return next((each for each in self.screens if each.id == screen_id), None)

    def actions_on(self, screen_id: str) -> Iterator[MapAction]:
        """Yield the actions that were tried on a screen."""
        return (each for each in self.actions if each.screen == screen_id)

    def contains(self, address: str) -> bool:
        """Check whether an address belongs to the application."""
        return bool(self.scope) and f"{address}/".startswith(self.scope)


def address_scope(address: str) -> str:
    """Return the common prefix of an application's addresses.

    This is the folder of a web page, or the package of an Android activity.
    """
    if "://" not in address:
        return address.partition("/")[0] + "/"
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}{parts.path.rpartition('/')[0]}/"


def new_screen_id(title: str, taken: Sequence[str]) -> str:
    """Create an id for a screen from its title, such as "new-alarm", or "new-alarm-2" if it is taken."""
    base = re.sub(r"\W+", "-", title.casefold()).strip("-")[:40] or "screen"
    number = 1
    while (name := base if number == 1 else f"{base}-{number}") in taken:
        number += 1
    return name


def replace_screen(app_map: AppMap, screen: MapScreen) -> AppMap:
    """Return the map with a screen added, or replaced if the map has a screen with its id."""
    others = [each.id for each in app_map.screens]
    if screen.id not in others:
        return msgspec.structs.replace(app_map, screens=(*app_map.screens, screen))
    screens = tuple(screen if each.id == screen.id else each for each in app_map.screens)
    return msgspec.structs.replace(app_map, screens=screens)


def add_action(app_map: AppMap, action: MapAction) -> AppMap:
    """Return the map with the observed effect of an action.

    A repeated effect is counted; a different effect of the same action replaces the earlier one.
    """
    key = (action.screen, action.verb, action.control)
    known = {(each.screen, each.verb, each.control): each for each in app_map.actions}
    earlier = known.get(key)
    if earlier and (earlier.effect, earlier.to) == (action.effect, action.to):
        action = msgspec.structs.replace(action, times=earlier.times + 1, what=earlier.what or action.what)
    return msgspec.structs.replace(app_map, actions=tuple({**known, key: action}.values()))


def common_controls(app_map: AppMap) -> Mapping[str, str]:
    """Map the keys of controls on every screen, such as a navigation bar, to the screens they open.

    Such a control opened the same screen from at least SCREENS_TRIED screens, and never had another effect.
    """
    effects: dict[str, list[str]] = {}
    for action in app_map.actions:
        if action.verb == "click" and action.effect != "none":
            effects.setdefault(action.control, []).append(action.to)
    return {
        key: to[0] for key, to in effects.items() if len(to) >= SCREENS_TRIED and to[0] and len(set(to)) == 1
    }


def fixed_controls(app_map: AppMap) -> frozenset[str]:
    """Return the keys of controls of every screen, except those that open a menu.

    The menu of another screen may have other entries, although its button looks the same.
    """
    menus = {screen.id for screen in app_map.screens if screen.is_menu}
    return frozenset(key for key, to in common_controls(app_map).items() if to not in menus)


def inferred_actions(app_map: AppMap) -> Iterator[MapAction]:
    """Yield the expected actions of controls of every screen on screens where they are untried."""
    common = common_controls(app_map)
    tried = {(action.screen, action.control) for action in app_map.actions if action.verb == "click"}
    for screen in app_map.screens:
        for control in screen.controls:
            to = common.get(control.key, "")
            if to and to != screen.id and (screen.id, control.key) not in tried:
                yield MapAction(screen.id, "opens", control.key, to=to, times=0)


def merge_maps(own: AppMap, other: AppMap) -> AppMap:
    """Return a map with the screens, actions and notes of two maps of an application.

    Where both describe the same screen or action, the first map takes precedence.
    """
    known = {screen.id for screen in own.screens}
    tried = {(action.screen, action.verb, action.control) for action in own.actions}
    added = (a for a in other.actions if (a.screen, a.verb, a.control) not in tried)
    return msgspec.structs.replace(
        own,
        screens=(*own.screens, *(screen for screen in other.screens if screen.id not in known)),
        actions=(*own.actions, *added),
        notes=tuple(dict.fromkeys((*own.notes, *other.notes))),
        failures=tuple(dict.fromkeys((*own.failures, *other.failures))),
    )


def find_path(app_map: AppMap, start: str, *, goals: frozenset[str]) -> tuple[MapAction, ...] | None:
    """Find the shortest sequence of clicks from a screen to one of several screens.

    Returns () if the start is a goal, and None if no goal can be reached.
    """
    if start in goals:
        return ()
    onward: dict[str, list[MapAction]] = {}
    for action in (*app_map.actions, *inferred_actions(app_map)):
        if action.effect == "opens" and action.to and action.verb == "click":
            onward.setdefault(action.screen, []).append(action)
    came_by: dict[str, MapAction] = {}
    queue = deque([start])
    while queue:
        for action in onward.get(queue.popleft(), ()):
            if action.to in came_by or action.to == start:
                continue
            came_by[action.to] = action
            if action.to in goals:
                return _trace(came_by, action.to, start=start)
            queue.append(action.to)
    return None


def _trace(came_by: Mapping[str, MapAction], goal: str, *, start: str) -> tuple[MapAction, ...]:
    """Return the actions that lead from the start to a goal, in order."""
    path: list[MapAction] = []
    while goal != start:
        path.append(came_by[goal])
        goal = came_by[goal].screen
    return tuple(reversed(path))
