"""Exploration of real applications: the practice phone and web pages in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from onscreen.app_maps.action_effect import describe_effect
from onscreen.app_maps.map_store import FOLDER_VARIABLE, load_map, picture_path
from onscreen.app_maps.screen_map import AppMap
from onscreen.cli.main import main
from onscreen.device.base import Device
from onscreen.device.web import web
from onscreen.explore.exploration import Explorer
from onscreen.explore.exploration_step import ExplorationStep
from onscreen.explore.option_choice import Option
from onscreen.explore.scroll_coverage import MAX_SCROLLS
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.route.route_policy import RoutePolicy
from onscreen.run.device_factory import make_device
from onscreen.types import Done, Situation

pytestmark = pytest.mark.browser

HEAD = "<!doctype html><meta charset=utf-8>"
NAVIGATION = (
    "<nav><a href=index.html>Home</a> <a href=orders.html>Orders</a> <a href=//else.test/>Else</a></nav>"
)
FRUIT = ("Apple", "Pear", "Fig")
ROWS = "".join(f"<li><a href=item{n}.html>Fruit {name.lower()}</a></li>" for n, name in enumerate(FRUIT))
MORE = "document.querySelector('ul').append(document.querySelector('li').cloneNode(true))"
PAGES = {
    "index.html": (
        f"<title>Shop</title>{NAVIGATION}<h1>Fruit</h1><ul>{ROWS}</ul>"
        "<label><input type=checkbox role=switch>Repeat</label><button>Delete all</button>"
    ),
    "orders.html": (
        f"<title>Shop</title>{NAVIGATION}<h1>Orders</h1><button onclick=\"alert('No orders')\">Show</button>"
        f'<button onclick="{MORE}">More</button><ul><li><button>Order</button></li></ul>'
    ),
    **{
        f"item{n}.html": (
            f"<title>Item</title>{NAVIGATION}<h1>{name}</h1><p>A fruit.</p><a href=index.html>Back</a>"
        )
        for n, name in enumerate(FRUIT)
    },
}
COVERING = "position: absolute; top: 0; left: 0; width: 600px; height: 400px; background: white"
SEARCH_PAGE = (
    "<title>Shop</title><h1>Shop</h1><input type=search aria-label='Search products' oninput='find()'>"
    "<p id=count></p><ul id=found></ul><a href=index.html#top>Top</a><script>"
    "const show = () => { count.textContent = `Typed ${localStorage.typed ?? 0}`; };"
    "const find = () => { localStorage.typed = Number(localStorage.typed ?? 0) + 1; show();"
    " found.innerHTML = '<li><a href=apple.html>Apple</a></li>'; }; show();</script>"
)
MENU_PAGES = {
    "index.html": (
        "<title>Shop</title><h1>Shop</h1><button onclick='menu.hidden = !menu.hidden'>Account</button>"
        f"<ul id=menu hidden style='{COVERING}'><li><a href=bills.html>Bills</a></li>"
        "<li><a href=trips.html>Trips</a></li></ul><a href=help.html>Help</a>"
    ),
    "bills.html": "<title>Shop</title><h1>Bills</h1><table><tr><td>Milk</td></tr></table>",
    "trips.html": "<title>Shop</title><h1>Trips</h1><button>Plan</button>",
    "help.html": "<title>Shop</title><h1>Help</h1><p>Text</p>",
}
"""Pages with a menu that covers the other controls."""
SECTIONS = 12
LONG_PAGE = "<title>Shop</title><h1>Shop</h1>" + "".join(
    f"<div style='height: 400px'><button id={letter}>Offer {letter}</button></div>"
    for letter in "abcdefghijkl"[:SECTIONS]
)
"""A page that is several times as high as the viewport, with a button in each section."""
PARTS = {
    "Bills": "<table><tr><td>Milk",
    "Trips": "<button>Plan",
    "Help": "<a href=//x.test/>More",
    "Jobs": "<ol><li>Run",
}
PASSED_PAGES = {
    "index.html": "<title>Shop</title><h1>Shop</h1><a href=menu.html>More</a>",
    "menu.html": "<title>Shop</title><h1>Menu</h1>"
    + "".join(f"<button onclick='location.replace(\"{name}.html\")'>{name}</button>" for name in PARTS),
    **{f"{name}.html": f"<title>Shop</title><h1>{name}</h1>{part}" for name, part in PARTS.items()},
}
"""Pages with a menu on a page of its own, which Back passes."""
TITLES = {"Fruit", "Apple", "Orders", "No orders"}
"""Titles of the screens: the pages of the fruit are one screen, and the message is one."""


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Device]:
    """Start a browser in which shop.test serves the pages."""
    for name, html in PAGES.items():
        (tmp_path / name).write_text(HEAD + html)
    with closing(web({"sites": (f"shop.test={tmp_path}",)})) as device:
        yield device


@pytest.fixture(scope="module")
def phone() -> Iterator[Device]:
    """Start a practice phone."""
    with closing(make_device("phone", {"seed": 1})) as device:
        yield device


@pytest.fixture(scope="module")
def clock(phone: Device) -> tuple[AppMap, set[str]]:
    """Explore the phone's clock and return its map and the screens that were shown."""
    screens: set[str] = set()

    def on_step(_step: ExplorationStep) -> None:
        screens.add(json.loads(phone.read("practice screens"))["front"]["screen"])

    return Explorer(phone, AppMap("Clock", home="Clock"), on_step=on_step).explore(80), screens


def effects(app_map: AppMap) -> dict[str, str]:
    """Map the names of the clicked controls to their effects."""
    screens = {screen.id: screen for screen in app_map.screens}
    found = {}
    for action in app_map.actions:
        control = screens[action.screen].control(action.control)
        if control is not None:
            found[control.name] = describe_effect(action, app_map)
    return found


def test_web_application_is_mapped(shop: Device) -> None:
    """All pages are found, a list of pages is one screen, and nothing risky or foreign is clicked."""
    explored = Explorer(shop, AppMap("shop", home="http://shop.test/index.html")).explore(60)
    assert {screen.title for screen in explored.screens} == TITLES
    clicked = effects(explored)
    assert clicked["Orders"] == "opens the screen 'Orders'"
    assert clicked["More"] == "adds rows"
    assert {"Else", "Delete all", "Repeat"}.isdisjoint(clicked)


def test_items_of_a_menu_are_explored(tmp_path: Path) -> None:
    """A menu is opened again for each of its items, and closed for what it covers; paths lead through it."""
    for name, html in MENU_PAGES.items():
        (tmp_path / name).write_text(HEAD + html)
    with closing(web({"sites": (f"shop.test={tmp_path}",)})) as device:
        app_map = Explorer(device, AppMap("Shop", home="http://shop.test/index.html")).explore(40)
    assert {screen.title for screen in app_map.screens} == {"Shop", "Bills", "Trips", "Help"}
    names = {control.name: control.key for control in app_map.screens[0].controls}
    assert app_map.screens[0].openers(names["Trips"]) == (names["Account"],)
    assert app_map.screens[0].openers(names["Help"]) == ()


def test_controls_above_the_view_are_tried(tmp_path: Path) -> None:
    """From the end of a page, exploration returns to the top once for all controls above the view."""
    (tmp_path / "index.html").write_text(HEAD + LONG_PAGE)
    with closing(web({"sites": (f"shop.test={tmp_path}",)})) as device:
        start = AppMap("Shop", home="http://shop.test/index.html")
        explorer = Explorer(device, start, strategy=scroll_first)
        explored = explorer.explore(100)
    assert set(effects(explored)) == {control.name for control in explored.screens[0].controls}
    assert len(effects(explored)) == SECTIONS
    assert explorer.steps <= len(("start", "end", "top")) + SECTIONS + 2 * MAX_SCROLLS


def test_search_field_is_used_only_with_permission(tmp_path: Path) -> None:
    """With permission, a letter finds an entry; without, nothing is typed, even if the map contains this."""
    (tmp_path / "index.html").write_text(HEAD + SEARCH_PAGE)
    (tmp_path / "apple.html").write_text(HEAD + "<title>Shop</title><h1>Apple</h1>")
    shown: set[str] = set()

    def watch(step: ExplorationStep) -> None:
        shown.update(node.name for node in step.shot.nodes if node.name.startswith("Typed"))

    def explore(app_map: AppMap, *, may_modify: bool) -> AppMap:
        shown.clear()
        with closing(web({"sites": (f"shop.test={tmp_path}",)})) as device:
            return Explorer(device, app_map, may_modify=may_modify, on_step=watch).explore(30)

    careful = explore(AppMap("Shop", home="http://shop.test/index.html"), may_modify=False)
    assert {screen.title for screen in careful.screens} == {"Shop"}
    assert shown == {"Typed 0"}
    explored = explore(careful, may_modify=True)
    assert {screen.title for screen in explored.screens} == {"Shop", "Apple"}
    assert "Typed 1" in shown
    explore(explored, may_modify=False)
    assert shown == {"Typed 0"}


def test_password_is_no_search_field(tmp_path: Path) -> None:
    """Nothing is typed into a password field, even if its name asks to find something."""
    page = SEARCH_PAGE.replace(
        "type=search aria-label='Search products'", "type=password aria-label='Find key'"
    )
    (tmp_path / "index.html").write_text(HEAD + page)
    (tmp_path / "apple.html").write_text(HEAD + "<title>Shop</title><h1>Apple</h1>")
    with closing(web({"sites": (f"shop.test={tmp_path}",)})) as device:
        start = AppMap("Shop", home="http://shop.test/index.html")
        explored = Explorer(device, start, may_modify=True).explore(20)
    assert {screen.title for screen in explored.screens} == {"Shop"}


def test_menu_that_back_passes_is_explored(tmp_path: Path) -> None:
    """A menu to which Back does not return is opened again for each of its items."""
    for name, html in PASSED_PAGES.items():
        (tmp_path / name).write_text(HEAD + html)
    with closing(web({"sites": (f"shop.test={tmp_path}",)})) as device:
        app_map = Explorer(device, AppMap("Shop", home="http://shop.test/index.html")).explore(40)
    assert {screen.title for screen in app_map.screens} == {"Shop", "Menu", *PARTS}


def scroll_first(options: Sequence[Option]) -> Option:
    """Choose to scroll while that is possible, then the first control."""
    return next((option for option in options if not option.control), options[0])


def test_switch_is_turned_back(shop: Device) -> None:
    """If the application may be modified, a switch is tried and is turned back."""
    explorer = Explorer(shop, AppMap("shop", home="http://shop.test/index.html"), may_modify=True)
    explored = explorer.explore(60)
    assert effects(explored)["Repeat"] in {"turns 'Repeat' on", "turns 'Repeat' off"}
    assert explorer.not_restored == []


def test_exploration_is_resumed(shop: Device) -> None:
    """A second exploration continues with what the first one left, and ends when nothing is left."""
    start = AppMap("shop", home="http://shop.test/index.html")
    partly = Explorer(shop, start).explore(4)
    second = Explorer(shop, partly)
    whole = second.explore(60)
    assert len(partly.screens) < len(whole.screens) == len(TITLES)
    last = Explorer(shop, whole)
    assert last.explore(60).screens == whole.screens
    assert last.steps < second.steps


def test_command_stores_map_and_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`explore` stores a map with a picture of each screen, and a second call finds nothing new."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "maps"))
    for name, html in PAGES.items():
        (tmp_path / name).write_text(HEAD + html)
    command = ["explore", "http://shop.test/index.html", "--set", f'sites=["shop.test={tmp_path}"]']
    assert main(command) == 0
    assert f"{len(TITLES)} screens ({len(TITLES)} new)" in capsys.readouterr().out
    folder = tmp_path / "maps" / "shop.test-index.html"
    assert {screen.title for screen in load_map(folder).screens} == TITLES
    assert all(picture_path(folder, screen.id).exists() for screen in load_map(folder).screens)
    assert main(command) == 0
    assert f"{len(TITLES)} screens (0 new)" in capsys.readouterr().out


def test_phone_application_is_mapped(phone: Device, clock: tuple[AppMap, set[str]]) -> None:
    """The screens of the phone's clock are found, and its alarms are as before."""
    explored, screens = clock
    assert screens >= set(json.loads(phone.read("practice screens"))["apps"]["clock"])
    assert effects(explored)["Add alarm"] == "opens the screen 'New alarm'"
    assert not any("clock.alarms" in change for change in json.loads(phone.read("practice unasked '[]'")))


def test_place_in_an_explored_application_is_answered(phone: Device, clock: tuple[AppMap, set[str]]) -> None:
    """After an exploration, the question where something is, is answered from the map."""
    policy = RoutePolicy((clock[0],))
    situation = Situation(
        "Where is the snooze length?",
        build_screen(phone.observe()),
        stage="choose_tools",
        tools=phone.tools(),
    )
    proposal = policy(situation)
    assert proposal is not None
    assert proposal.actions == (Done("Clock > More options > Settings > Snooze length"),)
