"""The sense `icons` on drawn screenshots, with the network of the package."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from icon_pictures import Canvas

pytest.importorskip("cv2", reason='needs the extra "vision"')
pytest.importorskip("onnxruntime", reason='needs the extra "vision"')

from onscreen.perceive.icon_sense import IconSense
from onscreen.perceive.pixel_array import encode
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.plugins import load_plugin
from onscreen.types import Box, Node, Picture, Shot


def draw_toolbar() -> tuple[Canvas, dict[str, Box]]:
    """Return a screenshot with four icons and a text, and the boxes of the icons."""
    canvas = Canvas()
    boxes = {
        "search": canvas.search(40, 40),
        "play": canvas.play(120, 40),
        "plus": canvas.plus(200, 40),
        "menu": canvas.menu(280, 40),
    }
    canvas.text(40, 120, "A line of text below the toolbar")
    return canvas, boxes


def test_icons_become_named_elements() -> None:
    """Icons outside the tree become clickable elements that are named by what they show."""
    canvas, boxes = draw_toolbar()
    shot = IconSense()(Shot(encode(canvas.pixels), ()))
    found = {node.name: node for node in shot.nodes}
    assert set(found) == set(boxes)
    assert all(found[name].box.contains(box.center) for name, box in boxes.items())
    assert all(node.seen_by == "icon" and node.has("clickable") for node in shot.nodes)
    assert '"search"' in screen_text(build_screen(shot))


def test_tree_is_not_duplicated() -> None:
    """An icon that the tree contains is not added, and a button without a name has it in its clue."""
    canvas, boxes = draw_toolbar()
    nodes = (
        Node("toolbar", "", Box(0, 0, 640, 100)),
        Node("button", "", boxes["search"], states=("clickable",), parent=0),
        Node("button", "Start", boxes["play"], states=("clickable",), parent=0),
        Node("text", "A line of text below the toolbar", Box(0, 110, 400, 150)),
    )
    shot = IconSense()(Shot(encode(canvas.pixels), nodes))
    assert [node.name for node in shot.nodes if node.seen_by == "icon"] == ["plus", "menu"]
    assert all(node.parent == 0 for node in shot.nodes if node.seen_by == "icon")
    assert [node.clue for node in shot.nodes if node.role == "button"] == ["search icon", ""]
    assert shot.nodes[-1].role == "text"


@pytest.mark.parametrize(("text", "names"), [("Q", ["Q", "search"]), ("0", ["0"]), ("Find", ["Find"])])
def test_an_icon_that_was_read_as_a_letter_is_added(text: str, names: list[str]) -> None:
    """A magnifying glass that was read as a letter is an icon; digits and words are texts only."""
    canvas = Canvas()
    box = canvas.search(100, 60)
    shot = Shot(encode(canvas.pixels), (Node("text", text, box, states=("clickable",), seen_by="ocr"),))
    assert [node.name for node in IconSense()(shot).nodes] == names


def test_unchanged_screenshot_is_read_once() -> None:
    """The same screenshot gives the same icons without another detection."""
    canvas, _ = draw_toolbar()
    sense, shot = IconSense(), Shot(encode(canvas.pixels), ())
    assert sense.read(shot) is sense.read(msgspec.structs.replace(shot, app="other"))


@pytest.mark.parametrize("shape", [(1, 1), (5, 2000), (300, 300)])
def test_empty_screenshots_add_nothing(shape: tuple[int, int]) -> None:
    """Tiny and empty screenshots leave the shot as it is."""
    shot = Shot(encode(np.full((*shape, 3), 200, np.uint8)), (Node("text", "a", Box(0, 0, 1, 1)),))
    assert IconSense()(shot) == shot


def test_photograph_adds_nothing() -> None:
    """If too many shapes look like icons, as in a photograph, none is added and the warning says so."""
    canvas = Canvas()
    for place in range(190):
        canvas.plus(20 + place % 19 * 32, 20 + place // 19 * 36, size=14)
    shot = IconSense()(Shot(encode(canvas.pixels), ()))
    assert shot.nodes == ()
    assert "190 shapes look like icons" in shot.warning


def test_broken_screenshot_is_noted() -> None:
    """A screenshot that cannot be decoded is a warning, and the tree remains."""
    canvas, _ = draw_toolbar()
    broken = Picture(encode(canvas.pixels).png[:200])
    shot = IconSense()(Shot(broken, (Node("text", "a", Box(0, 0, 1, 1)),), warning="earlier"))
    assert shot.warning.startswith("earlier; the screenshot cannot be decoded")
    assert len(shot.nodes) == 1


def test_sense_is_loaded_by_name() -> None:
    """`--sense icons` loads the sense of the package."""
    assert isinstance(load_plugin("sense", "icons"), IconSense)
