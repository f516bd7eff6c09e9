"""What a user of the sense `icons` relies on."""

from __future__ import annotations

import numpy as np
from PIL import Image, ImageDraw

from onscreen.perceive.icon_sense import IconSense
from onscreen.perceive.pixel_array import encode
from onscreen.types import Box, Node, Shot

CANVAS = Node("canvas", "", Box(0, 0, 400, 300), states=("clickable",))


def drawing() -> np.ndarray:
    """Return a picture of a red disc, a blue square, and a long line."""
    image = Image.new("RGB", (400, 300), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((50, 50, 90, 90), fill=(200, 30, 30))
    draw.rectangle((200, 60, 232, 92), fill=(20, 60, 200))
    draw.line((20, 200, 380, 200), fill="black", width=3)
    return np.asarray(image)


def test_icons_on_a_canvas_can_be_clicked() -> None:
    """Each icon becomes a clickable node inside the canvas, with its colour as clue; a line does not."""
    shot = IconSense()(Shot(encode(drawing()), (CANVAS,)))
    icons = sorted(shot.nodes[1:], key=lambda node: node.box.left)
    assert [node.clue for node in icons] == ["red icon", "blue icon"]
    assert all((n.name, n.seen_by, n.parent, n.states) == ("", "icon", 0, ("clickable",)) for n in icons)
    assert Box(50, 50, 91, 91).contains(icons[0].box.center)


def test_icons_of_the_tree_are_not_repeated() -> None:
    """A control of the tree at the place of an icon stays the only one."""
    button = Node("button", "Record", Box(40, 40, 100, 100), states=("clickable",))
    shot = IconSense()(Shot(encode(drawing()), (button,)))
    assert [node.clue for node in shot.nodes if node.seen_by == "icon"] == ["blue icon"]


def test_a_photo_adds_no_icons() -> None:
    """A picture with hundreds of shapes adds nothing and is noted."""
    image = Image.new("RGB", (800, 600), "white")
    for i in range(100):
        left, top = 20 + 75 * (i % 10), 10 + 58 * (i // 10)
        ImageDraw.Draw(image).ellipse((left, top, left + 30, top + 30), fill="black")
    shot = IconSense()(Shot(encode(np.asarray(image)), ()))
    assert shot.nodes == ()
    assert "100 shapes look like icons, more than 60" in shot.warning


def test_blank_pictures_have_no_icons() -> None:
    """A single pixel and a picture of one colour add nothing."""
    for size in ((1, 1), (200, 300)):
        shot = Shot(encode(np.full((*size, 3), 40, np.uint8)), ())
        assert IconSense()(shot) == shot
