"""Matching of marked elements between screens, so that no mark moves to another element."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import TypeAlias
from urllib.parse import urldefrag

from onscreen.perceive.element_kinds import NUMBERED_STATES, kind_of
from onscreen.perceive.item_context import ItemContexts, contexts_of
from onscreen.perceive.node_match import NodeMatches, match_locators, match_nodes
from onscreen.text.words import split_words
from onscreen.types import Element, Screen, Shot

SAME_WORDS = 0.5
"""Minimum share of common words in the old and new name of a renamed element."""

RECORD_ROLES = frozenset({"article", "listitem", "row", "treeitem"})
"""Roles of items that are named by the texts in them."""

MIN_ITEM_TEXTS = 3
"""Fewest texts of an item that is recognized although one of its texts has changed."""

Pair: TypeAlias = tuple[Element, Element]
_Texts: TypeAlias = tuple[str, ...]
_Around: TypeAlias = tuple[_Texts, _Texts]
_Key: TypeAlias = tuple[str, str, str, tuple[str, ...]]


def match_elements(before: Screen, after: Screen) -> NodeMatches[Element]:
    """Match the elements of two observations of a screen, and find the added and removed ones.

    A control is the same if it has the same locator on the same page, or else the same role and name. If
    several controls have these, if the page is another one, or if an action lost more than half of its words,
    the text around the control and the address of a link must be the same as well, because "Delete" in
    another table row is another control. A control without a name never matches one on another page. Texts
    are matched as in `match_nodes`.
    """
    same = list(_match_controls(before, after))
    taken = {old.mark for old, _ in same}, {new.mark for _, new in same}
    texts = match_nodes(
        [e for e in before.elements if not is_numbered(e) and e.mark not in taken[0]],
        [e for e in after.elements if not is_numbered(e) and e.mark not in taken[1]],
    )
    old_of = {new.mark: old for old, new in (*same, *texts.same)}
    kept = {old.mark for old in old_of.values()}
    return NodeMatches(
        same=tuple((old_of[new.mark], new) for new in after.elements if new.mark in old_of),
        added=tuple(new for new in after.elements if new.mark not in old_of),
        removed=tuple(old for old in before.elements if old.mark not in kept),
    )


def is_numbered(element: Element) -> bool:
    """Check whether the text of a screen contains the mark of an element."""
    return kind_of(element) != "information" or not NUMBERED_STATES.isdisjoint(element.states)


def is_same_page(before: Shot, after: Shot) -> bool:
    """Check whether two observations show the same page, by their addresses without fragments."""
    return urldefrag(before.address).url == urldefrag(after.address).url


def is_same_control(old: Element, new: Element, *, shots: tuple[Shot, Shot]) -> bool:
    """Check whether two controls with the same locator and role, each on its own shot, are the same."""
    contexts = contexts_of(shots[0]), contexts_of(shots[1])
    is_repeated = contexts[0].has_several(old) or contexts[1].has_several(new)
    is_other = old.name != new.name and _is_renamed(old, new)
    if old.name != new.name and new.role in RECORD_ROLES and is_same_page(*shots):
        known = _is_same_record((old, new), contexts)
        if known is not None:
            return known
    if is_same_page(*shots) and not is_repeated and not is_other:
        return True
    if (not is_same_page(*shots) and not new.name) or _address(old) != _address(new):
        return False
    return _is_same_item((old, new), contexts, is_same_place=is_same_page(*shots))


def _is_same_record(pair: Pair, contexts: tuple[ItemContexts, ItemContexts]) -> bool | None:
    """Check by the texts in two items that are named by them whether they are the same record.

    Returns None if the texts do not decide.
    """
    old, new = (each.inside(element.index) for element, each in zip(pair, contexts, strict=True))
    if not old or not new:
        return None
    if 2 * len(set(old) & set(new)) < max(len(set(old)), len(set(new))) and max(len(old), len(new)) > 1:
        return False
    if len(old) != len(new) or len(old) < MIN_ITEM_TEXTS:
        return None
    around = (
        contexts[0].around(pair[0].index, is_item=True),
        contexts[1].around(pair[1].index, is_item=True),
    )
    return old == new or _is_edited((old, new), around)


def _is_same_item(pair: Pair, contexts: tuple[ItemContexts, ItemContexts], *, is_same_place: bool) -> bool:
    """Check whether two controls are in the same table row, card or section.

    On the same page, one of at least `MIN_ITEM_TEXTS` texts may have been edited if the texts before and
    after the item have not changed. Of an item without texts before or after, half of its words stay.
    """
    old, new = (each.of(element.index) for element, each in zip(pair, contexts, strict=True))
    if old == new:
        return True
    if not is_same_place:
        return False
    return _is_edited((old, new), (contexts[0].around(pair[0].index), contexts[1].around(pair[1].index)))


def _is_edited(texts: tuple[_Texts, _Texts], around: tuple[_Around, _Around]) -> bool:
    """Check whether one of the texts of an item may have been edited, as in `_is_same_item`."""
    old, new = texts
    edited = [each for each in zip(old, new, strict=False) if each[0] != each[1]]
    if len(old) != len(new) or len(old) < MIN_ITEM_TEXTS or len(edited) > 1:
        return False
    if around[0] != around[1] or not any(around[0]):
        return False
    return all(around[0]) or _has_same_words(*edited[0])


def _is_renamed(old: Element, new: Element) -> bool:
    """Check whether an action, or a field that had a name and has one, lost more than half of its words."""
    is_field = kind_of(new) == "field" and bool(old.name and new.name)
    return (is_field or kind_of(new) == "action") and not _has_same_words(old.name, new.name)


def _address(element: Element) -> str:
    """Return the target address of a link; "" for other elements."""
    return element.value if element.role == "link" else ""


def _has_same_words(old: str, new: str) -> bool:
    words = set(split_words(old)), set(split_words(new))
    return len(words[0] & words[1]) >= SAME_WORDS * len(words[0] | words[1])


def _match_controls(before: Screen, after: Screen) -> Iterator[Pair]:
    shots = before.shot, after.shot
    was = [e for e in before.elements if is_numbered(e)]
    now = [e for e in after.elements if is_numbered(e)]
    located = match_locators(was, now).items()
    same = {new: old for new, old in located if is_same_control(was[old], now[new], shots=shots)}
    yield from ((was[old], now[new]) for new, old in same.items())
    kept = set(same.values())
    others = [e for i, e in enumerate(was) if i not in kept]
    rest = [e for i, e in enumerate(now) if i not in same]
    if is_same_page(*shots) and before.shot.beyond != after.shot.beyond:
        others, rest = [e for e in others if not e.locator], [e for e in rest if not e.locator]
    yield from _match_by_context(others, rest, shots=shots)


def _match_by_context(
    before: Sequence[Element], after: Sequence[Element], *, shots: tuple[Shot, Shot]
) -> Iterator[Pair]:
    """Pair controls with the same role, name and context; several equal ones in order, if none is new.

    Controls without a name are paired by their clues, and only on the same page. The context of a control
    that is the only one with its role and name does not count on the same page.
    """
    was, now = contexts_of(shots[0]), contexts_of(shots[1])
    if not is_same_page(*shots):
        before, after = [e for e in before if e.name], [e for e in after if e.name]

    def key(element: Element, contexts: ItemContexts) -> _Key:
        is_only = not (was.has_several(element) or now.has_several(element)) and is_same_page(*shots)
        address = "" if is_only else _address(element)
        detail = address if element.name else element.clue
        return element.role, element.name, detail, () if is_only else contexts.of(element.index)

    earlier: dict[_Key, list[Element]] = defaultdict(list)
    later: dict[_Key, list[Element]] = defaultdict(list)
    for element in before:
        earlier[key(element, was)].append(element)
    for element in after:
        later[key(element, now)].append(element)
    for each, elements in later.items():
        if len(earlier.get(each, ())) == len(elements):
            yield from zip(earlier[each], elements, strict=True)
