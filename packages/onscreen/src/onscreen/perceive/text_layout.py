"""Layout of a screen's element texts in indented lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from onscreen.perceive.element_kinds import NUMBERED_STATES, Kind
from onscreen.perceive.node_text import choices, quote, quote_lines, shorten, span_of_marks, truncate
from onscreen.perceive.text_extraction import LINE_ROLES, Piece
from onscreen.perceive.text_separators import SEPARATOR, separator_between

LINE_CHARS = 120
"""Longest line with several pieces, in characters."""

MAX_PER_LINE = 8
"""Maximum number of pieces of a container written on one line although they are not in one row."""

MOST_INDENT = 16
"""Deepest indentation of a line, in characters."""

PLAIN_ROLES = frozenset({"", "cell", "generic", "gridcell", "label", "listitem", "paragraph", "row", "text"})
"""Roles that are not written for information."""

HEADER_ROLES = frozenset({"columnheader", "rowheader"})
"""Roles that are not written in a brief text, because the position beside their cells shows them."""

ICON_ROLES = frozenset({"button", "generic", "link"})
"""Roles of actions that may be drawn as an icon, whose clue is written after the header of their column."""


class Style(msgspec.Struct, frozen=True):
    """Options for writing screen elements as text, such as the longest name in characters.

    `name_chars`, `text_chars` and `clue_chars` are the lengths of names, texts and values, and clues;
    `options` is the number of options listed by name; `targets` and `arrows` tell whether the targets of
    links and the marks of submitting actions are written; `marks` are the kinds of elements written with
    their marks. With `joined`, neighbours in a row or container share a line. With `brief`, headers of
    tables have no role, and information has no clue. With `terse`, headings are marked by #, plain texts
    have no role, and containers end in a colon.
    """

    name_chars: int = 80
    text_chars: int = 240
    clue_chars: int = 60
    options: int = 24
    targets: bool = True
    arrows: bool = True
    joined: bool = True
    brief: bool = False
    terse: bool = True
    marks: tuple[Kind, ...] = ("action", "field")


class PieceTexts:
    """Cache of the formatted pieces of one screen in one style.

    Pieces are identified by their marks, so all must belong to one screen.
    """

    def __init__(self, style: Style) -> None:
        """Create an empty cache for pieces formatted in the given style."""
        self.style = style
        self._texts: dict[tuple[int, bool, bool, int], str] = {}

    def text(self, piece: Piece, *, role: bool, ahead: int) -> str:
        """Return the formatted piece, calling `write` only if the text is not in the cache."""
        key = (piece.mark, role, piece.action == ahead, piece.options_of)
        text = self._texts.get(key)
        if text is None:
            text = self._texts[key] = write(piece, self.style, role=role, ahead=ahead)
        return text


def lay_out(found: Sequence[Piece], texts: PieceTexts) -> list[str]:
    """Arrange the texts of screen elements in indented lines.

    Within a line, the role is written once for neighbors of one kind, and equal texts once with their count.
    Scroll areas, and elements that show more under the pointer, are numbered like actions.
    """
    style = texts.style
    found = _without_references_to_others(found)
    lines: list[list[str]] = []
    line: list[Piece] = []
    crowds = Counter(piece.within for piece in found)
    for piece, following in zip(found, _next_actions(found), strict=True):
        ahead = following if piece.action else 0
        room = LINE_CHARS - sum(map(len, lines[-1])) if lines else 0
        few = crowds[piece.within] <= MAX_PER_LINE
        joint = separator_between(line, piece, room=room, few=few) if line and style.joined else None
        if joint is None:
            lines.append([" " * min(piece.depth, MOST_INDENT), texts.text(piece, role=True, ahead=ahead)])
            line = []
        else:
            alike = line[-1].role == piece.role and line[-1].kind == piece.kind != "information"
            lines[-1].append(joint + texts.text(piece, role=not alike, ahead=ahead))
        line.append(piece)
    return ["".join(_counted(parts)) for parts in lines]


def _without_references_to_others(found: Sequence[Piece]) -> list[Piece]:
    """Reset `options_of` of pieces if the field it refers to is not among the pieces."""
    marks = {piece.mark for piece in found}
    is_complete = all(not piece.options_of or piece.options_of in marks for piece in found)
    if is_complete:
        return list(found)
    return [p if p.options_of in marks else msgspec.structs.replace(p, options_of=0) for p in found]


def _counted(parts: list[str]) -> Iterator[str]:
    """Yield the parts of a line, with equal neighbors collapsed into one with their count."""
    for _, run in groupby(parts, key=lambda part: part.removeprefix(SEPARATOR)):
        alike = list(run)
        yield alike[0] + (f" ×{len(alike)}" if len(alike) > 1 else "")


def write(piece: Piece, style: Style, *, role: bool, ahead: int = 0) -> str:
    """Format one element as text, with its mark, role, name, value and states.

    `ahead` is the mark of the next action, which is assumed to submit the field if no arrow is written.
    """
    numbered = piece.kind in style.marks or not NUMBERED_STATES.isdisjoint(piece.states)
    chars = style.text_chars if piece.kind == "information" else style.name_chars
    words = [f"[{piece.mark}]"] if numbered else []
    name = "" if piece.column and len(piece.name) > chars else shorten(piece.name, chars)
    bare = style.terse and piece.kind == "information"
    if bare and piece.role == "heading":
        words.append(f"# {name}")
    elif bare and piece.role in _plain_roles(style) and (name or "selected" not in piece.states):
        words += [name] if name else []
    else:
        words += [piece.role] if role else []
        words += [_quote_name(piece, name)] if name else []
    clue = _clue(piece, style)
    words += [f"({truncate(clue, style.clue_chars)})"] if clue else []
    words += _tail(piece, style)
    words += [f"(was {piece.previous})"] if piece.previous else []
    words += [f"→{piece.action}"] if piece.action != ahead and style.arrows else []
    return " ".join(words) + ":" * (piece.has_content and bare and bool(words))


def _clue(piece: Piece, style: Style) -> str:
    """Return the header of an element's column, with the clue of an unnamed icon, or the clue alone."""
    if piece.column:
        is_icon = piece.kind == "action" and piece.role in ICON_ROLES and not piece.name and bool(piece.clue)
        return f"{piece.column}: {piece.clue}" if is_icon else piece.column
    return "" if style.brief and piece.kind == "information" else piece.clue


def _quote_name(piece: Piece, name: str) -> str:
    return quote_lines(name) if piece.role in LINE_ROLES else quote(name)


def _plain_roles(style: Style) -> frozenset[str]:
    return PLAIN_ROLES | HEADER_ROLES if style.brief else PLAIN_ROLES


def _tail(piece: Piece, style: Style) -> list[str]:
    tail = [f"={quote_lines(truncate(piece.value, style.text_chars))}"] if piece.value else []
    tail += [f"={quote(piece.target)}"] if piece.target and style.targets else []
    tail += piece.states
    if piece.options:
        tail.append(f"of {_list_options(piece, style) or len(piece.options)}")
    return tail


def _list_options(piece: Piece, style: Style) -> str:
    """Format the marks and names of a field's options; names shown for an earlier field are not repeated."""
    if not style.options:
        return ""
    is_starred = not piece.value and any(option.has("selected") for option in piece.options)
    span = span_of_marks(piece.options)
    if piece.options_of and span and not is_starred:
        return f"{span}, the same options as {piece.options_of}"
    return choices(piece.options, style.options, starred=not piece.value)


def _next_actions(found: Sequence[Piece]) -> list[int]:
    """Return the mark of the next action for each piece, 0 if no action follows."""
    marks = [0] * len(found)
    for at in range(len(found) - 1, 0, -1):
        marks[at - 1] = found[at].mark if found[at].kind == "action" else marks[at]
    return marks
