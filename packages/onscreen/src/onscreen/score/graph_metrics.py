"""Metrics of a run on a task graph: coverage rate and logical consistency.

Both follow OmniBench (section 3.4, "Graph-based evaluator"), which leaves several edge cases open. The
docstrings of the two functions define the conventions for these cases.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise

from onscreen.types import TaskNode
from onscreen.types.errors import UsageError


def node_depths(nodes: Sequence[TaskNode]) -> tuple[int, ...]:
    """Compute the depth of each node: 1 without a predecessor, otherwise 1 more than the deepest predecessor.

    Raises:
        UsageError: there is no node, a node has an unknown predecessor, or the graph has a cycle.
    """
    depths: list[int] = [0] * len(nodes)
    for index in topological_order(nodes):
        depths[index] = 1 + max((depths[before] for before in nodes[index].after), default=0)
    return tuple(depths)


def topological_order(nodes: Sequence[TaskNode]) -> tuple[int, ...]:
    """Order the nodes so that each follows its predecessors; ties are ordered by number.

    Raises:
        UsageError: there is no node, a node has an unknown predecessor, or the graph has a cycle.
    """
    if not nodes:
        raise UsageError("the task graph has no node; expected at least one")
    _check_numbers((before for node in nodes for before in node.after), nodes)
    order: list[int] = []
    while len(order) < len(nodes):
        ready = ready_nodes(nodes, order)
        if not ready:
            rest = ", ".join(nodes[index].name for index in range(len(nodes)) if index not in order)
            raise UsageError(f"the task graph has a cycle among its nodes {rest}; remove one of their edges")
        order.append(ready[0])
    return tuple(order)


def ready_nodes(nodes: Sequence[TaskNode], done: Collection[int]) -> tuple[int, ...]:
    """List the nodes that are not done but whose predecessors are all done."""
    found = set(done)
    return tuple(i for i, node in enumerate(nodes) if i not in found and found.issuperset(node.after))


def coverage_rate(nodes: Sequence[TaskNode], done: Collection[int]) -> float:
    """Compute the share of nodes done, each weighted by its depth, between 0 and 1.

    A node counts independently of its predecessors, and only once, even if it is listed repeatedly.
    A run without a completed node has the rate 0, also on a graph of one node. A run that completed all
    nodes has the rate 1.

    Raises:
        UsageError: the graph has no node or a cycle, or `done` contains an unknown node.
    """
    depths = node_depths(nodes)
    _check_numbers(done, nodes)
    return sum(depths[index] for index in set(done)) / sum(depths)


def logical_consistency(nodes: Sequence[TaskNode], order: Sequence[int]) -> float:
    """Compute how well a run keeps the nodes of each application together, between 0 and 1.

    `order` lists the completed nodes in the order of completion. The result is the number of neighbors in
    `order` with the same application, relative to the largest number in any topological order of the same
    nodes. Other nodes do not count, so that the metric is independent of the coverage rate.

    A run without a completed node has the value 0, because it shows no order. A run with one completed node,
    or whose nodes of one application cannot be neighbors in any order, has the value 1, because no
    order is better.

    Raises:
        UsageError: the graph has no node or a cycle, or `order` repeats a node, has an unknown one, or
            one before its predecessors.
    """
    _check_order(nodes, order)
    if not order:
        return 0.0
    best = len(order) - _fewest_blocks(nodes, order)
    return 1.0 if best == 0 else _same_neighbours(nodes, order) / best


def _same_neighbours(nodes: Sequence[TaskNode], order: Sequence[int]) -> int:
    return sum(nodes[a].application == nodes[b].application for a, b in pairwise(order))


def _fewest_blocks(nodes: Sequence[TaskNode], chosen: Collection[int]) -> int:
    """Compute the fewest blocks of one application in any topological order of the chosen nodes.

    The search is breadth-first. It adds whole blocks: once an application is open, all of its ready nodes are
    done, because doing one of them later never saves a block.
    """
    goal, states, blocks = frozenset(chosen), {frozenset[int]()}, 0
    while goal not in states:
        states = {
            _with_block(nodes, done, application=nodes[i].application, goal=goal)
            for done in states
            for i in ready_nodes(nodes, done)
            if i in goal
        }
        blocks += 1
    return blocks


def _with_block(
    nodes: Sequence[TaskNode], done: frozenset[int], *, application: str, goal: frozenset[int]
) -> frozenset[int]:
    """Add all nodes of an application that are or become ready to the completed nodes."""
    while added := {i for i in ready_nodes(nodes, done) if i in goal and nodes[i].application == application}:
        done = done | added
    return done


def _check_order(nodes: Sequence[TaskNode], order: Sequence[int]) -> None:
    topological_order(nodes)
    _check_numbers(order, nodes)
    done: set[int] = set()
    for index in order:
        if index in done:
            raise UsageError(f"node {index} is completed twice in {list(order)}; expected each at most once")
        if missing := set(nodes[index].after) - done:
            raise UsageError(
                f"node {index} is completed before its predecessors {sorted(missing)}; "
                "a node counts only when its predecessors are done"
            )
        done.add(index)


def _check_numbers(numbers: Iterable[int], nodes: Sequence[TaskNode]) -> None:
    for number in numbers:
        if not 0 <= number < len(nodes):
            raise UsageError(f"the task graph has no node {number}; expected 0 to {len(nodes) - 1}")
