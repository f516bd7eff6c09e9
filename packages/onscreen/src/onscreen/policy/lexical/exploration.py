"""What to do when the thing looked for is not in sight: close, expand, switch, turn the page, scroll."""

from __future__ import annotations

import re

from onscreen.policy.lexical.history_queries import clicked, times
from onscreen.policy.lexical.move import Move
from onscreen.policy.lexical.screen_queries import usable
from onscreen.policy.lexical.word_lists import plain
from onscreen.types import Click, Element, Press, Scroll, Situation, Type, Wait

NEXT = ("next", "next page", ">", "»", "›", "more", "show more", "load more")
MENUS = ("more options", "menu", "open navigation menu", "show navigation drawer", "settings")
MOST_WAITS = 3
"""How often in a row an empty or loading screen is waited for, a second each."""
MOST_SCROLLS = 6
"""How often in a row a page is scrolled in search of something."""


def explore(about: Situation, what: str) -> Move | None:
    """Return the next action that may bring what is looked for into sight, None when all was tried."""
    screen = about.screen
    if screen is None:
        return None
    there = usable(screen)
    why = f"{what!r} is not in sight"
    if (not there or _is_loading(about)) and times(about, "wait") < MOST_WAITS:
        return Move(Wait(1.0), finished=False, why="it is not there yet", score=0.3)
    for element in (*_pointed_at(about, there), *_hidden(there), *_pages(there)):
        if _is_next(element) or not clicked(about, element):
            return Move(
                Click(element), finished=False, why=f"{why}; it may be behind {element.name!r}", score=0.3
            )
    menu = _in_menu(about, there, why=why)
    if menu and _menu_opened(about):
        return menu
    return _search(about, what) or _further_down(about, why) or menu


def _is_loading(about: Situation) -> bool:
    """Whether the screen says that it is still being filled."""
    shown = about.screen.elements if about.screen else ()
    return any(re.match(r"(?:loading|please wait)\b", e.name, re.IGNORECASE) for e in shown)


def _search(about: Situation, what: str) -> Move | None:
    """Look a name in quotes up in a search field, once."""
    name = re.search(r'"([^"]+)"', what)
    fields = [e for e in usable(about.screen) if e.role == "searchbox"] if about.screen else []
    if name is None or not fields:
        return None
    if about.done and about.done[-1].startswith(f'type "{name.group(1)}"'):
        return Move(Press("Enter", fields[0]), finished=False, why="Enter sends the search", score=0.4)
    if any(line.startswith(f'type "{name.group(1)}"') for line in about.done):
        return None
    return Move(
        Type(name.group(1), fields[0]), finished=False, why=f"it may be found by searching {what}", score=0.4
    )


def _in_menu(about: Situation, elements: tuple[Element, ...], *, why: str) -> Move | None:
    """Open a menu that holds what there is no room for, each once."""
    for element in elements:
        if plain(element.name) in MENUS and not clicked(about, element):
            return Move(Click(element), finished=False, why=f"{why}; a menu may hold it", score=0.3)
    return None


def _menu_opened(about: Situation) -> bool:
    """Whether the last action was to open a menu."""
    last = re.match(r'click \d+ "([^"]*)"', about.done[-1]) if about.done else None
    return last is not None and plain(last.group(1)) in MENUS


def _further_down(about: Situation, why: str) -> Move | None:
    """Scroll the page, or the part of it that scrolls, until scrolling moves nothing."""
    screen, scrolls = about.screen, times(about, "scroll")
    if (
        screen is None
        or scrolls >= MOST_SCROLLS
        or (scrolls and re.search(r"nothing (?:more|moved)", about.done[-1]))
    ):
        return None
    inner = next((e for e in screen.elements if e.has("scrollable")), None)
    if inner is None and not screen.shot.beyond.below:
        return None
    return Move(Scroll("down", target=inner), finished=False, why=f"{why}; there is more below", score=0.3)


def _pointed_at(about: Situation, elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """Return what the pointer was moved onto last: a menu may want a click instead."""
    last = re.match(r"hover (\d+)", about.done[-1]) if about.done else None
    return tuple(e for e in elements if last and e.mark == int(last.group(1)))


def _hidden(elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """Return what can be opened: collapsed things and tabs that are not selected."""
    shut = [e for e in elements if e.has("collapsed") or (e.role == "tab" and not e.has("selected"))]
    return tuple(_handle(element, elements) for element in shut)


def _handle(element: Element, elements: tuple[Element, ...]) -> Element:
    """Return the link or button in a tab or section heading, which is what hears the click; else itself."""
    inner = (e for e in elements if e.parent == element.index and e.role in ("link", "button"))
    return next((e for e in inner if e.name == element.name), element)


def _pages(elements: tuple[Element, ...]) -> tuple[Element, ...]:
    return tuple(e for e in elements if _is_next(e))


def _is_next(element: Element) -> bool:
    return element.role in ("button", "link") and (
        plain(element.name) in NEXT or element.name.strip() in NEXT
    )
