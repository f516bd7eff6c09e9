"""Where to look for what is not in sight in an application: search, menus, further down, tabs, back."""

from __future__ import annotations

import re

from onscreen.policy.lexical.history_queries import clicked, lately, times
from onscreen.policy.lexical.move import Move, lost
from onscreen.policy.lexical.screen_queries import usable
from onscreen.policy.lexical.word_lists import plain, words
from onscreen.types import Back, Click, Element, Press, Screen, Scroll, Situation, Type, Wait

MOST_SCROLLS = 3
MOST_BACKS = 3
EDGE_PX = 24
"""What is scrolled goes on where something stands this near its lower edge."""
MENUS = ("more options", "menu", "open navigation drawer", "open navigation menu", "overflow menu")
_UP = ("navigate up", "close", "back", "cancel")
_NO_SETTINGS = frozenset(
    [
        "delete",
        "remove",
        "clear",
        "share",
        "refresh",
        "help",
        "feedback",
        "about",
        "select",
        "edit",
        "rename",
        "move",
        "copy",
        "block",
        "send",
        "bin",
        "trash",
        "new",
        "add",
        "undo",
        "print",
        "archive",
    ]
)
_SEARCH = re.compile(r"\bsearch\b|\btype a name\b|\bfind\b", re.IGNORECASE)


def look_for(thing: str, about: Situation, *, screen: Screen, settings: bool = False) -> Move:
    """Return the next action that may bring a thing into sight; menus first where a setting is looked for."""
    seek = (_menu, _further, _tab) if settings else (_search, _further, _tab, _menu)
    if not usable(screen) and times(about, "wait") < MOST_SCROLLS:
        return Move(Wait(1.0), finished=False, why="it is not there yet", score=0.3)
    if _opened_menu(about):
        return _settings(about, screen, each=settings) or Move(
            Back(), finished=False, why=f"{thing!r} is not in this menu", score=0.3
        )
    for look in seek:
        if found := look(thing, about, screen=screen):
            return found
    return _back(thing, about, screen=screen)


def is_menu(element: Element) -> bool:
    """Whether an element opens a menu of the whole screen."""
    return plain(element.name) in MENUS


def is_search(element: Element) -> bool:
    """Whether an element is where one searches."""
    return element.role == "searchbox" or bool(_SEARCH.search(element.name))


def _opened_menu(about: Situation) -> bool:
    last = re.match(r'click \d+ "([^"]*)"', about.done[-1]) if about.done else None
    return last is not None and plain(last.group(1)) in MENUS


def _settings(about: Situation, screen: Screen, *, each: bool) -> Move | None:
    """Take the settings from a menu; for a setting, `each` of its other entries in turn."""
    there = [e for e in usable(screen) if not lately(about, e)]
    named = [e for e in there if plain(e.name) == "settings"]
    others = [e for e in there if each and not clicked(about, e) and not set(words(e.name)) & _NO_SETTINGS]
    found = named or others
    return Move(Click(found[0]), finished=False, why="it may be a setting", score=0.4) if found else None


def _search(thing: str, about: Situation, *, screen: Screen) -> Move | None:
    """Type the thing into a search field, or open one, each once."""
    if not thing:
        return None
    asked = any(line.startswith("click") and "search" in line.casefold() for line in about.done[-2:])
    fields = [e for e in usable(screen) if e.has("editable") and (asked or is_search(e) or e.value == thing)]
    if fields:
        if fields[0].value == thing or any(line.startswith(f'type "{thing}"') for line in about.done[-4:]):
            sent = any(line.startswith("press Enter") for line in about.done[-4:])
            return None if sent else Move(Press("Enter", fields[0]), finished=False, why="Enter sends it")
        return Move(Type(thing, fields[0]), finished=False, why=f"{thing!r} may be found there", score=0.5)
    for element in usable(screen):
        if "search" in words(element.name) and not lately(about, element):
            return Move(Click(element), finished=False, why=f"{thing!r} may be searched for", score=0.4)
    return None


def _menu(thing: str, about: Situation, *, screen: Screen) -> Move | None:
    for element in usable(screen):
        if (is_menu(element) or plain(element.name) == "settings") and _is_fresh(element, about):
            return Move(Click(element), finished=False, why=f"a menu may hold {thing!r}", score=0.3)
    return None


def _is_fresh(menu: Element, about: Situation) -> bool:
    """Whether something else was pressed since a menu was opened last, and it was not opened too often."""
    presses = [line for line in about.done if line.startswith("click")]
    return not lately(about, menu, lines=0) and not (
        presses and lately(about, menu, lines=len(about.done) - about.done.index(presses[-1]))
    )


def _further(thing: str, about: Situation, *, screen: Screen) -> Move | None:
    inner = [e for e in screen.elements if e.has("scrollable")]
    count = times(about, "scroll")
    stuck = count and re.search(r"nothing (?:more|moved|changed)", about.done[-1])
    if not inner or count >= MOST_SCROLLS or stuck:
        return None
    largest = max(inner, key=lambda e: e.box.area)
    if not any(
        e is not largest and e.box.bottom >= largest.box.bottom - EDGE_PX for e in screen.elements if e.name
    ):
        return None
    return Move(
        Scroll("down", target=largest), finished=False, why=f"{thing!r} may be further down", score=0.3
    )


def _tab(thing: str, about: Situation, *, screen: Screen) -> Move | None:
    for element in usable(screen):
        if element.role == "tab" and not element.has("selected") and not clicked(about, element):
            return Move(Click(element), finished=False, why=f"{thing!r} may be behind this tab", score=0.3)
    return None


def _back(thing: str, about: Situation, *, screen: Screen) -> Move:
    """Go back from a screen that leads back, a few times in all."""
    backs = sum(line.startswith("back") for line in about.done)
    if backs >= MOST_BACKS or not any(plain(e.name) in _UP for e in usable(screen)):
        return lost(thing)
    return Move(Back(), finished=False, why=f"{thing!r} is not here", score=0.3)
