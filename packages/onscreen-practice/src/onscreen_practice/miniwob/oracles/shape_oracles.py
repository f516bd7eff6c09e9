"""Scripted solvers for MiniWoB++ tasks with shapes, colors and coordinates."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from onscreen.types import Action, Click, Element, Type
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_COLOR_CODES: Mapping[str, str] = {
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
_SHADE_WORDS: Mapping[str, str] = {
    "red": "red reddish maroon brown pink pinkish",
    "green": "green greenish lime",
    "blue": "blue bluish navy",
}
_SHAPE_WORDS: Mapping[str, str] = {"rectangle": "rect", "circle": "circle", "triangle": "triangle"}
_MAX_SMALL_PX = 10
_COUNT_REQUEST = re.compile(r"How many (.*)s are there\?", re.DOTALL)
_CLICK_REQUEST = re.compile(r"Click on an? (.*)", re.DOTALL)
_COORDINATES = re.compile(r"\((-?\d), ?(-?\d)\)")
_AXIS_LABELS = ("-2", "-1", "0", "1", "2")


def count_shape(view: OracleView) -> Action | None:
    """Choose the next action for the task `count-shape`: click the number of matching shapes."""
    match = _COUNT_REQUEST.search(view.instruction)
    shapes = _find_matching_shapes(view, match[1]) if match else ()
    return click_on(view.find_by_name(str(len(shapes)), "button"))


def click_shape(view: OracleView) -> Action | None:
    """Choose the next action for the task `click-shape`: click the first matching shape."""
    match = _CLICK_REQUEST.search(view.instruction)
    shapes = _find_matching_shapes(view, match[1].strip()) if match else ()
    return Click(shapes[0]) if shapes else None


def identify_shape(view: OracleView) -> Action | None:
    """Choose the next action for `identify-shape`: click the button that names the shape."""
    figure = next(iter(_find_shapes(view)), None)
    return click_on(view.find_by_name(_shape_kind(figure).capitalize(), "button")) if figure else None


def count_sides(view: OracleView) -> Action | None:
    """Choose the next action for the task `count-sides`: click the polygon's number of sides."""
    figures = (e.appearance for e in view.find_by_role("canvas"))
    sides = next((figure.sides for figure in figures if figure and figure.sides), "")
    return click_on(view.find_by_name(str(sides), "button"))


def visual_addition(view: OracleView) -> Action | None:
    """Choose the next action for `visual-addition`: type the number of blocks and submit."""
    blocks = [e for e in view.screen.elements if "addition block" in e.clue]
    return _type_and_submit(view, str(len(blocks)))


def use_colorwheel(view: OracleView) -> Action | None:
    """Choose the next action for `use-colorwheel`: type the color's hexadecimal code and submit."""
    color = next((word for word in view.instruction.split() if word in _COLOR_CODES), "")
    return _type_and_submit(view, _COLOR_CODES[color]) if color else None


def use_colorwheel_2(view: OracleView) -> Action | None:
    """Choose the next action for the task `use-colorwheel-2`: submit a medium gray.

    The requested color is drawn only next to the instruction, which the suite hides.
    """
    return _type_and_submit(view, _COLOR_CODES["gray"])


def click_shades(view: OracleView) -> Action | None:
    """Choose the next action for `click-shades`: select all shades of a color and submit."""
    color = next((name for name in _SHADE_WORDS if name in view.instruction.split()), "red")
    for square in view.find_by_role("generic"):
        words = square.clue.split()
        is_shade = bool(words) and words[0] in _SHADE_WORDS[color].split()
        if is_shade != ("selected" in words):
            return Click(square)
    return click_on(view.find_by_name("Submit", "button"))


def grid_coordinate(view: OracleView) -> Action | None:
    """Choose the next action for `grid-coordinate`: click the point at the given coordinates."""
    match = _COORDINATES.search(view.instruction)
    points = [e for e in view.find_by_role("image") if "circle" in e.clue.split()]
    columns = sorted({e.box.left for e in points})
    rows = sorted({e.box.top for e in points}, reverse=True)
    if not match or len(columns) != len(_AXIS_LABELS) or len(rows) != len(_AXIS_LABELS):
        return None
    left, top = columns[_AXIS_LABELS.index(match[1])], rows[_AXIS_LABELS.index(match[2])]
    return click_on(next((e for e in points if (e.box.left, e.box.top) == (left, top)), None))


def _type_and_submit(view: OracleView, text: str) -> Action | None:
    field = next(iter(view.find_by_role("textbox")), None)
    if field and field.value != text:
        return Type(text, field)
    submit = view.find_by_name("Submit", "button")
    if submit and submit.has("covered"):
        return click_on(view.find_by_name("Color:", "text"))
    return click_on(submit)


def _find_matching_shapes(view: OracleView, description: str) -> tuple[Element, ...]:
    """Return the shapes that match a description such as "small red circle" or "large q"."""
    words = description.split()
    tests: list[Callable[[Element], bool]] = [
        _build_word_test(word, is_last=word is words[-1]) for word in words
    ]
    return tuple(e for e in _find_shapes(view) if all(test(e) for test in tests))


def _build_word_test(word: str, *, is_last: bool) -> Callable[[Element], bool]:
    if is_last:
        return lambda e: word in {"item", e.name, _shape_kind(e), _shape_class(e)}
    if word in {"small", "large"}:
        return lambda e: (_size_px(e) <= _MAX_SMALL_PX) == (word == "small")
    return lambda e: e.clue.split()[0] == {"aqua": "cyan"}.get(word, word)


def _find_shapes(view: OracleView) -> tuple[Element, ...]:
    candidates = view.find_by_role("image", "text")
    return tuple(e for e in candidates if e.clue and _shape_kind(e))


def _shape_kind(element: Element) -> str:
    words = element.clue.split()
    if "text" in words:
        return "number" if element.name.isdigit() else "letter"
    return next((kind for kind, word in _SHAPE_WORDS.items() if word in words), "")


def _shape_class(element: Element) -> str:
    return {"number": "digit", "letter": "letter"}.get(_shape_kind(element), "shape")


def _size_px(element: Element) -> float:
    look = element.appearance
    return (look.font_size_px or look.width_px or 0) if look else 0


ORACLES: Mapping[str, Oracle] = {
    "click-shades": click_shades,
    "click-shape": click_shape,
    "count-shape": count_shape,
    "count-sides": count_sides,
    "grid-coordinate": grid_coordinate,
    "identify-shape": identify_shape,
    "use-colorwheel": use_colorwheel,
    "use-colorwheel-2": use_colorwheel_2,
    "visual-addition": visual_addition,
}
