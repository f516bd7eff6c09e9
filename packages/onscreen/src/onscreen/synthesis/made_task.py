"""Tasks composed from task graphs, and their file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from onscreen.routines.text_template import fill_template
from onscreen.store.json_lines import write_json_lines
from onscreen.synthesis.graph_grades import GraphMeasures, measure_graph
from onscreen.synthesis.graph_instruction import write_instruction
from onscreen.synthesis.subtask_template import SubtaskTemplate
from onscreen.synthesis.task_graph import Pool, TaskGraph, fill_parameters
from onscreen.types import AllOf, Check, StateHas, Task, TaskNode, Then
from onscreen.types.errors import UsageError

TASKS_FILE = "tasks.jsonl"


class BadTaskFile(UsageError):
    """Raised if a file of composed tasks cannot be used."""


class MadeTask(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A task composed from a graph, with its device and the measures on which grades are based."""

    task: Task
    graph: TaskGraph
    measures: GraphMeasures
    platform: str

    @property
    def is_chain(self) -> bool:
        """True if each subtask uses only the previous one, and no subtasks are parallel."""
        return self.measures.branch == 1 and self.measures.dependency == self.measures.instruction - 1


class TaskFile(msgspec.Struct, frozen=True):
    """The tasks of a file, and one message for each line that cannot be used."""

    tasks: tuple[MadeTask, ...]
    faults: tuple[str, ...]


def make_task(graph: TaskGraph, pool: Pool, *, instruction: str = "") -> MadeTask:
    """Make a task from a graph with values; an empty instruction is replaced by a generated one.

    Raises:
        BadSubtask: a subtask or output is unknown, or a value cannot be filled into a check.
    """
    subtasks = [pool[node.subtask] for node in graph.nodes]
    nodes = tuple(
        TaskNode(
            fill_template(subtask.instruction, values),
            subtask.application,
            subtask.filled_check(values),
            graph.predecessors(number),
        )
        for number, (subtask, values) in enumerate(zip(subtasks, fill_parameters(graph, pool), strict=True))
    )
    task = Task(
        instruction or write_instruction(graph, pool),
        name=name_graph(graph),
        start=subtasks[0].start,
        check=_final_check(nodes, subtasks),
        person_steps=sum(subtask.person_steps for subtask in subtasks),
        nodes=nodes,
    )
    return MadeTask(task, graph, measure_graph(graph, pool), subtasks[0].platform)


def name_graph(graph: TaskGraph) -> str:
    """Name a graph by its number of nodes and a hash of its content."""
    digest = hashlib.sha256(msgspec.json.encode(graph)).hexdigest()
    return f"graph-{len(graph.nodes)}-{digest[:10]}"


def _final_check(nodes: tuple[TaskNode, ...], subtasks: Iterable[SubtaskTemplate]) -> Check:
    """Combine the checks of the nodes.

    Lasting checks must hold at the end. A check that holds only during the run must hold earlier, except for
    its conditions on the stored state, which is read only at the end.
    """
    lasting: list[Check] = []
    passing: list[Check] = []
    for node, subtask in zip(nodes, subtasks, strict=True):
        parts = node.check.checks if isinstance(node.check, AllOf) else (node.check,)
        shown = tuple(each for each in parts if not isinstance(each, StateHas))
        if subtask.is_lasting:
            lasting.append(node.check)
        elif len(shown) == len(parts):
            passing.append(node.check)
        else:
            lasting += (each for each in parts if isinstance(each, StateHas))
            passing += (AllOf(shown),) if shown else ()
    at_end = AllOf(tuple(lasting))
    return AllOf((*lasting, *(Then((check, at_end)) for check in passing)))


def write_tasks(file: Path, tasks: Iterable[MadeTask]) -> None:
    """Write tasks to a file, one JSON object per line.

    Raises:
        CannotWrite: the file cannot be written.
    """
    write_json_lines(file, tasks)


def read_tasks(file: Path) -> TaskFile:
    """Load the tasks of a file; unusable lines are reported and skipped.

    Raises:
        BadTaskFile: the file cannot be read, or has no usable line.
    """
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError as error:
        raise BadTaskFile(
            f"{file} cannot be read: {error.strerror}; make it with: onscreen compose {file.parent}"
        ) from error
    decoder = msgspec.json.Decoder(MadeTask)
    tasks: dict[str, MadeTask] = {}
    faults: list[str] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        where = f"{file}, line {number}"
        try:
            made = decoder.decode(line)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            faults.append(f"{where} cannot be read: {error}; fix the line, or remove it")
            continue
        fault = _find_fault(made, known=tasks)
        if fault:
            faults.append(f"{where}: {fault}; fix the line, or remove it")
            continue
        tasks[made.task.name] = made
    if not tasks:
        raise BadTaskFile("; ".join([f"{file} has no usable task", *faults[:1]]))
    return TaskFile(tuple(tasks.values()), tuple(faults))


def _find_fault(made: MadeTask, *, known: Mapping[str, MadeTask]) -> str:
    """Return the reason why a loaded task is invalid, "" if it is valid."""
    if made.task.name in known:
        return f"the task {made.task.name!r} occurs twice"
    if len(made.task.nodes) != len(made.graph.nodes) or not made.task.nodes:
        return f"the task has {len(made.task.nodes)} nodes and its graph {len(made.graph.nodes)}"
    if made.task.check is None:
        return "the task has no check"
    for number, node in enumerate(made.task.nodes):
        if any(not 0 <= before < number for before in node.after):
            return f"node {number} comes after {list(node.after)}; expected lower numbers"
    return ""
