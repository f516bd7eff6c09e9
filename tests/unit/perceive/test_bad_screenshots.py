"""Unusual screenshots have a defined result with each sense that reads pixels, within time and memory."""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from icon_pictures import Canvas

pytest.importorskip("cv2", reason='needs the extra "vision"')
pytest.importorskip("onnxruntime", reason='needs the extra "vision"')

from onscreen.perceive.icon_sense import IconSense
from onscreen.perceive.ocr_sense import OcrSense
from onscreen.perceive.pixel_array import encode
from onscreen.perceive.screenshot_text import ReadingLimits, TextReader
from onscreen.perceive.unread_text_sense import UnreadTextSense
from onscreen.types import Box, Node, Picture, Shot

Pixels = NDArray[np.uint8]
PixelSense = type[OcrSense] | type[UnreadTextSense] | type[IconSense]
SENSES = (OcrSense, UnreadTextSense, IconSense)
MAX_SEC = 60.0
"""Three times the time limit of text recognition, for a machine under load."""
READ_SEC = 2.0
"""Time limit of text recognition for a picture of noise."""


def page(*, ink: int = 0, paper: int = 255) -> Pixels:
    """Return a picture with a text and two icons."""
    canvas = Canvas(400, 200, color=(paper,) * 3)
    canvas.text(40, 60, "Start game", size=24, color=(ink,) * 3)
    canvas.plus(300, 20, size=32, color=(ink,) * 3)
    canvas.search(300, 140, size=32, color=(ink,) * 3)
    return canvas.pixels


def noise(height: int, width: int) -> Pixels:
    """Return a picture of noise."""
    pixels: Pixels = np.random.default_rng(0).integers(0, 256, (height, width, 3), np.uint8)
    return pixels


def place(pixels: Pixels, *, size: tuple[int, int], paper: Pixels) -> Pixels:
    """Return a ground of (height, width) with a picture in its lower right part."""
    ground = np.empty((*size, 3), np.uint8)
    ground[:] = paper
    height, width = pixels.shape[:2]
    ground[-height - 80 : -80, -width - 80 : -80] = pixels
    return ground


SCREENSHOTS: dict[str, Callable[[], Pixels]] = {
    "one pixel": lambda: np.zeros((1, 1, 3), np.uint8),
    "one row": lambda: noise(1, 800),
    "one column": lambda: noise(800, 1),
    "one colour": lambda: np.full((300, 400, 3), 90, np.uint8),
    "turned by 90 degrees": lambda: np.rot90(page()).copy(),
    "turned by 180 degrees": lambda: np.rot90(page(), 2).copy(),
    "very bright": lambda: page(ink=255, paper=243),
    "very dark": lambda: page(ink=14, paper=2),
    "8K": lambda: place(page(), size=(4320, 7680), paper=np.full(3, 255, np.uint8)),
    "8K, one colour": lambda: np.full((4320, 7680, 3), 255, np.uint8),
    "noise": lambda: noise(600, 800),
}


@pytest.mark.parametrize("sense", SENSES)
@pytest.mark.parametrize("name", SCREENSHOTS)
def test_unusual_screenshots_have_a_result(name: str, sense: PixelSense) -> None:
    """The nodes of the tree are kept, all new ones lie in the picture, and the time is limited."""
    pixels = SCREENSHOTS[name]()
    height, width = pixels.shape[:2]
    node = Node("button", "Save", Box(0, 0, 1, 1), states=("clickable",))
    started_at = time.monotonic()
    shot = sense()(Shot(encode(pixels), (node,)))
    assert time.monotonic() - started_at < MAX_SEC
    assert node in shot.nodes
    whole = Box(0, 0, width, height)
    assert all(whole.intersection(each.box) == each.box for each in shot.nodes)


@pytest.mark.parametrize(("ink", "paper"), [(0, 255), (255, 0), (255, 190), (70, 2)])
def test_icons_are_found_on_bright_and_dark_screens(ink: int, paper: int) -> None:
    """Icons with little contrast on very bright and very dark screenshots are found and named."""
    shot = IconSense()(Shot(encode(page(ink=ink, paper=paper)), ()))
    assert {"plus", "search"} <= {node.name for node in shot.nodes}


@pytest.mark.parametrize("sense", SENSES)
def test_content_of_an_8k_screenshot_is_at_its_own_pixels(
    sense: PixelSense,
) -> None:
    """Text and icons of a screenshot of 7680 x 4320 pixels have boxes in its own pixels."""
    shot = sense()(Shot(encode(SCREENSHOTS["8K"]()), ()))
    part = Box(7680 - 480, 4320 - 280, 7680 - 80, 4320 - 80)
    assert shot.nodes
    assert all(part.contains(node.box.center) for node in shot.nodes)


def test_reading_4k_of_noise_ends_in_time() -> None:
    """What is not read within the time limit is noted."""
    limits = ReadingLimits(max_sec=READ_SEC)
    started_at = time.monotonic()
    shot = UnreadTextSense(TextReader(limits))(Shot(encode(noise(2160, 3840)), ()))
    assert time.monotonic() - started_at < MAX_SEC
    assert "of the screenshot was not read within" in shot.warning


@pytest.mark.parametrize("sense", SENSES)
def test_a_screenshot_above_the_limit_is_not_decoded(
    sense: PixelSense,
) -> None:
    """A picture of 400 million pixels is left alone, and the warning names its size."""
    png = bytearray(encode(page()).png)
    png[16:24] = (20_000).to_bytes(4, "big") * 2
    shot = sense()(Shot(Picture(bytes(png)), ()))
    assert shot.nodes == ()
    assert "20000 x 20000 pixels" in shot.warning


def test_text_over_a_photograph_is_no_icon_beside_its_text() -> None:
    """Text and icons over a picture of shades and noise: the text is read, and no icon repeats it."""
    shades = noise(5, 9) // 4 + 40
    ground = np.kron(shades, np.ones((40, 45, 1), np.uint8))[:200, :400]
    pixels = np.maximum(ground, page(ink=255, paper=0))
    shot = IconSense()(OcrSense()(Shot(encode(pixels.astype(np.uint8)), ())))
    (text,) = (node for node in shot.nodes if node.seen_by == "ocr" and len(node.name) > 1)
    assert text.name == "Start game"
    assert not any(text.box.contains(n.box.center) for n in shot.nodes if n.seen_by == "icon")
