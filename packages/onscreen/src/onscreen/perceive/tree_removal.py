"""A sense that discards the tree, so that an agent works from the screenshot alone."""

from __future__ import annotations

import msgspec

from onscreen.types import Shot


def remove_tree(shot: Shot) -> Shot:
    """Return the shot without the nodes that the device reported.

    Nodes that other senses read from the screenshot are kept, without parents. This sense must precede those
    that read the screenshot, because they may leave out text that the tree contains.
    """
    kept = tuple(msgspec.structs.replace(node, parent=None) for node in shot.nodes if node.seen_by != "tree")
    return msgspec.structs.replace(shot, nodes=kept)
