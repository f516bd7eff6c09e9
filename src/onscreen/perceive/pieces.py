"""Iaf -> pieces: what is to be written of each element, before it is laid out and cut to size."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from onscreen.perceive.iaf import Iaf, walk
from onscreen.perceive.kinds import Kind
from onscreen.perceive.look import TEXT_NAMED_ROLES
from onscreen.perceive.phrase import plain, told_states, value_of
from onscreen.types import Box, Element

LIST_ROLES = frozenset({"combobox", "listbox", "radiogroup"})
"""Fields whose options are written behind them."""

LOUD_ROLES = frozenset({"alert", "alertdialog", "dialog", "heading", "status"})
"""Information that goes last when room is short."""

_EDGES = " \t*:.,;|·-–—()"


class Piece(msgspec.Struct, frozen=True):
    """What is written of one element.

    `depth` counts the pieces it stands inside. `within` is the element's parent in the shot. `worth` says
    how late it goes when room is short: 0 texts, 1 pictures and named groups, 2 headings and alerts, 3
    what can be acted on. `action` is the mark of a field's action, else 0. `sign` and `was` tell what
    became of it since an earlier screen.
    """

    mark: int
    kind: Kind
    role: str
    name: str
    box: Box
    within: int | None = None
    depth: int = 0
    value: str = ""
    states: tuple[str, ...] = ()
    clue: str = ""
    options: tuple[Element, ...] = ()
    action: int = 0
    worth: int = 0
    holds: bool = False
    sign: str = ""
    was: str = ""


def pieces(branch: Iaf) -> list[Piece]:
    """Return the pieces of a tree in reading order.

    Left out are covered things, options (they are written behind their list), and information that only
    repeats the action round it, what it holds, or the field or action beside it.
    """
    found = list(_all(branch))
    return [p for p, before, after in _beside(found) if not _labels(p, before) and not _labels(p, after)]


def piece_of(item: Iaf, element: Element, *, depth: int, fold: bool = True) -> Piece:
    """Return the piece of one branch of the tree; with `fold` a list's options are written behind it."""
    options = tuple(_options(item)) if fold and element.role in LIST_ROLES else ()
    name = plain(element.name)
    return Piece(
        mark=element.mark,
        kind=item.kind,
        role=element.role,
        name=name,
        box=element.box,
        within=element.parent,
        depth=depth,
        value=value_of(element),
        states=told_states(element),
        clue="" if name else plain(element.clue),
        options=options,
        action=item.action.mark if item.action else 0,
        worth=_worth(item, element),
        holds=len(item.items) > len(options),
    )


def _worth(item: Iaf, element: Element) -> int:
    if item.kind != "information":
        return 3
    if element.role in LOUD_ROLES:
        return 2
    return 1 if item.items or element.role not in TEXT_NAMED_ROLES else 0


def _options(item: Iaf) -> Iterator[Element]:
    for _, inner in walk(item):
        if inner.element is not None and inner.element.role == "option":
            yield inner.element


def _all(branch: Iaf) -> Iterator[Piece]:
    """Yield every piece with its depth among the pieces; one passed over passes on its depth."""
    stack: list[tuple[Iaf, int, str, bool]] = [(i, 0, "", False) for i in reversed(branch.items)]
    while stack:
        item, depth, around, listed = stack.pop()
        element = item.element
        if element is None:
            continue
        written = not element.has("covered") and not (listed and element.role == "option")
        piece = piece_of(item, element, depth=depth)
        written = written and not (item.kind == "information" and _said(piece, item, around=around))
        if written:
            yield piece
            depth += piece.holds
            around = piece.name if item.kind == "action" or element.role in TEXT_NAMED_ROLES else ""
        listed = listed or element.role in LIST_ROLES
        stack += [(inner, depth, around, listed) for inner in reversed(item.items)]


def _said(piece: Piece, item: Iaf, *, around: str) -> bool:
    """Whether information says nothing besides what it stands in or what it holds."""
    if not piece.name:
        return not (piece.value or piece.clue or piece.states or piece.worth)
    if around and f" {piece.name} " in f" {around} ":
        return True
    if not item.items or piece.role not in TEXT_NAMED_ROLES:
        return False
    rest = piece.name
    for inner in item.items:
        if inner.element is not None and inner.element.name:
            rest = rest.replace(plain(inner.element.name), "", 1)
    return not rest.strip(_EDGES)


def _beside(found: list[Piece]) -> Iterator[tuple[Piece, Piece | None, Piece | None]]:
    for i, piece in enumerate(found):
        yield piece, found[i - 1] if i else None, found[i + 1] if i + 1 < len(found) else None


def _labels(piece: Piece, other: Piece | None) -> bool:
    """Whether a text is only the label of the field or action beside it."""
    if other is None or piece.worth or other.kind == "information" or not piece.name:
        return False
    return piece.name.strip(_EDGES).casefold() == other.name.strip(_EDGES).casefold()
