"""Resource ids in the view hierarchy: complete, and independent of the seed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest
from phone_driver import PhoneDriver

from onscreen_practice.phone.initial_phone_state import build_phone_state
from onscreen_practice.phone.simulated_phone import Handset

pytestmark = pytest.mark.browser

APPS = (
    *("browser", "calculator", "calendar", "camera", "clock", "contacts", "files", "gallery", "mail", "maps"),
    *("messages", "music", "notes", "phone", "settings_app", "shop", "social", "spreadsheet", "video"),
    "weather",
)
_MAX_SCREENS = 14
_OPTIONAL = {"maps": "label_pin", "social": "tag", "weather": "alert"}
"""Controls of first screens that are shown only if the data contains such an item."""
_CLOSING = ("navigate_up", "navigate_up_button", "touch_outside", "close_button")
_LITERAL_ID = re.compile(r"[A-Za-z][A-Za-z0-9_]*")


def ui_nodes(handset: Handset) -> list[dict[str, str]]:
    """Return the attributes of all nodes on the screen."""
    tree = ET.fromstring(str(handset.call("dump", False)))  # noqa: S314  trusted input
    return [node.attrib for node in tree.iter("node")]


def visit_screens(handset: Handset, package: str, seed: int) -> Iterator[list[dict[str, str]]]:
    """Yield the nodes of an application's first screen, and of screens one tap away from it."""
    handset.reset(seed)
    handset.call("launch", package, None, {})
    first = ui_nodes(handset)
    yield first
    clickable = {n["resource-id"]: n for n in reversed(first) if n["clickable"] == n["enabled"] == "true"}
    for name in [name for name in clickable if not name.endswith(_CLOSING)][:_MAX_SCREENS]:
        handset.reset()
        handset.call("launch", package, None, {})
        left, top, right, bottom = map(int, re.findall(r"\d+", clickable[name]["bounds"]))
        handset.call("tap", (left + right) // 2, (top + bottom) // 2)
        yield ui_nodes(handset)


@pytest.mark.parametrize("app", APPS)
def test_controls_have_resource_ids_that_do_not_depend_on_data(driver: PhoneDriver, app: str) -> None:
    """Every control has a resource id, which contains no text from the phone's data."""
    for nodes in visit_screens(driver.handset, f"org.practice.{app}", 1):
        for node in nodes:
            if "true" in (node["clickable"], node["scrollable"], node["long-clickable"]):
                assert _LITERAL_ID.fullmatch(node["resource-id"].rpartition(":id/")[2]), node
        for name in build_phone_state(1).people:
            assert not [n for n in nodes if name.last.lower() in n["resource-id"].lower()]


@pytest.mark.parametrize("app", APPS)
def test_first_screens_have_the_same_ids_for_all_seeds(driver: PhoneDriver, app: str) -> None:
    """The controls of an application's first screen have the same ids for two seeds."""
    found = []
    for seed in (1, 2):
        driver.handset.reset(seed)
        driver.handset.call("launch", f"org.practice.{app}", None, {})
        ids = {n["resource-id"] for n in ui_nodes(driver.handset) if n["clickable"] == "true"}
        found.append(ids - {f"org.practice.{app}:id/{_OPTIONAL.get(app)}"})
    assert found[0] == found[1]


def test_targets_of_a_share_sheet_have_resource_ids(driver: PhoneDriver) -> None:
    """The applications in a share sheet, which all applications use, have a resource id."""
    driver.open("Gallery")
    photo = next(node for node in ui_nodes(driver.handset) if node["resource-id"].endswith(":id/photo"))
    left, top, right, bottom = map(int, re.findall(r"\d+", photo["bounds"]))
    driver.handset.call("tap", (left + right) // 2, (top + bottom) // 2)
    driver.tap("Share")
    assert any(node["resource-id"].endswith(":id/target_row") for node in ui_nodes(driver.handset))
    assert not [n for n in ui_nodes(driver.handset) if n["clickable"] == "true" and not n["resource-id"]]
