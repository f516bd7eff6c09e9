"""Text representation of the differences between two screens."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.perceive.element_identity import match_elements
from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.node_text import (
    TEXT_CHARS,
    plain,
    quote,
    quote_lines,
    truncate,
    truncate_difference,
    value_of,
    visible_states,
)
from onscreen.perceive.screen_change import moved_nodes
from onscreen.perceive.text_extraction import Piece
from onscreen.perceive.text_separators import SEPARATOR
from onscreen.types import Element, Node, Screen

GONE_LISTED = 10
"""Maximum number of removed elements listed by name."""


class ScreenDiff(msgspec.Struct, frozen=True):
    """Differences between two screens as text.

    `added` and `changed` are elements of the later screen; `lines` describe the others: uncovered, moved,
    removed and unchanged ones.
    """

    added: tuple[Piece, ...]
    changed: tuple[Piece, ...]
    lines: tuple[str, ...]


def diff_screens(before: Screen, screen: Screen, *, found: Sequence[Piece]) -> ScreenDiff | None:
    """Describe the differences between two screens as text, given the pieces of the later screen.

    The new name of an element that is written without its name is no difference. Returns None if more than
    half of the elements are new.
    """
    matched = match_elements(before, screen)
    if 2 * len(matched.same) < len(screen.elements):
        return None
    new = {e.mark for e in matched.added}
    uncovered = [now.mark for old, now in matched.same if _is_only_uncovered(old, now)]
    unnamed = {piece.mark for piece in found if not piece.name}
    same = [
        (msgspec.structs.replace(old, name=now.name) if now.name and now.mark in unnamed else old, now)
        for old, now in matched.same
    ]
    previous = {now.mark: _was(old, now) for old, now in same if _tells(old) != _tells(now)}
    changed = previous.keys() - set(uncovered)
    return ScreenDiff(
        tuple(msgspec.structs.replace(p, depth=0) for p in found if p.mark in new),
        tuple(
            msgspec.structs.replace(p, previous=previous[p.mark], depth=0) for p in found if p.mark in changed
        ),
        (
            *([f"no longer covered: {_spans(uncovered)}"] if uncovered else []),
            *_moved(before, screen, same=matched.same),
            *_removed(matched.removed, is_same_page=before.shot.address == screen.shot.address),
            f"{len(matched.same) - len(previous)} unchanged",
        ),
    )


def _is_only_uncovered(old: Element, now: Element) -> bool:
    """Check whether an element was covered by another one and has not changed otherwise."""
    if not old.has("covered") or now.has("covered") or kind_of(now) == "information":
        return False
    name, value, states = _tells(old)
    return (name, value, tuple(state for state in states if state != "covered")) == _tells(now)


def _tells(element: Element) -> tuple[str, str, tuple[str, ...]]:
    return plain(element.name), value_of(element), visible_states(element)


def _was(old: Element, now: Element) -> str:
    """Return the previous values of the name, value and states that differ, "-" if they were empty."""
    parts = []
    if plain(old.name) != plain(now.name):
        parts.append(quote(truncate_difference(plain(old.name), plain(now.name))[0]))
    if value_of(old) != value_of(now):
        parts.append(f"={quote_lines(truncate_difference(value_of(old), value_of(now))[0])}")
    if visible_states(old) != visible_states(now):
        parts += visible_states(old)
    return " ".join(parts) or "-"


def _moved(before: Screen, screen: Screen, *, same: Sequence[tuple[Element, Element]]) -> list[str]:
    """Return a line that lists the elements whose position in the order changed, such as after a drag."""
    if before.shot.beyond != screen.shot.beyond:
        return []
    nodes = [(before.shot.nodes[old.index], screen.shot.nodes[now.index]) for old, now in same]
    moved = list(dict.fromkeys(map(_describe, moved_nodes(before.shot, screen.shot, same=nodes))))
    more = [f"{len(moved) - GONE_LISTED} more"] if len(moved) > GONE_LISTED else []
    return [f"moved: {SEPARATOR.join([*moved[:GONE_LISTED], *more])}"] if moved else []


def _removed(elements: Sequence[Element], *, is_same_page: bool) -> list[str]:
    """Return a line that lists removed elements by name, controls and fields before texts.

    Elements of another page are only counted. Covered elements and options are left out. Returns an empty
    list if none is left.
    """
    named = [e for e in elements if not e.has("covered") and (e.name or e.value) and e.role != "option"]
    gone = [_describe(e) for e in sorted(named, key=lambda e: kind_of(e) == "information")]
    listed = gone[: GONE_LISTED if is_same_page else 0]
    more = [f"{len(gone) - len(listed)} {'more' if listed else 'removed'}"] if len(gone) > len(listed) else []
    return [f"- {SEPARATOR.join([*listed, *more])}"] if gone else []


def _describe(element: Node) -> str:
    role = "" if element.role == "text" else f"{element.role} "
    return role + quote(truncate(plain(element.name or element.value), TEXT_CHARS))


def _spans(marks: Sequence[int]) -> str:
    """Format marks, with consecutive marks as a range, such as `[4-9], [12]`."""
    runs: list[tuple[int, int]] = []
    for mark in sorted(marks):
        if runs and runs[-1][1] == mark - 1:
            runs[-1] = (runs[-1][0], mark)
        else:
            runs.append((mark, mark))
    return ", ".join(_span(first, last) for first, last in runs)


def _span(first: int, last: int) -> str:
    return f"[{first}]" if first == last else f"[{first}-{last}]"
