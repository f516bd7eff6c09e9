"""Changes between consecutive shots, and the action history of an episode built from them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec
import numpy as np

from onscreen.perceive.appearance_change import looks_different, shown_value
from onscreen.perceive.column_headers import find_column_header
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.item_owner import owner_names
from onscreen.perceive.node_match import match_nodes
from onscreen.perceive.pixel_array import decode
from onscreen.perceive.reading_order import reading_order
from onscreen.perceive.shot_cache import ShotCache
from onscreen.types import (
    Action,
    Box,
    Element,
    Episode,
    Node,
    NodeChange,
    PastStep,
    Picture,
    ScreenChange,
    Shot,
    Tab,
    targets,
)

IMAGE_ROLES = frozenset({"image", "img", "canvas"})
"""Roles whose content is in the pixels, so that a change of the content shows in the picture only."""

REPAINTED_SHARE = 0.5
"""Minimum share of the pixels of a node that differ if its picture is another one."""
SMALL_SHARE = 0.05
"""Largest share of the screen that the box of a control with a picture of its own covers."""

DESCRIBED = 3
"""Number of added nodes that the description of a step names."""

MIN_CHANGED_SHARE = 0.0002
"""Smallest share of changed pixels that counts as a change of a screen without a tree.

A blinking caret and a new digit of a clock change fewer pixels, a checkbox more.
"""


def compare_shots(before: Shot, after: Shot, *, pixels: bool = False) -> ScreenChange:
    """Return the differences between two shots: address, tabs, dialog, nodes, order, scrolling, warning.

    With `pixels`, the whole pictures are compared as well. If nothing else differs, images and canvases are
    compared by their pixels. If scrolling replaced a row or field with another one of the same name, the
    first counts as removed and the second as added. Targets of links, and generated ids and class names, are
    not compared.
    """
    matched = match_nodes(_informative(before), _informative(after))
    tabs, front = _tab_changes(before, after)
    scrolled = after.beyond != before.beyond
    differing = [(old, new) for old, new in matched.same if _differs(old, new)]
    recycled = [pair for pair in differing if scrolled and _are_others(*pair)]
    altered = [pair for pair in differing if not (scrolled and _are_others(*pair))]
    change = ScreenChange(
        address=after.address if after.address != before.address else "",
        opened=tabs[0],
        closed=tabs[1],
        front=front,
        dialog=after.dialog if after.dialog != before.dialog else None,
        answered=before.dialog if after.dialog != before.dialog else None,
        added=(*matched.added, *(new for _, new in recycled)),
        removed=(*matched.removed, *(old for old, _ in recycled)),
        altered=tuple(NodeChange(old, new) for old, new in altered),
        moved=() if scrolled else moved_nodes(before, after, same=matched.same),
        scrolled=scrolled,
        warning=after.warning if after.warning != before.warning else "",
        pixels=share_of_changed_pixels(before.picture, after.picture) if pixels else None,
    )
    if change or before.picture.png == after.picture.png:
        return change
    repainted = _repainted(matched.same, before.picture, after=after.picture)
    return msgspec.structs.replace(change, altered=tuple(repainted))


def share_of_changed_pixels(before: Picture, after: Picture) -> float:
    """Compute the share of pixels that differ between two pictures, from 0 to 1.

    A pixel differs if any of its channels does. Returns 1 for pictures of different sizes.
    """
    if before.png == after.png:
        return 0.0
    if before.size != after.size:
        return 1.0
    return float(np.mean(np.any(decode(before) != decode(after), axis=2)))


def find_repainted(before: Shot, after: Shot) -> Iterator[tuple[int, Node]]:
    """Yield the small nodes of an unchanged tree whose pictures differ, with their indices in the shot.

    At least REPAINTED_SHARE of a node's pixels differ, and its box covers at most SMALL_SHARE of the screen.
    """
    one, other = before.picture, after.picture
    if one.size != other.size or one.png == other.png or len(before.nodes) != len(after.nodes):
        return
    differs = np.any(decode(one) != decode(other), axis=2)
    for index, (old, new) in enumerate(zip(before.nodes, after.nodes, strict=True)):
        part = differs[_crop(new.box, differs.shape)]
        is_small = 0 < part.size <= SMALL_SHARE * differs.size
        if (old.role, old.box) == (new.role, new.box) and is_small and part.mean() >= REPAINTED_SHARE:
            yield index, new


def past_steps(episode: Episode) -> tuple[PastStep, ...]:
    """Build the action history of an episode, oldest step first.

    The change of a step is cached for as long as its shots exist, so that the cost of a step does not grow
    with the length of the run.
    """
    count = len(episode.decisions)
    ended = episode.stop is not None and episode.stop.by_environment
    queried = frozenset(decision.proposer for decision in episode.decisions if decision.asked)
    return tuple(
        _past_step(episode, at, ended=ended and at + 1 == count, by_model=decision.proposer in queried)
        for at, decision in enumerate(episode.decisions)
    )


def _past_step(episode: Episode, at: int, *, ended: bool, by_model: bool) -> PastStep:
    """Return a step of the action history, which is built once and kept as long as its shots exist."""
    shots, action, outcome = episode.shots, episode.decisions[at].action, episode.outcomes[at]
    built = _built(shots[at], shots[at + 1])
    step = built.get(at)
    if step is None or step.action is not action or step.outcome is not outcome:
        change, owner = _compare_once(shots[at], shots[at + 1]), _owner(action, shots[at])
        unseen = _unseen_names(shots, at) if step is None else step.unseen
        step = built[at] = PastStep(action, outcome, change, owner=owner, unseen=unseen)
    if step.ended != ended or step.by_model != by_model:
        step = built[at] = msgspec.structs.replace(step, ended=ended, by_model=by_model)
    return step


def _unseen_names(shots: Sequence[Shot], at: int) -> frozenset[str]:
    """Return the names of nodes that a step added and that no earlier screen had.

    Returns an empty set for a step with so few added nodes that all are described.
    """
    added = _compare_once(shots[at], shots[at + 1]).added
    if len(added) <= DESCRIBED:
        return frozenset()
    return frozenset({node.name for node in added}.difference(*(_names(shot) for shot in shots[:at])))


def _owner(action: Action, shot: Shot) -> tuple[str, ...]:
    """Return the column header and the item names of an action's first target; see `owner_names`."""
    target = next((each for each in targets(action) if isinstance(each, Element)), None)
    if target is None:
        return ()
    owners = _owners(shot)
    if target.index not in owners:
        header = find_column_header(target, shot.nodes)
        owners[target.index] = (*filter(None, [header]), *owner_names(target, shot.nodes))
    return owners[target.index]


def _compare(before: Shot, after: Shot) -> ScreenChange:
    """Compare two shots; if neither has a node of the tree, compare their pixels as well."""
    if any(node.seen_by == "tree" for shot in (before, after) for node in shot.nodes):
        return compare_shots(before, after)
    change = compare_shots(before, after, pixels=True)
    if (change.pixels or 0.0) >= MIN_CHANGED_SHARE:
        return change
    return msgspec.structs.replace(change, pixels=0.0)


_compare_once = ShotCache(_compare)
_names = ShotCache(lambda shot: frozenset(node.name for node in shot.nodes))
_built: ShotCache[dict[int, PastStep]] = ShotCache(lambda *_shots: {})
"""Steps of action histories between two shots, by the position of the step in its episode."""
_owners: ShotCache[dict[int, tuple[str, ...]]] = ShotCache(lambda _shot: {})
"""Names of the items of the targets on a screen, by index of the target."""


def _informative(shot: Shot) -> Sequence[Node]:
    """Return the actionable nodes, the images, and the nodes with a name or value."""
    return [
        n for n in shot.nodes if n.name or n.value or kind_of(n) != "information" or n.role in IMAGE_ROLES
    ]


def moved_nodes(before: Shot, after: Shot, *, same: Sequence[tuple[Node, Node]]) -> tuple[Node, ...]:
    """Return the smallest set of named nodes whose move explains the new order.

    `same` contains pairs of corresponding nodes of both shots. The order is the tree order. If a tree has the
    same number of nodes in the same order, the reading order of siblings with one role, such as list items,
    is compared instead. Returns () for shots of different pages.
    """
    named = [(old, new) for old, new in same if new.name]
    if after.address != before.address:
        return ()
    ranks = {id(node): rank for rank, node in enumerate(before.nodes)}
    places = {id(node): place for place, node in enumerate(after.nodes)}
    named.sort(key=lambda pair: places[id(pair[1])])
    moved = _out_of_order([(ranks[id(old)], new) for old, new in named])
    if moved or len(before.nodes) != len(after.nodes) or not _are_rearranged(named):
        return moved
    ranks = {id(before.nodes[index]): rank for rank, index in enumerate(reading_order(before.nodes))}
    places = {id(after.nodes[index]): place for place, index in enumerate(reading_order(after.nodes))}
    named.sort(key=lambda pair: places[id(pair[1])])
    return tuple(
        node
        for pairs in _siblings(named)
        for node in _out_of_order([(ranks[id(old)], new) for old, new in pairs])
    )


def _siblings(pairs: Iterable[tuple[Node, Node]]) -> Iterable[list[tuple[Node, Node]]]:
    """Group nodes by their parent and role after a change."""
    groups: dict[tuple[int | None, str], list[tuple[Node, Node]]] = {}
    for old, new in pairs:
        groups.setdefault((new.parent, new.role), []).append((old, new))
    return groups.values()


def _are_rearranged(pairs: Sequence[tuple[Node, Node]]) -> bool:
    """Check whether the order of siblings, from top to bottom and left to right, may have changed."""
    if all(old.box == new.box for old, new in pairs):
        return False
    return any(
        sorted(group, key=lambda pair: _corner(pair[0])) != sorted(group, key=lambda pair: _corner(pair[1]))
        for group in _siblings(pairs)
    )


def _corner(node: Node) -> tuple[float, float]:
    return node.box.top, node.box.left


def _out_of_order(pairs: Sequence[tuple[int, Node]]) -> tuple[Node, ...]:
    """Return the smallest set of nodes without which the ranks of the others increase."""
    if all(first < second for (first, _), (second, _) in pairwise(pairs)):
        return ()
    kept = longest_increasing([rank for rank, _ in pairs])
    return tuple(node for rank, node in pairs if rank not in kept)


def longest_increasing(ranks: Sequence[int]) -> frozenset[int]:
    """Return the members of a longest increasing subsequence of distinct numbers."""
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for rank in ranks:
        place = bisect_left(ends, rank)
        before[rank] = ends[place - 1] if place else None
        ends[place : place + 1] = [rank]
    found: list[int] = []
    last = ends[-1] if ends else None
    while last is not None:
        found.append(last)
        last = before[last]
    return frozenset(found)


def _differs(old: Node, new: Node) -> bool:
    """Check whether the name, shown value, states or appearance of a node changed."""
    if old == new:  # compared natively, and true of most nodes
        return False
    same = (old.name, shown_value(old), set(old.states)) == (new.name, shown_value(new), set(new.states))
    return not same or looks_different(old, new)


def _are_others(old: Node, new: Node) -> bool:
    """Check whether two matched nodes are different parts of a page that was scrolled."""
    return old.name != new.name or bool(old.locator and new.locator and old.locator != new.locator)


def _repainted(same: Sequence[tuple[Node, Node]], before: Picture, *, after: Picture) -> Iterator[NodeChange]:
    """Yield the images and canvases whose pixels differ between two pictures."""
    images = [pair for pair in same if pair[1].role in IMAGE_ROLES and pair[0].box == pair[1].box]
    if not images or before.size != after.size:
        return
    differs = np.any(decode(before) != decode(after), axis=2)
    for old, new in images:
        if differs[_crop(new.box, differs.shape)].any():
            yield NodeChange(old, new)


def _crop(box: Box, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Convert a box into row and column slices, clipped to an array of the given shape."""
    rows = slice(max(0, int(box.top)), min(shape[0], int(box.bottom)))
    columns = slice(max(0, int(box.left)), min(shape[1], int(box.right)))
    return rows, columns


def _tab_changes(before: Shot, after: Shot) -> tuple[tuple[tuple[Tab, ...], tuple[Tab, ...]], Tab | None]:
    """Return the opened tabs, the closed tabs, and the new current tab.

    The current tab is None if it did not change.
    """
    was, now = {t.number for t in before.tabs}, {t.number for t in after.tabs}
    opened = tuple(t for t in after.tabs if t.number not in was)
    closed = tuple(t for t in before.tabs if t.number not in now)
    old = next((t.number for t in before.tabs if t.current), None)
    new = next((t for t in after.tabs if t.current), None)
    return (opened, closed), new if new and new.number != old else None
