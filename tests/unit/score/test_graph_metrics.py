"""Metrics of a run on a task graph."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onscreen.score.graph_metrics import coverage_rate, logical_consistency, node_depths, ready_nodes
from onscreen.types import TaskNode, TextShown
from onscreen.types.errors import UsageError

GRAPH = (
    TaskNode("find", "Mail", TextShown("12")),
    TaskNode("look", "Maps", TextShown("x")),
    TaskNode("write", "Mail", TextShown("y"), after=(0,)),
    TaskNode("note", "Notes", TextShown("z"), after=(1, 2)),
)


@st.composite
def graphs(draw: st.DrawFn, max_nodes: int = 5) -> tuple[TaskNode, ...]:
    """Draw a directed acyclic graph of 1 to `max_nodes` nodes in at most three applications."""
    size = draw(st.integers(1, max_nodes))
    return tuple(
        TaskNode(
            f"n{i}",
            draw(st.sampled_from("ABC")),
            TextShown(""),
            tuple(sorted(draw(st.sets(st.integers(0, i - 1)))) if i else ()),
        )
        for i in range(size)
    )


@st.composite
def runs(draw: st.DrawFn) -> tuple[tuple[TaskNode, ...], tuple[int, ...]]:
    """Draw a graph and an order in which some of its nodes are completed."""
    nodes = draw(graphs())
    order: list[int] = []
    for _ in range(draw(st.integers(0, len(nodes)))):
        order.append(draw(st.sampled_from(ready_nodes(nodes, order))))
    return nodes, tuple(order)


def relabel(nodes: Sequence[TaskNode], new: Sequence[int]) -> tuple[TaskNode, ...]:
    """Give node `i` the number `new[i]`."""
    moved = {
        new[i]: TaskNode(node.name, node.application, node.check, tuple(new[a] for a in node.after))
        for i, node in enumerate(nodes)
    }
    return tuple(moved[i] for i in range(len(nodes)))


def best_by_enumeration(nodes: Sequence[TaskNode], chosen: Sequence[int]) -> int:
    """Compute the most neighbours of one application over all topological orders."""
    return max(
        sum(nodes[a].application == nodes[b].application for a, b in pairwise(order))
        for order in permutations(chosen)
        if all(set(nodes[n].after) <= set(order[:k]) for k, n in enumerate(order))
    )


def test_depth_counts_the_longest_path() -> None:
    """The depth of a node is that of its deepest predecessor plus 1."""
    assert node_depths(GRAPH) == (1, 1, 2, 3)


def test_coverage_weights_by_depth() -> None:
    """Deeper nodes count more: 1 + 2 of 7."""
    assert coverage_rate(GRAPH, [0, 2]) == pytest.approx(3 / 7)


def test_empty_run_scores_zero_on_one_node() -> None:
    """A run that did nothing scores 0 on a graph of one node, and a completed one scores 1."""
    one = GRAPH[:1]
    assert (coverage_rate(one, []), logical_consistency(one, [])) == (0, 0)
    assert (coverage_rate(one, [0]), logical_consistency(one, [0])) == (1, 1)


def test_switching_between_applications_lowers_consistency() -> None:
    """An order that leaves an application and returns is less consistent than one that stays."""
    assert logical_consistency(GRAPH, [0, 2, 1, 3]) == 1
    assert logical_consistency(GRAPH, [0, 1, 2, 3]) == 0


@settings(max_examples=60, deadline=None)
@given(runs())
def test_metrics_are_between_zero_and_one(run: tuple[tuple[TaskNode, ...], tuple[int, ...]]) -> None:
    """Both metrics are between 0 and 1, and coverage is 1 exactly if all nodes are done."""
    nodes, order = run
    assert 0 <= logical_consistency(nodes, order) <= 1
    assert 0 <= coverage_rate(nodes, order) <= 1
    assert (coverage_rate(nodes, order) == 1) == (len(order) == len(nodes))
    assert (coverage_rate(nodes, order) == 0) == (not order)


@settings(max_examples=60, deadline=None)
@given(runs())
def test_every_completed_node_raises_coverage(run: tuple[tuple[TaskNode, ...], tuple[int, ...]]) -> None:
    """Coverage rises with each further node, in whatever order."""
    nodes, order = run
    rates = [coverage_rate(nodes, order[:k]) for k in range(len(order) + 1)]
    assert all(a < b for a, b in pairwise(rates))


@settings(max_examples=60, deadline=None)
@given(runs(), st.randoms(use_true_random=False))
def test_numbering_of_nodes_does_not_matter(
    run: tuple[tuple[TaskNode, ...], tuple[int, ...]], random: Random
) -> None:
    """The same run on the same graph with other node numbers has the same metrics."""
    nodes, order = run
    new = list(range(len(nodes)))
    random.shuffle(new)
    moved, moved_order = relabel(nodes, new), [new[i] for i in order]
    assert coverage_rate(moved, moved_order) == coverage_rate(nodes, order)
    assert logical_consistency(moved, moved_order) == logical_consistency(nodes, order)


@settings(max_examples=60, deadline=None)
@given(runs())
def test_best_order_is_consistent(run: tuple[tuple[TaskNode, ...], tuple[int, ...]]) -> None:
    """Consistency is relative to the best topological order, found by trying all of them."""
    nodes, order = run
    if not order:
        return
    best = best_by_enumeration(nodes, order)
    same = sum(nodes[a].application == nodes[b].application for a, b in pairwise(order))
    assert logical_consistency(nodes, order) == (same / best if best else 1)


@pytest.mark.parametrize(
    ("nodes", "order", "message"),
    [
        ((), [], "no node"),
        ((TaskNode("a", "A", TextShown(""), (0,)),), [], "cycle"),
        ((TaskNode("a", "A", TextShown(""), (3,)),), [], "no node 3"),
        (GRAPH, [7], "no node 7"),
        (GRAPH, [2], "before its predecessors"),
        (GRAPH, [0, 0], "twice"),
    ],
)
def test_impossible_runs_are_reported(nodes: tuple[TaskNode, ...], order: list[int], message: str) -> None:
    """A graph with a cycle and an order that cannot occur are errors that name the node."""
    with pytest.raises(UsageError, match=message):
        logical_consistency(nodes, order)
