"""Nodes of realistic screens: roles, names, values, states and locators."""

from __future__ import annotations

from pathlib import Path

import pytest

from onscreen.device.android.coordinate_conversion import Display
from onscreen.device.android.screencap_decoder import black_picture
from onscreen.device.android.view_hierarchy import parse_hierarchy
from onscreen.device.android.view_nodes import ScreenContent, build_nodes
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_prompt_text import screen_text
from onscreen.types import Box, Node, OffscreenCounts, Shot

SCREENS = Path(__file__).parents[3] / "data" / "android"
SIZE = (1080, 2400)
DISPLAY = Display(SIZE, SIZE, 420)


def read_screen(name: str, display: Display | None = None) -> ScreenContent:
    """Return the content of a recorded dump."""
    hierarchy = parse_hierarchy((SCREENS / f"{name}.xml").read_bytes())
    return build_nodes(hierarchy, display or DISPLAY, max_nodes=6000, max_text=2000)


def only(nodes: tuple[Node, ...], role: str, name: str = "") -> Node:
    """Return the only node with this role and name."""
    matches = [node for node in nodes if node.role == role and node.name == name]
    assert len(matches) == 1, [(node.role, node.name) for node in nodes]
    return matches[0]


def text_of(name: str) -> str:
    """Return the text that represents the screen for a model."""
    screen = build_screen(Shot(black_picture(SIZE), read_screen(name).nodes))
    return screen_text(screen)


def test_settings_screen_text() -> None:
    """Rows are named by their titles, switches by their rows, and no text is repeated."""
    assert text_of("settings").splitlines() == [
        '[1] button "Navigate up"',
        "# Network & internet",
        "[3] list scrollable:",
        ' [4] listitem "Internet"',
        "  AndroidWifi",
        ' [6] listitem "Calls & SMS" [7] switch "Airplane mode"',
        ' [8] listitem "Wi-Fi hotspot"',
        '  Off · not sharing [10] switch "Wi-Fi hotspot" checked',
        ' [11] listitem "Data Saver" disabled',
        "  Off",
        ' [13] listitem "Private DNS"',
    ]


def test_form_screen_text() -> None:
    """Fields are named by hints and labels and show their values; the selected tab is marked."""
    assert text_of("form").splitlines() == [
        '[1] button "Cancel"',
        '# Create contact [3] button "Save" disabled',
        '[4] tab "Person" selected [5] "Company"',
        "[6] scrollable:",
        ' [7] textbox "First name" [8] "Last name" ="Ng" focused',
        ' [10] textbox "Phone" ="+49 170 1"',
        (
            ' [12] combobox "Label" ="Mobile" [14] slider "Ringtone volume" ="40.0" '
            '[15] textbox "PIN" ="••••" password [16] checkbox "Favourite" checked'
        ),
        " image (photo large)",
        '[18] tab "Contacts" selected [19] "Highlights" [20] "Organise"',
    ]


def test_row_with_one_switch_becomes_the_switch() -> None:
    """A clickable row with a switch that is not clickable becomes a switch of the row's size."""
    switch = only(read_screen("settings").nodes, "switch", "Airplane mode")
    assert switch.states == ("clickable",)
    assert switch.box.width == 1080


@pytest.mark.parametrize(
    ("screen", "role", "name", "states"),
    [
        ("settings", "switch", "Wi-Fi hotspot", ("clickable", "checked")),
        ("settings", "listitem", "Data Saver", ("clickable", "disabled")),
        ("choice", "radio", "Dark", ("clickable", "checked")),
        ("choice", "dialog", "Theme", ()),
        ("dialog", "dialog", "Allow Recorder to record audio?", ()),
        ("launcher", "button", "Gmail", ("clickable", "long-clickable")),
        ("compose", "listitem", "Milk", ("clickable", "long-clickable")),
        ("compose", "checkbox", "Milk", ("clickable", "checked")),
        ("compose", "button", "Back", ("clickable",)),
        ("compose", "textbox", "Add an item", ("clickable", "editable", "focused")),
        ("web", "link", "Green tea", ("clickable",)),
        ("web", "document", "Tea", ("scrollable",)),
        ("web", "combobox", "", ("clickable",)),
        ("web", "image", "A cup of tea", ()),
        ("form", "textbox", "PIN", ("clickable", "editable", "password")),
        ("form", "tab", "Person", ("clickable", "selected")),
        ("form", "heading", "Create contact", ()),
    ],
)
def test_roles_and_states(screen: str, role: str, name: str, states: tuple[str, ...]) -> None:
    """View classes and flags are mapped to roles and states."""
    assert only(read_screen(screen).nodes, role, name).states == states


@pytest.mark.parametrize(
    ("screen", "name", "value"),
    [
        ("form", "First name", ""),
        ("form", "Last name", "Ng"),
        ("form", "Phone", "+49 170 1"),
        ("form", "Label", "Mobile"),
        ("form", "Ringtone volume", "40.0"),
        ("form", "PIN", "••••"),
        ("compose", "Add an item", ""),
    ],
)
def test_field_values(screen: str, name: str, value: str) -> None:
    """The hint of an empty field is the field's name and not its value."""
    fields = [
        node
        for node in read_screen(screen).nodes
        if node.name == name and node.role not in ("text", "button")
    ]
    assert [node.value for node in fields] == [value]


def test_unnamed_element_has_a_clue() -> None:
    """An element without a name has a clue from its resource id."""
    nodes = read_screen("web").nodes
    assert only(nodes, "textbox").clue == "url bar"


def test_reported_offscreen_views_are_counted() -> None:
    """A button with bounds below the visible area of its container is counted but is no node."""
    content = read_screen("form")
    assert content.beyond == OffscreenCounts(below=1, is_lower_bound=True)
    assert not [node for node in content.nodes if node.name == "Delete"]


def test_boxes_are_clipped_to_the_container() -> None:
    """The last row of a list ends where the list ends."""
    assert only(read_screen("settings").nodes, "listitem", "Private DNS").box.bottom == 2337


def test_boxes_are_in_picture_pixels() -> None:
    """Boxes are in screenshot pixels, even if touch coordinates have another scale."""
    display = Display(touch=(1080, 2400), picture=(540, 1200), density=420)
    assert only(read_screen("settings", display).nodes, "switch", "Airplane mode").box == Box(
        0, 301, 540, 396
    )


def test_locators_survive_scrolling() -> None:
    """A row's locator depends neither on the rows before it nor on a counter in its name."""

    def locator(*titles: str) -> str:
        rows = "".join(
            f'<node class="a.LinearLayout" clickable="true" bounds="[0,{number}00][1080,{number}90]">'
            f'<node class="a.TextView" text="{title}" bounds="[0,{number}00][500,{number}90]" /></node>'
            for number, title in enumerate(titles, 1)
        )
        tree = f'<hierarchy><node class="a.ListView" bounds="[0,0][1080,2400]">{rows}</node></hierarchy>'
        nodes = build_nodes(parse_hierarchy(tree.encode()), DISPLAY, max_nodes=99, max_text=99).nodes
        return [node.locator for node in nodes if node.role == "listitem"][-1]

    assert locator("Drafts", "Sent", "Inbox, 9 new") == locator("Sent", "Inbox, 10 new")


def test_locators_are_deterministic() -> None:
    """Parsing a dump twice gives the same locators; a unique resource id is the locator."""
    one, other = read_screen("settings"), read_screen("settings")
    assert [node.locator for node in one.nodes] == [node.locator for node in other.nodes]
    assert only(one.nodes, "list").locator == "com.android.settings:id/recycler_view"
