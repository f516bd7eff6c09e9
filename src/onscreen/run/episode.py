"""The loop: task, device, agent -> Episode."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, TypeAlias

import msgspec

from onscreen.agent.base import Agent
from onscreen.device.base import Device
from onscreen.types import Ask, Decision, Done, Episode, Outcome, Score, Signal, Stop, Task
from onscreen.types.errors import ActionFailed, BudgetSpent, DeviceError, ModelError, NotAllowed

Scorer: TypeAlias = Callable[[Episode, Device], Score]
Watcher: TypeAlias = Callable[[Episode], None]
Person: TypeAlias = Callable[[str], str]
Approval: TypeAlias = Callable[[Episode, Decision], str]


def nobody(question: str) -> str:
    """Answer for a run that no person attends.

    Raises:
        NotAllowed: always; the agent is told that nobody can answer.
    """
    raise NotAllowed(f"nobody is there to answer {question!r}; go on without, or end")


def allow(_episode: Episode, _decision: Decision) -> str:
    """Approve every action: the empty reason is a yes."""
    return ""


def ignore(_episode: Episode) -> None:
    """Watch nothing."""


class Company(msgspec.Struct, frozen=True):
    """Who else takes part in a run.

    `watch` is called with the episode after its first shot, after every step (before the next begins)
    and once more with stop and score. `person` answers Ask. `approve` returns why an action may not be
    done ("" when it may).
    """

    watch: Watcher = ignore
    person: Person = nobody
    approve: Approval = allow


def run_episode(
    episode: Episode, device: Device, *, agent: Agent, signal: Signal, score: Scorer, company: Company
) -> Episode:
    """Run from the episode's last shot until a signal fires; returns it with stop and score.

    A device or a model that fails ends the episode with that reason: it is not raised.
    """
    stop: Stop | None = None
    company.watch(episode)
    while stop is None and (stop := signal(episode)) is None:
        try:
            episode = _step(episode, device, agent=agent, company=company)
            stop = _ended_by_place(episode, device)
        except DeviceError as error:
            stop = Stop("device failed", str(error))
        except BudgetSpent as error:
            stop = Stop("cost", str(error))
        except ModelError as error:
            stop = Stop("model failed", str(error))
        else:
            company.watch(episode)
    ended = msgspec.structs.replace(episode, stop=stop)
    ended = msgspec.structs.replace(ended, score=score(ended, device))
    company.watch(ended)
    return ended


def begin(task: Task, device: Device, *, agent: str = "", model: str = "") -> Episode:
    """Start the device for the task and return the episode of one shot.

    A task that asks the place for its instruction gets it here, so that the episode holds it.

    Raises:
        DeviceError: the device cannot be brought to the start, or the place gives no instruction.
    """
    device.start(task.start)
    if task.start.ask:
        task = msgspec.structs.replace(task, instruction=_asked(task, device))
    return Episode(
        task, (device.observe(),), agent=agent, model=model, device=device.name, started_at=time.time()
    )


def _asked(task: Task, device: Device) -> str:
    found = device.read(task.start.ask)
    try:
        instruction: str = msgspec.json.decode(found, type=Annotated[str, msgspec.Meta(min_length=1)])
    except msgspec.DecodeError as error:
        raise DeviceError(
            f"the instruction of task {task.name!r} is read from {task.start.ask!r}; "
            f"expected text that is not empty, found {found!r}"
        ) from error
    return instruction


def _ended_by_place(episode: Episode, device: Device) -> Stop | None:
    """Return the stop of a place that has ended the run itself; an agent's own Done goes first."""
    over = episode.task.over
    if not over or isinstance(episode.decisions[-1].action, Done) or device.read(over) != "true":
        return None
    return Stop("done", f"the page says the episode is over: {over} is true")


def _step(episode: Episode, device: Device, *, agent: Agent, company: Company) -> Episode:
    decision = agent.act(episode)
    outcome = _perform(episode, device, decision=decision, company=company)
    over = isinstance(decision.action, Done)
    return episode.then(decision, outcome, shot=episode.last if over else device.observe())


def _perform(episode: Episode, device: Device, *, decision: Decision, company: Company) -> Outcome:
    action = decision.action
    try:
        if refusal := company.approve(episode, decision):
            raise NotAllowed(refusal)
        if isinstance(action, Done):
            return Outcome()
        if isinstance(action, Ask):
            return Outcome(company.person(action.question))
        return Outcome(device.perform(action))
    except ActionFailed as error:
        return Outcome(str(error), failed=type(error).__name__)
