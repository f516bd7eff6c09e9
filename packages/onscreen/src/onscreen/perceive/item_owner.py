"""Item that one of several controls of the same name belongs to, such as a table row or card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from onscreen.perceive.element_kinds import BODY_CELL_ROLES, kind_of
from onscreen.perceive.element_queries import ancestors
from onscreen.perceive.reading_order import parents, subtree_ends
from onscreen.types import Element, Node

ITEM_ROLES = frozenset({"alertdialog", "article", "dialog", "listitem", "row", "treeitem"})
"""Roles of items. The texts of another item never describe a control."""

TITLED_ROLES = frozenset({"alertdialog", "article", "dialog", "figure", "form", "group", "region"})
"""Roles of groups whose name, if they have one, is their title."""

MAX_OWNED, OWNER_NAMES = 20, 3
"""Most texts of an item without such a role, and the number of texts that name an item."""

MAX_SIZE_RATIO = 4
"""Largest ratio between the numbers of nodes of two groups that are items of the same kind."""


class _Item(msgspec.Struct, frozen=True):
    """Named nodes of an item as indices, the index of the node with its title, and a limit.

    With more texts than `most`, the item is a part of the page rather than a table row or card.
    """

    indices: tuple[int, ...] = ()
    title: int | None = None
    most: int = MAX_OWNED


class _Tree:
    """Parents, ends of subtrees and nearest items of the nodes of a screen."""

    def __init__(self, nodes: Sequence[Node]) -> None:
        self.nodes = nodes
        self.above = list(parents(nodes))
        self.ends = subtree_ends(self.above)

    def inside(self, index: int, *, but: int) -> tuple[int, ...]:
        """Return the named nodes in a node that are in no other item than a control, without the control."""
        content = (i for i in range(index + 1, self.ends[index]) if i != but and self.nodes[i].name)
        return tuple(i for i in content if self.is_beside(i, but))

    def is_beside(self, index: int, target: int) -> bool:
        """Check whether every item around a node is also around the target."""
        holder: int | None = index
        while holder is not None and not holder <= target < self.ends[holder]:
            if self.nodes[holder].role in ITEM_ROLES:
                return False
            holder = self.above[holder]
        return True


def owner_nodes(element: Element, nodes: Sequence[Node]) -> tuple[Node, ...]:
    """Return the named nodes of the item that a control with a repeated name belongs to.

    These are the nodes inside a control without a name; or the smallest table row, list item, dialog or
    named group with texts and only one such control; or the largest group with only one such control; or what
    precedes the control in the page, after the previous control of the name. Nodes of other rows and list
    items are left out. Returns () if the name occurs once.
    """
    return tuple(nodes[i] for i in _owned(element, nodes).indices)


def owner_texts(element: Element, nodes: Sequence[Node]) -> tuple[str, ...]:
    """Return the texts of the item that a control with a repeated name belongs to; see `owner_nodes`."""
    return tuple(node.name for node in owner_nodes(element, nodes))


def owner_names(element: Element, nodes: Sequence[Node]) -> tuple[str, ...]:
    """Return the title of the item that a control with a repeated name belongs to, or else up to three texts.

    The names of other controls are left out, except links that occur once on the screen, or else the links
    before the control. Returns () if a group without the role of an item has more than `MAX_OWNED` texts or
    is unlike the groups beside it, because it is then a part of the page rather than a table row or card.
    """
    item = _owned(element, nodes)
    if item.title is not None:
        return (nodes[item.title].name,)
    owned = item.indices
    if len(owned) > item.most:
        return ()
    counts = Counter(node.name for node in nodes if node.role == "link")
    controls = {nodes[i].name for i in owned if _is_control(nodes[i])}
    texts = [i for i in owned if not _is_control(nodes[i]) and nodes[i].name not in controls]
    telling = [i for i in texts if nodes[i].role != "link" or counts[nodes[i].name] == 1]
    telling = telling or [i for i in texts if i < element.index]
    names = dict.fromkeys(nodes[i].name for i in telling)
    return tuple(name for name in names if name != element.name)[:OWNER_NAMES]


def _is_control(node: Node) -> bool:
    return node.role != "link" and node.role not in BODY_CELL_ROLES and kind_of(node) != "information"


def _owned(element: Element, nodes: Sequence[Node]) -> _Item:
    same = [i for i, node in enumerate(nodes) if (node.role, node.name) == (element.role, element.name)]
    if len(same) < 2 or element.index not in same:  # noqa: PLR2004 - several controls
        return _Item()
    tree, target = _Tree(nodes), element.index
    if not element.name and (content := tree.inside(target, but=target)):
        return _Item(content)
    holders = Counter(holder for i in same for holder in ancestors(nodes[i], nodes))
    own = [holder for holder in ancestors(element, nodes) if holders[holder] == 1]
    for holder in own:
        inside = tree.inside(holder, but=target)
        if nodes[holder].role in TITLED_ROLES and nodes[holder].name not in ("", element.name):
            return _Item((holder, *inside), title=holder)
        if nodes[holder].role in ITEM_ROLES and any(not _is_control(nodes[i]) for i in inside):
            return _Item(inside, most=len(inside))
    if own and (group := tree.inside(own[-1], but=target)):
        return _Item(group, most=MAX_OWNED if _is_one_of_several(own[-1], same, tree=tree) else OWNER_NAMES)
    previous = max((i for i in same if i < target), default=-1)
    preceding = (i for i in range(previous + 1, target) if nodes[i].name)
    return _Item(tuple(i for i in preceding if tree.is_beside(i, target)))


def _is_one_of_several(group: int, same: Sequence[int], *, tree: _Tree) -> bool:
    """Check whether a group beside this one has its role, about its size, and a control of the same name."""
    size = tree.ends[group] - group
    for index in same:
        holder: int | None = index
        while holder is not None and tree.above[holder] != tree.above[group]:
            holder = tree.above[holder]
        if holder is None or holder == group or tree.nodes[holder].role != tree.nodes[group].role:
            continue
        other = tree.ends[holder] - holder
        if max(size, other) <= MAX_SIZE_RATIO * min(size, other):
            return True
    return False
