"""Which element a clause means."""

from __future__ import annotations

import re

from onscreen.perceive.element_kinds import is_usable
from onscreen.policy.lexical.clause import Clause, strip_quotes
from onscreen.policy.lexical.screen_queries import (
    EXACT,
    MIN_LIKENESS,
    PRESSED,
    Match,
    ancestors,
    description_overlap,
    elements_beside,
    name_likeness,
    rank_by_name,
    sort_by_size,
    text_elements,
    usable_elements,
)
from onscreen.policy.lexical.word_lists import (
    LARGE,
    ROLES,
    SMALL,
    content_words,
    parse_ordinal,
    proper_names,
    split_words,
)
from onscreen.types import Element, Screen

_OWNER = re.compile(
    r"\b(?:by|for the user|for user|from|belonging to|next to|for|of|on)\s+(?:the\s+)?(@?[\w@.-]+)",
    re.IGNORECASE,
)
_SENDER = re.compile(r"\b(?:by|from)\s+(?:the\s+)?([A-Z@][\w@.-]*)")
SAME = 0.9
"""Least likeness of what counts as one of "all ..."."""
_OPENERS = ("open", "find", "click", "select", "read", "view", "show")
NEAR_TIE = 0.03
"""Scores this close to the best count as equally good; then context and order decide."""


def target(clause: Clause, screen: Screen, *, least: float = MIN_LIKENESS) -> Match | None:
    """Return the element the clause means, None when nothing fits well enough.

    `least` is the least likeness of a name in quotes: a near name may be a wrong one.
    """
    pool = of_role(clause, usable_elements(screen))
    if ends := _by_ends(clause, screen):
        return ends
    if clause.quoted and least > MIN_LIKENESS:
        return _by_name(clause, screen, pool=pool, least=least) or _of_kind(clause, screen)
    for found in (
        _by_name(clause, screen, pool=pool, least=least),
        _of_kind(clause, screen),
        _by_proper_name(clause, screen),
        _by_order(clause, pool),
        _by_label(clause, screen),
        _by_owner(clause, screen),
        _by_words(clause, screen, pool=pool),
        _by_look(clause, screen, pool=pool),
        _only_one(clause, pool),
    ):
        if found is not None:
            return found
    return None


def of_role(clause: Clause, elements: tuple[Element, ...]) -> tuple[Element, ...]:
    """Return the elements of the kind the clause names; all of them when none is of that kind."""
    roles = ROLES.get(clause.role, ())
    fits = tuple(e for e in elements if e.role in roles)
    return fits or elements


def _by_name(clause: Clause, screen: Screen, *, pool: tuple[Element, ...], least: float) -> Match | None:
    """Match the quoted words: among the kind named, then anything usable, then plain text."""
    for quoted in clause.quoted[:1]:
        for elements in (pool, usable_elements(screen), text_elements(screen)):
            best = _best(quoted, elements, clause=clause, screen=screen)
            if best is not None and best.score >= (least if is_usable(best.element) else EXACT):
                return best
    return None


def _by_proper_name(clause: Clause, screen: Screen) -> Match | None:
    """Match a name in capitals: the thing of that name, or what in its row does the verb or opens it."""
    for name in sorted(proper_names(strip_quotes(clause.rest)), key=len, reverse=True):
        found = [m.element for m in rank_by_name(name, screen.elements, role=clause.role) if m.score >= SAME]
        if not found:
            continue
        near = elements_beside(screen, found[0], elements=usable_elements(screen))
        doing = [e for e in near if clause.verb in split_words(e.name)]
        opening = [e for e in near if e.role == "link"]
        own = [e for e in found if is_usable(e)]
        best = next(iter(doing if clause.verb not in _OPENERS else ()), None) or next(
            iter(own or opening), None
        )
        if best is not None:
            return Match(best, 0.9)
    return None


def _by_ends(clause: Clause, screen: Screen) -> Match | None:
    """Match 'the item that starts with "Ber" and ends with "uda"'."""
    first = re.search(r'starts with "([^"]*)"', clause.rest)
    last = re.search(r'ends with "([^"]*)"', clause.rest)
    if first is None and last is None:
        return None
    start, end = (m.group(1) if m else "" for m in (first, last))
    for elements in (usable_elements(screen), text_elements(screen)):
        fits = [e for e in elements if e.name.startswith(start) and e.name.endswith(end)]
        if fits:
            return Match(_innermost(tuple(Match(e, 1.0) for e in fits), screen)[0].element, 0.95)
    return None


def _of_kind(clause: Clause, screen: Screen) -> Match | None:
    """Match 'a "checkbox" widget': the quoted word is a kind, not a name."""
    kind = clause.quoted[0].casefold() if clause.quoted else ""
    if kind not in ROLES or not re.search(r"\b(?:widget|element|control)\b", clause.rest):
        return None
    fits = [e for e in usable_elements(screen) if e.role in ROLES[kind]]
    several = kind == "textarea"
    fits.sort(key=lambda e: e.has("multiline") != several)
    return Match(fits[0], 0.8) if fits else None


def _best(phrase: str, elements: tuple[Element, ...], *, clause: Clause, screen: Screen) -> Match | None:
    ranked = rank_by_name(phrase, elements, role=clause.role)
    if not ranked or ranked[0].score < MIN_LIKENESS:
        return None
    ties = tuple(m for m in ranked if m.score >= ranked[0].score - NEAR_TIE)
    if len(ties) > 1:
        ties = _innermost(_of_owner(clause, screen, matches=ties), screen)
        ties = _small(ties) if clause.order is None else tuple(sorted(ties, key=lambda m: m.element.mark))
    return _nth(sort_by_size(strip_quotes(clause.rest), ties), clause.order)


def _innermost(matches: tuple[Match, ...], screen: Screen) -> tuple[Match, ...]:
    """Leave out what only holds another match."""
    held = {index for m in matches for index in ancestors(m.element, screen)}
    return tuple(m for m in matches if m.element.index not in held) or matches


def _small(matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Put real controls before boxes that only hold them."""
    return tuple(sorted(matches, key=lambda m: (m.element.role not in PRESSED, -m.score)))


def _of_owner(clause: Clause, screen: Screen, *, matches: tuple[Match, ...]) -> tuple[Match, ...]:
    """Keep the matches that stand beside the thing the clause names as their owner."""
    elements = tuple(m.element for m in matches)
    for name in _OWNER.findall(strip_quotes(clause.text)):
        anchors = [e for e in screen.elements if name.casefold() in split_words(e.name)]
        near = {e.mark for anchor in anchors for e in elements_beside(screen, anchor, elements=elements)}
        if 0 < len(near) < len(elements):
            return tuple(m for m in matches if m.element.mark in near)
    return matches


def _nth(matches: tuple[Match, ...], order: int | None) -> Match | None:
    if not matches:
        return None
    place = (order or 1) - (1 if (order or 1) > 0 else 0)
    return matches[place] if -len(matches) <= place < len(matches) else None


def _by_order(clause: Clause, pool: tuple[Element, ...]) -> Match | None:
    """Match "the 3rd checkbox"."""
    if clause.order is None or not ROLES.get(clause.role):
        return None
    kinds = ROLES[clause.role]
    return _nth(tuple(Match(e, 0.8) for e in pool if e.role in kinds), clause.order)


def _by_words(clause: Clause, screen: Screen, *, pool: tuple[Element, ...]) -> Match | None:
    """Match the words after the verb as a name."""
    bare = strip_quotes(clause.rest)
    kept = [w for w in content_words(bare) if w not in ROLES and w not in SMALL | LARGE]
    shorter = re.split(r"\s+(?:in|on|from|within)\s+the\s", bare)[0]
    phrases = dict.fromkeys((bare.strip(" ."), " ".join(kept), shorter.strip(" .")))
    for phrase in phrases:
        for elements in (pool, usable_elements(screen), text_elements(screen)):
            if phrase and (best := _best(phrase, elements, clause=clause, screen=screen)):
                return best
    return None


def _by_look(clause: Clause, screen: Screen, *, pool: tuple[Element, ...]) -> Match | None:
    """Match colours, shapes, sizes and icon words against name, clue, role and states together."""
    bare = strip_quotes(clause.rest)
    for elements in (pool, usable_elements(screen), screen.elements):
        scored = [Match(e, description_overlap(bare, e)) for e in elements]
        best = max(scored, key=lambda m: (m.score, is_usable(m.element)), default=None)
        if best is not None and best.score >= MIN_LIKENESS:
            ties = tuple(m for m in scored if m.score >= best.score)
            ties = sort_by_size(bare, _of_owner(clause, screen, matches=ties))
            return _nth(ties, clause.order)
    return None


def _by_label(clause: Clause, screen: Screen) -> Match | None:
    """Match "their phone number" with what stands after the label "Phone:"."""
    for text in text_elements(screen):
        if text.name.rstrip().endswith(":") and description_overlap(strip_quotes(clause.rest), text) >= SAME:
            after = [e for e in usable_elements(screen) if e.mark > text.mark]
            return Match(after[0], 0.7) if after else None
    return None


def _by_owner(clause: Clause, screen: Screen) -> Match | None:
    """Match "the message from Ann" with what has her name in it."""
    for name in _SENDER.findall(strip_quotes(clause.text)):
        for elements in (usable_elements(screen), text_elements(screen)):
            found = [e for e in elements if name.casefold() in split_words(e.name)]
            if found:
                return Match(found[0], 0.7)
    return None


def _only_one(clause: Clause, pool: tuple[Element, ...]) -> Match | None:
    """Match "the button" where there is but one."""
    kinds = ROLES.get(clause.role, ())
    fits = [e for e in pool if e.role in kinds]
    asked = [
        w for w in content_words(strip_quotes(clause.rest)) if w not in ROLES and parse_ordinal(w) is None
    ]
    return Match(fits[0], 0.65) if len(fits) == 1 and (not asked or not clause.quoted) else None


def find_all_targets(clause: Clause, screen: Screen) -> tuple[Element, ...]:
    """Return all elements the clause means, in reading order: those of the name, else those of the look."""
    if clause.quoted:
        ranked = rank_by_name(clause.quoted[0], usable_elements(screen), role=clause.role)
        found = tuple(m for m in ranked if m.score >= SAME)
    else:
        bare = strip_quotes(clause.rest.partition(" into ")[0])
        looks = [Match(e, description_overlap(bare, e)) for e in screen.elements]
        found = _innermost(tuple(m for m in looks if m.score >= SAME), screen)
    kept = _of_owner(clause, screen, matches=found)
    return tuple(sorted((m.element for m in kept), key=lambda e: e.mark))


def named(phrase: str, elements: tuple[Element, ...]) -> Match | None:
    """Return the best match of a phrase among some elements, None below the least likeness."""
    scored = [Match(e, name_likeness(phrase, e)) for e in elements]
    best = max(scored, key=lambda m: m.score, default=None)
    return best if best is not None and best.score >= MIN_LIKENESS else None
