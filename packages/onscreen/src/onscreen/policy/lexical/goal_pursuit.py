"""A goal pursued by its words: the element that shares most of them is pressed, until one does it."""

from __future__ import annotations

import re

from onscreen.policy.lexical.app_search import is_menu, is_search, look_for
from onscreen.policy.lexical.clause import Clause, unquoted
from onscreen.policy.lexical.date_time_pickers import pick
from onscreen.policy.lexical.goal_terms import RESTORES, alike, does, meant, same, things_of
from onscreen.policy.lexical.history_queries import clicked
from onscreen.policy.lexical.move import DONE, Move
from onscreen.policy.lexical.screen_queries import Match, texts, usable
from onscreen.policy.lexical.word_lists import STOP_WORDS, plain, words
from onscreen.types import Click, Element, LongPress, Screen, Situation

ENOUGH = 0.6
"""Least share of an element's words that the goal must hold."""
HALF = 0.5
"""The same among settings, where the goal names no thing."""
_CHOSEN = ("radio", "option", "checkbox", "switch", "menuitemradio", "menuitemcheckbox")
_OFF = re.compile(r"\b(?:off|stop|disable|hide|uncheck|never|do not|don't|without|no more)\b", re.IGNORECASE)
_GOES_ON = re.compile(r"^(?:options|more options|actions|menu)\s+(?:of|for)\b", re.IGNORECASE)
DOES = frozenset(
    (
        "archive", "block", "call", "cancel", "clear", "close", "copy", "delete", "download", "edit", "like",
        "mute", "pin", "play", "remove", "rename", "restore", "select",
        "send", "share", "star", "unblock", "undo",
        "follow", "message", "text", "mail", "forget", "navigate", "reply", "forward",
    )
)  # fmt: skip
"""What a button does to the thing beside it, by the word its name begins with."""
_FILLER = frozenset(("me", "i", "have", "has", "app", "one", "new", "all", "any", "more"))
_WEAK = frozenset(("add", "set", "show", "use", "your"))
_OPENS = ("open", "show", "view", "go", "find", "play", "watch")
_SETTINGS = ("check", "uncheck", "type", "sort", "select")


def pursue(text: str, about: Situation, *, screen: Screen) -> Move:
    """Press what shares most words with the goal; look elsewhere where nothing does."""
    clause = meant(text)
    if (chosen := pick(text, screen)) is not None:
        return chosen
    things = things_of(clause)
    if (left := _every(clause, screen)) is not None:
        return left
    best = _best(clause, about, screen=screen, things=things)
    if best is None:
        thing = things[0] if things else ""
        sought = thing or re.sub(r"^(?:the|my)\s+", "", clause.rest)
        reached = _reached(things, about)
        settings = clause.skill in _SETTINGS or not things or reached or clause.verb in RESTORES
        held = _held(sought, clause, about=about, screen=screen) if sought and not reached else None
        return held or look_for(sought, about, screen=screen, settings=settings)
    return _pressed(clause, best.element, things=things)


def _every(clause: Clause, screen: Screen) -> Move | None:
    """Turn one after the other of "all alarms" on or off; None where switches are not meant."""
    said = words(clause.text)
    if clause.skill not in ("check", "uncheck") or not {"all", "every", "each"} & set(said):
        return None
    nouns = [w for w in words(clause.rest) if w not in STOP_WORDS and w not in _FILLER]
    meant_ones = [
        e
        for e in usable(screen)
        if e.role in ("switch", "checkbox") and any(same(w, n) for w in words(e.name) for n in nouns)
    ]
    wanted = clause.skill == "check"
    wrong = [e for e in meant_ones if e.has("checked") != wanted]
    if not meant_ones:
        return None
    return Move(Click(wrong[0]), finished=len(wrong) == 1, why="it is one of them") if wrong else DONE


def _pressed(clause: Clause, element: Element, *, things: tuple[str, ...]) -> Move:
    why = f"{clause.text!r} shares its words with {element.name!r}"
    if element.role in ("switch", "checkbox"):
        wanted = not _OFF.search(unquoted(clause.text))
        if element.has("checked") == wanted:
            return DONE
    elif element.role == "radio" and element.has("checked"):
        return DONE
    return Move(Click(element), finished=_does_it(clause, element, things=things), why=why, score=0.8)


def _does_it(clause: Clause, element: Element, *, things: tuple[str, ...]) -> bool:
    """Whether pressing the element is the end of the goal."""
    if element.role in _CHOSEN and clause.verb not in DOES:
        return True
    said = words(element.name)
    if clause.skill in ("sort", "type", "select") and element.role != "button":
        return False
    if clause.skill in ("sort", "select") or plain(element.name).endswith(" by"):
        return False
    if clause.verb in ("make", "add", "mark", "put") and not things:
        return all(any(same(w, o) for o in (*words(clause.text), "add", "to", "as")) for w in said)
    if clause.verb in _OPENS and things:
        return alike(things[-1], element.name)
    return not _GOES_ON.match(element.name) and any(does(clause.verb, word) for word in said)


def _best(clause: Clause, about: Situation, *, screen: Screen, things: tuple[str, ...]) -> Match | None:
    found = [m for e in usable(screen) if (m := _scored(clause, e, about=about, things=things))]
    return max(found, key=lambda m: m.score, default=None)


def _scored(clause: Clause, element: Element, *, about: Situation, things: tuple[str, ...]) -> Match | None:
    """Return how well an element serves the goal, None for not at all."""
    said = [w for w in words(element.name) if w not in STOP_WORDS and re.search(r"\w", w)]
    said = [w for w in said if w not in _WEAK] or said
    if not said or not _may_be_pressed(clause, element, about=about, things=things):
        return None
    wanted = [w for w in words(clause.text) if w not in STOP_WORDS and w not in _FILLER]
    wanted += ["bin", "trash", "deleted"] if clause.verb in RESTORES else []
    hits = [w for w in said if any(same(w, other) for other in wanted)]
    named = [thing for thing in things if alike(thing, element.name)]
    if _GOES_ON.match(element.name):
        return Match(element, len(hits) + 1.5) if named and clause.verb not in _OPENS else None
    share = len(hits) / len(said)
    other_number = any(w not in hits and w[0].isdigit() for w in said)
    if not named and (share < _least(things, about) or other_number):
        return None
    return (
        None
        if _not_yet(clause, said, hits=hits, about=about)
        else Match(element, _worth(hits, share, named=named))
    )


def _least(things: tuple[str, ...], about: Situation) -> float:
    """Return the least share of words: among settings names are short and other words are used."""
    among_settings = any('"Settings"' in line for line in about.done)
    return HALF if among_settings and not things else ENOUGH


def _worth(hits: list[str], share: float, *, named: list[str]) -> float:
    return len(hits) * max(share, 0.5) + 0.5 * bool(named)


def _may_be_pressed(clause: Clause, element: Element, *, about: Situation, things: tuple[str, ...]) -> bool:
    """Whether pressing an element may serve the goal at all, whatever its words."""
    if element.has("editable") or is_menu(element) or _tried(element, about, verb=clause.verb):
        return False
    if element.role == "tab" and element.has("selected"):
        return False
    return not _does_else(clause, element, things=things)


def _not_yet(clause: Clause, said: list[str], *, hits: list[str], about: Situation) -> bool:
    """Whether the thing must be reached first, or was reached and the element only names it again."""
    things = things_of(clause)
    reached = _reached(things, about)
    if clause.skill not in ("open", "find") and reached and _only_names(said, things, clause=clause):
        return True
    only_verb = all(same(w, clause.verb) for w in hits)
    return only_verb and bool(things) and not reached and not any(alike(t, " ".join(said)) for t in things)


def _does_else(clause: Clause, element: Element, *, things: tuple[str, ...]) -> bool:
    """Whether an element's name begins with another verb than the goal's."""
    first = next(iter(words(element.name)), "")
    if first not in DOES or same(first, clause.verb) or len(words(element.name)) == 1:
        return False
    return not any(words(thing)[:1] == (first,) for thing in things) and first not in words(clause.text)


def _only_names(said: list[str], things: tuple[str, ...], *, clause: Clause) -> bool:
    """Whether a name holds a thing and more, and nothing else of the goal."""
    of_thing = {w for thing in things for w in words(thing)}
    more = [w for w in said if w not in of_thing]
    return len(more) < len(said) and bool(more) and not any(same(w, clause.verb) for w in more)


def _reached(things: tuple[str, ...], about: Situation) -> bool:
    """Whether one of the things, or its menu, was pressed before."""
    lines = [line for line in about.done if line.startswith(("click", "long press"))]
    return any(alike(thing, line) for thing in things for line in lines)


def _tried(element: Element, about: Situation, *, verb: str) -> bool:
    """Whether the element was pressed just now, or too often: what does the goal's verb serves several."""
    most = 4 if any(does(verb, word) for word in words(element.name)) else 2
    pressed = [_is(line, element) for line in about.done]
    return any(pressed[-2:]) or sum(pressed) >= most


def _is(line: str, element: Element) -> bool:
    return line.startswith("click") and line.partition('"')[2].startswith(element.name[:40])


def _with(text: Element, screen: Screen) -> tuple[Element, ...]:
    """Return what can be pressed in the row of a text, and the title that the text stands under."""
    row = [e for e in usable(screen) if e.box.top <= text.box.center.y < e.box.bottom and e.name]
    before = [
        e for e in usable(screen) if e.mark < text.mark and e.name and e.role not in ("switch", "checkbox")
    ]
    return tuple(
        e for e in (*row, *before[-1:]) if words(e.name)[:1] not in (("clear",), ("navigate",), ("undo",))
    )


def _held(thing: str, clause: Clause, *, about: Situation, screen: Screen) -> Move | None:
    """Press what stands with a text that names the thing; hold it down where pressing was tried."""
    for text in texts(screen):
        if not alike(thing, text.name) or text.role == "heading":
            continue
        near = _with(text, screen)
        switch = [e for e in near if e.role in ("switch", "checkbox")]
        if clause.skill in ("check", "uncheck") and switch:
            return _pressed(clause, switch[0], things=())
        doing = [e for e in near if any(same(clause.verb, w) for w in words(e.name))]
        for element in (*doing, *near):
            if not is_search(element) and not clicked(about, element) and element not in switch:
                return Move(
                    Click(element),
                    finished=element in doing or clause.skill == "open",
                    why=f"it stands with {text.name!r}",
                )
    held = [e for e in usable(screen) if alike(thing, e.name) and e.has("long-clickable")]
    if held and clicked(about, held[0]) and not any(line.startswith("long press") for line in about.done):
        return Move(LongPress(held[0]), finished=False, why="holding it down may offer more")
    return None
