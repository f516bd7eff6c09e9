"""Truncation of a screen's text to a maximum number of characters."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.perceive.layout import Style, lay_out
from onscreen.perceive.text_pieces import Piece

SHORT_TEXT_CHARS = 60
"""Length of a text in a truncated view, in characters."""

MIN_NAME_CHARS = 24
"""Length of a name in a heavily truncated view: enough for most buttons."""

NOTE_CHARS = 80
"""Characters reserved for the line that counts what is left out."""


class FittedText(msgspec.Struct, frozen=True):
    """Truncated lines, with the number of omitted texts and the numbers of omitted elements."""

    lines: tuple[str, ...]
    texts: int = 0
    left_out: tuple[int, ...] = ()


def fit_pieces(found: Sequence[Piece], style: Style, *, cap_chars: int | None) -> FittedText:
    """Arrange element texts in lines, truncated to a total of `cap_chars` characters.

    The view is truncated step by step: texts are shortened, and targets of links left out; information is
    left out, plain texts first and from the bottom; names are shortened, values, states and options left out;
    and finally actions and fields are left out from the bottom.
    """
    if cap_chars is None:
        return FittedText(tuple(lay_out(found, style)))
    steps = _TruncationSteps(found, style)
    low, high = 0, steps.steps
    while low < high:
        middle = (low + high) // 2
        fits = sum(len(line) + 1 for line in steps.at(middle).lines) <= cap_chars
        low, high = (low, middle) if fits else (middle + 1, high)
    return steps.at(low)


def fit_lines(found: Sequence[Piece], style: Style, *, cap_chars: int | None) -> list[str]:
    """Truncate element texts and append a line that counts what was left out."""
    fitted_text = fit_pieces(found, style, cap_chars=cap_chars)
    if cap_chars is not None and _note(fitted_text):
        fitted_text = fit_pieces(found, style, cap_chars=cap_chars - NOTE_CHARS)
    return [*fitted_text.lines, *_note(fitted_text)]


def _note(fitted_text: FittedText) -> list[str]:
    marks = fitted_text.left_out
    if marks:
        return [f"{len(marks)} more left out, marks {marks[0]} to {marks[-1]}: scroll to see them"]
    return [f"{fitted_text.texts} texts left out"] if fitted_text.texts else []


class _TruncationSteps:
    """Successive truncations of the same pieces: step 0 is everything, the last step nothing."""

    def __init__(self, found: Sequence[Piece], style: Style) -> None:
        self._found = found
        self._style = style
        places = range(len(found))
        telling = [i for i in places if found[i].kind == "information"]
        self._telling = sorted(telling, key=lambda i: (found[i].priority, -i))
        self._acting = [i for i in places if found[i].kind != "information"][::-1]
        self.steps = 2 + len(telling) + len(self._acting)

    def at(self, step: int) -> FittedText:
        texts = min(max(0, step - 1), len(self._telling))
        scant = step > len(self._telling) + 1
        acts = max(0, step - len(self._telling) - 2)
        style = self._style
        if step:
            style = msgspec.structs.replace(style, text_chars=SHORT_TEXT_CHARS, targets=False)
        if scant:
            style = msgspec.structs.replace(
                style,
                name_chars=MIN_NAME_CHARS,
                text_chars=MIN_NAME_CHARS,
                clue_chars=MIN_NAME_CHARS,
                options=0,
                states=False,
            )
        gone = {*self._telling[:texts], *self._acting[:acts]}
        lines = lay_out([p for i, p in enumerate(self._found) if i not in gone], style)
        marks = tuple(sorted(self._found[i].mark for i in self._acting[:acts]))
        return FittedText(tuple(lines), texts=texts, left_out=marks)
