"""Extraction of text from the elements of a screen, before layout and truncation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby, pairwise
from types import MappingProxyType

import msgspec

from onscreen.perceive.element_kinds import CELL_ROLES, Kind
from onscreen.perceive.information_action_field_tree import Iaf
from onscreen.perceive.node_text import clue_of, plain, plain_lines, value_of, visible_states
from onscreen.perceive.screen_builder import TEXT_NAMED_ROLES
from onscreen.perceive.uninformative_elements import (
    icon_meaning,
    is_hollow,
    is_icon,
    is_in_background,
    is_native_input,
)
from onscreen.types import Box, Element

LIST_ROLES = frozenset({"combobox", "listbox", "radiogroup"})
"""Roles of fields that are written with a list of their options."""

DRAWN_ROLES = frozenset({"canvas", "figure", "graphics-document", "image", "img"})
"""Roles of drawings, whose parts are described by their appearance."""

NO_MESSAGE_ROLES = DRAWN_ROLES | {"heading"}
"""Roles of information that is no chat message."""

LINE_ROLES = frozenset(
    {"cell", "code", "columnheader", "gridcell", "heading", "paragraph", "rowheader", "text"}
)
"""Roles whose line breaks are shown. The names of all other elements are on one line."""

LOUD_ROLES = frozenset({"alert", "alertdialog", "dialog", "heading", "status"})
"""Roles of information that truncation leaves out last."""

LEAST_MESSAGES = 2
"""Minimum number of texts in a column that is interpreted as a chat."""

MIN_REPEATED = 6
"""Minimum number of options that are not repeated if an earlier field has the same options."""

LABELLED_GROUP_ROLES = frozenset({"group", "radiogroup"})
"""Roles of groups of fields, whose name is often written above them."""

MAX_CELLS_CHARS = 80
"""Longest name of an action that is shown as a whole. Cells in an action with a longer name are written."""

EDGE_PX = 2.0
"""Largest difference of the edges of chat messages on one side, in pixels."""

MAX_LABEL_GAP_PX = 40.0
"""Largest distance of the label above a field from the field, in pixels."""

MAX_LABEL_SHIFT_PX = 24.0
"""Largest distance between the left edges of a field and the label above it, in pixels."""

CHAT_INDENT = 0.15
"""Distance of a chat message from the opposite edge of the column, as a share of the column's width."""

_NONE: Mapping[int, str] = MappingProxyType({})
NAME_EDGES = " \t*:.,;|·-–—()"
"""Spaces and punctuation around a name that are ignored when names are compared."""


class Piece(msgspec.Struct, frozen=True):
    """Parts of the text of one element: mark, role, name, value, states and options.

    `depth` counts the enclosing pieces. `within` is the index of the element's parent in the shot. Truncation
    leaves out pieces with low `priority` first: 0 texts, 1 pictures and named groups, 2 headings and alerts,
    3 actions and fields. `action` is the mark of the action that submits a field, else 0. `has_content` is
    true if other pieces are inside, `has_long_press` if the element reacts to a long press. `previous` is
    what differed on an earlier screen. `target` is the shortened address of a link with an ambiguous name,
    else "". `options_of` is the mark of an earlier field with equally named options, else 0. `column` is the
    header of the element's column if its name does not tell it, else "". `is_wrapper` is true for a container
    whose content can be clicked instead.
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
    priority: int = 0
    has_content: bool = False
    has_long_press: bool = False
    previous: str = ""
    target: str = ""
    options_of: int = 0
    column: str = ""
    is_wrapper: bool = False


def pieces(
    branch: Iaf, *, targets: Mapping[int, str] = _NONE, columns: Mapping[int, str] = _NONE
) -> list[Piece]:
    """Extract the texts of elements from an Information-Action-Field tree, in reading order.

    `targets` maps marks of links to the addresses to show, `columns` marks of elements in tables to the
    headers of their columns. Left out are covered elements, options (they are written with their list),
    uninformative elements (`uninformative_elements`), and information that only repeats the enclosing action,
    its own content, or the field or action beside it.
    """
    written = _without_labels(_without_dangling_arrows(list(_all(branch))))
    found = _with_repeated_options(_with_sides(written))
    if targets:
        found = [msgspec.structs.replace(p, target=targets.get(p.mark, "")) for p in found]
    if columns:
        found = [msgspec.structs.replace(p, column=columns.get(p.mark, "")) for p in found]
    return found


def _without_dangling_arrows(found: list[Piece]) -> list[Piece]:
    """Reset the submitting action of pieces if that action is not among the pieces."""
    marks = {piece.mark for piece in found}
    return [p if p.action in marks else msgspec.structs.replace(p, action=0) for p in found]


def _with_repeated_options(found: list[Piece]) -> list[Piece]:
    """Set `options_of` of fields that have the same option names as an earlier field."""
    first: dict[tuple[str, ...], int] = {}
    for place, piece in enumerate(found):
        if len(piece.options) >= MIN_REPEATED:
            names = tuple(option.name for option in piece.options)
            mark = first.setdefault(names, piece.mark)
            if mark != piece.mark:
                found[place] = msgspec.structs.replace(piece, options_of=mark)
    return found


def _with_sides(found: list[Piece]) -> list[Piece]:
    """Set the clue of each chat message to its side, "left" or "right".

    The side identifies the sender.
    """
    runs = groupby(range(len(found)), key=lambda i: (found[i].kind, found[i].role, found[i].depth))
    columns = [
        list(run) for (kind, role, _), run in runs if kind == "information" and role not in NO_MESSAGE_ROLES
    ]
    columns += _long_press_columns(found)
    for place, side in [side for column in columns for side in _sides(found, column)]:
        found[place] = msgspec.structs.replace(found[place], clue=side)
    return found


def _long_press_columns(found: list[Piece]) -> list[list[int]]:
    """Group the indices of long-clickable actions, such as chat messages, by container and role."""
    columns: dict[tuple[int | None, str], list[int]] = {}
    for place, piece in enumerate(found):
        if piece.kind == "action" and piece.has_long_press:
            columns.setdefault((piece.within, piece.role), []).append(place)
    return list(columns.values())


def _sides(found: list[Piece], places: list[int]) -> Iterator[tuple[int, str]]:
    """Yield the index and side of each message if a column is a chat.

    In a chat, the messages on the left start at one edge, and those on the right end at one edge.
    """
    boxes = [found[place].box for place in places]
    stacked = all(upper.bottom <= lower.top for upper, lower in pairwise(boxes))
    if len(boxes) < LEAST_MESSAGES or not stacked:
        return
    left, right = min(box.left for box in boxes), max(box.right for box in boxes)
    indent = CHAT_INDENT * (right - left)
    sides = [
        "left" if right - box.right >= indent else "right" if box.left - left >= indent else ""
        for box in boxes
    ]
    starts = [box.left for box, side in zip(boxes, sides, strict=True) if side == "left"]
    ends = [box.right for box, side in zip(boxes, sides, strict=True) if side == "right"]
    if starts and ends and max(starts) - min(starts) <= EDGE_PX and max(ends) - min(ends) <= EDGE_PX:
        yield from ((place, side) for place, side in zip(places, sides, strict=True) if side)


def piece_of(item: Iaf, element: Element, *, depth: int, fold: bool = True, is_drawn: bool = False) -> Piece:
    """Build the text piece of a single element.

    With `fold`, the piece of a list includes its options. The clue is included for elements without a name
    and for all elements inside a drawing (`is_drawn`).
    """
    options = tuple(_options(item)) if fold and element.role in LIST_ROLES else ()
    name = plain_lines(element.name) if element.role in LINE_ROLES else plain(element.name)
    return Piece(
        mark=element.mark,
        kind=item.kind,
        role=element.role,
        name=name,
        box=element.box,
        within=element.parent,
        depth=depth,
        value=value_of(element),
        states=visible_states(element),
        clue=clue_of(element) if is_drawn or not name else "",
        options=options,
        action=item.action.mark if item.action else 0,
        priority=_priority(item, element),
        has_content=len(item.items) > len(options),
        has_long_press=element.has("long-clickable"),
    )


def _priority(item: Iaf, element: Element) -> int:
    if item.kind != "information":
        return 3
    if element.role in LOUD_ROLES:
        return 2
    return 1 if item.items or element.role not in TEXT_NAMED_ROLES else 0


def _options(item: Iaf) -> Iterator[Element]:
    """Yield the options of a list in order, without those of nested lists."""
    stack = list(reversed(item.items))
    while stack:
        inner = stack.pop()
        if inner.element is None or inner.element.role in LIST_ROLES:
            continue
        if inner.element.role == "option" and not inner.element.has("covered"):
            yield inner.element
        stack += [item for item in reversed(inner.items) if not _is_same_option(item, inner.element)]


def _is_same_option(item: Iaf, around: Element) -> bool:
    """Check whether an item is an option inside an option with the same name, such as in a link."""
    element = item.element
    return element is not None and element.role == around.role == "option" and element.name == around.name


class _Round(msgspec.Struct, frozen=True):
    """Context of a branch: depth, enclosing text, enclosing list, drawing, icon or covered part."""

    depth: int = 0
    text: str = ""
    listed: bool = False
    is_drawn: bool = False
    in_icon: bool = False
    in_background: bool = False


def _all(branch: Iaf) -> Iterator[Piece]:
    """Yield every piece with its depth; a skipped element does not add to the depth."""
    stack = [(item, before, _Round()) for item, before in _with_previous(branch)]
    while stack:
        item, before, around = stack.pop()
        element = item.element
        if element is None:
            continue
        piece = piece_of(item, element, depth=around.depth, is_drawn=around.is_drawn)
        if is_icon(element):
            piece = msgspec.structs.replace(piece, clue=icon_meaning(element), has_content=False)
        written = not _is_hidden(item, element, before=before, around=around) and (
            item.kind != "information" or not _said(piece, item, around=around.text)
        )
        if written:
            yield piece
        inside = _inside(around, piece, written=written)
        inside = msgspec.structs.replace(
            inside,
            in_icon=around.in_icon or is_icon(element),
            in_background=around.in_background or (not written and is_in_background(item, element)),
        )
        stack += [(inner, previous, inside) for inner, previous in _with_previous(item)]


def _with_previous(branch: Iaf) -> list[tuple[Iaf, Element | None]]:
    """Return the content of a branch in reverse order, each with the element before it."""
    before = (None, *(item.element for item in branch.items))
    return list(zip(branch.items, before, strict=False))[::-1]


def _is_hidden(item: Iaf, element: Element, *, before: Element | None, around: _Round) -> bool:
    """Check whether an element is covered, an option written with its list, or uninformative."""
    if element.has("covered") or (around.listed and element.role == "option"):
        return True
    if item.kind == "information" and not element.name and (around.in_icon or is_icon(element)):
        return around.in_icon or not icon_meaning(element)
    if is_hollow(item, element) or is_native_input(element, before):
        return True
    return around.in_background or is_in_background(item, element)


def _inside(around: _Round, piece: Piece, *, written: bool) -> _Round:
    is_named = piece.kind == "action" or piece.role in TEXT_NAMED_ROLES
    told = piece.value if piece.kind == "field" else piece.name if is_named else ""
    return _Round(
        depth=around.depth + (written and piece.has_content),
        text=told if written else around.text,
        listed=written if piece.role in LIST_ROLES else around.listed,
        is_drawn=around.is_drawn or piece.role in DRAWN_ROLES,
    )


def _said(piece: Piece, item: Iaf, *, around: str) -> bool:
    """Check whether a piece of information only repeats the enclosing text or its own content."""
    if not piece.name:
        return not (piece.value or piece.clue or piece.states or piece.priority)
    name = plain(item.element.name) if item.element else piece.name
    is_in_cut_name = piece.role in CELL_ROLES and len(around) > MAX_CELLS_CHARS
    if around and not is_in_cut_name and (f" {name} " in f" {around} " or _contains_words(around, name)):
        return True
    if not item.items or piece.role not in TEXT_NAMED_ROLES:
        return False
    rest = name
    for inner in item.items:
        if inner.element is not None and inner.element.name:
            rest = rest.replace(plain(inner.element.name), "", 1)
    return not rest.strip(NAME_EDGES)


def _contains_words(text: str, words: str) -> bool:
    """Check whether a text contains words, ignoring adjacent punctuation."""
    return words in text and re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text) is not None


def _without_labels(found: list[Piece]) -> list[Piece]:
    """Omit texts that only repeat a field or action beside them, or mark it as required."""
    fields: dict[str, list[Piece]] = {}
    for piece in found:
        if piece.kind == "field":
            fields.setdefault(_bare(piece.name), []).append(piece)

    def named_like(piece: Piece) -> list[Piece]:
        return fields.get(_bare(piece.name), [])

    rest = [p for p in found if not any(_labels(p, f) and _is_above(p, f) for f in named_like(p))]
    rest = [
        p for p, _, after in _beside(rest) if p.name != "*" or not after or "required" not in after.states
    ]
    return [p for p, before, after in _beside(rest) if not _labels(p, before) and not _labels(p, after)]


def _beside(found: list[Piece]) -> Iterator[tuple[Piece, Piece | None, Piece | None]]:
    for i, piece in enumerate(found):
        yield piece, found[i - 1] if i else None, found[i + 1] if i + 1 < len(found) else None


def _is_above(text: Piece, field: Piece) -> bool:
    """Check whether a text starts right above a field."""
    gap = field.box.top - text.box.bottom
    return -EDGE_PX <= gap <= MAX_LABEL_GAP_PX and abs(text.box.left - field.box.left) <= MAX_LABEL_SHIFT_PX


def _bare(name: str) -> str:
    return name.strip(NAME_EDGES).casefold()


def _labels(piece: Piece, other: Piece | None) -> bool:
    """Check whether a text only repeats the field, the action or the group beside it.

    It repeats the name, or the option that is chosen in a combo box.
    """
    if other is None or piece.priority or not piece.name:
        return False
    if other.kind == "information":
        return other.role in LABELLED_GROUP_ROLES and other.has_content and piece.name == other.name
    return _bare(piece.name) == _bare(other.name) or (other.role == "combobox" and piece.name == other.value)
