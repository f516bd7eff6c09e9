"""Notes on the elements of a screen, taken from the maps of applications."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from onscreen.app_maps.action_effect import describe_effect
from onscreen.app_maps.screen_map import AppMap, MapAction, MapScreen, inferred_actions
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import control_key, sign
from onscreen.perceive.node_text import truncate
from onscreen.types import Element, ElementNote, Screen

MAX_NOTES = 40
"""Maximum number of notes on a screen."""
MAX_NOTE_CHARS = 240
"""Maximum length of a note, in characters."""
MAX_CONTENTS = 6
"""Number of controls of an opened screen named in a note."""
_TOGGLE_ROLES = frozenset({"checkbox", "switch", "radio"})
_TYPICAL = frozenset({"turns on", "turns off", "changes", "selects", "scrolls"})
"""Effects without a note, because the role or the name of the control already states them."""


def find_notes(maps: Sequence[AppMap], screen: Screen) -> tuple[ElementNote, ...]:
    """Find the notes on the elements of a screen; returns () if no map contains the screen.

    Notes written on an element come first. For other elements, a note describes the effect recorded in the
    map, unless it is obvious from the element's name. Notes that proved wrong are left out.
    """
    app_map = next((each for each in maps if each.contains(screen.shot.address)), None)
    known = recognize(app_map, sign(screen.shot)) if app_map else None
    if app_map is None or known is None:
        return ()
    found = [*_written(app_map, known, screen=screen), *_derived(app_map, known, screen=screen)]
    return tuple(found[:MAX_NOTES])


def _written(app_map: AppMap, known: MapScreen, *, screen: Screen) -> Iterator[ElementNote]:
    """Yield the notes of a screen, then those of its elements.

    A note on a person's use of one of several controls that differ only in numbers, such as "Alarm 8:15" and
    "Alarm 9:30", belongs to the screen, because these controls have the same key.
    """
    notes = [note for note in app_map.notes if note.screen == known.id and not note.seen]
    keys = [control_key(element, screen.shot.nodes) for element in screen.elements]
    shared = {key for key, count in Counter(keys).items() if count > 1}
    for note in notes:
        if not note.control or (note.author == "watch" and note.control in shared):
            yield ElementNote(truncate(note.text, MAX_NOTE_CHARS))
    for element, key in zip(screen.elements, keys, strict=True):
        for note in notes:
            if note.control == key and not (note.author == "watch" and key in shared):
                yield ElementNote(truncate(note.text, MAX_NOTE_CHARS), element.mark)


def _derived(app_map: AppMap, known: MapScreen, *, screen: Screen) -> Iterator[ElementNote]:
    actions = (*inferred_actions(app_map), *app_map.actions)
    effects = {each.control: each for each in actions if each.screen == known.id and each.verb == "click"}
    noted = {note.control for note in app_map.notes if note.screen == known.id and not note.seen}
    for element in screen.elements:
        key = control_key(element, screen.shot.nodes)
        if key in effects and key not in noted:
            text = _describe(effects[key], app_map, element=element)
            if text:
                yield ElementNote(truncate(text, MAX_NOTE_CHARS), element.mark)


def _describe(action: MapAction, app_map: AppMap, *, element: Element) -> str:
    """Describe the effect of a control; returns "" if the element itself states it."""
    if action.effect in _TYPICAL or (element.role in _TOGGLE_ROLES and action.effect != "opens"):
        return ""
    opened = app_map.screen(action.to)
    if opened is None:
        return describe_effect(action, app_map)
    if opened.varies:
        return ""
    names = dict.fromkeys(c.name for c in opened.controls if c.name and c.name != element.name)
    contents = ", ".join(list(names)[:MAX_CONTENTS])
    return describe_effect(action, app_map) + (f" with {contents}" if contents else "")
