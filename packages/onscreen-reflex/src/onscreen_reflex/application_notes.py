"""Notes about an application, added to the elements that they describe."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.types import Element, ElementNote


def add_notes(elements: Sequence[Element], notes: Sequence[ElementNote]) -> tuple[Element, ...]:
    """Attach notes about an application to the elements that they describe.

    The notes about an element are placed before its clue. Notes about no element are ignored.
    """
    texts: dict[int, str] = {}
    for note in notes:
        if note.mark is not None:
            texts[note.mark] = f"{texts.get(note.mark, '')} {note.text}".strip()
    return tuple(
        msgspec.structs.replace(e, clue=f"{texts[e.mark]} {e.clue}".strip()) if e.mark in texts else e
        for e in elements
    )
