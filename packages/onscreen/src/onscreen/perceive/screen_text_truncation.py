"""Truncation of a screen's text to a maximum number of characters."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.perceive.node_text import LINE_BREAK, shorten_middle
from onscreen.perceive.redundant_containers import without_wrappers
from onscreen.perceive.text_extraction import Piece
from onscreen.perceive.text_layout import PieceTexts, Style, lay_out

SHORT_TEXT_CHARS = 60
"""Length of a text in a truncated view, in characters."""

MIN_NAME_CHARS = 24
"""Length of a name in a heavily truncated view: enough for most buttons."""

FIRST_OMISSION = 2
"""Number of the first truncation step that leaves out elements, the containers around others."""

NOTE_CHARS = 80
"""Characters reserved for the line that counts the omissions."""


class FittedText(msgspec.Struct, frozen=True):
    """Truncated lines, with the numbers of omitted containers and texts and the marks of omitted elements."""

    lines: tuple[str, ...]
    wrappers: int = 0
    texts: int = 0
    left_out: tuple[int, ...] = ()


def fit_lines(found: Sequence[Piece], style: Style, *, cap_chars: int | None) -> list[str]:
    """Arrange the texts of elements in lines, truncated to a total of about `cap_chars` characters.

    The view is truncated step by step: texts are shortened, and targets of links left out; rows and other
    containers around actions that can be clicked instead are left out; information is left out, plain texts
    first and from the bottom; names and values are shortened, and options left out; and finally actions and
    fields are left out from the bottom. States are never left out. A last line counts the omissions.
    """
    steps = _TruncationSteps(found, style)
    fitted_text = steps.fit(cap_chars)
    if cap_chars is not None and _note(fitted_text):
        fitted_text = steps.fit(cap_chars - NOTE_CHARS)
    return [*fitted_text.lines, *_note(fitted_text)]


def _note(fitted_text: FittedText) -> list[str]:
    marks = fitted_text.left_out
    if marks:
        return [f"{len(marks)} more left out, marks {marks[0]} to {marks[-1]}: scroll to see them"]
    counts = ((fitted_text.wrappers, "rows and boxes around elements"), (fitted_text.texts, "texts"))
    told = ", ".join(f"{count} {what}" for count, what in counts if count)
    return [f"{told} left out"] if told else []


def distinguish_names(found: Sequence[Piece], chars: int) -> list[Piece]:
    """Shorten names that are equal in their first `chars` characters in the middle, so that they differ."""
    starts: dict[tuple[str, str], set[str]] = {}
    for piece in found:
        if len(piece.name) > chars:
            starts.setdefault((piece.role, piece.name[: chars - 1]), set()).add(piece.name)
    alike = {name for names in starts.values() if len(names) > 1 for name in names if LINE_BREAK not in name}
    return [
        msgspec.structs.replace(p, name=shorten_middle(p.name, chars)) if p.name in alike else p
        for p in found
    ]


class _TruncationSteps:
    """Successive truncations of the same pieces, from step 0 (everything) to the last step (nothing).

    Each step is laid out at most once, and each piece is formatted once per style.
    """

    def __init__(self, found: Sequence[Piece], style: Style) -> None:
        self._found = found
        self._unwrapped = without_wrappers(found)
        places = range(len(self._unwrapped))
        telling = [i for i in places if self._unwrapped[i].kind == "information"]
        self._telling = sorted(telling, key=lambda i: (self._unwrapped[i].priority, -i))
        self._acting = [i for i in places if self._unwrapped[i].kind != "information"][::-1]
        self._last = 3 + len(telling) + len(self._acting)
        short = msgspec.structs.replace(style, text_chars=SHORT_TEXT_CHARS, targets=False)
        scant = msgspec.structs.replace(
            style,
            name_chars=MIN_NAME_CHARS,
            text_chars=MIN_NAME_CHARS,
            clue_chars=MIN_NAME_CHARS,
            options=0,
            arrows=False,
            targets=False,
        )
        self._full, self._short, self._scant = (PieceTexts(each) for each in (style, short, scant))
        self._fitted: dict[int, FittedText] = {}

    def fit(self, cap_chars: int | None) -> FittedText:
        """Return the least truncated text of at most `cap_chars` characters; None means no limit."""
        low, high = 0, 0 if cap_chars is None or self._chars(0) <= cap_chars else self._last
        while cap_chars is not None and low < high:
            middle = (low + high) // 2
            fits = self._chars(middle) <= cap_chars
            low, high = (low, middle) if fits else (middle + 1, high)
        return self.at(low)

    def at(self, step: int) -> FittedText:
        """Return the text after the given number of truncation steps."""
        if step not in self._fitted:
            self._fitted[step] = self._lay_out(step)
        return self._fitted[step]

    def _chars(self, step: int) -> int:
        return sum(len(line) + 1 for line in self.at(step).lines)

    def _lay_out(self, step: int) -> FittedText:
        if step < FIRST_OMISSION:
            return FittedText(tuple(lay_out(self._found, self._short if step else self._full)))
        texts = min(step - FIRST_OMISSION, len(self._telling))
        acts = max(0, step - len(self._telling) - FIRST_OMISSION - 1)
        is_scant = step > len(self._telling) + FIRST_OMISSION
        found = distinguish_names(self._unwrapped, MIN_NAME_CHARS) if is_scant else self._unwrapped
        gone = {*self._telling[:texts], *self._acting[:acts]}
        lines = lay_out(
            [p for i, p in enumerate(found) if i not in gone], self._scant if is_scant else self._short
        )
        marks = tuple(sorted(found[i].mark for i in self._acting[:acts]))
        wrappers = len(self._found) - len(found)
        return FittedText(tuple(lines), wrappers=wrappers, texts=texts, left_out=marks)
