"""Scripted solvers for MiniWoB++ widget tasks, such as sliders, sortable lists and trees."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from onscreen.types import Action, Click, Drag, Element, Point, Press, Scroll, Type, targets
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, click_submit, find_exact_name
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_NUMBER = re.compile(r"-?\d+")
_DRAG_REQUEST = re.compile(r"Drag (\S+) (.+)\.")
_NAMED_ITEMS = re.compile(r"Order one of each item: (.+)")
_ITEMS_OF_TYPE = re.compile(r"Order (\d+) items that are (\S+)")
_FIRST_ITEM_OF_TYPE: Mapping[str, str] = {
    "dairy": "Spinach and goat cheese dip",
    "gluten-free": "Caesar Salad",
    "meat": "Chicken wings",
    "peanuts": "Spicy Thai Peanut Chicken",
    "vegan": "Caesar Salad",
}
_GRID_CELLS: Mapping[str, int] = {
    "to the top left": 0,
    "to the top center": 1,
    "to the top right": 2,
    "to the center left": 3,
    "to the center": 4,
    "to the center right": 5,
    "to the bottom left": 6,
    "to the bottom center": 7,
    "to the bottom right": 8,
}
_GRID_STEPS: Mapping[str, int] = {"up by one": -3, "down by one": 3, "left by one": -1, "right by one": 1}
_ROW_TOLERANCE_PX = 4


def use_slider(view: OracleView) -> Action | None:
    """Choose the next action for the task `use-slider`: set the slider with keys and submit."""
    return _set_sliders(view, page_steps=10) or click_submit(view)


def use_slider_2(view: OracleView) -> Action | None:
    """Choose the next action for the task `use-slider-2`: set three sliders with keys and submit.

    A Page key moves these sliders by four steps.
    """
    return _set_sliders(view, page_steps=2) or click_submit(view)


def drag_items(view: OracleView) -> Action | None:
    """Choose the next action for the task `drag-items`: drag an item to a position in the list.

    An item that moves down must pass the middle of the item at the target position.
    """
    match = _DRAG_REQUEST.search(view.instruction)
    items = _by_index(view, "listitem")
    names = [e.name for e in items]
    if match is None or match.group(1) not in names:
        return None
    index, destination = names.index(match.group(1)), match.group(2)
    number = _NUMBER.search(destination)
    by_word = {"to the top": 0, "to the bottom": len(items) - 1}
    step = 1 if destination.startswith("down") else -1
    target_index = int(number.group()) - 1 if number else by_word.get(destination, index + step)
    if target_index < index:
        return Drag(items[index], items[target_index])
    return Drag(
        items[index], offset=Point(0, items[target_index].box.top - items[index].box.top + _ROW_TOLERANCE_PX)
    )


def drag_items_grid(view: OracleView) -> Action | None:
    """Choose the next action for `drag-items-grid`: drag an item to the requested cell.

    The grid inserts the item after the one under the pointer if the pointer moves right or down, otherwise
    before it. The left and right halves of a cell differ.
    """
    match = _DRAG_REQUEST.search(view.instruction)
    cells = _by_index(view, "listitem")
    left_halves = [Point(e.box.left + e.box.width / 4, e.box.top + e.box.height / 5) for e in cells]
    index = next((n for n, e in enumerate(cells) if match and e.name == match.group(1)), None)
    if match is None or index is None:
        return None
    target = _GRID_CELLS.get(match.group(2), index + _GRID_STEPS.get(match.group(2), 0))
    (row, column), (to_row, to_column) = divmod(index, 3), divmod(target, 3)
    if to_column > column and to_row < row:
        return Drag(left_halves[index], cells[target - 1])
    if to_column > column or (to_column == column and to_row > row):
        return Drag(cells[index], cells[target])
    return Drag(cells[index], left_halves[target])


def navigate_tree(view: OracleView) -> Action | None:
    """Choose the next action for `navigate-tree`: open folders to find and click the quoted name."""
    item = view.find_by_name(view.quoted_texts[0])
    if item:
        return Click(item)
    collapsed = {e.index for e in view.find_by_role("listitem") if e.clue.startswith("expandable")}
    folders = (
        e for e in view.find_by_role("generic") if e.parent in collapsed and e.clue.startswith("folder")
    )
    return click_on(next(folders, None)) or Scroll("down")


def click_menu_2(view: OracleView) -> Action | None:
    """Choose the next action for the task `click-menu-2`: open menus and click the quoted item.

    Returns None if the item is described only by its icon, which the oracle cannot identify.
    """
    if view.quoted_texts == ("Menu",):
        return None
    item = find_exact_name(view, view.quoted_texts[-1], "menuitem")
    return click_on(
        item or find_exact_name(view, "Playback", "menuitem") or find_exact_name(view, "Menu", "button")
    )


def order_food(view: OracleView) -> Action | None:
    """Choose the next action for the task `order-food`: set the quantities and place the order."""
    order = _parse_order(view.instruction)
    for dish in _find_dishes(view):
        amount = order.get(dish.name, 0)
        if dish.amount != amount:
            return Click(dish.add if dish.amount < amount else dish.remove)
    scroll_area = next((e for e in view.find_by_role("generic") if e.has("scrollable")), None)
    submit = find_exact_name(view, "Order!", "button")
    is_incomplete = _count_added_items(view) < sum(order.values())
    last_action = view.history[-1] if view.history else None
    is_going_up = (
        isinstance(last_action, Scroll)
        and last_action.direction == "up"
        and not view.find_by_name("Caesar Salad")
    )
    if submit is None or is_incomplete:
        return Scroll("up" if is_incomplete and (submit or is_going_up) else "down", target=scroll_area)
    return Click(submit)


def search_engine(view: OracleView) -> Action | None:
    """Choose the next action for the task `search-engine`: search and click the n-th result."""
    field = next(iter(view.find_by_role("textbox")), None)
    name, match = view.quoted_texts[0], re.search(r"the (\d+)(?:st|nd|rd|th)", view.instruction)
    if field is None or match is None:
        return None
    if field.value.lower() != name.lower():
        return Type(name, field)
    links = _by_index(view, "link")
    names = [e.name for e in links]
    if not links or not _has_searched(view):
        return click_on(find_exact_name(view, "Search", "button"))
    page, index = divmod(int(match.group(1)) - 1, 3)
    shown_page = 0 if "<" not in names else 2 if ">" not in names else 1
    return (
        Click(links[index]) if page == shown_page else click_on(find_exact_name(view, str(page + 1), "link"))
    )


class _Dish(msgspec.Struct, frozen=True):
    name: str
    amount: int
    remove: Element
    add: Element


def _by_index(view: OracleView, *roles: str) -> list[Element]:
    return sorted(view.find_by_role(*roles), key=lambda e: e.index)


def _set_sliders(view: OracleView, *, page_steps: int) -> Action | None:
    handles = [e for e in _by_index(view, "generic") if "ui slider handle" in e.clue]
    values = [int(e.name) for e in _by_index(view, "text") if _NUMBER.fullmatch(e.name)]
    goals = [int(number) for number in _NUMBER.findall(view.instruction)]
    for handle, value, goal in zip(handles, values, goals, strict=False):
        if value != goal:
            keys = ("PageUp", "ArrowRight") if goal > value else ("PageDown", "ArrowLeft")
            return Press(keys[abs(goal - value) <= page_steps], handle)
    return None


def _parse_order(instruction: str) -> Mapping[str, int]:
    if named_items := _NAMED_ITEMS.search(instruction):
        return {name.strip(): 1 for name in named_items.group(1).split(",")}
    items_of_type = _ITEMS_OF_TYPE.search(instruction)
    return {_FIRST_ITEM_OF_TYPE[items_of_type.group(2)]: int(items_of_type.group(1))} if items_of_type else {}


def _find_dishes(view: OracleView) -> list[_Dish]:
    texts, remove_buttons = _by_index(view, "text"), [e for e in view.screen.elements if e.name == "-"]
    dishes: list[_Dish] = []
    for add in (e for e in _by_index(view, "generic") if e.name == "+"):
        row = [e for e in texts if abs(e.box.top - add.box.top) <= 2 * _ROW_TOLERANCE_PX]
        name = next((e.name for e in row if not e.name.isdigit()), "")
        amount = next((int(e.name) for e in row if e.name.isdigit()), 0)
        remove = next((e for e in remove_buttons if abs(e.box.top - add.box.top) <= _ROW_TOLERANCE_PX), None)
        if name and remove:
            dishes.append(_Dish(name, amount, remove, add))
    return dishes


def _count_added_items(view: OracleView) -> int:
    clicks = (t for action in view.history if isinstance(action, Click) for t in targets(action))
    names = [t.name for t in clicks if isinstance(t, Element)]
    return names.count("+") - names.count("-")


def _has_searched(view: OracleView) -> bool:
    typed = [at for at, action in enumerate(view.history) if isinstance(action, Type)]
    later = view.history[typed[-1] + 1 :] if typed else view.history
    clicks = (t for action in later if isinstance(action, Click) for t in targets(action))
    return any(isinstance(t, Element) and t.name == "Search" for t in clicks)


ORACLES: Mapping[str, Oracle] = {
    "click-menu-2": click_menu_2,
    "drag-items": drag_items,
    "drag-items-grid": drag_items_grid,
    "navigate-tree": navigate_tree,
    "order-food": order_food,
    "search-engine": search_engine,
    "use-slider": use_slider,
    "use-slider-2": use_slider_2,
}
