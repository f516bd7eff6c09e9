"""As many pieces as there is room for."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.perceive.layout import Style, lay
from onscreen.perceive.text_pieces import Piece

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
                style, name_chars=SCANT, text_chars=SCANT, clue_chars=SCANT, options=0, states=False
            )
        gone = {*self._telling[:texts], *self._acting[:acts]}
        lines = lay([p for i, p in enumerate(self._found) if i not in gone], style)
        marks = tuple(sorted(self._found[i].mark for i in self._acting[:acts]))
        return Fitted(tuple(lines), texts=texts, left_out=marks)
