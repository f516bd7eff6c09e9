"""Task graphs: subtasks connected by the resources that they produce and use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, permutations, product
from typing import TypeAlias

import msgspec

from onscreen.synthesis.subtask_template import BadSubtask, SubtaskTemplate

Pool: TypeAlias = Mapping[str, SubtaskTemplate]
"""Subtask templates by id."""

NodeKey: TypeAlias = tuple[str, tuple[tuple[str, object], ...]]
"""Identity of a node: its template and, for each parameter, the value or the producer's key and output."""


class Source(msgspec.Struct, frozen=True, order=True):
    """Output of another node that fills a parameter; `node` is the node's number in its graph."""

    node: int
    output: str


class GraphNode(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A subtask of a task graph; each parameter has either a value or a source."""

    subtask: str
    values: Mapping[str, str] = {}
    sources: Mapping[str, Source] = {}


class TaskGraph(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A directed acyclic graph of subtasks; each node follows the nodes of its sources."""

    nodes: tuple[GraphNode, ...]

    def predecessors(self, number: int) -> tuple[int, ...]:
        """List the nodes whose outputs a node uses, in ascending order."""
        return tuple(sorted({source.node for source in self.nodes[number].sources.values()}))

    @property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """Pairs of a producing and a consuming node."""
        return tuple((before, n) for n in range(len(self.nodes)) for before in self.predecessors(n))


def make_pool(subtasks: Sequence[SubtaskTemplate]) -> Pool:
    """Map ids to subtask templates."""
    return {subtask.id: subtask for subtask in subtasks}


def order_nodes(graph: TaskGraph) -> tuple[int, ...]:
    """Order the nodes so that each follows its predecessors; ties are ordered by number.

    Raises:
        BadSubtask: a node does not exist, or the resources form a cycle.
    """
    order: list[int] = []
    for _ in graph.nodes:
        ready = (
            n for n in range(len(graph.nodes)) if n not in order and set(graph.predecessors(n)) <= set(order)
        )
        following = next(ready, None)
        if following is None:
            raise BadSubtask("the graph has a resource cycle, or a source that is not a node")
        order.append(following)
    return tuple(order)


def node_keys(graph: TaskGraph) -> tuple[NodeKey, ...]:
    """Compute the identity of each node, which does not depend on the numbers of the nodes.

    Raises:
        BadSubtask: the resources form a cycle.
    """
    keys: dict[int, NodeKey] = {}
    for number in order_nodes(graph):
        node = graph.nodes[number]
        filled: dict[str, object] = dict(node.values)
        filled.update({name: (keys[s.node], s.output) for name, s in node.sources.items()})
        keys[number] = (node.subtask, tuple(sorted(filled.items(), key=lambda item: item[0])))
    return tuple(keys[number] for number in range(len(graph.nodes)))


def canonical_graph(graph: TaskGraph) -> TaskGraph:
    """Renumber the nodes in an order that depends on the graph only.

    Two graphs that differ only in the numbers of their nodes have the same canonical graph. Each node
    follows its predecessors. For nodes with the same identity, which occur in graphs without values, every
    order is tried.

    Raises:
        BadSubtask: the resources form a cycle.
    """
    keys, depths = node_keys(graph), graph_depths(graph)
    ranks = [(depth, repr(key)) for depth, key in zip(depths, keys, strict=True)]
    order = sorted(range(len(graph.nodes)), key=ranks.__getitem__)
    ties = (permutations(tied) for _, tied in groupby(order, key=ranks.__getitem__))
    graphs = (_reorder(graph, [n for part in parts for n in part]) for parts in product(*ties))
    return min(graphs, key=msgspec.json.encode)


def strip_values(graph: TaskGraph) -> TaskGraph:
    """Return the structure of a graph in canonical form, without the values of parameters."""
    return canonical_graph(TaskGraph(tuple(GraphNode(n.subtask, {}, n.sources) for n in graph.nodes)))


def _reorder(graph: TaskGraph, order: Sequence[int]) -> TaskGraph:
    new = {old: number for number, old in enumerate(order)}
    return TaskGraph(tuple(_renumbered(graph.nodes[old], new) for old in order))


def _renumbered(node: GraphNode, new: Mapping[int, int]) -> GraphNode:
    sources = {name: Source(new[s.node], s.output) for name, s in sorted(node.sources.items())}
    return GraphNode(node.subtask, dict(sorted(node.values.items())), sources)


def graph_depths(graph: TaskGraph) -> tuple[int, ...]:
    """Compute the depth of each node, 1 for a node without predecessors.

    Raises:
        BadSubtask: the resources form a cycle.
    """
    depths: dict[int, int] = {}
    for number in order_nodes(graph):
        depths[number] = 1 + max((depths[before] for before in graph.predecessors(number)), default=0)
    return tuple(depths[number] for number in range(len(graph.nodes)))


def fill_parameters(graph: TaskGraph, pool: Pool) -> tuple[Mapping[str, str], ...]:
    """Compute the value of every parameter of every node; a source yields the value of its output.

    Raises:
        BadSubtask: a subtask or an output is unknown, an output's value is unknown, or the resources form a
            cycle.
    """
    filled: dict[int, Mapping[str, str]] = {}
    for number in order_nodes(graph):
        node = graph.nodes[number]
        used = {
            name: find_subtask(pool, graph.nodes[s.node].subtask).output_value(s.output, filled[s.node])
            for name, s in node.sources.items()
        }
        filled[number] = {**node.values, **used}
    return tuple(filled[number] for number in range(len(graph.nodes)))


def find_subtask(pool: Pool, name: str) -> SubtaskTemplate:
    """Return the subtask template with the given id.

    Raises:
        BadSubtask: the pool has no such subtask.
    """
    if name not in pool:
        raise BadSubtask(f"there is no subtask {name!r}; the graph needs a pool that contains it")
    return pool[name]
