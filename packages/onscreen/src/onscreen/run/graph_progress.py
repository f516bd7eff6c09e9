"""Progress of a run on a task graph: which subtasks are done, evaluated after every step.

A node is evaluated once all of its predecessors are done, and stays done. All levels are evaluated, including
the last one, and also after the last step.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.device.base import Device
from onscreen.score.check_evaluation import EvaluationContext, evaluate, score_task
from onscreen.score.graph_metrics import coverage_rate, logical_consistency, ready_nodes, topological_order
from onscreen.score.value_cache import ValueCache
from onscreen.types import Episode, GraphScore, Score, Stop, TaskNode

MAX_IDLE_STEPS = 20
"""Steps without a newly completed subtask after which a run ends (OmniBench, section 4.1)."""


class GraphProgress:
    """Completed nodes of a task graph during one run.

    Its methods are a stop signal and a scorer for `run_episode`. A run that is resumed evaluates all nodes
    again, in the state in which it continues.
    """

    def __init__(
        self, nodes: Sequence[TaskNode], device: Device, *, max_idle_steps: int = MAX_IDLE_STEPS
    ) -> None:
        """Start with no completed node.

        Raises:
            UsageError: the graph has a cycle or an unknown predecessor.
        """
        topological_order(nodes)
        self._nodes = tuple(nodes)
        self._device = device
        self._max_idle_steps = max_idle_steps
        self._order: list[int] = []
        self._last_new = 0

    @property
    def order(self) -> tuple[int, ...]:
        """Numbers of the completed nodes in the order of completion."""
        return tuple(self._order)

    def update(self, episode: Episode) -> None:
        """Evaluate the nodes whose predecessors are done, repeatedly until no other node becomes done.

        If several nodes are completed by the same step, those of the previous node's application come first.
        """
        context = EvaluationContext(episode, ValueCache(self._device))
        while done := [
            number
            for number in ready_nodes(self._nodes, self._order)
            if evaluate(self._nodes[number].check, context).holds
        ]:
            last = self._nodes[self._order[-1]].application if self._order else ""
            self._order += sorted(
                done, key=lambda n: (self._nodes[n].application != last, self._nodes[n].application, n)
            )
            self._last_new = len(episode.decisions)

    def signal(self, episode: Episode) -> Stop | None:
        """Stop a run that has taken too many steps without completing another subtask."""
        self.update(episode)
        idle = len(episode.decisions) - self._last_new
        if idle < self._max_idle_steps or len(self._order) == len(self._nodes):
            return None
        return Stop(
            "stuck",
            f"no subtask was completed in {idle} steps, {len(self._order)} of {len(self._nodes)} are done",
        )

    def score(self, episode: Episode, device: Device) -> Score:
        """Score a run by the check of its task, and add the metrics of its graph."""
        self.update(episode)
        graph = GraphScore(
            coverage_rate(self._nodes, self._order),
            logical_consistency(self._nodes, self._order),
            self.order,
        )
        return msgspec.structs.replace(score_task(episode, device), graph=graph)
