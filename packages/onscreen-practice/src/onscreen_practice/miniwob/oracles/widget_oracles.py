"""Oracles of MiniWoB++ for controls: sliders, lists to sort, a tree, menus, a search with pages."""

from __future__ import annotations

import re
from collections.abc import Mapping

import msgspec

from onscreen.types import Action, Click, Drag, Element, Point, Press, Scroll, Type, targets
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, exactly, submit

_NUMBER = re.compile(r"-?\d+")
_DRAGGED = re.compile(r"Drag (\S+) (.+)\.")
_NAMED_ITEMS = re.compile(r"Order one of each item: (.+)")
_TYPED_ITEMS = re.compile(r"Order (\d+) items that are (\S+)")
_FIRST_OF_TYPE: Mapping[str, str] = {
    "dairy": "Spinach and goat cheese dip",
    "gluten-free": "Caesar Salad",
    "meat": "Chicken wings",
    "peanuts": "Spicy Thai Peanut Chicken",
    "vegan": "Caesar Salad",
}
_PLACES: Mapping[str, int] = {
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
_MOVES: Mapping[str, int] = {"up by one": -3, "down by one": 3, "left by one": -1, "right by one": 1}
_ROW_PX = 4


def one_slider(sight: Sight) -> Action | None:
    """Press the keys of the slider until the number fits: pages while it is far, then single steps."""
    return _slid(sight, far=10) or submit(sight)


def three_sliders(sight: Sight) -> Action | None:
    """Set each slider by its keys, then submit; a page of these is four steps."""
    return _slid(sight, far=2) or submit(sight)


def sorted_list(sight: Sight) -> Action | None:
    """Drag the item onto the one whose place it is to take; downwards it passes its middle."""
    said = _DRAGGED.search(sight.asked)
    items, names = _by_index(sight, "listitem"), [e.name for e in _by_index(sight, "text")]
    if said is None or said.group(1) not in names:
        return None
    at, where = names.index(said.group(1)), said.group(2)
    place = _NUMBER.search(where)
    by_word = {"to the top": 0, "to the bottom": len(items) - 1}
    step = 1 if where.startswith("down") else -1
    to = int(place.group()) - 1 if place else by_word.get(where, at + step)
    if to < at:
        return Drag(items[at], items[to])
    return Drag(items[at], offset=Point(0, items[to].box.top - items[at].box.top + _ROW_PX))


def sorted_grid(sight: Sight) -> Action | None:
    """Drag the item so that it comes to lie in the asked cell.

    The grid puts it behind the item under the pointer when the pointer goes right or down, else before it,
    and looks at the left and right halves; the text of a cell stands in its left half.
    """
    said = _DRAGGED.search(sight.asked)
    cells, texts = _by_index(sight, "listitem"), _by_index(sight, "text")
    at = next((n for n, e in enumerate(texts) if said and e.name == said.group(1)), None)
    if said is None or at is None:
        return None
    to = _PLACES.get(said.group(2), at + _MOVES.get(said.group(2), 0))
    (row, column), (to_row, to_column) = divmod(at, 3), divmod(to, 3)
    if to_column > column and to_row < row:
        return Drag(texts[at], cells[to - 1])
    if to_column > column or (to_column == column and to_row > row):
        return Drag(cells[at], cells[to])
    return Drag(cells[at], texts[to])


def tree(sight: Sight) -> Action | None:
    """Click the quoted name if it is to be seen, else open the first folder that is shut."""
    found = sight.named(sight.quoted[0])
    if found:
        return Click(found)
    shut = {e.index for e in sight.of_role("listitem") if e.clue.startswith("expandable")}
    folders = (e for e in sight.of_role("generic") if e.parent in shut and e.clue.startswith("folder"))
    return click(next(folders, None)) or Scroll("down")


def menu(sight: Sight) -> Action | None:
    """Click the quoted item, opening what hides it; an item told by its icon cannot be known."""
    if sight.quoted == ("Menu",):
        return None
    item = exactly(sight, sight.quoted[-1], "menuitem")
    return click(item or exactly(sight, "Playback", "menuitem") or exactly(sight, "Menu", "button"))


def order(sight: Sight) -> Action | None:
    """Put right what is in view from top to bottom, scroll on, and order at the end of the card."""
    wanted = _wanted(sight.asked)
    for dish in _dishes(sight):
        amount = wanted.get(dish.name, 0)
        if dish.amount != amount:
            return Click(dish.add if dish.amount < amount else dish.remove)
    area = next((e for e in sight.of_role("generic") if e.has("scrollable")), None)
    send = exactly(sight, "Order!", "button")
    missed = _added(sight) < sum(wanted.values())
    last = sight.done[-1] if sight.done else None
    back = isinstance(last, Scroll) and last.direction == "up" and not sight.named("Caesar Salad")
    if send is None or missed:
        return Scroll("up" if missed and (send or back) else "down", target=area)
    return Click(send)


def search(sight: Sight) -> Action | None:
    """Search for the quoted name, go to the page of the asked result and click it."""
    field = next(iter(sight.of_role("textbox")), None)
    name, asked = sight.quoted[0], re.search(r"the (\d+)(?:st|nd|rd|th)", sight.asked)
    if field is None or asked is None:
        return None
    if field.value.lower() != name.lower():
        return Type(name, field)
    links = _by_index(sight, "link")
    names = [e.name for e in links]
    if not links or not _searched(sight):
        return click(exactly(sight, "Search", "button"))
    page, place = divmod(int(asked.group(1)) - 1, 3)
    now = 0 if "<" not in names else 2 if ">" not in names else 1
    return Click(links[place]) if page == now else click(exactly(sight, str(page + 1), "link"))


class _Dish(msgspec.Struct, frozen=True):
    name: str
    amount: int
    remove: Element
    add: Element


def _by_index(sight: Sight, *roles: str) -> list[Element]:
    return sorted(sight.of_role(*roles), key=lambda e: e.index)


def _slid(sight: Sight, *, far: int) -> Action | None:
    handles = [e for e in _by_index(sight, "generic") if "ui slider handle" in e.clue]
    shown = [int(e.name) for e in _by_index(sight, "text") if _NUMBER.fullmatch(e.name)]
    wanted = [int(number) for number in _NUMBER.findall(sight.asked)]
    for handle, now, goal in zip(handles, shown, wanted, strict=False):
        if now != goal:
            keys = ("PageUp", "ArrowRight") if goal > now else ("PageDown", "ArrowLeft")
            return Press(keys[abs(goal - now) <= far], handle)
    return None


def _wanted(asked: str) -> Mapping[str, int]:
    if named := _NAMED_ITEMS.search(asked):
        return {name.strip(): 1 for name in named.group(1).split(",")}
    typed = _TYPED_ITEMS.search(asked)
    return {_FIRST_OF_TYPE[typed.group(2)]: int(typed.group(1))} if typed else {}


def _dishes(sight: Sight) -> list[_Dish]:
    texts, minuses = _by_index(sight, "text"), [e for e in sight.screen.elements if e.name == "-"]
    found: list[_Dish] = []
    for add in (e for e in _by_index(sight, "generic") if e.name == "+"):
        row = [e for e in texts if abs(e.box.top - add.box.top) <= 2 * _ROW_PX]
        name = next((e.name for e in row if not e.name.isdigit()), "")
        amount = next((int(e.name) for e in row if e.name.isdigit()), 0)
        remove = next((e for e in minuses if abs(e.box.top - add.box.top) <= _ROW_PX), None)
        if name and remove:
            found.append(_Dish(name, amount, remove, add))
    return found


def _added(sight: Sight) -> int:
    clicks = (t for action in sight.done if isinstance(action, Click) for t in targets(action))
    names = [t.name for t in clicks if isinstance(t, Element)]
    return names.count("+") - names.count("-")


def _searched(sight: Sight) -> bool:
    typed = [at for at, action in enumerate(sight.done) if isinstance(action, Type)]
    later = sight.done[typed[-1] + 1 :] if typed else sight.done
    clicks = (t for action in later if isinstance(action, Click) for t in targets(action))
    return any(isinstance(t, Element) and t.name == "Search" for t in clicks)


ORACLES: Mapping[str, Oracle] = {
    "click-menu-2": menu,
    "drag-items": sorted_list,
    "drag-items-grid": sorted_grid,
    "navigate-tree": tree,
    "order-food": order,
    "search-engine": search,
    "use-slider": one_slider,
    "use-slider-2": three_sliders,
}
