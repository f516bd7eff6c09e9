"""Queries on a screen: usable elements, text, fields, and the best matches for a phrase."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec
from rapidfuzz import fuzz

from onscreen.perceive.element_kinds import is_usable
from onscreen.policy.lexical.word_lists import (
    COLOURS,
    LARGE,
    ROLES,
    SMALL,
    SYNONYMS,
    content_words,
    normalize,
    split_words,
)
from onscreen.types import Element, Node, Screen

MIN_SIMILARITY = 0.62
"""Minimum similarity of a phrase and an element, 0..1; chosen on MiniWoB++ seeds from 1000 up."""
EXACT_NAME = 0.9
"""Minimum similarity of a name that counts as exact, for actions that need the exact element."""
MIN_RATIO = 0.75
"""Minimum ratio of common letters in two similar names (rapidfuzz's token sort ratio)."""
SHORT = 3
"""Words up to this length are compared as a whole, because they have no meaningful stems."""

NAME_WEIGHT, CLUE_WEIGHT, VALUE_WEIGHT = 1.0, 0.93, 0.9
"""Weights of the similarity of a phrase to the name, clue or value of an element."""
SAME_WORDS, SIMILAR, SYNONYM = 0.99, 0.95, 0.93
"""Similarity of texts that differ only in case or punctuation, of similar texts at most, of synonyms."""
CONTAINED = 0.7
"""Minimum similarity of a phrase to a longer text that contains the phrase as whole words."""
ROLE_BONUS = 0.05
"""Bonus to the score of an element of the requested kind."""
LABEL_OVERLAP_PX = 4
"""Largest overlap of a label with its field, in pixels."""
ABOVE_FACTOR, ABOVE_PX = 1.5, 5
"""Factor and pixels by which a label above a field counts as farther away than one to the left."""
MAX_GROUP_LEVELS = 6
"""Number of levels of enclosing containers that are searched for the group of an element."""

_PURPOSE = re.compile(r"\s+(?:in order )?to \w+ (?:it|them|this|that)\b.*$", re.IGNORECASE)
_VAGUE = SMALL | LARGE | {"colored", "coloured", "color", "colour", "all", "every", "each", "shape", "number"}
_FRAMES = {"rect", "square", "container", "outline"}
FRAMED = 0.05
"""Bonus to the score of an element that is drawn as a box, if the description contains "box"."""


class Match(msgspec.Struct, frozen=True):
    """An element and the score of how well it matches a phrase.

    The score is 0 to 1, or slightly above 1 if the element also fits the context.
    """

    element: Element
    score: float


def usable_elements(screen: Screen) -> tuple[Element, ...]:
    """List the usable elements of a screen in reading order."""
    return tuple(e for e in screen.elements if is_usable(e))


def front_elements(screen: Screen) -> tuple[Element, ...]:
    """List the usable elements of a screen in reading order, of a dialog only its own.

    Covered elements are left out if they are the majority, because a dialog then covers the page.
    """
    usable = usable_elements(screen)
    uncovered = tuple(e for e in usable if not e.has("covered"))
    return uncovered if uncovered and len(uncovered) * 2 < len(usable) else usable


def text_elements(screen: Screen) -> tuple[Element, ...]:
    """List the named elements that cannot be clicked or edited, in reading order."""
    return tuple(e for e in screen.elements if not is_usable(e) and e.name)


def text_fields(screen: Screen) -> tuple[Element, ...]:
    """List the enabled text fields of a screen in reading order."""
    fits = (
        e for e in screen.elements if e.has("editable") or e.role in ("textbox", "searchbox", "spinbutton")
    )
    return tuple(e for e in fits if not e.has("disabled"))


def label_of(element: Element, screen: Screen) -> str:
    """Return the label of a field: its name, a text nearby, or its hint."""
    if element.name:
        return element.name
    near = [(gap, t.name) for t in text_elements(screen) if (gap := _distance_before(t, element)) is not None]
    return min(near)[1] if near else element.clue


def _distance_before(text: Element, field: Element) -> float | None:
    """Return the distance of a text to the left of or above a field, in pixels.

    Returns None for a text at another position.
    """
    same_row = text.box.top < field.box.bottom and field.box.top < text.box.bottom
    if same_row and text.box.right <= field.box.left + LABEL_OVERLAP_PX:
        return field.box.left - text.box.right
    above = text.box.bottom <= field.box.top + LABEL_OVERLAP_PX and text.box.left < field.box.right
    return (field.box.top - text.box.bottom) * ABOVE_FACTOR + ABOVE_PX if above else None


def name_similarity(phrase: str, element: Element) -> float:
    """Compute the similarity of a phrase to an element's name, value or clue, 0 to 1."""
    wanted = normalize(phrase)
    best = 0.0
    value = "" if element.has("editable") else element.value
    for text, weight in ((element.name, NAME_WEIGHT), (value, VALUE_WEIGHT), (element.clue, CLUE_WEIGHT)):
        have = normalize(text)
        if not have or not wanted:
            continue
        if text.strip() == phrase.strip():
            best = max(best, weight)
        elif have == wanted:
            best = max(best, SAME_WORDS * weight)
        elif have in SYNONYMS.get(wanted, ()):
            best = max(best, SYNONYM * weight)
        else:
            best = max(best, SIMILAR * weight * _word_similarity(wanted, have))
    return best


def _word_similarity(wanted: str, have: str) -> float:
    """Compute the similarity of two normalized texts by containment or token sort ratio, 0 to 1."""
    if re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", have):
        return CONTAINED + (1 - CONTAINED) * len(wanted) / len(have)
    ratio = fuzz.token_sort_ratio(wanted, have) / 100 if len(wanted) >= SHORT else 0.0
    return ratio if ratio >= MIN_RATIO else 0.0


def rank_by_name(phrase: str, elements: tuple[Element, ...], *, role: str = "") -> tuple[Match, ...]:
    """Rank elements by the similarity of their names to a phrase, best first.

    Elements of the type `role` are preferred.
    """
    roles = ROLES.get(role, ())
    matches = [
        Match(e, name_similarity(phrase, e) + (ROLE_BONUS if e.role in roles else 0.0)) for e in elements
    ]
    return tuple(sorted(matches, key=lambda m: (-m.score, m.element.mark)))


def description_overlap(description: str, element: Element) -> float:
    """Compute the share of a description's words that appear in an element's attributes."""
    bare = _PURPOSE.sub("", description)
    wanted = [w for w in content_words(bare) if (w not in ROLES or w in COLOURS) and w not in _VAGUE]
    if not wanted:
        return 0.0
    text = f"{element.name} {element.value} {element.clue} {element.role} {' '.join(element.states)}"
    have = set(split_words(text.replace("-", " ").replace("_", " ")))
    hits = sum(1 for w in wanted if w in have or any(shares_stem(w, h) for h in have))
    framed = "box" in split_words(description) and have & _FRAMES
    return hits / len(wanted) + (FRAMED if framed else 0.0)


def shares_stem(one: str, other: str) -> bool:
    """Check whether two words share a stem, such as "directed" and "director"."""
    short, long = sorted((one, other), key=len)
    return len(short) > SHORT and long.startswith(short[: max(4, len(short) - 2)])


def ancestors(element: Element, screen: Screen) -> tuple[int, ...]:
    """Return the indices of all nodes that contain the element, innermost first."""
    indices: list[int] = []
    parent = element.parent
    while parent is not None and len(indices) < len(screen.shot.nodes):
        indices.append(parent)
        parent = screen.shot.nodes[parent].parent
    return tuple(indices)


def sort_by_size(description: str, matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Sort matches by size if the description asks for small or large elements.

    Otherwise the order does not change.
    """
    words = set(split_words(description))
    if words & SMALL:
        return tuple(sorted(matches, key=lambda m: m.element.box.area))
    return tuple(sorted(matches, key=lambda m: -m.element.box.area)) if words & LARGE else matches


def elements_beside(screen: Screen, anchor: Element, *, elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """Find the elements that belong to the same group or row as an anchor element.

    Returns the elements in the smallest group around the anchor, or if there are none, those in its row.
    """
    for holder in ancestors(anchor, screen)[:MAX_GROUP_LEVELS]:
        inside = tuple(e for e in elements if e.index != anchor.index and holder in ancestors(e, screen))
        if inside:
            return inside
    middle = anchor.box.center.y
    return tuple(e for e in elements if e.box.top <= middle < e.box.bottom)


def owner_texts(element: Element, screen: Screen) -> tuple[str, ...]:
    """Return the texts of the item that one of several controls of the same name belongs to.

    The item is the largest group with only one such control; without a group, it is what precedes the control
    in the page, after the previous control of the name. Returns () if the name occurs once.
    """
    nodes = screen.shot.nodes
    same = [i for i, node in enumerate(nodes) if (node.role, node.name) == (element.role, element.name)]
    if len(same) < 2 or element.index not in same:  # noqa: PLR2004 - several controls
        return ()
    holders = {i: set(_ancestor_indices(i, nodes)) for i in range(len(nodes))}
    own = [h for h in holders[element.index] if sum(h in holders[i] for i in same) == 1]
    previous = max((i for i in same if i < element.index), default=-1)
    inside = [i for i in range(len(nodes)) if own and min(own) in holders[i] and i != element.index]
    found = (
        tuple(nodes[i].name for i in part if nodes[i].name)
        for part in (inside, range(previous + 1, element.index))
    )
    return next(filter(None, found), ())


def _ancestor_indices(index: int, nodes: Sequence[Node]) -> Iterator[int]:
    parent = nodes[index].parent
    while parent is not None:
        yield parent
        parent = nodes[parent].parent
