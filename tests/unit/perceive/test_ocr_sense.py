"""What a user of the sense `ocr` relies on; the pictures are read by the real recognizer."""

from __future__ import annotations

import io
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from onscreen.deadline import start_limit, within
from onscreen.perceive.ocr_sense import OcrSense
from onscreen.perceive.pixel_array import encode
from onscreen.perceive.recognized_text import TextLine
from onscreen.perceive.screenshot_text import ReadingLimits, TextReader
from onscreen.perceive.text_recognition import TextLimits, merge_fragments, recognize_text
from onscreen.types import Box, Node, Picture, Shot
from onscreen.types.errors import TimeLimitReached

DATA = Path(__file__).parents[2] / "data"


def drawn(
    *texts: tuple[str, int, int], size: tuple[int, int] = (320, 160), ink: int = 0, paper: int = 255
) -> np.ndarray:
    """Return a picture with texts at the given points."""
    image = Image.new("RGB", size, (paper,) * 3)
    draw = ImageDraw.Draw(image)
    for text, x, y in texts:
        draw.text((x, y), text, fill=(ink,) * 3, font=ImageFont.load_default(24))
    return np.asarray(image)


def shot_of(pixels: np.ndarray, *nodes: Node) -> Shot:
    """Return a shot with this picture and these nodes."""
    return Shot(encode(pixels), nodes)


def texts(shot: Shot) -> list[str]:
    """Return the names of the recognized nodes."""
    return [node.name for node in shot.nodes if node.seen_by == "ocr"]


def test_text_without_a_node_becomes_a_clickable_node() -> None:
    """Text that the tree lacks is added with a tight box, marked as read by OCR, and can be clicked."""
    shot = OcrSense()(shot_of(drawn(("Start game", 40, 60))))
    (node,) = shot.nodes
    assert (node.role, node.name, node.seen_by, node.states) == ("text", "Start game", "ocr", ("clickable",))
    assert 38 <= node.box.left <= 44
    assert 150 < node.box.right < 180
    assert node.box.height < 30


def test_text_that_the_tree_has_is_not_repeated() -> None:
    """The words of a node at its place are not added again, other words beside it are."""
    pixels = drawn(("Volume", 20, 20), ("Mute now", 20, 90))
    shot = OcrSense()(shot_of(pixels, Node("text", "Volume", Box(10, 10, 150, 60))))
    assert [node.name for node in shot.nodes] == ["Volume", "Mute now"]


def test_a_control_without_a_name_is_named_by_its_text() -> None:
    """A button of the tree without a name gets the name that its picture shows."""
    button = Node("button", "", Box(10, 40, 200, 110), states=("clickable",), locator="7")
    shot = OcrSense()(shot_of(drawn(("Save file", 40, 60)), button))
    assert shot.nodes == (msgspec.structs.replace(button, name="Save file"),)


def test_texts_on_both_sides_of_a_dot_are_separate_words() -> None:
    """A dot that separates two texts has spaces around it."""
    (line,) = recognize_text(drawn(("Medicine · Thu", 40, 60)))
    assert line.text == "Medicine · Thu"


def test_chinese_is_read() -> None:
    """Chinese characters are recognized."""
    shot = OcrSense()(Shot(Picture((DATA / "chinese_text.png").read_bytes()), ()))
    assert "".join(texts(shot)).replace(" ", "") == "设置网络"


def test_a_changed_region_reads_as_the_whole_picture() -> None:
    """After a change, the nodes are the same as those of a picture that is read for the first time."""
    first = drawn(("Inbox", 20, 10), ("Drafts", 20, 60), ("Archive", 20, 110), size=(320, 320))
    second = drawn(("Inbox", 20, 10), ("Sent mail", 20, 60), ("Archive", 20, 110), size=(320, 320))
    sense = OcrSense()
    assert texts(sense(shot_of(first))) == ["Inbox", "Drafts", "Archive"]
    assert sense(shot_of(second)).nodes == OcrSense()(shot_of(second)).nodes


def test_only_changed_blocks_are_read_again() -> None:
    """Blocks that the previous screenshot showed need no recognition, wherever they are now."""
    first = drawn(("Inbox", 20, 10), ("Drafts", 20, 60), ("Archive", 20, 110), size=(320, 320))
    second = drawn(("Inbox", 20, 10), ("Sent mail", 20, 60), ("Archive", 20, 210), size=(320, 320))
    reader = TextReader()
    reader.read(first)
    reader._limits = ReadingLimits(max_sec=-1.0)  # no time for recognition
    text = reader.read(second)
    assert [line.text for line in text.lines] == ["Inbox", "Archive"]
    (unread,) = text.unread
    assert unread.contains(Box(20, 60, 130, 90).center)


@pytest.mark.parametrize(
    "pixels",
    [
        np.zeros((1, 1, 3), np.uint8),
        np.full((200, 300, 3), 90, np.uint8),
        np.full((5, 400, 3), 255, np.uint8),
    ],
    ids=["one pixel", "one colour", "five rows"],
)
def test_blank_pictures_have_no_text(pixels: np.ndarray) -> None:
    """A picture without content adds nothing and is not an error."""
    assert OcrSense()(shot_of(pixels)) == shot_of(pixels)


@pytest.mark.parametrize(("ink", "paper"), [(18, 6), (255, 240)], ids=["dark", "bright"])
def test_text_of_low_contrast_is_read(ink: int, paper: int) -> None:
    """Very dark and very bright screenshots are read."""
    assert texts(OcrSense()(shot_of(drawn(("Settings", 40, 60), ink=ink, paper=paper)))) == ["Settings"]


def test_text_over_a_photograph_is_read() -> None:
    """Text on a picture with shades and noise is read."""
    rng = np.random.default_rng(0)
    shades = np.asarray(Image.fromarray(rng.integers(40, 160, (5, 9, 3), np.uint8)).resize((320, 160)))
    ground = shades.astype(int) + rng.integers(-8, 8, shades.shape)
    white = drawn(("Lake trip", 90, 60), ink=255, paper=0)
    assert texts(OcrSense()(shot_of(np.maximum(ground, white).astype(np.uint8)))) == ["Lake trip"]


def test_a_screen_that_changes_while_it_is_read_is_noted() -> None:
    """A picture that is newer than the tree is read, and the warning says that the tree may be stale."""
    nodes = [Node("text", f"Row {i}", Box(10, 100 + 15 * i, 90, 112 + 15 * i)) for i in range(3)]
    shot = OcrSense()(shot_of(drawn(("New page", 40, 30)), *nodes))
    assert texts(shot) == ["New page"]
    assert "the tree may be stale" in shot.warning


def test_a_tree_with_other_texts_is_noted() -> None:
    """A tree whose texts differ from those of the screenshot at the same places contradicts it."""
    rows = {"Inbox": 10, "Drafts": 60, "Archive": 110}
    pixels = drawn(*((text, 20, top) for text, top in rows.items()))
    wrong = (Node("text", "Monday", Box(15, top, 150, top + 36)) for top in rows.values())
    assert "the tree contradicts the screenshot: 3 of its 3" in OcrSense()(shot_of(pixels, *wrong)).warning
    right = (Node("text", text, Box(15, top, 150, top + 36)) for text, top in rows.items())
    assert OcrSense()(shot_of(pixels, *right)).warning == ""


def test_a_screenshot_of_8k_is_read() -> None:
    """The boxes of a screenshot of 7680 x 4320 pixels refer to its own pixels."""
    pixels = np.full((4320, 7680, 3), 255, np.uint8)
    small = drawn(("Start game", 40, 60))
    pixels[4000:4160, 7000:7320] = small
    (line,) = TextReader().read(pixels).lines
    assert line.text == "Start game"
    assert Box(7030, 4050, 7200, 4100).intersection(line.box) == line.box


def test_a_screenshot_that_would_use_too_much_memory_is_noted() -> None:
    """A picture of more than twice 8K is not decoded, which the warning says."""
    png = bytearray(encode(drawn()).png)
    png[16:24] = (20_000).to_bytes(4, "big") * 2
    shot = OcrSense()(Shot(Picture(bytes(png)), ()))
    assert shot.nodes == ()
    assert "the screenshot has 20000 x 20000 pixels" in shot.warning


def test_a_rotated_picture_has_a_result() -> None:
    """A screenshot that is turned by 90 degrees has boxes inside of the picture."""
    pixels = np.rot90(drawn(("Start game", 40, 60))).copy()
    for node in OcrSense()(shot_of(pixels)).nodes:
        assert node.box.intersection(Box(0, 0, 160, 320)) == node.box


def test_a_large_picture_is_scaled_down_and_boxes_are_not() -> None:
    """A screenshot above the limit is read at a lower resolution; boxes refer to its own pixels."""
    pixels = np.repeat(np.repeat(drawn(("Start game", 40, 60)), 3, axis=0), 3, axis=1)
    (node,) = OcrSense(TextReader(ReadingLimits(max_pixels=320 * 160)))(shot_of(pixels)).nodes
    assert node.name == "Start game"
    assert 110 < node.box.left < 140


def test_what_is_not_read_in_time_is_noted() -> None:
    """Blocks after the time limit are left out, noted in the warning, and read at the next screenshot."""
    pixels = drawn(("Start game", 40, 60))
    shot = OcrSense(TextReader(ReadingLimits(max_sec=-1.0)))(shot_of(pixels))
    assert shot.nodes == ()
    assert "% of the screenshot was not read" in shot.warning


def test_the_time_limit_of_the_run_ends_reading() -> None:
    """Reading does not continue after the time limit of the run."""
    with within(start_limit(1.0, used_sec=1.0)), pytest.raises(TimeLimitReached):
        OcrSense()(shot_of(drawn(("Start game", 40, 60))))


def test_a_broken_picture_is_noted() -> None:
    """A screenshot that cannot be decoded leaves the nodes as they are and is noted."""
    out = io.BytesIO()
    Image.new("RGB", (50, 50)).save(out, format="PNG")
    node = Node("button", "Save", Box(0, 0, 9, 9))
    shot = OcrSense()(Shot(Picture(out.getvalue()[:60]), (node,)))
    assert shot.nodes == (node,)
    assert "cannot be decoded" in shot.warning


def test_fragments_of_a_line_are_merged_and_columns_are_not() -> None:
    """Neighbouring fragments become one line; a text far to the right stays a line of its own."""
    lines = [
        TextLine("Total", Box(0, 0, 50, 20), 0.9),
        TextLine("amount", Box(55, 1, 130, 21), 0.8),
        TextLine("42", Box(200, 0, 220, 20), 0.9),
    ]
    assert [line.text for line in merge_fragments(lines)] == ["Total amount", "42"]


def test_uncertain_lines_are_left_out() -> None:
    """A line below the minimum confidence is not returned."""
    pixels = drawn(("Start game", 40, 60))
    assert recognize_text(pixels, TextLimits(min_score=1.01)) == ()
