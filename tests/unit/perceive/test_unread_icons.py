"""Icons in areas that an application draws itself."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from icon_pictures import Canvas

pytest.importorskip("cv2", reason='needs the extra "vision"')
pytest.importorskip("onnxruntime", reason='needs the extra "vision"')

from onscreen.perceive.pixel_array import encode
from onscreen.perceive.unread_icon_sense import add_unread_icons, drawn_areas
from onscreen.plugins import load_plugin
from onscreen.types import Box, Node, Picture, Shot

TITLE = Node("heading", "Puzzle", Box(20, 10, 120, 40))
AREA = Node("canvas", "", Box(0, 100, 640, 400), states=("clickable",))
SIZE = (640, 400)


def draw() -> Canvas:
    """Return a screenshot with an icon above the canvas and two icons on it."""
    canvas = Canvas()
    canvas.menu(580, 30)
    canvas.plus(100, 200)
    canvas.search(300, 200)
    return canvas


def shot_of(*nodes: Node) -> Shot:
    """Return a shot of the screenshot with these nodes."""
    return Shot(encode(draw().pixels), nodes)


def names(shot: Shot) -> list[str]:
    """Return the names of the icons of a shot."""
    return [node.name for node in shot.nodes if node.seen_by == "icon"]


def test_custom_drawn_controls_become_elements() -> None:
    """Icons on a canvas become clickable nodes inside it; those elsewhere are left to the tree."""
    shot = add_unread_icons(shot_of(TITLE, AREA))
    assert names(shot) == ["plus", "search"]
    assert all(n.has("clickable") and n.parent == 1 for n in shot.nodes if n.seen_by == "icon")


def test_an_empty_tree_leaves_the_whole_screenshot() -> None:
    """Without any name in the tree, all icons are added."""
    assert sorted(names(add_unread_icons(shot_of()))) == ["menu", "plus", "search"]


@pytest.mark.parametrize(
    "nodes",
    [
        (TITLE,),
        (TITLE, msgspec.structs.replace(AREA, role="image")),
        (TITLE, AREA, Node("button", "Add", Box(90, 190, 140, 240), parent=1)),
        (TITLE, msgspec.structs.replace(AREA, box=Box(95, 195, 130, 230))),
        (TITLE, msgspec.structs.replace(AREA, states=("covered",))),
    ],
    ids=["no canvas", "picture", "canvas with a tree", "small canvas", "covered canvas"],
)
def test_a_complete_tree_is_not_changed(nodes: tuple[Node, ...]) -> None:
    """Where the tree has elements, nothing is added, and pictures are not searched for controls."""
    assert drawn_areas(nodes, size=SIZE) == ()
    shot = shot_of(*nodes)
    assert add_unread_icons(shot) is shot


def test_texts_read_from_a_canvas_do_not_count_as_its_tree() -> None:
    """A canvas whose texts were read before is still searched, and its texts are no icons."""
    canvas = draw()
    canvas.text(400, 300, "Start game", size=24)
    text = Node("text", "Start game", Box(398, 300, 530, 330), parent=1, seen_by="ocr")
    shot = add_unread_icons(Shot(encode(canvas.pixels), (TITLE, AREA, text)))
    assert names(shot) == ["plus", "search"]


def test_many_shapes_are_not_added() -> None:
    """The shapes of a map or a board are left out, and the warning says so."""
    canvas = Canvas()
    for place in range(60):
        canvas.plus(20 + place % 15 * 40, 120 + place // 15 * 60, size=14)
    shot = add_unread_icons(Shot(encode(canvas.pixels), (TITLE, AREA)))
    assert names(shot) == []
    assert "60 drawn shapes are too many to list; to use one, give its place" in shot.warning


def test_a_broken_or_blank_screenshot_adds_nothing() -> None:
    """A broken screenshot is noted in the warning, and a blank one is not."""
    broken = add_unread_icons(Shot(Picture(encode(draw().pixels).png[:200]), (TITLE, AREA)))
    assert "cannot be decoded" in broken.warning
    blank = Shot(encode(np.full((400, 640, 3), 200, np.uint8)), (TITLE, AREA))
    assert add_unread_icons(blank) == blank


def test_the_sense_is_loaded_by_name() -> None:
    """`--sense unread-icons` loads the sense."""
    assert load_plugin("sense", "unread-icons") is add_unread_icons
