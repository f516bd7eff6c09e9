"""Notes on the elements of a screen, taken from the maps of applications."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Sequence

import msgspec

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
MAX_CONTENTS = 8
"""Number of controls of an opened screen that a note names."""
_UNCLEAR = frozenset({"none", "adds rows", "removes rows"})
"""Effects that depend on the state of the screen; they are noted only for whoever explores it."""
_TOGGLE_ROLES = frozenset({"checkbox", "switch", "radio"})
_TYPICAL = frozenset({"turns on", "turns off", "changes", "selects", "scrolls"})
"""Effects without a note, because the role or the name of the control already states them."""


def find_notes(
    maps: Sequence[AppMap], screen: Screen, *, is_exploring: bool = False
) -> tuple[ElementNote, ...]:
    """Find the notes on the elements of a screen; returns () if no map contains the screen.

    Notes written on an element come first. Other elements get the effect that the map records, if it is not
    obvious from the element's name; `is_exploring` adds effects that may differ at the next visit, such as
    none. Notes that proved wrong are left out.
    """
    app_map = next((each for each in maps if each.contains(screen.shot.address)), None)
    known = recognize(app_map, sign(screen.shot)) if app_map else None
    if app_map is None or known is None:
        return ()
    derived = _derived(app_map, known, screen=screen, left_out=frozenset() if is_exploring else _UNCLEAR)
    found = [*_written(app_map, known, screen=screen), *derived]
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


def _derived(
    app_map: AppMap, known: MapScreen, *, screen: Screen, left_out: Container[str]
) -> Iterator[ElementNote]:
    actions = (*inferred_actions(app_map), *app_map.actions)
    effects = {each.control: each for each in actions if each.screen == known.id and each.verb == "click"}
    noted = {note.control for note in app_map.notes if note.screen == known.id and not note.seen}
    keys = [control_key(element, screen.shot.nodes) for element in screen.elements]
    counts = Counter(keys)
    openers = Counter(effects[key].to for key in counts if key in effects)
    shown = frozenset(element.name for element in screen.elements)
    for element, key in zip(screen.elements, keys, strict=True):
        if key in noted or key not in effects or effects[key].effect in left_out:
            continue
        is_shared = counts[key] > 1 or openers[effects[key].to] > 1
        opening = _Opening(known, shown, is_shared=is_shared)
        text = _describe(effects[key], app_map, element=element, opening=opening)
        if text:
            yield ElementNote(truncate(text, MAX_NOTE_CHARS), element.mark)


class _Opening(msgspec.Struct, frozen=True):
    """The screen with a control, the names on it, and whether other controls open the same screen."""

    known: MapScreen
    shown: frozenset[str]
    is_shared: bool


def _describe(action: MapAction, app_map: AppMap, *, element: Element, opening: _Opening) -> str:
    """Describe the effect of a control; returns "" if the element itself states it.

    A way back to the screen before is not described, since it depends on how the screen was reached. Of the
    opened screen, only what the current one does not show is named, and no numbers or addresses if several
    controls open it.
    """
    if action.effect in _TYPICAL or (element.role in _TOGGLE_ROLES and action.effect != "opens"):
        return ""
    opened = app_map.screen(action.to)
    if opened is None:
        return describe_effect(action, app_map)
    if opened.varies or (element.role != "tab" and _leads_back(app_map, opening.known, opened=opened)):
        return ""
    names = dict.fromkeys(
        control.name
        for control in opened.controls
        if control.name
        and control.name not in opening.shown
        and not (opening.is_shared and _is_data(control.name))
    )
    contents = ", ".join(list(names)[:MAX_CONTENTS]) + (", …" if len(names) > MAX_CONTENTS else "")
    has_title = (
        bool(opened.title) and not opened.is_menu and not (opening.is_shared and _is_data(opened.title))
    )
    if has_title and opened.title != opening.known.title:
        return describe_effect(action, app_map) + (f" with {contents}" if contents else "")
    return f"shows {contents}" if contents else ""


def _leads_back(app_map: AppMap, known: MapScreen, *, opened: MapScreen) -> bool:
    """Check whether a screen was known before the screen of the control, and opens it."""
    ids = [screen.id for screen in app_map.screens]
    is_earlier = ids.index(opened.id) < ids.index(known.id)
    return is_earlier and any(
        each.to == known.id and each.verb == "click" for each in app_map.actions_on(opened.id)
    )


def _is_data(text: str) -> bool:
    """Check whether a text is a number or an address, which differ from one entry to the next."""
    return any(character.isdigit() or character == "@" for character in text)
