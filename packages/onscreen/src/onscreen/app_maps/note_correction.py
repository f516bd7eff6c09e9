"""Correction of notes on controls whose effect later differed from the note."""

from __future__ import annotations

import msgspec

from onscreen.app_maps.action_effect import describe_effect
from onscreen.app_maps.screen_map import AppMap, EffectKind, MapAction, MapNote

CONTRADICTIONS = 2
"""Number of consecutive observations of another effect after which a note counts as wrong."""
_TOGGLES = frozenset({"turns on", "turns off"})


def correct_notes(app_map: AppMap, seen: MapAction) -> AppMap:
    """Mark the notes on a control as wrong or right, depending on the effect just observed.

    Only notes based on an effect are compared. The text of a note is never changed.
    """
    recorded = next(
        (a for a in app_map.actions_on(seen.screen) if (a.verb, a.control) == (seen.verb, seen.control)), seen
    )
    notes = tuple(_correct(note, recorded, app_map=app_map) for note in app_map.notes)
    return msgspec.structs.replace(app_map, notes=notes)


def put_note(app_map: AppMap, note: MapNote) -> AppMap:
    """Add a note to a map, replacing the author's earlier note on the same action."""
    place = (note.screen, note.control, note.author, note.verb)
    others = tuple(n for n in app_map.notes if (n.screen, n.control, n.author, n.verb) != place)
    return msgspec.structs.replace(app_map, notes=(*others, note))


def _correct(note: MapNote, action: MapAction, *, app_map: AppMap) -> MapNote:
    place = (action.screen, action.control, action.verb)
    if not note.effect or not note.control or (note.screen, note.control, note.verb) != place:
        return note
    if _is_same(note.effect, action.effect) and note.to == action.to:
        return msgspec.structs.replace(note, seen="") if note.seen else note
    if action.times < CONTRADICTIONS:
        return note
    return msgspec.structs.replace(note, seen=describe_effect(action, app_map))


def _is_same(one: EffectKind, other: EffectKind) -> bool:
    return one == other or {one, other} == _TOGGLES
