"""The screen as the brain asks of it: what is near what, and which element a phrase means."""

from __future__ import annotations

import re

import msgspec
from rapidfuzz import fuzz

from onscreen.perceive.element_kinds import ACTION_ROLES, is_usable
from onscreen.policy.lexical.word_lists import (
    ALIKE,
    COLOURS,
    LARGE,
    ROLES,
    SMALL,
    content_words,
    normalize,
    split_words,
)
from onscreen.types import Element, Screen

MIN_LIKENESS = 0.62
"""Least likeness at which a phrase means an element; chosen on MiniWoB++ seeds from 1000 up."""
EXACT = 0.9
"""Least likeness of an exact name: near names are not meant where a wrong one would do harm."""
ALIKE_WORDS = 0.75
"""Least share of letters that near names have in common."""
SHORT = 3
"""Words up to this length are compared whole: near misses and stems of short words mean nothing."""

PRESSED = ACTION_ROLES | {"checkbox", "radio", "switch"}
"""Roles of controls that are clicked."""

_PURPOSE = re.compile(r"\s+(?:in order )?to \w+ (?:it|them|this|that)\b.*$", re.IGNORECASE)
_VAGUE = (
    SMALL
    | LARGE
    | {"colored", "coloured", "color", "colour", "all", "every", "each", "shape", "shade", "shades", "number"}
)


_FRAMES = {"rect", "square", "container", "outline"}
FRAMED = 0.05
"""What a box gains by looking like one, when a box is meant."""


class Match(msgspec.Struct, frozen=True):
    """An element and how well it fits, 0..1 (above 1 when it also fits the context)."""

    element: Element
    score: float


def usable_elements(screen: Screen) -> tuple[Element, ...]:
    """Return what can be acted on, in reading order."""
    return tuple(e for e in screen.elements if is_usable(e))


def text_elements(screen: Screen) -> tuple[Element, ...]:
    """Return what only informs, in reading order."""
    return tuple(e for e in screen.elements if not is_usable(e) and e.name)


def text_fields(screen: Screen) -> tuple[Element, ...]:
    """Return the fields that take text, in reading order."""
    fits = (
        e for e in screen.elements if e.has("editable") or e.role in ("textbox", "searchbox", "spinbutton")
    )
    return tuple(e for e in fits if not e.has("disabled"))


def label(element: Element, screen: Screen) -> str:
    """Return the words that say what a field is for: its name, else the nearest text to its left or above."""
    if element.name:
        return element.name
    near = [(gap, t.name) for t in text_elements(screen) if (gap := _before(t, element)) is not None]
    return min(near)[1] if near else element.clue


def _before(text: Element, field: Element) -> float | None:
    """Return how far a text stands before a field in pixels, None when it does not."""
    same_row = text.box.top < field.box.bottom and field.box.top < text.box.bottom
    if same_row and text.box.right <= field.box.left + 4:
        return field.box.left - text.box.right
    above = text.box.bottom <= field.box.top + 4 and text.box.left < field.box.right
    return (field.box.top - text.box.bottom) * 1.5 + 5 if above else None


def name_likeness(phrase: str, element: Element) -> float:
    """Return how well a phrase names an element, 0..1: the same words, else near ones."""
    wanted = normalize(phrase)
    best = 0.0
    value = "" if element.has("editable") else element.value
    for said, weight in ((element.name, 1.0), (value, 0.9), (element.clue, 0.93)):
        have = normalize(said)
        if not have or not wanted:
            continue
        if said.strip() == phrase.strip():
            best = max(best, weight)
        elif have == wanted:
            best = max(best, 0.99 * weight)
        elif have in ALIKE.get(wanted, ()):
            best = max(best, 0.93 * weight)
        else:
            best = max(best, 0.95 * weight * _near(wanted, have))
    return best


def _near(wanted: str, have: str) -> float:
    if re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", have):
        return 0.7 + 0.3 * len(wanted) / len(have)
    ratio = fuzz.token_sort_ratio(wanted, have) / 100 if len(wanted) >= SHORT else 0.0
    return ratio if ratio >= ALIKE_WORDS else 0.0


def rank_by_name(phrase: str, elements: tuple[Element, ...], *, role: str = "") -> tuple[Match, ...]:
    """Return the elements by how well they fit the phrase and the word for a kind, best first."""
    roles = ROLES.get(role, ())
    found = [Match(e, name_likeness(phrase, e) + (0.05 if e.role in roles else 0.0)) for e in elements]
    return tuple(sorted(found, key=lambda m: (-m.score, m.element.mark)))


def description_overlap(description: str, element: Element) -> float:
    """Return the share of a description's words that the element holds anywhere."""
    bare = _PURPOSE.sub("", description)
    wanted = [w for w in content_words(bare) if (w not in ROLES or w in COLOURS) and w not in _VAGUE]
    if not wanted:
        return 0.0
    said = f"{element.name} {element.value} {element.clue} {element.role} {' '.join(element.states)}"
    have = set(split_words(said.replace("-", " ").replace("_", " ")))
    hit = sum(1 for w in wanted if w in have or any(shares_stem(w, h) for h in have))
    framed = "box" in split_words(description) and have & _FRAMES
    return hit / len(wanted) + (FRAMED if framed else 0.0)


def shares_stem(one: str, other: str) -> bool:
    """Whether two words begin alike, as "directed" and "director" do."""
    short, long = sorted((one, other), key=len)
    return len(short) > SHORT and long.startswith(short[: max(4, len(short) - 2)])


def ancestors(element: Element, screen: Screen) -> tuple[int, ...]:
    """Return the indices of the nodes that hold the element, innermost first."""
    found: list[int] = []
    parent = element.parent
    while parent is not None and len(found) < len(screen.shot.nodes):
        found.append(parent)
        parent = screen.shot.nodes[parent].parent
    return tuple(found)


def sort_by_size(description: str, matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Put the smaller or larger ones first where the description asks for it; else leave the order."""
    said = set(split_words(description))
    if said & SMALL:
        return tuple(sorted(matches, key=lambda m: m.element.box.area))
    return tuple(sorted(matches, key=lambda m: -m.element.box.area)) if said & LARGE else matches


def elements_beside(screen: Screen, anchor: Element, *, elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """Return those in the smallest group that also holds the anchor; without one, those in its row."""
    for holder in ancestors(anchor, screen)[:6]:
        inside = tuple(e for e in elements if e.index != anchor.index and holder in ancestors(e, screen))
        if inside:
            return inside
    middle = anchor.box.center.y
    return tuple(e for e in elements if e.box.top <= middle < e.box.bottom)
