"""Composition of distinct tasks from a pool of subtasks, chosen by a random seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from random import Random

import msgspec

from onscreen.synthesis.graph_composition import (
    GraphLimits,
    Intent,
    find_fault,
    find_neighbors,
    grow_intent,
    sample_filling,
    sample_structure,
)
from onscreen.synthesis.graph_instruction import find_instruction_fault, write_instruction
from onscreen.synthesis.made_task import MadeTask, make_task, name_graph
from onscreen.synthesis.subtask_template import BadSubtask
from onscreen.synthesis.task_graph import Pool, TaskGraph, strip_values
from onscreen.types.errors import UsageError

ALIKE = "a task that differs from others only in its values"
REPEATED_TASK = "a task that was composed already"
OTHER_SHAPE = "a graph of another shape"
FEW_DEVICES = "a graph on too few devices"
NO_CONNECTION = "no further subtask that connects"
UNUSABLE = "a value that cannot be used"
DEFAULT_LIMITS = GraphLimits()
MAX_FAILED_TRIES = 5_000
"""Consecutive attempts without a new task after which a pool counts as exhausted (about five seconds)."""

TRIES_PER_SIZE = 100
"""Consecutive failures after which another size is chosen, so that difficult sizes stay frequent."""


MAX_MISSES = 1_000
"""Consecutive failures after which the tasks of a size count as exhausted."""


class ComposedTasks(msgspec.Struct, frozen=True):
    """Distinct tasks, and the number of excluded attempts by reason."""

    tasks: tuple[MadeTask, ...]
    excluded: Mapping[str, int]


def compose_tasks(
    pool: Pool,
    count: int,
    *,
    seed: int,
    limits: GraphLimits = DEFAULT_LIMITS,
    max_failed_tries: int = MAX_FAILED_TRIES,
) -> ComposedTasks:
    """Compose up to `count` distinct tasks; the same pool and seed give the same tasks.

    Returns fewer tasks if no new one is found in `max_failed_tries` consecutive attempts.

    Raises:
        UsageError: the pool is empty, or no graph is within the limits.
    """
    if not pool:
        raise UsageError("there is no subtask to compose tasks from; find some with: onscreen discover")
    if not 1 <= limits.min_nodes <= limits.max_nodes or limits.max_uses < 1:
        raise UsageError(f"{limits} allows no graph; expected 1 <= min_nodes <= max_nodes and max_uses >= 1")
    random = Random(seed)  # noqa: S311  a reproducible choice, not a secret
    tasks: dict[str, MadeTask] = {}
    excluded: Counter[str] = Counter()
    failed, neighbors = 0, find_neighbors(pool, limits)
    misses: Counter[int] = Counter()
    alike: Counter[str] = Counter()
    size = 0
    while len(tasks) < count and failed < max_failed_tries:
        if failed % TRIES_PER_SIZE == 0:
            size = _choose_size(misses, random=random, limits=limits)
        intent = grow_intent(neighbors, size, random=random, limits=limits)
        is_whole = len(intent) == size
        made = (
            _try_task(pool, intent, known=tasks, random=random, limits=limits) if is_whole else NO_CONNECTION
        )
        if isinstance(made, MadeTask) and limits.max_alike:
            form = name_graph(strip_values(made.graph))
            alike[form] += 1
            made = ALIKE if alike[form] > limits.max_alike else made
        reason = made if isinstance(made, str) else ""
        failed = failed + 1 if reason else 0
        misses[size] = misses[size] + 1 if reason else 0
        if reason:
            excluded[reason] += 1
        elif isinstance(made, MadeTask):
            tasks[made.task.name] = made
    return ComposedTasks(tuple(tasks.values()), dict(excluded.most_common()))


def _choose_size(misses: Mapping[int, int], *, random: Random, limits: GraphLimits) -> int:
    """Choose the size of the next task, preferably one without too many consecutive failures."""
    sizes = range(limits.min_nodes, limits.max_nodes + 1)
    return random.choice([each for each in sizes if misses.get(each, 0) < MAX_MISSES] or list(sizes))


def _try_task(
    pool: Pool, intent: Intent, *, known: Container[str], random: Random, limits: GraphLimits
) -> MadeTask | str:
    """Compose one task of an intent at random, or return the reason why the attempt failed.

    `known` contains the names of the tasks already composed.
    """
    if len({pool[name].device for name in intent}) < limits.min_devices:
        return FEW_DEVICES
    structure, fault = sample_structure(intent, pool, random=random, max_parts=limits.max_parts)
    if fault:
        return fault
    graph = sample_filling(structure, pool, random=random)
    if name_graph(graph) in known:
        return REPEATED_TASK
    made = check_and_make(graph, pool)
    if isinstance(made, MadeTask) and limits.shape != "any" and made.is_chain != (limits.shape == "chain"):
        return OTHER_SHAPE
    return made


def check_and_make(graph: TaskGraph, pool: Pool) -> MadeTask | str:
    """Make the task of a graph with values, or return the reason why the graph is not a task."""
    try:
        fault = find_fault(graph, pool)
        if fault:
            return fault
        instruction = write_instruction(graph, pool)
        fault = find_instruction_fault(instruction, graph, pool=pool)
        return fault or make_task(graph, pool, instruction=instruction)
    except BadSubtask:
        return UNUSABLE
