"""Truncation of a screen's text to a maximum number of characters."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.perceive.text_extraction import Piece
from onscreen.perceive.text_layout import PieceTexts, Style, lay_out

SHORT_TEXT_CHARS = 60
"""Length of a text in a truncated view, in characters."""

MIN_NAME_CHARS = 24
"""Length of a name in a heavily truncated view: enough for most buttons."""

NOTE_CHARS = 80
"""Characters reserved for the line that counts the omissions."""


class FittedText(msgspec.Struct, frozen=True):
    """Truncated lines, with the number of omitted texts and the marks of omitted elements."""

    lines: tuple[str, ...]
    texts: int = 0
    left_out: tuple[int, ...] = ()


def fit_lines(found: Sequence[Piece], style: Style, *, cap_chars: int | None) -> list[str]:
    """Arrange the texts of elements in lines, truncated to a total of about `cap_chars` characters.

    The text is truncated step by step. First, texts are shortened and link targets omitted. Then information
    is omitted from the bottom, plain texts first. Then names and values are shortened, and states and options
    omitted. Finally, actions and fields are omitted from the bottom. A last line counts the omissions.
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
    return [f"{fitted_text.texts} texts left out"] if fitted_text.texts else []


class _TruncationSteps:
    """Successive truncations of the same pieces, from step 0 (everything) to the last step (nothing).

    Each step is laid out at most once, and each piece is formatted once per style.
    """

    def __init__(self, found: Sequence[Piece], style: Style) -> None:
        self._found = found
        places = range(len(found))
        telling = [i for i in places if found[i].kind == "information"]
        self._telling = sorted(telling, key=lambda i: (found[i].priority, -i))
        self._acting = [i for i in places if found[i].kind != "information"][::-1]
        self._last = 2 + len(telling) + len(self._acting)
        short = msgspec.structs.replace(style, text_chars=SHORT_TEXT_CHARS, targets=False)
        scant = msgspec.structs.replace(
            style,
            name_chars=MIN_NAME_CHARS,
            text_chars=MIN_NAME_CHARS,
            clue_chars=MIN_NAME_CHARS,
            options=0,
            states=False,
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
        texts = min(max(0, step - 1), len(self._telling))
        acts = max(0, step - len(self._telling) - 2)
        is_scant = step > len(self._telling) + 1
        formatted = self._scant if is_scant else self._short if step else self._full
        gone = {*self._telling[:texts], *self._acting[:acts]}
        lines = lay_out([p for i, p in enumerate(self._found) if i not in gone], formatted)
        marks = tuple(sorted(self._found[i].mark for i in self._acting[:acts]))
        return FittedText(tuple(lines), texts=texts, left_out=marks)
