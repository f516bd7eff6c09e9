"""Where to look for what is not in sight in an application: search, menus, further down, tabs, back."""

from __future__ import annotations

import re

from onscreen.model.lexical.memory import clicked, lately, times
from onscreen.model.lexical.move import Move, lost
from onscreen.model.lexical.scene import usable
from onscreen.model.lexical.words import plain, words
from onscreen.types import Back, Click, Element, Press, Screen, Scroll, Situation, Type, Wait

MOST_SCROLLS = 3
MOST_BACKS = 3
EDGE_PX = 24
"""What is scrolled goes on where something stands this near its lower edge."""
MENUS = ("more options", "menu", "open navigation drawer", "open navigation menu", "overflow menu")
_UP = ("navigate up", "close", "back", "cancel")
_SEARCH = re.compile(r"\bsearch\b|\btype a name\b|\bfind\b", re.IGNORECASE)


def look_for(thing: str, about: Situation, *, screen: Screen, settings: bool = False) -> Move:
    """Return the next action that may bring a thing into sight; menus first where a setting is looked for."""
    seek = (_menu, _further, _tab) if settings else (_search, _further, _tab, _menu)
    if not usable(screen) and times(about, "wait") < MOST_SCROLLS:
        return Move(Wait(1.0), finished=False, why="it is not there yet", score=0.3)
    if _opened_menu(about):
        return _settings(about, screen) or Move(
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


def _settings(about: Situation, screen: Screen) -> Move | None:
    for element in usable(screen):
        if plain(element.name) == "settings" and not lately(about, element):
            return Move(Click(element), finished=False, why="it may be a setting", score=0.4)
    return None


def _search(thing: str, about: Situation, *, screen: Screen) -> Move | None:
    """Type the thing into a search field, or open one, each once."""
    if not thing:
        return None
    fields = [e for e in usable(screen) if e.has("editable") and is_search(e)]
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
        if (is_menu(element) or plain(element.name) == "settings") and not lately(about, element):
            return Move(Click(element), finished=False, why=f"a menu may hold {thing!r}", score=0.3)
    return None


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
