"""What an agent relies on where the tree lacks what the screenshot shows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from onscreen.perceive.pixel_array import encode
from onscreen.perceive.recognized_text import ScreenshotText, TextLine
from onscreen.perceive.tree_faults import describe_tree_fault
from onscreen.perceive.unread_regions import find_unread_regions
from onscreen.perceive.unread_text_sense import UnreadTextSense
from onscreen.types import Box, Node, Shot

TITLE = Node("heading", "Puzzle", Box(20, 10, 120, 50))
CANVAS = Node("canvas", "", Box(0, 60, 320, 200), states=("clickable",))


def drawn(*texts: tuple[str, int, int]) -> np.ndarray:
    """Return a picture with texts at the given points."""
    image = Image.new("RGB", (320, 200), "white")
    for text, x, y in texts:
        ImageDraw.Draw(image).text((x, y), text, fill="black", font=ImageFont.load_default(24))
    return np.asarray(image)


PAGE = drawn(("Puzzle", 25, 15), ("Start", 40, 120))


class CountedReader:
    """Reader that returns one line and keeps the regions it was asked for."""

    def __init__(self) -> None:
        self.regions: list[Box] = []

    def read_regions(self, pixels: np.ndarray, regions: Sequence[Box]) -> ScreenshotText:
        """Return the line "Start" in each region."""
        assert pixels.size
        self.regions += regions
        return ScreenshotText(tuple(TextLine("Start", box, 1.0) for box in regions))


def test_only_content_without_a_node_is_read() -> None:
    """The region on the canvas is read, the heading that the tree has is not."""
    (region,) = find_unread_regions((TITLE, CANVAS), PAGE)
    assert region.contains(Box(40, 125, 100, 145).center)
    assert region.top > 60


def test_lines_and_borders_are_not_read() -> None:
    """A frame, a separator and an underline are no text."""
    image = Image.new("RGB", (320, 200), "white")
    ImageDraw.Draw(image).rectangle((20, 20, 300, 180), outline="black", width=2)
    ImageDraw.Draw(image).line((40, 100, 280, 100), fill="black", width=2)
    assert find_unread_regions((), np.asarray(image)) == ()


def test_bullets_of_a_list_are_not_read() -> None:
    """A mark of a few pixels is no text, wherever it stands."""
    for left in range(16, 64, 4):
        image = Image.new("RGB", (320, 200), "white")
        ImageDraw.Draw(image).ellipse((left, left, left + 10, left + 10), fill="black")
        assert find_unread_regions((), np.asarray(image)) == ()


def test_system_bars_of_a_phone_are_not_read() -> None:
    """The status bar above the application's window is left out."""
    window = Node("generic", "", Box(0, 40, 320, 800))
    pixels = np.full((800, 320, 3), 255, np.uint8)
    pixels[:40] = drawn(("09:41", 20, 5))[:40]
    assert find_unread_regions((window,), pixels) == ()
    assert find_unread_regions((), pixels) != ()


def test_a_region_is_read_once_while_it_does_not_change() -> None:
    """The second screenshot with the same region is not read, and its text is still in the shot."""
    reader = CountedReader()
    sense = UnreadTextSense(reader)
    shots = [sense(Shot(encode(PAGE), (TITLE, CANVAS))) for _ in range(2)]
    assert len(reader.regions) == 1
    assert [[node.name for node in shot.nodes] for shot in shots] == [["Puzzle", "", "Start"]] * 2


def test_a_complete_tree_is_not_changed_and_needs_no_recognizer() -> None:
    """A shot whose texts all have nodes stays as it is."""
    shot = Shot(encode(drawn(("Puzzle", 25, 15))), (TITLE,))
    reader = CountedReader()
    assert UnreadTextSense(reader)(shot) == shot
    assert reader.regions == []


def test_an_empty_tree_is_noted() -> None:
    """The warning says that the text comes from the screenshot only."""
    shot = UnreadTextSense(CountedReader())(Shot(encode(PAGE), ()))
    assert "the tree is empty" in shot.warning


def test_a_stale_tree_is_noted() -> None:
    """Texts of the tree that are not visible at their place make the tree stale."""
    texts = tuple(Node("text", f"item {i}", Box(200, 60 + 20 * i, 300, 80 + 20 * i)) for i in range(4))
    warning = describe_tree_fault(texts, PAGE, lines=())
    assert warning == "the tree may be stale: 4 of its 4 texts are not visible in the screenshot"


def test_a_contradicting_tree_is_noted() -> None:
    """Texts that read differently in the screenshot are noted."""
    places = [("Red", 20, 20), ("Green", 20, 80), ("Blue", 20, 140)]
    lines = [TextLine(t, Box(x, y, x + 60, y + 30), 1.0) for t, x, y in places]
    right = tuple(Node("text", t, Box(x, y, x + 90, y + 35)) for t, x, y in places)
    wrong = tuple(Node("text", "Monday", node.box) for node in right)
    assert describe_tree_fault(right, drawn(*places), lines=lines) == ""
    assert "3 of its 3 texts read differently" in describe_tree_fault(wrong, drawn(*places), lines=lines)
