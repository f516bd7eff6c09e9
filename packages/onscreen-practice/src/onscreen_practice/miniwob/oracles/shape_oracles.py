"""Oracles of MiniWoB++: shapes to name, count and click, shades, the colour picker, the grid of points."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from onscreen.types import Action, Click, Element, Type
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click

_COLORS: Mapping[str, str] = {
    "black": "000000",
    "white": "FFFFFF",
    "aqua": "00FFFF",
    "blue": "0000FF",
    "gray": "808080",
    "green": "008000",
    "lime": "00FF00",
    "maroon": "800000",
    "navy": "000080",
    "olive": "808000",
    "purple": "800080",
    "red": "FF0000",
    "silver": "C0C0C0",
    "teal": "008080",
    "yellow": "FFFF00",
    "pink": "FFC0CB",
    "magenta": "FF00FF",
    "gold": "FFD700",
    "orange": "FFA500",
}
_SHADES: Mapping[str, str] = {
    "red": "red reddish maroon brown pink pinkish",
    "green": "green greenish lime",
    "blue": "blue bluish navy",
}
_KINDS: Mapping[str, str] = {"rectangle": "rect", "circle": "circle", "triangle": "triangle"}
_SIDES: Mapping[str, str] = {"triangle": "3", "quadrilateral": "4"}
_SIDED = re.compile(r"\d(?=-sided polygon)")
_SMALL_PX = 10
_COUNTED = re.compile(r"How many (.*)s are there\?", re.DOTALL)
_TO_CLICK = re.compile(r"Click on an? (.*)", re.DOTALL)
_AT = re.compile(r"\((-?\d), ?(-?\d)\)")
_AXIS = ("-2", "-1", "0", "1", "2")


def count_shape(sight: Sight) -> Action | None:
    """Press the number of the shapes that fit the description."""
    asked = _COUNTED.search(sight.asked)
    fit = _fitting(sight, asked[1]) if asked else ()
    return click(sight.named(str(len(fit)), "button"))


def click_shape(sight: Sight) -> Action | None:
    """Click the first shape that fits the description."""
    asked = _TO_CLICK.search(sight.asked)
    fit = _fitting(sight, asked[1].strip()) if asked else ()
    return Click(fit[0]) if fit else None


def identify_shape(sight: Sight) -> Action | None:
    """Press the button that says what the figure is."""
    figure = next(iter(_shapes(sight)), None)
    return click(sight.named(_kind(figure).capitalize(), "button")) if figure else None


def count_sides(sight: Sight) -> Action | None:
    """Press the number of the sides of the figure."""
    clue = " ".join(e.clue for e in sight.of_role("canvas"))
    sided = _SIDED.search(clue)
    sides = sided[0] if sided else next((n for kind, n in _SIDES.items() if kind in clue), "")
    return click(sight.named(sides, "button"))


def visual_addition(sight: Sight) -> Action | None:
    """Type how many blocks there are and submit."""
    blocks = [e for e in sight.screen.elements if "addition block" in e.clue]
    return _typed(sight, str(len(blocks)))


def use_colorwheel(sight: Sight) -> Action | None:
    """Type the code of the colour and submit."""
    said = next((word for word in sight.asked.split() if word in _COLORS), "")
    return _typed(sight, _COLORS[said]) if said else None


def any_color(sight: Sight) -> Action | None:
    """Submit a middle gray, since the colour asked for is shown only with the instruction."""
    return _typed(sight, _COLORS["gray"])


def click_shades(sight: Sight) -> Action | None:
    """Select the shades of the colour, leave all others, and submit."""
    color = next((name for name in _SHADES if name in sight.asked.split()), "red")
    for square in sight.of_role("generic"):
        words = square.clue.split()
        is_shade = bool(words) and words[0] in _SHADES[color].split()
        if is_shade != ("selected" in words):
            return Click(square)
    return click(sight.named("Submit", "button"))


def grid_coordinate(sight: Sight) -> Action | None:
    """Click the point in the column and row that the coordinates name."""
    asked = _AT.search(sight.asked)
    points = [e for e in sight.of_role("image") if "circle" in e.clue.split()]
    columns = sorted({e.box.left for e in points})
    rows = sorted({e.box.top for e in points}, reverse=True)
    if not asked or len(columns) != len(_AXIS) or len(rows) != len(_AXIS):
        return None
    left, top = columns[_AXIS.index(asked[1])], rows[_AXIS.index(asked[2])]
    return click(next((e for e in points if (e.box.left, e.box.top) == (left, top)), None))


def _typed(sight: Sight, text: str) -> Action | None:
    field = next(iter(sight.of_role("textbox")), None)
    if field and field.value != text:
        return Type(text, field)
    submit = sight.named("Submit", "button")
    if submit and submit.has("covered"):
        return click(sight.named("Color:", "text"))
    return click(submit)


def _fitting(sight: Sight, said: str) -> tuple[Element, ...]:
    """Return the shapes that a description such as "small red circle" or "large q" fits."""
    words = said.split()
    tests: list[Callable[[Element], bool]] = [_test(word, last=word is words[-1]) for word in words]
    return tuple(e for e in _shapes(sight) if all(test(e) for test in tests))


def _test(word: str, *, last: bool) -> Callable[[Element], bool]:
    if last:
        return lambda e: word in {"item", e.name, _kind(e), _sort(e)}
    if word in {"small", "large"}:
        return lambda e: (_size(e) <= _SMALL_PX) == (word == "small")
    return lambda e: e.clue.split()[0] == {"aqua": "cyan"}.get(word, word)


def _shapes(sight: Sight) -> tuple[Element, ...]:
    found = sight.of_role("image", "text")
    return tuple(e for e in found if e.clue and _kind(e))


def _kind(element: Element) -> str:
    words = element.clue.split()
    if "text" in words:
        return "number" if element.name.isdigit() else "letter"
    return next((kind for kind, word in _KINDS.items() if word in words), "")


def _sort(element: Element) -> str:
    return {"number": "digit", "letter": "letter"}.get(_kind(element), "shape")


def _size(element: Element) -> float:
    size = re.search(r"font-size ([\d.]+)px|(\d+)x\d+", element.clue)
    return float(size[1] or size[2]) if size else 0


ORACLES: Mapping[str, Oracle] = {
    "click-shades": click_shades,
    "click-shape": click_shape,
    "count-shape": count_shape,
    "count-sides": count_sides,
    "grid-coordinate": grid_coordinate,
    "identify-shape": identify_shape,
    "use-colorwheel": use_colorwheel,
    "use-colorwheel-2": any_color,
    "visual-addition": visual_addition,
}
