"""Containers whose name only repeats their content, such as the rows of a data grid that react to clicks."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

import msgspec

from onscreen.perceive.node_text import LINE_BREAK
from onscreen.perceive.text_extraction import NAME_EDGES, Piece

CONTAINER_ROLES = frozenset(
    {"article", "cell", "figure", "generic", "gridcell", "group", "listitem", "region", "row"}
)
"""Roles of containers. The name of a control is kept although parts of the control have names, too."""


def without_repeated_names(found: Sequence[Piece]) -> list[Piece]:
    """Remove the names of clickable containers that consist of the names of their content.

    An unnamed container with named content loses its clue. `is_wrapper` of a container is set if a click on
    its content replaces a click on the container: it has no state, and every name in it is that of an action
    or field. Containers that can be dragged stay as they are.
    """
    return [_shortened(piece, found, at=at) for at, piece in enumerate(found)]


def without_doubles(found: Sequence[Piece]) -> list[Piece]:
    """Leave out one of two nested elements with one name, for which a click is the same.

    These are wrappers around a single action or field, and parts of a control with its name or value.
    """
    doubles: set[int] = set()
    for at in range(len(found) - 1, -1, -1):
        piece = found[at]
        if piece.kind == "information" or not piece.has_content:
            continue
        inside = [inner for inner in _content(found, at) if inner.mark not in doubles]
        actions = [inner for inner in inside if inner.kind != "information"]
        if piece.is_wrapper and len(actions) == 1 and "disabled" not in actions[0].states:
            doubles.add(piece.mark)
        elif len(inside) == 1 and _is_part(inside[0], piece):
            doubles.add(inside[0].mark)
        elif len(inside) == 1 and _is_frame(piece, inside[0]):
            doubles.add(piece.mark)
    return _leave_out(found, doubles)


def _is_part(part: Piece, control: Piece) -> bool:
    """Check whether an action only repeats the control around it."""
    is_same = part.name in (control.name, control.value) if part.name else _is_same_unnamed(part, control)
    is_control = control.role not in CONTAINER_ROLES and control.kind != "information"
    has_nothing = part.kind == "action" and not (part.value or part.options or part.column)
    return is_control and is_same and has_nothing and set(part.states) <= set(control.states)


def _is_frame(outer: Piece, inner: Piece) -> bool:
    """Check whether an unnamed control only surrounds one that has all words of its clue, and more states."""
    return not outer.states and _is_same_unnamed(outer, inner)


def _is_same_unnamed(one: Piece, other: Piece) -> bool:
    """Check whether the second of two equal unnamed actions has all words of the clue of the first."""
    if one.name or other.name or not one.clue or one.role != other.role:
        return False
    return one.kind == other.kind == "action" and set(one.clue.split()) <= set(other.clue.split())


def without_wrappers(found: Sequence[Piece]) -> list[Piece]:
    """Leave out the containers with `is_wrapper`."""
    return _leave_out(found, {piece.mark for piece in found if piece.is_wrapper})


def _leave_out(found: Sequence[Piece], marks: Container[int]) -> list[Piece]:
    """Leave out the elements with some marks; their content moves out by one level."""
    kept: list[Piece] = []
    left_out: list[int] = []
    for piece in found:
        while left_out and left_out[-1] >= piece.depth:
            left_out.pop()
        if piece.mark in marks:
            left_out.append(piece.depth)
        else:
            moved = msgspec.structs.replace(piece, depth=piece.depth - len(left_out)) if left_out else piece
            kept.append(moved)
    return kept


def _shortened(piece: Piece, found: Sequence[Piece], *, at: int) -> Piece:
    is_container = piece.kind == "action" and piece.role in CONTAINER_ROLES and piece.has_content
    if not is_container or not (piece.name or piece.clue) or "draggable" in piece.states:
        return piece
    inside = [other for other in _content(found, at) if other.name or other.value or other.column]
    if not inside or not _is_made_of(piece.name, [other.name for other in inside]):
        return piece
    is_wrapper = not piece.states and all(other.kind != "information" for other in inside)
    return msgspec.structs.replace(piece, name="", clue="", is_wrapper=is_wrapper)


def _content(found: Sequence[Piece], at: int) -> Iterator[Piece]:
    """Yield the pieces inside the piece with the given index."""
    for inner in range(at + 1, len(found)):
        if found[inner].depth <= found[at].depth:
            return
        yield found[inner]


def _is_made_of(name: str, parts: Sequence[str]) -> bool:
    """Check whether a name consists of other names; the last of them may be cut off."""
    rest, others = name, []
    for part in (part.replace(LINE_BREAK, " ") for part in parts):
        if part in rest:
            rest = rest.replace(part, "", 1)
        else:
            others.append(part)
    rest = rest.strip(NAME_EDGES)
    return not rest or any(other.startswith(rest) for other in others)
