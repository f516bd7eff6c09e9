"""Training data augmentation that puts the elements of a small page among those of a full-size page.

Most episodes are played on pages with few elements. On the pages of usual applications, the same form or list
is surrounded by navigation, tables and tool bars, and a network that never saw them spreads its
probability over them. A random part of a recorded page is put next to the small page (domain randomization,
Tobin et al. 2017).
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Sequence
from zlib import crc32

import msgspec

from onscreen.types import Box, Drag, Element, Node, targets
from onscreen_reflex.word_pieces import fold_words
from onscreen_train.decision_rows import Row, StoredShot
from onscreen_train.training_data import PAIRS_PREFIX

SMALL_SIDE_PX = 600
"""Screens that are wider or higher than this are full-size screens."""
FULL_SIZE = (1280, 800)
"""Width and height of a crowded screen, in pixels."""
CROWDED_INTERVAL = 2
"""About one in CROWDED_INTERVAL episodes on small screens is put among the elements of another page."""
MIN_SURROUNDING, MAX_SURROUNDING = 30, 180
"""Minimum and maximum number of nodes that are put around a small page."""
GAP_PX = 24.0
"""Distance between the small page and the nodes around it, in pixels."""
_DISTINCTIVE_STATES = frozenset({"focused", "covered"})
"""States of surrounding nodes that would describe the small page wrongly."""


def crowd_small_screens(rows: Iterable[Row], surroundings: Sequence[StoredShot]) -> Iterator[Row]:
    """Yield the rows, about half of the episodes on small screens with the elements of another page.

    All rows of an episode get the same elements at the same place. Rows on full-size screens, and rows whose
    action depends on coordinates, are yielded unchanged.
    """
    suitable = [shot for shot in surroundings if len(shot.nodes) >= MIN_SURROUNDING]
    for row in rows:
        number = crc32(f"crowded {row.task} {row.seed}".encode())
        if suitable and number % CROWDED_INTERVAL == 0 and _is_crowdable(row):
            rng = random.Random(number)  # noqa: S311 - reproducible sampling, not cryptography
            yield crowd(row, rng.choice(suitable), rng=rng)
        else:
            yield row


def crowd(row: Row, surroundings: StoredShot, *, rng: random.Random) -> Row:
    """Put nodes of another screen left of, right of, above or below those of the row's screen.

    Nodes whose whole name the instruction contains are left out, because they could be meant, too.
    """
    nodes = _choose_part(surroundings.nodes, rng=rng)
    asked = set(fold_words(row.instruction))
    kept = [node for node in nodes if node.box.area > 0 and not _is_named(node, asked)]
    side = rng.choice(("left", "right", "above", "below"))
    page_offset, offset = _offsets(_extent(row.seen.nodes), _extent(kept), side=side)
    first = len(row.seen.nodes)
    moved = [_move(node, page_offset) for node in row.seen.nodes]
    added = [_surround(node, offset, number=first + number) for number, node in enumerate(kept)]
    seen = msgspec.structs.replace(row.seen, nodes=(*moved, *added), size=FULL_SIZE)
    return msgspec.structs.replace(row, seen=seen, origin=f"crowded {row.origin}")


def _is_crowdable(row: Row) -> bool:
    """Check whether the screen is small and the action means an element, or the screen as a whole."""
    if row.task.startswith(PAIRS_PREFIX):
        return False
    width, height = row.seen.size
    is_small = 0 < len(row.seen.nodes) <= MAX_SURROUNDING and max(width, height) <= SMALL_SIDE_PX
    means_elements = all(isinstance(target, Element) for target in targets(row.action))
    return is_small and means_elements and not isinstance(row.action, Drag) and row.seen.dialog is None


def _choose_part(nodes: Sequence[Node], *, rng: random.Random) -> Sequence[Node]:
    """Choose consecutive nodes of a page at random."""
    count = min(len(nodes), rng.randint(MIN_SURROUNDING, MAX_SURROUNDING))
    first = rng.randint(0, len(nodes) - count)
    return nodes[first : first + count]


def _is_named(node: Node, asked: Collection[str]) -> bool:
    """Check whether a node has a name that consists of words of the instruction."""
    words = fold_words(node.name)
    return bool(words) and all(word in asked for word in words)


def _extent(nodes: Sequence[Node]) -> Box:
    """Return the smallest box that contains all nodes."""
    if not nodes:
        return Box(0, 0, 0, 0)
    return Box(
        min(node.box.left for node in nodes),
        min(node.box.top for node in nodes),
        max(node.box.right for node in nodes),
        max(node.box.bottom for node in nodes),
    )


def _offsets(page: Box, added: Box, *, side: str) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return how far the page and the added nodes are moved so that the nodes are on a side of the page."""
    right_of_page, below_page = page.right - added.left + GAP_PX, page.bottom - added.top + GAP_PX
    right_of_added, below_added = added.right - page.left + GAP_PX, added.bottom - page.top + GAP_PX
    stay = (0.0, 0.0)
    return {
        "right": (stay, (right_of_page, 0.0)),
        "below": (stay, (0.0, below_page)),
        "left": ((right_of_added, 0.0), stay),
        "above": ((0.0, below_added), stay),
    }[side]


def _move(node: Node, offset: tuple[float, float]) -> Node:
    x, y = offset
    box = node.box
    return msgspec.structs.replace(node, box=Box(box.left + x, box.top + y, box.right + x, box.bottom + y))


def _surround(node: Node, offset: tuple[float, float], *, number: int) -> Node:
    """Move a surrounding node, and give it a unique locator and no parent."""
    states = tuple(state for state in node.states if state not in _DISTINCTIVE_STATES)
    moved = _move(node, offset)
    return msgspec.structs.replace(moved, states=states, parent=None, locator=f"surrounding-{number}")
