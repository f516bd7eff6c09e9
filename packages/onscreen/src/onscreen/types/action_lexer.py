"""Tokenizer for a single line of the action syntax."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from onscreen.types.action import Target
from onscreen.types.errors import BadText
from onscreen.types.geometry import Point
from onscreen.types.numbered_grid import CELL_PARTS, make_grid
from onscreen.types.screen import Element, Screen

_QUOTED_CHARS = 80
_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[^\s"]+)', re.DOTALL)
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?", re.IGNORECASE)
_WHOLE = re.compile(r"[0-9]{1,9}")
_MARK = re.compile(r"\[?([0-9]{1,9})\]?")
_LONGEST_FIRST = sorted(CELL_PARTS, key=len, reverse=True)
_T = TypeVar("_T")
FindNamed: TypeAlias = Callable[[str], Element]


def brief(text: str) -> str:
    """Quote and truncate a string for an error message."""
    return repr(text if len(text) <= _QUOTED_CHARS else text[:_QUOTED_CHARS] + "…")


def _number(text: str) -> float | None:
    number = float(text) if _NUMBER.fullmatch(text) else math.nan
    return number if math.isfinite(number) else None


class Reader:
    """Cursor over the tokens of a line.

    Methods raise BadText if the next token is unexpected. Elements are looked up on `screen`, which raises
    NoSuchMark for an unknown mark. `forms` are the lines of the grammar; error messages quote those that
    start with the same verb. If `find_named` is given, a name in quotes is accepted in place of a mark; the
    function finds the element or raises BadText.
    """

    def __init__(
        self, text: str, screen: Screen, *, forms: tuple[str, ...], find_named: FindNamed | None = None
    ) -> None:
        self.screen = screen
        self._forms = forms
        self._find_named = find_named
        self._text = text
        self._at = 0
        self._tokens: list[str] = []
        place = 0
        while found := _TOKEN.match(text, place):
            self._tokens.append(found[1])
            place = found.end()
        if text[place:].strip():
            raise self.wrong("a closing quote", found=text[place:].strip())

    def wrong(self, expected: str, *, found: str | None = None) -> BadText:
        """Create a syntax error for the current token.

        The message shows the expected syntax.
        """
        found = self._peek() if found is None else found
        verb = self._tokens[0].lower() if self._tokens else ""
        fitting = [line for line in self._forms if verb and re.search(rf"\b{re.escape(verb)}\b", line)]
        forms = " or ".join(fitting) or "; ".join(self._forms)
        what = brief(found) if found else "the end"
        return BadText(f"{brief(self._text)}: found {what}, expected {expected}; write it as: {forms}")

    def _peek(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _take(self) -> str:
        token = self._peek()
        self._at += 1
        return token

    def next_word(self) -> str:
        """Consume the next word and return it in lower case."""
        if not self._peek():
            raise self.wrong("an action")
        return self._take().lower()

    def skip(self, *words: str) -> bool:
        """Consume the given words if they come next, and return whether they were consumed."""
        ahead = [t.lower() for t in self._tokens[self._at : self._at + len(words)]]
        there = ahead == list(words)
        self._at += len(words) if there else 0
        return there

    def need(self, *words: str) -> None:
        """Consume the given words, or raise BadText if they do not come next."""
        if not self.skip(*words):
            raise self.wrong(repr(" ".join(words)))

    def choice(self, words: Mapping[str, _T], *, expected: str) -> _T:
        """Consume one of the given words and return the value mapped to it."""
        if self._peek().lower() not in words:
            raise self.wrong(expected)
        return words[self._take().lower()]

    def number(self) -> float:
        """Consume a number."""
        found = _number(self._peek())
        if found is None:
            raise self.wrong("a number")
        self._at += 1
        return found

    def whole(self) -> int:
        """Consume a non-negative integer."""
        if not _WHOLE.fullmatch(self._peek()):
            raise self.wrong("a whole number")
        return int(self._take())

    def number_ahead(self) -> bool:
        """Check whether the next token is a number."""
        return _number(self._peek()) is not None

    def point(self) -> Point:
        """Consume a point written X,Y."""
        x, _, y = self._peek().partition(",")
        across, down = _number(x), _number(y)
        if across is None or down is None:
            raise self.wrong("a point X,Y")
        self._at += 1
        return Point(across, down)

    def string(self) -> str:
        """Consume a JSON string and return its value."""
        if not self._peek().startswith('"'):
            raise self.wrong('text in quotes ""')
        try:
            text: str = json.loads(self._peek(), strict=False)
        except ValueError:
            raise self.wrong("text quoted as in JSON") from None
        self._at += 1
        return text

    def string_ahead(self) -> bool:
        """Check whether the next token is a quoted string."""
        return self._peek().startswith('"')

    def strings(self) -> tuple[str, ...]:
        """Consume a comma-separated list of quoted strings.

        The word `nothing` is an empty list.
        """
        if self.skip("nothing"):
            return ()
        found = [self.string()]
        while self.skip(","):
            found.append(self.string())
        return tuple(found)

    def keys(self) -> str:
        """Consume the name of a key or key combination, with or without quotes."""
        if not self._peek():
            raise self.wrong("keys such as Enter or Control+a")
        return self.string() if self.string_ahead() else self._take()

    def element(self) -> Element:
        """Consume the mark of an element and an optional quoted name, and return the element."""
        if self._find_named is not None and self.string_ahead():
            return self._find_named(self.string())
        mark = _MARK.fullmatch(self._peek())
        if mark is None:
            raise self.wrong("the mark of an element")
        self._at += 1
        if self.string_ahead():
            self.string()
        return self.screen[int(mark[1])]

    def target(self) -> Target:
        """Consume a target: a point written as `at X,Y`, a part of a grid cell, or an element."""
        if self._peek().lower() == "cell":
            return self.place()
        return self.point() if self.skip("at") else self.element()

    def place(self) -> Point:
        """Consume a point written X,Y or a part of a grid cell, such as `cell 12 top left`."""
        if not self.skip("cell"):
            return self.point()
        grid = make_grid(self.screen.shot.picture.size)
        if not _WHOLE.fullmatch(self._peek()) or not 1 <= int(self._peek()) <= grid.count:
            raise self.wrong(f"a cell from 1 to {grid.count}")
        number = int(self._take())
        part = next((part for part in _LONGEST_FIRST if self.skip(*part.split())), "center")
        return grid.point(number, part)

    def end(self) -> None:
        """Raise BadText if the line contains more tokens."""
        if self._peek():
            raise self.wrong("the end of the line")
