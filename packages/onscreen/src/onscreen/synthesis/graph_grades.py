"""Grades of task graphs in five dimensions, and the tested capabilities (OmniBench, section 3.3).

The thresholds of the paper depend on its graphs and are not stated in its text. The thresholds here were
chosen so that each level contains some of the graphs of 1 to 6 nodes within the default composition limits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

from onscreen.synthesis.task_graph import Pool, TaskGraph, graph_depths

Level: TypeAlias = Literal["easy", "medium", "hard"]
Dimension: TypeAlias = Literal["dependency", "instruction", "knowledge", "hierarchy", "branch"]
Capability: TypeAlias = Literal[
    "parallel-planning",
    "long-range-planning",
    "long-instruction",
    "cross-domain-decision",
    "subtask-identification",
    "dependency-identification",
    "sequential-reasoning",
    "domain-knowledge",
]

DIMENSIONS: tuple[Dimension, ...] = ("dependency", "instruction", "knowledge", "hierarchy", "branch")
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard")


class Thresholds(msgspec.Struct, frozen=True):
    """Largest measure of an easy and of a medium graph; larger graphs are hard."""

    easy: int
    medium: int


THRESHOLDS: Mapping[Dimension, Thresholds] = MappingProxyType(
    {
        "dependency": Thresholds(1, 3),
        "instruction": Thresholds(2, 4),
        "knowledge": Thresholds(1, 2),
        "hierarchy": Thresholds(1, 2),
        "branch": Thresholds(1, 2),
    }
)
"""Thresholds for the numbers of edges, nodes, applications and levels, and for the width."""


class GraphMeasures(msgspec.Struct, frozen=True):
    """Numbers of edges, nodes and applications of a graph, its depth, and its width.

    The width is the largest number of nodes of the same depth.
    """

    dependency: int
    instruction: int
    knowledge: int
    hierarchy: int
    branch: int


class Grades(msgspec.Struct, frozen=True):
    """Level of a graph in each of the five dimensions."""

    dependency: Level
    instruction: Level
    knowledge: Level
    hierarchy: Level
    branch: Level


def measure_graph(graph: TaskGraph, pool: Pool) -> GraphMeasures:
    """Measure a graph in the five graded dimensions.

    Raises:
        BadSubtask: the resources form a cycle.
    """
    depths = graph_depths(graph)
    return GraphMeasures(
        dependency=len(graph.edges),
        instruction=len(graph.nodes),
        knowledge=len({pool[node.subtask].application for node in graph.nodes}),
        hierarchy=max(depths),
        branch=max(Counter(depths).values()),
    )


def grade_graph(measures: GraphMeasures, thresholds: Mapping[Dimension, Thresholds] = THRESHOLDS) -> Grades:
    """Grade a graph as easy, medium or hard in each dimension."""
    return Grades(**{d: _level(getattr(measures, d), thresholds[d]) for d in DIMENSIONS})


def _level(measure: int, thresholds: Thresholds) -> Level:
    if measure <= thresholds.easy:
        return "easy"
    return "medium" if measure <= thresholds.medium else "hard"


def find_capabilities(grades: Grades) -> tuple[Capability, ...]:
    """List the capabilities that a graph with these grades tests.

    A capability is a filter on the grades: parallel planning needs several branches with dependencies,
    long-range planning many levels, a long instruction many nodes, a cross-domain decision many applications,
    subtask identification many nodes in several branches, dependency identification many edges, sequential
    reasoning levels without branches, and domain knowledge a single application.
    """
    tests: Mapping[Capability, bool] = {
        "parallel-planning": grades.branch != "easy" and grades.dependency != "easy",
        "long-range-planning": grades.hierarchy == "hard",
        "long-instruction": grades.instruction == "hard",
        "cross-domain-decision": grades.knowledge == "hard",
        "subtask-identification": grades.instruction != "easy" and grades.branch != "easy",
        "dependency-identification": grades.dependency == "hard",
        "sequential-reasoning": grades.hierarchy != "easy" and grades.branch == "easy",
        "domain-knowledge": grades.knowledge == "easy",
    }
    return tuple(name for name, is_tested in tests.items() if is_tested)
