"""Detection of icons by their edges."""

from __future__ import annotations

import numpy as np
import pytest

from icon_pictures import BLACK, RED, WHITE, Canvas

pytest.importorskip("cv2", reason='needs the extra "vision"')

from onscreen.perceive.icon_detection import DetectionLimits, detect_icons
from onscreen.types import Box


def is_close(found: Box, expected: Box) -> bool:
    """Check that all edges of two boxes differ by at most 3 pixels."""
    edges = ("left", "top", "right", "bottom")
    return all(abs(getattr(found, edge) - getattr(expected, edge)) <= 3 for edge in edges)


@pytest.mark.parametrize(("ground", "ink"), [(WHITE, BLACK), (BLACK, WHITE), (WHITE, RED)])
@pytest.mark.parametrize("size", [16, 24, 48])
def test_icons_have_tight_boxes(ground: tuple[int, int, int], ink: tuple[int, int, int], size: int) -> None:
    """Icons of usual sizes are found with tight boxes, dark on light and light on dark."""
    canvas = Canvas(color=ground)
    expected = [
        canvas.search(20, 20, size=size, color=ink),
        canvas.play(120, 20, size=size, color=ink),
        canvas.plus(220, 20, size=size, color=ink),
        canvas.menu(320, 20, size=size, color=ink),
    ]
    found = sorted(detect_icons(canvas.pixels), key=lambda box: box.left)
    assert len(found) == 4
    assert all(map(is_close, found, expected))


def test_text_is_not_an_icon() -> None:
    """Lines of text of several sizes yield no candidates, and an icon beside them is found."""
    canvas = Canvas()
    for row, size in enumerate((12, 16, 20, 28)):
        canvas.text(60, 20 + 50 * row, "Several words in a line of text", size=size)
    expected = canvas.search(20, 120)
    (found,) = detect_icons(canvas.pixels)
    assert is_close(found, expected)


def test_frame_is_not_an_icon() -> None:
    """A button around an icon does not hide it, and an empty wide field is no icon."""
    canvas = Canvas()
    canvas._draw.rectangle((100, 100, 400, 130), outline=BLACK)
    assert detect_icons(canvas.pixels) == ()


def test_signs_in_a_button_are_found() -> None:
    """The border of a large button does not hide a sign in it, such as an equals sign or a minus."""
    canvas = Canvas()
    for top in (40, 160, 280):
        canvas._draw.rounded_rectangle((100, top, 220, top + 78), radius=36, fill=(40, 90, 200))
    plus = canvas.plus(148, 67, size=24, color=WHITE)
    canvas._draw.rectangle((152, 194, 167, 196), fill=WHITE)
    canvas._draw.rectangle((152, 201, 167, 203), fill=WHITE)
    canvas._draw.rectangle((152, 318, 167, 320), fill=WHITE)
    found = detect_icons(canvas.pixels)
    assert len(found) == 3
    assert all(map(is_close, found, (plus, Box(152, 194, 168, 204), Box(152, 318, 168, 321))))


@pytest.mark.parametrize("shape", [(1, 1), (1, 500), (8, 8), (300, 300)])
@pytest.mark.parametrize("value", [0, 3, 128, 255])
def test_empty_pictures_have_no_icons(shape: tuple[int, int], value: int) -> None:
    """Tiny and single-coloured pictures have no candidates."""
    assert detect_icons(np.full((*shape, 3), value, np.uint8)) == ()


def test_noise_is_limited() -> None:
    """A picture of noise yields at most the maximum number of candidates, inside the picture."""
    noise = np.random.default_rng(0).integers(0, 256, (600, 800, 3), dtype=np.uint8)
    found = detect_icons(noise, DetectionLimits(max_icons=20))
    assert len(found) <= 20
    assert all(box.left >= 0 and box.right <= 800 and box.top >= 0 and box.bottom <= 600 for box in found)


def test_large_picture_is_scaled() -> None:
    """In a picture above the limit of pixels, boxes refer to the original pixels."""
    canvas = Canvas(1600, 1200)
    expected = canvas.search(700, 500, size=64)
    (found,) = detect_icons(canvas.pixels, DetectionLimits(max_pixels=500_000))
    assert abs(found.center.x - expected.center.x) <= 4
    assert abs(found.center.y - expected.center.y) <= 4
