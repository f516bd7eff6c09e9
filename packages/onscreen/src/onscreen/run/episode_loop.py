"""Main agent loop, which observes the screen, decides and acts until a stop signal fires."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeAlias

import msgspec

from onscreen.agent.base import Agent
from onscreen.deadline import NO_LIMIT, TimeLimit, check_limit, extend, now, within
from onscreen.device.base import Device
from onscreen.run.argument_origins import with_origins
from onscreen.run.timed_device import TimedDevice
from onscreen.store.secrets import fill_secrets, hide_secrets, read_secrets
from onscreen.types import (
    Ask,
    Decision,
    Done,
    Episode,
    Exchange,
    Open,
    Outcome,
    Score,
    Signal,
    Stop,
    Task,
    Tool,
    Type,
)
from onscreen.types.action_limits import find_excess
from onscreen.types.episode import Reason
from onscreen.types.errors import (
    ActionFailed,
    ActionHadNoEffect,
    BadReply,
    BudgetSpent,
    DeviceError,
    ElementCovered,
    ModelError,
    NotAllowed,
    NotSupported,
    QueryInterrupted,
    TimeLimitReached,
)
from onscreen.types.pluralization import count_noun
from onscreen.types.task import find_tool

Scorer: TypeAlias = Callable[[Episode, Device], Score]
UpdateCallback: TypeAlias = Callable[[Episode], None]
AskUser: TypeAlias = Callable[[str], str]
ApprovalPolicy: TypeAlias = Callable[[Episode, Decision], str]


def no_user(question: str) -> str:
    """Reject a question because no user is available to answer it.

    Raises:
        NotAllowed: always; the agent receives it as the outcome of Ask.
    """
    raise NotAllowed(f"no user is attached to answer {question!r}; continue without an answer, or finish")


def allow_all(_episode: Episode, _decision: Decision) -> str:
    """Return "", which approves every action."""
    return ""


def ignore_update(_episode: Episode) -> None:
    """Do nothing; the default callback for updates of an episode."""


class RunHooks(msgspec.Struct, frozen=True):
    """Callbacks that report progress, answer questions and approve actions during a run.

    `on_update` is called with the episode after its first shot, after every step (before the next step
    starts), and once more when stop and score are set. `ask_user` answers the questions of Ask actions.
    `approve` returns why an action is refused; "" approves it.
    """

    on_update: UpdateCallback = ignore_update
    ask_user: AskUser = no_user
    approve: ApprovalPolicy | None = None


SCORE_SEC = 1.0
"""Time for scoring a run after its time limit, in seconds; a page answers in a fraction of a second."""


def run_episode(
    episode: Episode,
    device: Device,
    *,
    agent: Agent,
    signal: Signal,
    score: Scorer,
    hooks: RunHooks,
    limit: TimeLimit = NO_LIMIT,
) -> Episode:
    """Run an agent from the last observation in an episode until a stop signal fires.

    Returns the episode with stop and score. Device errors, model errors, Ctrl-C and the end of the time
    limit are not raised: they end the episode with that stop reason. After the time limit, the run is scored
    within `SCORE_SEC`.
    """
    device = timed_device = TimedDevice(device)
    hooks.on_update(episode)
    stop = signal(episode)
    while stop is None:
        try:
            with within(limit):
                episode, stop = _decide_and_perform(episode, device, agent=agent, hooks=hooks)
            if stop is None:
                hooks.on_update(episode)
                stop = signal(episode)
        except KeyboardInterrupt as error:
            if isinstance(error, QueryInterrupted):
                episode = _add_failed(episode, error.asked)
            stop = Stop("interrupted", f"by the user, after {count_noun(len(episode.decisions), 'step')}")
    device_sec = episode.device_sec + timed_device.seconds
    secrets = read_secrets(episode.task.secrets)
    episode = msgspec.structs.replace(episode, stop=hide_secrets(stop, secrets), device_sec=device_sec)
    with within(extend(limit, SCORE_SEC)):
        final = hide_secrets(_score(episode, device, score=score), secrets)
    episode = msgspec.structs.replace(episode, score=final)
    hooks.on_update(episode)
    return episode


def _score(episode: Episode, device: Device, *, score: Scorer) -> Score:
    try:
        return score(episode, device)
    except TimeLimitReached as error:
        return Score(None, why=f"the run was not scored: {error}")


def start_episode(
    task: Task, device: Device, *, agent: str = "", model: str = "", started: bool = False
) -> Episode:
    """Start the device for a task and return an episode with the first observation.

    A device that is already `started` is not started again. If the task names neither tools nor a start
    address, the tools that the device reports are added to the task. If `task.start.ask` is set, the
    instruction is read from the device. The episode holds the completed task.

    Raises:
        UsageError: a secret of the task is not set.
        DeviceError: the device cannot be reset to the start of the task, or provides no instruction.
    """
    secrets = read_secrets(task.secrets)
    device = timed_device = TimedDevice(device)
    if not started:
        device.start(task.start)
    if not task.tools and not task.start.address:
        task = msgspec.structs.replace(task, tools=device.tools())
    if task.start.ask:
        task = msgspec.structs.replace(task, instruction=_read_instruction(task, device))
    started_at = now()
    shot = hide_secrets(device.observe(), secrets)
    return Episode(
        task,
        (shot,),
        agent=agent,
        model=model,
        device=device.name,
        started_at=started_at,
        device_sec=timed_device.seconds,
    )


def _read_instruction(task: Task, device: Device) -> str:
    text = device.read(task.start.ask)
    try:
        instruction: str = msgspec.json.decode(text, type=Annotated[str, msgspec.Meta(min_length=1)])
    except msgspec.DecodeError as error:
        raise DeviceError(
            f"the instruction of task {task.name!r} is read from {task.start.ask!r}; "
            f"expected a non-empty JSON string, found {text!r}"
        ) from error
    return instruction


def _environment_stop(episode: Episode, device: Device) -> Stop | None:
    """Return a stop if the environment has ended the episode.

    The agent's own Done takes precedence.
    """
    over = episode.task.over
    if not over or isinstance(episode.decisions[-1].action, Done) or device.read(over) != "true":
        return None
    return Stop("done", "the environment ended the episode", by_environment=True)


def _decide_and_perform(
    episode: Episode, device: Device, *, agent: Agent, hooks: RunHooks
) -> tuple[Episode, Stop | None]:
    """Return the episode with one more step, and the stop if the run ends here.

    If the model fails or the time is used up, the episode is returned unchanged.
    """
    try:
        check_limit()
        decision = with_origins(episode, agent.act(episode))
    except TimeLimitReached as error:
        return _add_failed(episode, error.asked), Stop("time", str(error))
    except ModelError as error:
        reason: Reason = "cost" if isinstance(error, BudgetSpent) else "model failed"
        return _add_failed(episode, error.asked), Stop(reason, str(error))
    except BadReply as error:
        return episode, Stop("model failed", str(error))
    steps = len(episode.decisions)
    try:
        episode = run_step(episode, device, decision=decision, hooks=hooks)
        return episode, _environment_stop(episode, device)
    except (DeviceError, TimeLimitReached) as error:
        if len(episode.decisions) == steps:
            outcome = Outcome(str(error), failed=type(error).__name__)
            secrets = read_secrets(episode.task.secrets)
            decision, outcome = hide_secrets((decision, outcome), secrets)
            episode = episode.then(decision, outcome, shot=episode.last)
        return episode, Stop("time" if isinstance(error, TimeLimitReached) else "device failed", str(error))


def _add_failed(episode: Episode, asked: tuple[Exchange, ...]) -> Episode:
    """Add model calls that led to no decision to the episode."""
    asked = hide_secrets(asked, read_secrets(episode.task.secrets))
    return msgspec.structs.replace(episode, failed_exchanges=(*episode.failed_exchanges, *asked))


def run_step(episode: Episode, device: Device, *, decision: Decision, hooks: RunHooks) -> Episode:
    """Perform the chosen action and return the episode extended by this step.

    An action that fails is not raised; its error becomes the outcome of the step.

    Raises:
        DeviceError: the device is gone.
    """
    secrets = read_secrets(episode.task.secrets)
    outcome = hide_secrets(_perform(episode, device, decision=decision, hooks=hooks), secrets)
    is_done = isinstance(decision.action, Done)
    shot = episode.last if is_done else hide_secrets(device.observe(), secrets)
    return episode.then(hide_secrets(decision, secrets), outcome, shot=shot)


def _perform(episode: Episode, device: Device, *, decision: Decision, hooks: RunHooks) -> Outcome:
    action = decision.action
    try:
        if excess := find_excess(action):
            raise NotSupported(f"the action is outside the limits: {excess}")
        if hooks.approve and (refusal := hooks.approve(episode, decision)):
            raise NotAllowed(refusal)
        if isinstance(action, Done):
            return Outcome()
        if isinstance(action, Ask):
            return Outcome(hooks.ask_user(action.question))
        if isinstance(action, Type):
            action = msgspec.structs.replace(
                action, text=fill_secrets(action.text, read_secrets(episode.task.secrets))
            )
        if isinstance(action, Open):
            return Outcome(_open(action, device, tools=episode.task.tools))
        return Outcome(device.perform(action))
    except ElementCovered as error:
        return Outcome(str(error), failed=type(error).__name__, blocker=error.blocker)
    except ActionFailed as error:
        return Outcome(str(error), failed=type(error).__name__)


def _open(action: Open, device: Device, *, tools: tuple[Tool, ...]) -> str:
    """Open one of the task's applications by name; the device opens anything else.

    Raises:
        ActionHadNoEffect: nothing with this name can be opened; the message lists the sites of the task.
    """
    tool = find_tool(action.what, tools)
    if tool is not None:
        return device.perform(msgspec.structs.replace(action, what=tool.address))
    try:
        return device.perform(action)
    except ActionHadNoEffect as error:
        sites = ", ".join(repr(tool.name) for tool in tools if "://" in tool.address)
        raise ActionHadNoEffect(
            f"{error}; available applications: {sites}" if sites else str(error)
        ) from None
