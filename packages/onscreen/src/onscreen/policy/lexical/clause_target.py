"""Lookup of the screen element to which a clause of an instruction refers."""

from __future__ import annotations

import re

from onscreen.perceive.element_kinds import CONTROL_ROLES, is_usable
from onscreen.perceive.element_queries import ancestors, elements_beside, text_elements, usable_elements
from onscreen.policy.lexical.clause import Clause
from onscreen.policy.lexical.phrase_match import (
    EXACT_NAME,
    MIN_SIMILARITY,
    Match,
    description_overlap,
    rank_by_name,
    sort_by_size,
)
from onscreen.policy.lexical.word_lists import LARGE, ROLES, SMALL, parse_ordinal
from onscreen.text.proper_names import proper_names
from onscreen.text.quotes import strip_quotes
from onscreen.text.words import content_words, split_words
from onscreen.types import Element, Screen

_OWNER = re.compile(
    r"\b(?:by|for the user|for user|from|belonging to|next to|for|of|on)\s+(?:the\s+)?(@?[\w@.-]+)",
    re.IGNORECASE,
)
_SENDER = re.compile(r"\b(?:by|from)\s+(?:the\s+)?([A-Z@][\w@.-]*)")
SAME_NAME = 0.9
"""Minimum similarity of an element to be included in "all ..."."""
_OPENERS = ("open", "find", "click", "select", "read", "view", "show")
NEAR_TIE = 0.03
"""Matches within this distance of the best score are ties, decided by context and order."""
BY_PROPER_NAME, BY_ORDER, BY_OWNER, ONLY_ONE = 0.9, 0.8, 0.7, 0.65
"""Scores of elements found by other means than the similarity of names, most reliable first."""


def find_target(clause: Clause, screen: Screen, *, min_similarity: float = MIN_SIMILARITY) -> Match | None:
    """Find the screen element to which a clause of an instruction refers.

    Returns None if no element fits well enough. `min_similarity` is the minimum similarity of a quoted name:
    a similar name may be another element.
    """
    pool = _of_role(clause, usable_elements(screen))
    if clause.quoted and min_similarity > MIN_SIMILARITY:
        return _by_name(clause, screen, pool=pool, min_similarity=min_similarity)
    for match in (
        _by_name(clause, screen, pool=pool, min_similarity=min_similarity),
        _by_proper_name(clause, screen),
        _by_order(clause, pool),
        _by_owner(clause, screen),
        _by_words(clause, screen, pool=pool),
        _by_look(clause, screen, pool=pool),
        _only_one(clause, pool),
    ):
        if match is not None:
            return match
    return None


def _of_role(clause: Clause, elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """Return the elements of the kind named in a clause, or all elements if none fits."""
    roles = ROLES.get(clause.role, ())
    fits = tuple(e for e in elements if e.role in roles)
    return fits or elements


def _by_name(
    clause: Clause, screen: Screen, *, pool: tuple[Element, ...], min_similarity: float
) -> Match | None:
    """Match the quoted name with elements of the named kind, usable elements, then texts."""
    for quoted in clause.quoted[:1]:
        for elements in (pool, usable_elements(screen), text_elements(screen)):
            best = _best(quoted, elements, clause=clause, screen=screen)
            if best is not None and best.score >= (min_similarity if is_usable(best.element) else EXACT_NAME):
                return best
    return None


def _by_proper_name(clause: Clause, screen: Screen) -> Match | None:
    """Match a capitalized name with the element of that name, or a control beside it."""
    for name in sorted(proper_names(strip_quotes(clause.rest)), key=len, reverse=True):
        ranked = rank_by_name(name, screen.elements, role=clause.role)
        namesakes = [m.element for m in ranked if m.score >= SAME_NAME]
        if not namesakes:
            continue
        near = elements_beside(screen, namesakes[0], elements=usable_elements(screen))
        acting = [e for e in near if clause.verb in split_words(e.name) and clause.verb not in _OPENERS]
        usable = [e for e in namesakes if is_usable(e)]
        links = [e for e in near if e.role == "link"]
        if candidates := acting or usable or links:
            return Match(candidates[0], BY_PROPER_NAME)
    return None


def _best(phrase: str, elements: tuple[Element, ...], *, clause: Clause, screen: Screen) -> Match | None:
    """Return the best match of a phrase, using owner, size and ordinal to break ties."""
    ranked = rank_by_name(phrase, elements, role=clause.role)
    if not ranked or ranked[0].score < MIN_SIMILARITY:
        return None
    ties = tuple(m for m in ranked if m.score >= ranked[0].score - NEAR_TIE)
    if len(ties) > 1:
        ties = _innermost(_of_owner(clause, screen, matches=ties), screen)
        ties = (
            _controls_first(ties)
            if clause.order is None
            else tuple(sorted(ties, key=lambda m: m.element.mark))
        )
    return _nth(sort_by_size(strip_quotes(clause.rest), ties), clause.order)


def _innermost(matches: tuple[Match, ...], screen: Screen) -> tuple[Match, ...]:
    """Remove matches that contain another match."""
    containers = {index for m in matches for index in ancestors(m.element, screen.shot.nodes)}
    return tuple(m for m in matches if m.element.index not in containers) or matches


def _controls_first(matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Sort controls before containers, then by score."""
    return tuple(sorted(matches, key=lambda m: (m.element.role not in CONTROL_ROLES, -m.score)))


def _of_owner(clause: Clause, screen: Screen, *, matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Keep the matches beside the owner in a clause such as "the button for @ann"."""
    elements = tuple(m.element for m in matches)
    for name in _OWNER.findall(strip_quotes(clause.text)):
        anchors = [e for e in screen.elements if name.casefold() in split_words(e.name)]
        near = {e.mark for anchor in anchors for e in elements_beside(screen, anchor, elements=elements)}
        if 0 < len(near) < len(elements):
            return tuple(m for m in matches if m.element.mark in near)
    return matches


def _nth(matches: tuple[Match, ...], order: int | None) -> Match | None:
    """Return the match at a 1-based position, or the first one if `order` is None.

    Negative positions count from the end.
    """
    if not matches:
        return None
    index = (order or 1) - (1 if (order or 1) > 0 else 0)
    return matches[index] if -len(matches) <= index < len(matches) else None


def _by_order(clause: Clause, pool: tuple[Element, ...]) -> Match | None:
    """Match an ordinal with a kind of element, such as "the 3rd checkbox"."""
    if clause.order is None or not ROLES.get(clause.role):
        return None
    kinds = ROLES[clause.role]
    return _nth(tuple(Match(e, BY_ORDER) for e in pool if e.role in kinds), clause.order)


def _by_words(clause: Clause, screen: Screen, *, pool: tuple[Element, ...]) -> Match | None:
    """Match the words after the verb with the names of elements."""
    bare = strip_quotes(clause.rest)
    described = [w for w in content_words(bare) if w not in ROLES and w not in SMALL | LARGE]
    shorter = re.split(r"\s+(?:in|on|from|within)\s+the\s", bare)[0]
    phrases = dict.fromkeys((bare.strip(" ."), " ".join(described), shorter.strip(" .")))
    for phrase in phrases:
        for elements in (pool, usable_elements(screen), text_elements(screen)):
            if phrase and (best := _best(phrase, elements, clause=clause, screen=screen)):
                return best
    return None


def _by_look(clause: Clause, screen: Screen, *, pool: tuple[Element, ...]) -> Match | None:
    """Match words for color, shape or icon with name, clue, role and states."""
    bare = strip_quotes(clause.rest)
    for elements in (pool, usable_elements(screen), screen.elements):
        scored = [Match(e, description_overlap(bare, e)) for e in elements]
        best = max(scored, key=lambda m: (m.score, is_usable(m.element)), default=None)
        if best is not None and best.score >= MIN_SIMILARITY:
            ties = tuple(m for m in scored if m.score >= best.score)
            ties = sort_by_size(bare, _of_owner(clause, screen, matches=ties))
            return _nth(ties, clause.order)
    return None


def _by_owner(clause: Clause, screen: Screen) -> Match | None:
    """Match "the message from Ann" with the first element whose name contains "Ann"."""
    for name in _SENDER.findall(strip_quotes(clause.text)):
        for elements in (usable_elements(screen), text_elements(screen)):
            containing = [e for e in elements if name.casefold() in split_words(e.name)]
            if containing:
                return Match(containing[0], BY_OWNER)
    return None


def _only_one(clause: Clause, pool: tuple[Element, ...]) -> Match | None:
    """Match a kind of element, such as "the button", if the screen has only one."""
    kinds = ROLES.get(clause.role, ())
    fits = [e for e in pool if e.role in kinds]
    asked = [
        w for w in content_words(strip_quotes(clause.rest)) if w not in ROLES and parse_ordinal(w) is None
    ]
    return Match(fits[0], ONLY_ONE) if len(fits) == 1 and (not asked or not clause.quoted) else None


def find_all_targets(clause: Clause, screen: Screen) -> tuple[Element, ...]:
    """Find all screen elements to which a clause refers, in reading order.

    Elements are matched by quoted name, or by appearance if the clause contains no quotes.
    """
    if clause.quoted:
        ranked = rank_by_name(clause.quoted[0], usable_elements(screen), role=clause.role)
        matches = tuple(m for m in ranked if m.score >= SAME_NAME)
    else:
        bare = strip_quotes(clause.rest.partition(" into ")[0])
        looks = [Match(e, description_overlap(bare, e)) for e in screen.elements]
        matches = _innermost(tuple(m for m in looks if m.score >= SAME_NAME), screen)
    owned = _of_owner(clause, screen, matches=matches)
    return tuple(sorted((m.element for m in owned), key=lambda e: e.mark))
