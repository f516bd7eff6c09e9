"""Pieces -> lines, and as many lines as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.perceive.kinds import Kind
from onscreen.perceive.phrase import choices, cut
from onscreen.perceive.pieces import Piece
from onscreen.types import Box

LINE_CHARS = 120
"""Where a line that holds several pieces ends."""

MOST_INDENT = 16
"""How far lines are indented; what lies deeper stands below each other."""

PLAIN_ROLES = frozenset({"", "cell", "generic", "gridcell", "label", "listitem", "paragraph", "row", "text"})
"""Information whose role is not written."""


class Style(msgspec.Struct, frozen=True):
    """How much is written of each piece.

    `name_chars` of actions and fields, `text_chars` of information and values, `options` by name; `marks`
    are the kinds that are numbered; with `joined` neighbours in a row or container share a line; with
    `terse` headings are #, plain texts stand bare and what holds others ends in a colon.
    """

    name_chars: int = 80
    text_chars: int = 240
    options: int = 24
    states: bool = True
    joined: bool = True
    terse: bool = True
    marks: tuple[Kind, ...] = ("action", "field")


BRIEF = 60
"""Characters of a text once room is short."""

SCANT = 24
"""Characters of a name once room is very short: enough for most names of buttons."""


NOTE_CHARS = 80
"""Room kept for the line that says what is missing."""


class Fitted(msgspec.Struct, frozen=True):
    """Lines that fit, and what had to go: how many informing pieces, and the marks of others."""

    lines: tuple[str, ...]
    texts: int = 0
    left_out: tuple[int, ...] = ()


def fit(found: Sequence[Piece], style: Style, *, cap_chars: int | None) -> Fitted:
    """Return the pieces as lines of at most `cap_chars` characters with their line ends.

    Room is made step by step, and no further than needed: texts are shortened; information goes, plain
    texts first and from the bottom; names are shortened, values, states and options go; and only then,
    from the bottom, what can be acted on.
    """
    if cap_chars is None:
        return Fitted(tuple(lay(found, style)))
    ladder = _Ladder(found, style)
    low, high = 0, ladder.steps
    while low < high:
        middle = (low + high) // 2
        fits = sum(len(line) + 1 for line in ladder.at(middle).lines) <= cap_chars
        low, high = (low, middle) if fits else (middle + 1, high)
    return ladder.at(low)


def fitted(found: Sequence[Piece], style: Style, *, cap_chars: int | None) -> list[str]:
    """Return what `fit` gives, with a line that counts what had no room and says how to see it."""
    cut_down = fit(found, style, cap_chars=cap_chars)
    if cap_chars is not None and _note(cut_down):
        cut_down = fit(found, style, cap_chars=cap_chars - NOTE_CHARS)
    return [*cut_down.lines, *_note(cut_down)]


def _note(cut_down: Fitted) -> list[str]:
    marks = cut_down.left_out
    if marks:
        return [
            f"{len(marks)} more without room, marks {marks[0]} to {marks[-1]}: scroll, or ask for more room"
        ]
    return [f"{cut_down.texts} texts without room"] if cut_down.texts else []


class _Ladder:
    """The same pieces with less and less room: step 0 is everything, the last step nothing."""

    def __init__(self, found: Sequence[Piece], style: Style) -> None:
        self._found = found
        self._style = style
        places = range(len(found))
        telling = [i for i in places if found[i].kind == "information"]
        self._telling = sorted(telling, key=lambda i: (found[i].worth, -i))
        self._acting = [i for i in places if found[i].kind != "information"][::-1]
        self.steps = 2 + len(telling) + len(self._acting)

    def at(self, step: int) -> Fitted:
        texts = min(max(0, step - 1), len(self._telling))
        scant = step > len(self._telling) + 1
        acts = max(0, step - len(self._telling) - 2)
        style = msgspec.structs.replace(self._style, text_chars=BRIEF) if step else self._style
        if scant:
            style = msgspec.structs.replace(
                style, name_chars=SCANT, text_chars=SCANT, options=0, states=False
            )
        gone = {*self._telling[:texts], *self._acting[:acts]}
        lines = lay([p for i, p in enumerate(self._found) if i not in gone], style)
        marks = tuple(sorted(self._found[i].mark for i in self._acting[:acts]))
        return Fitted(tuple(lines), texts=texts, left_out=marks)


def lay(found: Sequence[Piece], style: Style) -> list[str]:
    """Return the pieces as indented lines; in a line a role is written once for several of its kind."""
    lines: list[str] = []
    before: Piece | None = None
    for piece, following in zip(found, _next_actions(found), strict=True):
        ahead = following if piece.action else 0
        if (
            before is None
            or not style.joined
            or not _together(before, piece, room=LINE_CHARS - len(lines[-1]))
        ):
            lines.append(" " * min(piece.depth, MOST_INDENT) + write(piece, style, role=True, ahead=ahead))
        else:
            alike = before.role == piece.role and before.kind == piece.kind != "information"
            joint = " · " if piece.kind == "information" else " "
            lines[-1] += joint + write(piece, style, role=not alike, ahead=ahead)
        before = piece
    return lines


def write(piece: Piece, style: Style, *, role: bool, ahead: int = 0) -> str:
    """Return one piece in words; `ahead` is the action that would be taken for a field's without a word."""
    numbered = piece.kind in style.marks
    chars = style.text_chars if piece.kind == "information" else style.name_chars
    words = [piece.sign] if piece.sign else []
    words += [f"[{piece.mark}]"] if numbered else []
    name = cut(piece.name, chars)
    bare = style.terse and piece.kind == "information"
    if bare and piece.role == "heading":
        words.append(f"# {name}")
    elif bare and piece.role in PLAIN_ROLES:
        words += [name] if name else []
    else:
        words += [piece.role] if role else []
        words += [f'"{name}"'] if name else []
    words += [f"({cut(piece.clue, SCANT if not style.states else BRIEF)})"] if piece.clue else []
    words += _tail(piece, style)
    words += [f"(was {piece.was})"] if piece.was else []
    words += [f"→{piece.action}"] if piece.action != ahead and style.states else []
    return " ".join(words) + ":" * (piece.holds and bare and bool(words))


def _tail(piece: Piece, style: Style) -> list[str]:
    tail = [f'="{cut(piece.value, style.text_chars)}"'] if piece.value else []
    tail += piece.states if style.states else ()
    if piece.options:
        told = (
            choices(list(piece.options), style.options) if style.options else f"{len(piece.options)} options"
        )
        tail.append(f"of {told}")
    return tail


def _next_actions(found: Sequence[Piece]) -> list[int]:
    """Return for each piece the mark of the action after it: where a reader looks for a field's action."""
    marks = [0] * len(found)
    for at in range(len(found) - 1, 0, -1):
        marks[at - 1] = found[at].mark if found[at].kind == "action" else marks[at]
    return marks


def _together(before: Piece, piece: Piece, *, room: int) -> bool:
    """Whether a piece goes on in the line of the one before it."""
    if before.holds or piece.holds or before.depth != piece.depth or piece.options or before.options:
        return False
    if piece.role == "heading" or room < len(piece.name):
        return False
    if before.within == piece.within and piece.within is not None:
        return True
    return _same_row(before.box, piece.box)


def _same_row(a: Box, b: Box) -> bool:
    common = min(a.bottom, b.bottom) - max(a.top, b.top)
    return b.left >= a.left and 2 * common > min(a.height, b.height)
