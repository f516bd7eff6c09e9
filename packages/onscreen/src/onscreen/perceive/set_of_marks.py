"""Set-of-Mark prompting: drawing the numbers of elements, or of the cells of a grid, on a screenshot.

Sources: Yang et al., Set-of-Mark prompting unleashes extraordinary visual grounding in GPT-4V (2023); for the
grid, Zhang et al., AppAgent: Multimodal Agents as Smartphone Users (2023).
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from onscreen.perceive.element_kinds import is_reachable
from onscreen.types import Box, Element, Picture, Screen
from onscreen.types.numbered_grid import PARTS_PER_EDGE, make_grid

Colour: TypeAlias = tuple[int, int, int]
_Font: TypeAlias = ImageFont.ImageFont | ImageFont.FreeTypeFont

# Dark enough for white digits (contrast at least 4.5), and easy to distinguish.
PALETTE: tuple[Colour, ...] = (
    (190, 24, 62),
    (24, 92, 190),
    (13, 115, 67),
    (126, 46, 168),
    (168, 74, 6),
    (0, 112, 128),
)
FRAME_ALPHA = 190
LABEL_ALPHA = 215
HALO = (255, 255, 255, 200)
GRID_COLOUR: Colour = (190, 24, 62)
GRID_ALPHA, PART_ALPHA = 170, 70
"""Opacity of the lines between cells, and of those between the parts of a cell, from 0 to 255."""


def mark(screen: Screen, most: int = 200, *, label_px: int = 13) -> Picture:
    """Draw numbered frames around at most `most` reachable elements on the screenshot.

    Elements are framed and labeled in the order of their marks, in semi-transparent colors that depend on
    the mark. Each label is placed where it hides the least area of other labels, then of other elements.

    Raises:
        ValueError: `most` is negative or a label has no height.
    """
    if most < 0 or label_px < 1:
        raise ValueError(f"most={most}, label_px={label_px}; give most >= 0 and label_px >= 1")
    ordered = sorted(screen.elements, key=lambda e: e.mark)
    shown = [e for e in ordered if is_reachable(e) and e.box.area][:most]
    image = _open(screen.shot.picture)
    layer = Image.new("RGBA", image.size)
    draw = ImageDraw.Draw(layer)
    font = ImageFont.load_default(label_px)
    for element in shown:
        _frame(draw, element.box, colour=_colour(element))
    for element, place in zip(shown, _places(shown, image.size, font=font), strict=True):
        _label(draw, place, text=str(element.mark), font=font, colour=_colour(element))
    return _picture(Image.alpha_composite(image, layer))


def draw_grid(picture: Picture, *, label_px: int = 13) -> Picture:
    """Draw the grid of numbered cells on a screenshot, with thin lines between the nine parts of a cell.

    Raises:
        ValueError: a label has no height.
    """
    if label_px < 1:
        raise ValueError(f"label_px={label_px}; give label_px >= 1")
    image, grid = _open(picture), make_grid(picture.size)
    layer = Image.new("RGBA", image.size)
    draw = ImageDraw.Draw(layer)
    for count, alpha in ((PARTS_PER_EDGE, PART_ALPHA), (1, GRID_ALPHA)):
        for column in range(grid.columns * count + 1):
            x = min(grid.width - 1, column * grid.width / (grid.columns * count))
            draw.line((x, 0, x, grid.height), fill=(*GRID_COLOUR, alpha))
        for row in range(grid.rows * count + 1):
            y = min(grid.height - 1, row * grid.height / (grid.rows * count))
            draw.line((0, y, grid.width, y), fill=(*GRID_COLOUR, alpha))
    font = ImageFont.load_default(label_px)
    for number, cell in enumerate(grid.cells(), 1):
        left, top, right, bottom = font.getbbox(str(number))
        place = Box(cell.left + 1, cell.top + 1, cell.left + right - left + 7, cell.top + bottom - top + 7)
        _label(draw, place, text=str(number), font=font, colour=GRID_COLOUR)
    return _picture(Image.alpha_composite(image, layer))


def _open(picture: Picture) -> Image.Image:
    with Image.open(io.BytesIO(picture.png)) as image:
        return image.convert("RGBA")


def _picture(image: Image.Image) -> Picture:
    out = io.BytesIO()
    image.convert("RGB").save(out, format="PNG")
    return Picture(out.getvalue())


def _colour(element: Element) -> Colour:
    return PALETTE[element.mark % len(PALETTE)]


def _frame(draw: ImageDraw.ImageDraw, box: Box, *, colour: Colour) -> None:
    draw.rectangle(_corners(_grown(box, 1)), outline=HALO, width=1)
    draw.rectangle(_corners(box), outline=(*colour, FRAME_ALPHA), width=2)


def _label(draw: ImageDraw.ImageDraw, place: Box, *, text: str, font: _Font, colour: Colour) -> None:
    draw.rounded_rectangle(_corners(_grown(place, 1)), radius=4, fill=HALO)
    draw.rounded_rectangle(_corners(place), radius=3, fill=(*colour, LABEL_ALPHA))
    middle = place.center
    draw.text((middle.x, middle.y), text, font=font, fill=(255, 255, 255, 255), anchor="mm")


def _places(elements: Sequence[Element], size: tuple[int, int], *, font: _Font) -> Iterator[Box]:
    """Yield a box for each label, chosen to hide the least of other labels and elements."""
    boxes = _array(e.box for e in elements)
    taken = np.empty((0, 4))
    for i, element in enumerate(elements):
        left, top, right, bottom = font.getbbox(str(element.mark))
        choices = _candidates(element.box, right - left + 6, height=bottom - top + 6)
        array = _array(_inside(c, size) for c in choices)
        hidden = _hidden(array, np.delete(boxes, i, axis=0))
        best = array[np.lexsort((hidden, _hidden(array, taken)))[0]]
        taken = np.vstack((taken, best))
        yield Box(*(float(edge) for edge in best))


def _candidates(box: Box, width: float, *, height: float) -> Iterator[Box]:
    """Yield candidate positions for a label: at the corners, then beside, then inside the box."""
    lefts = (box.left, box.right - width, box.center.x - width / 2)
    tops = (box.top, box.bottom - height, box.center.y - height / 2)
    around = product((box.top - height, box.bottom), lefts)
    beside = ((top, left) for left, top in product((box.left - width, box.right), tops))
    for top, left in chain(around, beside, product(tops, lefts)):
        yield Box(left, top, left + width, top + height)


def _inside(box: Box, size: tuple[int, int]) -> Box:
    """Move a box so that it lies within a picture of the given size."""
    left = min(max(0.0, box.left), max(0.0, size[0] - box.width))
    top = min(max(0.0, box.top), max(0.0, size[1] - box.height))
    return Box(left, top, left + box.width, top + box.height)


def _array(boxes: Iterable[Box]) -> NDArray[np.float64]:
    """Return an array of shape (boxes, 4): left, top, right, bottom in pixels."""
    return np.array([(b.left, b.top, b.right, b.bottom) for b in boxes], dtype=np.float64).reshape(-1, 4)


def _hidden(boxes: NDArray[np.float64], others: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the area of `others` that each box hides, in square pixels, shape (boxes,)."""
    low = np.maximum(boxes[:, None, :2], others[None, :, :2])
    high = np.minimum(boxes[:, None, 2:], others[None, :, 2:])
    return np.asarray(np.clip(high - low, 0, None).prod(axis=2).sum(axis=1))


def _grown(box: Box, by: float) -> Box:
    return Box(box.left - by, box.top - by, box.right + by, box.bottom + by)


def _corners(box: Box) -> tuple[float, float, float, float]:
    """Return the box in Pillow's coordinates, with inclusive right and bottom edges."""
    return box.left, box.top, max(box.left, box.right - 1), max(box.top, box.bottom - 1)
