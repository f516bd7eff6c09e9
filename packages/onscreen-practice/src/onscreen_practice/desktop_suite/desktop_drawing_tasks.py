"""Tasks in Inkscape, checked on the structure of the saved drawing."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from onscreen.types import PageValue
from onscreen_practice.desktop_suite.desktop_program import (
    SAVE,
    Program,
    output_is,
    python_command,
    write_text,
)
from onscreen_practice.task_recipe import TaskFactory, TaskRecipe, press

DRAWING = "plan.svg"
COLOURS = ("red", "green", "blue", "orange", "purple", "teal")
READ_SHAPES = """
import xml.etree.ElementTree as tree
def shapes(element):
    children = [each for each in element if each.tag.rpartition("}")[2] in ("g", "rect")]
    return "".join(f"({shapes(each)})" if each.tag.endswith("}g") else "#" for each in children)
print(shapes(tree.parse("plan.svg").getroot()))
"""
"""Python program that prints "#" for each rectangle of the drawing, and groups in brackets."""
INKSCAPE = Program(f"inkscape {DRAWING}", ("inkscape", "python3"))
SELECT_ALL = press("Control+a")


def _write_drawing(count: int, rng: Random) -> str:
    shapes = "".join(
        f'<rect x="{10 + 60 * at}" y="{rng.randrange(10, 90)}" width="40" height="50" '
        f'fill="{rng.choice(COLOURS)}"/>'
        for at in range(count)
    )
    return write_text(
        DRAWING, f'<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">{shapes}</svg>'
    )


def drawing_is(structure: str) -> PageValue:
    """Return a check of the rectangles and groups of the drawing, such as "(##)" for a group of two."""
    return output_is(python_command(READ_SHAPES), structure, about=f"the drawing is {structure!r}")


def _selection_task(instruction: str, structure: str, *, keys: str, wrong: str, script: str) -> TaskRecipe:
    """Create a task that selects all objects and presses a key."""
    return INKSCAPE.task(
        f"{instruction} Save the drawing.",
        drawing_is(structure),
        moves=(SELECT_ALL, press(keys), SAVE),
        near_miss=(SELECT_ALL, press(wrong), SAVE),
        script=script,
    )


def drawing_group(rng: Random) -> TaskRecipe:
    """Create a task: group all objects."""
    count = rng.randint(2, 4)
    return _selection_task(
        "Put all objects of the drawing into one group.",
        f"({'#' * count})",
        keys="Control+g",
        wrong="Control+d",
        script=_write_drawing(count, rng),
    )


def drawing_duplicate(rng: Random) -> TaskRecipe:
    """Create a task: duplicate all objects."""
    count = rng.randint(1, 3)
    return _selection_task(
        "Duplicate all objects of the drawing once.",
        "#" * (2 * count),
        keys="Control+d",
        wrong="Control+g",
        script=_write_drawing(count, rng),
    )


def drawing_clear(rng: Random) -> TaskRecipe:
    """Create a task: delete all objects."""
    return _selection_task(
        "Delete everything in the drawing, so that an empty page is left.",
        "",
        keys="Delete",
        wrong="Control+d",
        script=_write_drawing(rng.randint(2, 4), rng),
    )


DRAWING_TASKS: Mapping[str, TaskFactory] = {
    "inkscape-group": drawing_group,
    "inkscape-duplicate": drawing_duplicate,
    "inkscape-clear": drawing_clear,
}
