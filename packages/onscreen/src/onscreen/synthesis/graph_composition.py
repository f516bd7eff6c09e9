"""Composition of task graphs from a pool of subtasks (OmniBench, section 3.2).

An intent is a list of subtasks that can be connected by resources. For each intent, every combination of
outputs and inputs is one structure; the other parameters are filled with candidates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from math import prod
from random import Random
from typing import Literal, TypeAlias

import msgspec

from onscreen.routines.text_template import fill_template, placeholder_names
from onscreen.synthesis.check_inclusion import includes
from onscreen.synthesis.subtask_template import BadSubtask, SubtaskTemplate, fills
from onscreen.synthesis.task_graph import (
    GraphNode,
    Pool,
    Source,
    TaskGraph,
    canonical_graph,
    fill_parameters,
    node_keys,
    order_nodes,
)

Intent: TypeAlias = tuple[str, ...]
"""Ids of the subtasks of a graph, sorted; an id may occur several times."""

_Slot: TypeAlias = tuple[int, str, tuple[Source | None, ...]]
"""Input of a node, with its possible sources: an output of another node, or None for a candidate."""

MAX_STRUCTURES = 20_000
"""Maximum number of combinations of inputs and outputs tried for one intent: about a second of work."""

BEGIN_RATE = 0.4
"""Probability that a subtask begins another part of a graph, if this is allowed."""

CYCLE = "resource cycle"
UNCONNECTED = "subtasks without a common resource"
SAME_APPLICATION = "independent subtasks of one application"
IDLE = "an independent subtask that changes nothing"
UNCLEAR = "a resource whose phrase fits several subtasks"
UNUSED = "information that no subtask uses"
EXCLUSIVE = "mutually exclusive parameters"
REPEATED = "the same subtask twice"
INCLUDED = "a subtask that another one includes"
NESTED = "a resource whose name must be looked up"
STARTS = "different start states"
TOO_MANY = "too many combinations"


class Exclusion(msgspec.Struct, frozen=True, order=True):
    """Reason why a combination of subtasks is not a task, with the ids of the subtasks."""

    reason: str
    subtasks: Intent


class GraphLimits(msgspec.Struct, frozen=True):
    """Sizes of the composed graphs.

    By default, graphs have at most 6 nodes, and a subtask occurs at most twice. OmniBench does not state
    limits; these keep an instruction within about 100 words. `shape` restricts the graphs to chains, or to
    those that are not chains. `min_devices` is the minimum number of combined devices that a graph uses.
    `max_parts` is the maximum number of unconnected parts, each of which has its own applications.
    `max_alike` is the maximum number of tasks that differ only in the values of their parameters, 0 for no
    limit.
    """

    min_nodes: int = 1
    max_nodes: int = 6
    max_uses: int = 2
    shape: Literal["any", "chain", "graph"] = "any"
    min_devices: int = 1
    max_parts: int = 1
    max_alike: int = 0


class Neighbors(msgspec.Struct, frozen=True):
    """Subtasks that can be in a graph with another one, connected by a resource or independently."""

    linked: tuple[str, ...]
    separate: frozenset[str] = frozenset()


class Composition(msgspec.Struct, frozen=True):
    """Structures of an intent, without values, and the number of exclusions by reason."""

    structures: tuple[TaskGraph, ...]
    excluded: Mapping[str, int]


def enumerate_structures(intent: Intent, pool: Pool, *, max_tried: int = MAX_STRUCTURES) -> Composition:
    """Enumerate the ways to connect the outputs and inputs of an intent's subtasks.

    Every structure is acyclic and connected, and uses all looked-up information. Returns no structure if
    there are more than `max_tried` combinations.
    """
    slots = _input_slots(intent, pool)
    if prod(len(options) for _, _, options in slots) > max_tried:
        return Composition((), {TOO_MANY: 1})
    found: dict[bytes, TaskGraph] = {}
    excluded: Counter[str] = Counter()
    for chosen in product(*(options for _, _, options in slots)):
        graph = _connected_graph(intent, slots, chosen=chosen)
        reason = _structure_fault(graph, pool)
        if reason:
            excluded[reason] += 1
            continue
        graph = canonical_graph(graph)
        found[msgspec.json.encode(graph)] = graph
    return Composition(tuple(found.values()), dict(excluded))


def sample_structure(
    intent: Intent, pool: Pool, *, random: Random, max_parts: int = 1
) -> tuple[TaskGraph, str]:
    """Connect the subtasks of an intent at random, in at most `max_parts` parts.

    Returns the structure and the reason why it is not a task, "" if it is a task.
    """
    slots = _input_slots(intent, pool)
    if not all(options for _, _, options in slots):
        return TaskGraph(()), UNCONNECTED
    graph = _connected_graph(intent, slots, chosen=[random.choice(options) for _, _, options in slots])
    return graph, _structure_fault(graph, pool, max_parts=max_parts)


def _connected_graph(intent: Intent, slots: Sequence[_Slot], *, chosen: Sequence[Source | None]) -> TaskGraph:
    sources: list[dict[str, Source]] = [{} for _ in intent]
    for (number, name, _), source in zip(slots, chosen, strict=True):
        if source is not None:
            sources[number][name] = source
    return TaskGraph(tuple(GraphNode(i, {}, s) for i, s in zip(intent, sources, strict=True)))


def _input_slots(intent: Intent, pool: Pool) -> list[_Slot]:
    """List the inputs of all nodes with their possible sources."""
    return [
        (number, name, options)
        for number in range(len(intent))
        for name, options in _input_options(number, intent, pool=pool).items()
    ]


def _input_options(number: int, intent: Intent, *, pool: Pool) -> Mapping[str, tuple[Source | None, ...]]:
    """List the possible sources of each input of a node: outputs of other nodes, or None for a candidate."""
    subtask = pool[intent[number]]
    return {
        name: (
            *((None,) if subtask.candidates.get(name) else ()),
            *(
                Source(other, output.name)
                for other, each in enumerate(intent)
                for output in pool[each].outputs
                if other != number and fills(output.type, kind)
            ),
        )
        for name, kind in sorted(subtask.inputs.items())
    }


def _structure_fault(graph: TaskGraph, pool: Pool, *, max_parts: int = 1) -> str:
    """Return the reason why a structure is not a task, "" if it is one."""
    try:
        order_nodes(graph)
    except BadSubtask:
        return CYCLE
    parts = find_parts(graph)
    if len(parts) > max_parts:
        return UNCONNECTED
    if fault := _find_part_fault(parts, graph, pool=pool):
        return fault
    if _has_nested_name(graph, pool):
        return NESTED
    used = {before for before, _ in graph.edges}
    unused = any(_is_information(pool[n.subtask]) and i not in used for i, n in enumerate(graph.nodes))
    return UNUSED if unused else ""


def _has_nested_name(graph: TaskGraph, pool: Pool) -> bool:
    """Check whether the phrase of a used output names an object by the output of another subtask."""
    used = {source for node in graph.nodes for source in node.sources.values()}
    for source in used:
        node = graph.nodes[source.node]
        phrase = pool[node.subtask].output(source.output).phrase
        if not node.sources.keys().isdisjoint(placeholder_names(phrase)):
            return True
    return False


def _is_information(subtask: SubtaskTemplate) -> bool:
    """Check whether a subtask only looks up values, instead of changing a program that stores nothing."""
    return not subtask.is_lasting and bool(subtask.outputs)


def find_parts(graph: TaskGraph) -> tuple[frozenset[int], ...]:
    """Return the connected parts of a graph, as node numbers."""
    parts: list[frozenset[int]] = []
    for number in range(len(graph.nodes)):
        linked = {number, *graph.predecessors(number)}
        joined = [part for part in parts if part & linked]
        parts = [part for part in parts if not part & linked] + [frozenset(linked).union(*joined)]
    return tuple(parts)


def _find_part_fault(parts: Sequence[frozenset[int]], graph: TaskGraph, *, pool: Pool) -> str:
    """Return the reason why parts cannot be done independently of each other, "" if they can.

    Two parts in one application may interfere with each other. A part that changes nothing would have no
    influence on the result.
    """
    if len(parts) == 1:
        return ""
    subtasks = [pool[node.subtask] for node in graph.nodes]
    applications = [app for part in parts for app in {subtasks[n].application for n in part}]
    if len(set(applications)) < len(applications):
        return SAME_APPLICATION
    return "" if all(any(subtasks[n].is_lasting for n in part) for part in parts) else IDLE


def fill_structure(structure: TaskGraph, pool: Pool) -> Iterator[TaskGraph]:
    """Yield the graphs of a structure, one for each combination of candidates.

    Graphs that `find_fault` rejects are included.
    """
    free = _free_parameters(structure, pool)
    for chosen in product(*(pool[structure.nodes[n].subtask].candidates[name] for n, name in free)):
        yield _with_values(structure, dict(zip(free, chosen, strict=True)))


def count_fillings(structure: TaskGraph, pool: Pool) -> int:
    """Count the combinations of candidates for the parameters of a structure."""
    free = _free_parameters(structure, pool)
    return prod(len(pool[structure.nodes[n].subtask].candidates[name]) for n, name in free)


def _free_parameters(structure: TaskGraph, pool: Pool) -> list[tuple[int, str]]:
    """List the parameters not filled by a resource, each with its node."""
    return [
        (number, name)
        for number, node in enumerate(structure.nodes)
        for name in pool[node.subtask].parameters
        if name not in node.sources
    ]


def _with_values(structure: TaskGraph, chosen: Mapping[tuple[int, str], str]) -> TaskGraph:
    nodes = (
        GraphNode(n.subtask, {name: v for (at, name), v in chosen.items() if at == i}, n.sources)
        for i, n in enumerate(structure.nodes)
    )
    return canonical_graph(TaskGraph(tuple(nodes)))


def find_fault(graph: TaskGraph, pool: Pool) -> str:
    """Return the reason why a graph with values is not a task, "" if it is one.

    Raises:
        BadSubtask: the value of an output is not known.
    """
    keys = node_keys(graph)
    if len(set(map(repr, keys))) < len(keys):
        return REPEATED
    subtasks = [pool[node.subtask] for node in graph.nodes]
    if any(each.start != subtasks[0].start for each in subtasks):
        return STARTS
    values = fill_parameters(graph, pool)
    things = [fill_template(t, v) for s, v in zip(subtasks, values, strict=True) for t in s.sets]
    if len(set(things)) < len(things):
        return EXCLUSIVE
    if _is_unclear(graph, pool, values=values):
        return UNCLEAR
    checks = [subtask.filled_check(v) for subtask, v in zip(subtasks, values, strict=True)]
    return INCLUDED if any(includes(one, other) for one, other in permutations(checks, 2)) else ""


def _is_unclear(graph: TaskGraph, pool: Pool, *, values: Sequence[Mapping[str, str]]) -> bool:
    """Check whether the phrase of a used output also applies to another node of the same subtask."""
    for source in {source for node in graph.nodes for source in node.sources.values()}:
        name = graph.nodes[source.node].subtask
        phrase = pool[name].output(source.output).phrase
        filled = [
            fill_template(phrase, each)
            for node, each in zip(graph.nodes, values, strict=True)
            if node.subtask == name
        ]
        if filled.count(fill_template(phrase, values[source.node])) > 1:
            return True
    return False


def find_neighbors(pool: Pool, limits: GraphLimits) -> Mapping[str, Neighbors]:
    """Map each subtask to those with the same start that can be in the same graph.

    If a graph may have several parts, these include lasting subtasks of other applications.
    """
    found: dict[str, Neighbors] = {}
    for name, one in sorted(pool.items()):
        others = {other: each for other, each in sorted(pool.items()) if each.start == one.start}
        linked = tuple(other for other in others if _connect(name, other, pool=pool))
        separate = (
            other
            for other, each in others.items()
            if limits.max_parts > 1 and each.is_lasting and each.application != one.application
        )
        found[name] = Neighbors(linked, frozenset(separate))
    return found


def grow_intent(
    neighbors: Mapping[str, Neighbors], size: int, *, random: Random, limits: GraphLimits
) -> Intent:
    """Choose subtasks one by one that can be connected by resources or begin another part.

    Returns fewer than `size` subtasks if no other can be added.
    """
    starts = [name for name, each in neighbors.items() if each.linked or each.separate or size == 1]
    intent = [random.choice(starts)] if starts else []
    parts_left = random.randrange(limits.max_parts) if limits.max_parts > 1 else 0
    while 0 < len(intent) < size:
        uses = Counter(intent)
        linked = {other for each in uses for other in neighbors[each].linked if uses[other] < limits.max_uses}
        separate = (
            frozenset.intersection(*(neighbors[each].separate for each in uses)) if parts_left else set()
        )
        begins = bool(separate) and (not linked or random.random() < BEGIN_RATE)
        if not linked and not begins:
            break
        parts_left -= begins
        intent.append(random.choice(sorted(separate if begins else linked)))
    return tuple(sorted(intent))


def _connect(one: str, other: str, *, pool: Pool) -> bool:
    """Return True if an output of either subtask fills an input of the other."""
    pairs = ((pool[one], pool[other]), (pool[other], pool[one]))
    return any(fills(o.type, kind) for a, b in pairs for o in a.outputs for kind in b.inputs.values())


def sample_filling(structure: TaskGraph, pool: Pool, *, random: Random) -> TaskGraph:
    """Fill the parameters of a structure with candidates chosen at random."""
    free = _free_parameters(structure, pool)
    chosen = {(n, name): random.choice(pool[structure.nodes[n].subtask].candidates[name]) for n, name in free}
    return _with_values(structure, chosen)


def enumerate_intents(pool: Pool, *, sizes: Sequence[int]) -> Iterator[Intent]:
    """Yield every set of distinct subtasks connected by resources, for the given sizes."""
    level: set[Intent] = {(name,) for name in pool}
    for size in range(1, max(sizes, default=0) + 1):
        if size in sizes:
            yield from sorted(level)
        level = {
            tuple(sorted((*intent, name)))
            for intent in level
            for name in pool
            if name not in intent and any(_connect(name, each, pool=pool) for each in intent)
        }
