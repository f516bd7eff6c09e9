"""Choice of an icon by a description, and the measured appearance of icons."""

from __future__ import annotations

import pytest

from icon_pictures import BLACK, RED, WHITE, Canvas

pytest.importorskip("cv2", reason='needs the extra "vision"')
pytest.importorskip("onnxruntime", reason='needs the extra "vision"')

from onscreen.perceive.icon_appearance import IconAppearance, Style, color_name, measure_icon
from onscreen.perceive.icon_encoder import IconReading, read_concepts
from onscreen.perceive.icon_selection import (
    IconDescription,
    SeenIcon,
    choose_icon,
    concept_weights,
    parse_description,
)
from onscreen.types import Box

SIZE = (1000, 800)


def icon(
    name: str,
    left: float,
    *,
    top: float = 10,
    color: str = "black",
    style: Style = "outlined",
    probability: float = 0.9,
) -> SeenIcon:
    """Return an icon of a concept, seen with a probability, at a place."""
    values = tuple(probability if each.name == name else 0.0 for each in read_concepts())
    reading = IconReading(name, probability, values)
    return SeenIcon(Box(left, top, left + 24, top + 24), reading, IconAppearance(color, style))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("red heart, outlined", IconDescription(("heart",), "red", "outlined")),
        ("the grey arrow left icon", IconDescription(("arrow", "left"), "gray")),
        ("arrow, left", IconDescription(("arrow",), positions=frozenset({"left"}))),
        ("trash at the top right", IconDescription(("trash",), positions=frozenset({"top", "right"}))),
        ("gear in the lower left.", IconDescription(("gear",), positions=frozenset({"bottom", "left"}))),
        ("top center", IconDescription((), positions=frozenset({"top", "center"}))),
    ],
)
def test_descriptions_have_parts(text: str, expected: IconDescription) -> None:
    """A description is split into meaning, colour, style and position."""
    assert parse_description(text) == expected


def test_synonym_selects_icon() -> None:
    """An icon is found by another word for its meaning."""
    icons = [icon("home", 0, top=0), icon("trash", 100, top=0), icon("settings", 200, top=0)]
    assert choose_icon("delete", icons, size=SIZE).index == 1
    assert choose_icon("gear", icons, size=SIZE).index == 2


def test_color_style_and_position_decide() -> None:
    """Of several icons with one meaning, the one with the described colour, style or position is chosen."""
    icons = [
        icon("heart", 10, top=10),
        icon("heart", 900, top=10, color="red"),
        icon("heart", 900, top=700, color="red", style="filled"),
    ]
    assert choose_icon("red heart, outlined", icons, size=SIZE).index == 1
    assert choose_icon("heart, filled", icons, size=SIZE).index == 2
    assert choose_icon("heart at the bottom right", icons, size=SIZE).index == 2
    assert choose_icon("heart at the top left", icons, size=SIZE).index == 0


def test_uncertain_icons_are_not_chosen() -> None:
    """Below the minimum score nothing is chosen, and the reason names the best icon and its score."""
    choice = choose_icon(
        "trash", [icon("trash", 0, top=0, probability=0.2), icon("home", 50, top=0)], size=SIZE
    )
    assert choice.index is None
    assert "'trash'" in choice.reason
    assert "0.20" in choice.reason


@pytest.mark.parametrize("text", ["xylophone", "", "the icon"])
def test_unknown_descriptions_have_a_reason(text: str) -> None:
    """A description without a known word chooses nothing on an empty screen, with a reason."""
    choice = choose_icon(text, [], size=SIZE)
    assert choice.index is None
    assert choice.reason


def test_exact_names_exclude_similar_concepts() -> None:
    """The name of a concept selects this concept only, although others contain its words."""
    weights = concept_weights(("bell",))
    assert [c.name for c, w in zip(read_concepts(), weights, strict=True) if w] == ["bell"]


@pytest.mark.parametrize(
    ("rgb", "name"),
    [((220, 20, 30), "red"), ((30, 90, 220), "blue"), ((20, 140, 40), "green"), ((130, 130, 130), "gray")],
)
def test_colors_have_names(rgb: tuple[int, int, int], name: str) -> None:
    """Usual colours of icons have their usual names."""
    assert color_name(rgb) == name


def test_appearance_is_measured() -> None:
    """Colour and style of an icon are read from its pixels, not from its background."""
    canvas = Canvas(color=WHITE)
    play, search = canvas.play(50, 50, size=32, color=RED), canvas.search(150, 50, size=32, color=BLACK)
    assert measure_icon(canvas.pixels, play) == IconAppearance("red", "filled")
    assert measure_icon(canvas.pixels, search) == IconAppearance("black", "outlined")
