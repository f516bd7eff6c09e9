"""Agent `joined`, which replays the joined trajectories of a composed task's subtasks.

The instruction of the task is parsed into its graph. The trajectory of each node is filled with the node's
values and played in an order that the resources allow. The agent is the reference solution of composed tasks:
it verifies their checks, and its episodes are demonstrations for training.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

import msgspec

from onscreen.discovery.subtask_items import SubtaskItem
from onscreen.discovery.trajectory import Steps, TrajectoryStep, Values, fill_step
from onscreen.discovery.trajectory_player import MAX_BACKS, MAX_SCROLLS, can_scroll
from onscreen.perceive.element_kinds import is_blocked
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import Cascade
from onscreen.routines.text_template import fill_template
from onscreen.store.review_items import ITEMS_FOLDER, BadReview
from onscreen.synthesis.graph_instruction import parse_instruction
from onscreen.synthesis.subtask_review import read_reviewed
from onscreen.synthesis.subtask_template import SubtaskTemplate
from onscreen.synthesis.task_graph import Pool, TaskGraph, fill_parameters, make_pool, order_nodes
from onscreen.types import (
    Action,
    Back,
    Click,
    Decision,
    Done,
    Element,
    Episode,
    Open,
    Plan,
    Scroll,
    Subtask,
    Wait,
)
from onscreen.types.errors import BadText

Trajectories: TypeAlias = Mapping[str, Steps]
"""Trajectories by the ids of their subtasks."""

WAIT_SEC = 2.0
"""Time to wait for a target that is not yet on the screen, in seconds."""

_PLAYED, _SEARCHED, _LEFT = "trajectory", "search of the target", "return to the start"
"""Values of `Decision.why` that mark the agent's own past steps."""


class JoinedStep(msgspec.Struct, frozen=True):
    """A step of a joined replay: a trajectory step with its values, or the opening of an application.

    `node` is the number of the node in its graph. `step` is None for the opening of `address`, which is a
    name or an address. If `leaves` is True, the application `before` is left with Back first, because it
    would later reopen on its last screen. An application opened from `before`, such as the form of another
    application, is always left.
    """

    node: int
    values: Values = {}
    step: TrajectoryStep | None = None
    address: str = ""
    leaves: bool = False
    before: str = ""


def join_trajectories(
    graph: TaskGraph, pool: Pool, *, trajectories: Trajectories, omit: int = -1, last: int = -1
) -> tuple[JoinedStep, ...]:
    """Join the trajectories of the nodes of a graph, without the node number `omit`.

    The node number `last`, whose outputs must not be used by other nodes, comes last.

    Raises:
        BadText: a subtask has no trajectory.
        BadSubtask: a subtask or the value of an output is unknown.
    """
    values = fill_parameters(graph, pool)
    order = [number for number in order_nodes(graph) if number not in {omit, last}]
    order += [last] if last >= 0 else []
    subtasks = [pool[graph.nodes[number].subtask] for number in order]
    joined: list[JoinedStep] = []
    for at, (number, subtask) in enumerate(zip(order, subtasks, strict=True)):
        if subtask.id not in trajectories:
            raise BadText(f"the subtask {subtask.id!r} has no trajectory; find it with: onscreen discover")
        before = subtasks[at - 1] if at else None
        if before is not None or not subtask.address or subtask.device != subtask.start.device:
            later = {each.application for each in subtasks[at:]}
            left = before.application if before is not None and not before.address else ""
            joined += _opening(number, subtask, before=left, leaves=left in later)
        joined += (JoinedStep(number, values[number], step) for step in trajectories[subtask.id])
    return tuple(joined)


def _opening(number: int, subtask: SubtaskTemplate, *, before: str, leaves: bool) -> Iterator[JoinedStep]:
    """Yield the opening of an application, by its address, or by its name on a device with a home screen.

    A combined device that starts at an address is brought to the front first.
    """
    opened = [subtask.device, subtask.address] if subtask.address else [subtask.application]
    for rank, address in enumerate(filter(None, opened)):
        left = before if rank == 0 else ""
        yield JoinedStep(number, address=address, leaves=leaves and bool(left), before=left)


class JoinedReplay:
    """Agent that plays the trajectories of composed tasks.

    `omit` is the number of a node to leave out, and `last` that of a node to play last.
    """

    name = "joined"

    def __init__(self, pool: Pool, trajectories: Trajectories, *, omit: int = -1, last: int = -1) -> None:
        """Create an agent for the tasks composed from a pool."""
        self._pool = pool
        self._trajectories = trajectories
        self._omit = omit
        self._last = last
        self._joined: dict[str, tuple[JoinedStep, ...]] = {}

    def act(self, episode: Episode) -> Decision:
        """Return the next step of the joined trajectories."""
        try:
            joined = self._join(episode.task.instruction)
        except BadText as error:
            return Decision(Done(str(error), achieved=False))
        played = _count_played(episode)
        if played >= len(joined):
            return Decision(Done(), why=_PLAYED)
        step = joined[played]
        return msgspec.structs.replace(next_decision(step, episode), plan=plan_of(step, episode))

    def next_node(self, episode: Episode) -> int | None:
        """Return the number of the node whose step is next, None after the last one.

        Raises:
            BadText: the instruction cannot be parsed, or a subtask has no trajectory.
        """
        joined, played = self._join(episode.task.instruction), _count_played(episode)
        return joined[played].node if played < len(joined) else None

    def _join(self, instruction: str) -> tuple[JoinedStep, ...]:
        """Return the joined trajectories of an instruction, computed only once."""
        if instruction not in self._joined:
            graph = parse_instruction(instruction, self._pool)
            self._joined[instruction] = join_trajectories(
                graph, self._pool, trajectories=self._trajectories, omit=self._omit, last=self._last
            )
        return self._joined[instruction]


def _count_played(episode: Episode) -> int:
    return sum(1 for decision in episode.decisions if decision.why == _PLAYED)


def plan_of(step: JoinedStep, episode: Episode) -> Plan:
    """Return the plan whose subtasks are the nodes of the task; empty if the task has no such node."""
    subtasks = tuple(Subtask(node.name) for node in episode.task.nodes)
    return Plan(subtasks=subtasks, at=step.node) if step.node < len(subtasks) else Plan()


def next_decision(step: JoinedStep, episode: Episode) -> Decision:
    """Return the action of a step, or an action that searches for its target."""
    searched = list(_actions_since_last_step(episode))
    if step.step is None:
        if _must_leave(step, episode) and len(searched) < MAX_BACKS:
            return Decision(Back(), why=_LEFT)
        return Decision(Open(step.address), why=_PLAYED)
    filled = fill_step(step.step, episode.last, values=step.values)
    if filled is not None:
        return Decision(filled.action, why=_PLAYED)
    search = _next_search(episode, searched)
    if search is not None:
        return Decision(search, why=_SEARCHED)
    target = fill_template(step.step.name, step.values) or step.step.role
    return Decision(Done(f"there is no {step.step.role} {target!r}", achieved=False), why=_PLAYED)


def _next_search(episode: Episode, searched: Sequence[Action]) -> Action | None:
    """Return the next action that may reveal a missing target; None if all were tried."""
    scrolls = sum(isinstance(each, Scroll) for each in searched)
    if can_scroll(episode.last) and scrolls < MAX_SCROLLS:
        return Scroll("down")
    tab = next(_other_tabs(episode, searched), None)
    if tab is not None:
        return Click(tab)
    return None if any(isinstance(each, Wait) for each in searched) else Wait(WAIT_SEC)


def _other_tabs(episode: Episode, searched: Sequence[Action]) -> Iterator[Element]:
    """Yield the untried tabs on the first screen of an application.

    An application may open on the tab that an earlier subtask chose.
    """
    played = next((each for each in reversed(episode.decisions) if each.why == _PLAYED), None)
    if played is None or not isinstance(played.action, Open):
        return
    tried = {
        each.target.name for each in searched if isinstance(each, Click) and isinstance(each.target, Element)
    }
    for each in build_screen(episode.last).elements:
        if (
            each.role == "tab"
            and each.name not in tried
            and not each.has("selected")
            and not is_blocked(each)
        ):
            yield each


def _must_leave(step: JoinedStep, episode: Episode) -> bool:
    """Check whether the foreground application must be left with Back before another one is opened."""
    front = episode.last.app
    is_other = bool(step.before) and front.casefold() != step.before.casefold()
    return front != episode.shots[0].app and (step.leaves or is_other)


def _actions_since_last_step(episode: Episode) -> Iterator[Action]:
    """Yield the actions since the last trajectory step, latest first."""
    for decision in reversed(episode.decisions):
        if decision.why == _PLAYED:
            return
        yield decision.action


def read_trajectories(folder: Path) -> Trajectories:
    """Read the trajectories of the discovered subtasks in a folder.

    Raises:
        BadReview: an item cannot be read; the message names its file.
    """
    found: dict[str, Steps] = {}
    for file in sorted((folder / ITEMS_FOLDER).glob("*.json")):
        try:
            item = msgspec.json.decode(file.read_bytes(), type=SubtaskItem)
        except (OSError, msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise BadReview(f"{file} is not a discovered subtask: {error}; correct or remove it") from error
        found[item.id] = item.steps
    return found


def joined(_cascade: Cascade, folder: str = "") -> JoinedReplay:
    """Create the agent for the tasks composed from the subtasks in a folder.

    Without a folder, no task has a trajectory.

    Raises:
        BadSubtask: the subtasks cannot be read.
        BadReview: a trajectory or a decision of the review cannot be read.
    """
    if not folder:
        return JoinedReplay({}, {})
    path = Path(folder)
    return JoinedReplay(make_pool(read_reviewed(path).subtasks), read_trajectories(path))
