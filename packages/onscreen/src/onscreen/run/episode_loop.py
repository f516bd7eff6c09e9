"""The loop: task, device, agent -> Episode."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Annotated, TypeAlias

import msgspec

from onscreen.agent.base import Agent
from onscreen.device.base import Device
from onscreen.store.secrets import fill_secrets, hide_secrets, read_secrets
from onscreen.types import Ask, Decision, Done, Episode, Outcome, Score, Signal, Stop, Task, Type
from onscreen.types.errors import ActionFailed, BadReply, BudgetSpent, DeviceError, ModelError, NotAllowed

Scorer: TypeAlias = Callable[[Episode, Device], Score]
UpdateCallback: TypeAlias = Callable[[Episode], None]
AskUser: TypeAlias = Callable[[str], str]
ApprovalPolicy: TypeAlias = Callable[[Episode, Decision], str]


def no_user(question: str) -> str:
    """Answer for a run that no person attends.

    Raises:
        NotAllowed: always; the agent is told that nobody can answer.
    """
    raise NotAllowed(f"nobody is there to answer {question!r}; go on without, or end")


def allow_all(_episode: Episode, _decision: Decision) -> str:
    """Approve every action: the empty reason is a yes."""
    return ""


def ignore_update(_episode: Episode) -> None:
    """Watch nothing."""


class RunHooks(msgspec.Struct, frozen=True):
    """Who else takes part in a run.

    `on_update` is called with the episode after its first shot, after every step (before the next begins)
    and once more with stop and score. `ask_user` answers Ask. `approve` returns why an action may not be
    done ("" when it may).
    """

    on_update: UpdateCallback = ignore_update
    ask_user: AskUser = no_user
    approve: ApprovalPolicy = allow_all


def run_episode(
    episode: Episode, device: Device, *, agent: Agent, signal: Signal, score: Scorer, hooks: RunHooks
) -> Episode:
    """Run from the episode's last shot until a signal fires; returns it with stop and score.

    A device or a model that fails, or a person who interrupts (Ctrl-C), ends the episode with that
    reason: it is not raised.
    """
    stop: Stop | None = None
    hooks.on_update(episode)
    while stop is None and (stop := signal(episode)) is None:
        try:
            episode, stop = _decide_and_perform(episode, device, agent=agent, hooks=hooks)
            if stop is None:
                hooks.on_update(episode)
        except KeyboardInterrupt:
            stop = Stop("interrupted", f"by the person, after {len(episode.decisions)} steps")
    ended = msgspec.structs.replace(episode, stop=stop)
    ended = msgspec.structs.replace(ended, score=score(ended, device))
    hooks.on_update(ended)
    return ended


def start_episode(
    task: Task, device: Device, *, agent: str = "", model: str = "", started: bool = False
) -> Episode:
    """Start the device for the task, unless it is `started`, and return the episode of one shot.

    A task that asks the place for its instruction gets it here, so that the episode holds it; so does a task
    that names neither applications nor one to start in, where the device can tell which there are.

    Raises:
        UsageError: a secret of the task is not set.
        DeviceError: the device cannot be brought to the start, or the place gives no instruction.
    """
    secrets = read_secrets(task.secrets)
    if not started:
        device.start(task.start)
    if not task.tools and not task.start.address:
        task = msgspec.structs.replace(task, tools=device.tools())
    if task.start.ask:
        task = msgspec.structs.replace(task, instruction=_read_instruction(task, device))
    started_at = time.time()
    shot = hide_secrets(device.observe(), secrets)
    return Episode(task, (shot,), agent=agent, model=model, device=device.name, started_at=started_at)


def _read_instruction(task: Task, device: Device) -> str:
    found = device.read(task.start.ask)
    try:
        instruction: str = msgspec.json.decode(found, type=Annotated[str, msgspec.Meta(min_length=1)])
    except msgspec.DecodeError as error:
        raise DeviceError(
            f"the instruction of task {task.name!r} is read from {task.start.ask!r}; "
            f"expected text that is not empty, found {found!r}"
        ) from error
    return instruction


def _environment_stop(episode: Episode, device: Device) -> Stop | None:
    """Return the stop of a place that has ended the run itself; an agent's own Done goes first."""
    over = episode.task.over
    if not over or isinstance(episode.decisions[-1].action, Done) or device.read(over) != "true":
        return None
    return Stop("done", f"the page says the episode is over: {over} is true")


def _decide_and_perform(
    episode: Episode, device: Device, *, agent: Agent, hooks: RunHooks
) -> tuple[Episode, Stop | None]:
    """Return the episode with one more step, or as it was when the model failed, and why it ends here."""
    try:
        decision = agent.act(episode)
    except BudgetSpent as error:
        return episode, Stop("cost", str(error))
    except (ModelError, BadReply) as error:
        return episode, Stop("model failed", str(error))
    try:
        episode = run_step(episode, device, decision=decision, hooks=hooks)
        return episode, _environment_stop(episode, device)
    except DeviceError as error:
        if not episode.decisions or episode.decisions[-1] is not decision:
            lost = Outcome(str(error), failed=type(error).__name__)
            episode = episode.then(decision, lost, shot=episode.last)
        return episode, Stop("device failed", str(error))


def run_step(episode: Episode, device: Device, *, decision: Decision, hooks: RunHooks) -> Episode:
    """Do the action of a decision and return the episode with this step; what cannot be done is its outcome.

    Raises:
        DeviceError: the device is gone.
    """
    secrets = read_secrets(episode.task.secrets)
    outcome = hide_secrets(_perform(episode, device, decision=decision, hooks=hooks), secrets)
    over = isinstance(decision.action, Done)
    return episode.then(
        decision, outcome, shot=episode.last if over else hide_secrets(device.observe(), secrets)
    )


def _perform(episode: Episode, device: Device, *, decision: Decision, hooks: RunHooks) -> Outcome:
    action = decision.action
    try:
        if refusal := hooks.approve(episode, decision):
            raise NotAllowed(refusal)
        if isinstance(action, Done):
            return Outcome()
        if isinstance(action, Ask):
            return Outcome(hooks.ask_user(action.question))
        if isinstance(action, Type):
            action = msgspec.structs.replace(
                action, text=fill_secrets(action.text, read_secrets(episode.task.secrets))
            )
        return Outcome(device.perform(action))
    except ActionFailed as error:
        return Outcome(str(error), failed=type(error).__name__)
