"""Lines of recognized text that are divided at wide gaps."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from onscreen.perceive.line_division import divide_line
from onscreen.perceive.recognized_text import TextLine
from onscreen.types import Box

FONT = ImageFont.load_default(16)
Words = tuple[tuple[str, int], ...]


def drawn(*words: tuple[str, int], rule: bool = False) -> tuple[np.ndarray, Box]:
    """Return a picture with words at the given distances from the left, and the box around them."""
    image = Image.new("RGB", (600, 40), "white")
    draw = ImageDraw.Draw(image)
    for word, left in words:
        draw.text((left, 10), word, fill="black", font=FONT)
    if rule:
        draw.line((0, 6, 600, 6), fill="navy", width=2)
    pixels = np.asarray(image)
    ink = np.flatnonzero((pixels[10:, :, 1] < 200).any(axis=0))
    return pixels, Box(float(ink[0]), 5.0 if rule else 12.0, float(ink[-1]) + 1, 30.0)


def divided(*words: tuple[str, int], text: str = "", rule: bool = False) -> list[str]:
    """Return the texts into which a line of words is divided."""
    pixels, box = drawn(*words, rule=rule)
    line = TextLine(text or " ".join(word for word, _ in words), box, 0.9)
    return [each.text for each in divide_line(pixels, line)]


@pytest.mark.parametrize("rule", [False, True])
def test_the_items_of_a_menu_bar_are_texts_of_their_own(rule: bool) -> None:
    """A gap of two characters divides a line, with and without a border above the text."""
    words = (("File", 10), ("Edit", 56), ("Save As", 102), ("Help", 180))
    assert divided(*words, rule=rule) == ["File", "Edit", "Save As", "Help"]


def test_the_parts_have_the_boxes_of_their_words() -> None:
    """Each part starts and ends at the ink of its words, and keeps the confidence."""
    pixels, box = drawn(("File", 10), ("Document", 60))
    first, last = divide_line(pixels, TextLine("File Document", box, 0.9))
    assert first.box.left == box.left
    assert first.box.right < 45
    assert 58 < last.box.left < 66
    assert last.box.right == box.right
    assert first.score == last.score == 0.9


@pytest.mark.parametrize("text", ["The quick brown fox", "i", "A B C", "设置网络", "1 2 3", "Total: 42 %"])
def test_a_line_with_plain_spaces_stays(text: str) -> None:
    """Ordinary spaces do not divide a line, whatever its script."""
    assert divided((text, 10)) == [text]


def test_a_line_whose_words_do_not_fit_its_gaps_stays() -> None:
    """If the recognizer lost a space, the words cannot be placed, and the line is not divided."""
    assert divided(("File", 10), ("Edit", 56), ("Help", 102), text="FileEdit Help") == ["FileEdit Help"]
    assert divided(("File", 10), ("Edit", 56), text="Fi le Edit Help now") == ["Fi le Edit Help now"]


def test_a_blank_or_empty_box_stays() -> None:
    """A line without ink in its box is returned as it is."""
    blank = np.full((40, 100, 3), 255, np.uint8)
    for box in (Box(5, 5, 60, 20), Box(5, 5, 5, 5), Box(200, 90, 260, 120)):
        line = TextLine("File Edit", box, 0.9)
        assert divide_line(blank, line) == (line,)
