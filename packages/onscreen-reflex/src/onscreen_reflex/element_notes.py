"""What was learnt of an application, told of the elements it is about."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from onscreen.types import Element

_NOTE = re.compile(r"^\[?(\d+)\]?[:.]? +(.+)$", re.DOTALL)


def noted(elements: Sequence[Element], notes: Sequence[str]) -> tuple[Element, ...]:
    """Return the elements with what the notes say of them before their clues.

    A note is about the element whose mark it begins with, as in "3: deletes the line"; any other is about
    none.
    """
    said: dict[int, str] = {}
    for note in notes:
        found = _NOTE.match(note)
        if found:
            mark = int(found[1])
            said[mark] = f"{said.get(mark, '')} {found[2]}".strip()
    return tuple(
        msgspec.structs.replace(e, clue=f"{said[e.mark]} {e.clue}".strip()) if e.mark in said else e
        for e in elements
    )
