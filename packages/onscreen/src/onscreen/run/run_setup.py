"""Functions that create a device, an agent and stop signals by name and run a task."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from inspect import signature
from pathlib import Path
from typing import TypeAlias, cast

import msgspec

from onscreen.agent.base import Agent
from onscreen.agent.claim_verification import with_verification
from onscreen.agent.criteria_verification import with_criteria
from onscreen.agent.subtask_repetition import with_repetition
from onscreen.app_maps.map_store import load_maps
from onscreen.deadline import TimeLimit, now, start_limit, within
from onscreen.device.base import Device
from onscreen.model.base import Model
from onscreen.model.budget import with_budget
from onscreen.plugins import load_plugin
from onscreen.policy.cascade import Cascade, make_cascade
from onscreen.run.approval import refuse_unrequested
from onscreen.run.device_factory import make_device
from onscreen.run.episode_loop import AskUser, RunHooks, run_episode, start_episode
from onscreen.run.graph_progress import GraphProgress
from onscreen.run.intent_log import find_outcome, find_resume_start, record_run
from onscreen.run.perception_device import with_senses
from onscreen.run.trial import Limits, Trial, default_model_name
from onscreen.score.check_evaluation import score_task
from onscreen.stop.done_signal import done
from onscreen.stop.limits import cost_limit, steps_limit, tokens_limit
from onscreen.stop.signal_combination import LearningSignal, first_of, make_signal
from onscreen.store.episode_recorder import record_episode
from onscreen.store.episode_store import load_episode as load_episode
from onscreen.store.secrets import hide_secrets, read_secrets
from onscreen.types import (
    Check,
    Decision,
    Episode,
    Outcome,
    Setting,
    Shot,
    Signal,
    Start,
    Stop,
    Task,
    Tool,
)
from onscreen.types.errors import BadText, DeviceError, TimeLimitReached, UsageError

AgentFactory: TypeAlias = Callable[[Cascade], Agent]

NO_HOOKS = RunHooks()
"""Hooks of an unattended run: no callback, no user to ask, no approval policy."""


def make_agent(name: str, cascade: Cascade) -> Agent:
    """Create an agent by name, or by a name with a colon and a text, such as "joined:FOLDER".

    It uses the given policies and model.

    Raises:
        UnknownName: no such agent.
        BadText: the agent takes no text, but the name has one.
        MissingExtra: the agent needs a package that is not installed.
    """
    base, colon, rest = name.partition(":")
    factory = cast("Callable[..., Agent]", load_plugin("agent", base))
    if not colon:
        return factory(cascade)
    if len(signature(factory).parameters) < 2:  # noqa: PLR2004  the cascade and the text
        raise BadText(f"the agent {base!r} takes no text after a colon; found {name!r}")
    return factory(cascade, rest)


def make_signals(limits: Limits, signals: tuple[Signal, ...]) -> Signal:
    """Combine limits, other stop signals and task completion into a single stop signal.

    The time limit is not included, because `run_episode` enforces it, even during waits.
    """
    limiting = [done, steps_limit(limits.max_steps)]
    if limits.max_tokens is not None:
        limiting.append(tokens_limit(limits.max_tokens))
    if limits.max_cost_usd is not None:
        limiting.append(cost_limit(limits.max_cost_usd))
    return first_of(*limiting, *signals)


def run_trial(
    trial: Trial,
    device: Device,
    *,
    cascade: Cascade,
    hooks: RunHooks = NO_HOOKS,
    resume: bool = False,
    started: bool = False,
    create_agent: AgentFactory | None = None,
) -> Episode:
    """Run one trial on a device and record the episode.

    `create_agent` creates the agent from the cascade; None selects the agent named in the trial.

    The device may have run other trials. With `resume`, an episode in the folder continues from the address
    of its last screen, unless it stopped with "done": then it is returned unchanged. A device that is already
    `started` is not started again. Actions that look irreversible are recorded before they are performed. A
    resumed run does not repeat them; it asks `hooks.ask_user` if the record does not show their outcome.

    Raises:
        UsageError: a name, secret or folder of the trial cannot be used; nothing was run.
        DeviceError: the device cannot be reset to the start of the task.
        BrokenEpisode: the episode to resume cannot be read.
    """
    limits, device = trial.limits, with_senses(device, trial.senses)
    limit = start_limit(limits.max_sec)
    if cascade.model is not None:
        limited = with_budget(cascade.model, max_tokens=limits.max_tokens, max_cost_usd=limits.max_cost_usd)
        cascade = msgspec.structs.replace(cascade, model=limited)
    if trial.maps:
        cascade = msgspec.structs.replace(cascade, maps=load_maps(Path(trial.maps)))
    signals = tuple(map(make_signal, trial.signals))
    chosen = create_agent(cascade) if create_agent else make_agent(trial.agent, cascade)
    agent = _supervise(chosen, signals, model=cascade.model)
    signal, score = make_signals(limits, signals), score_task
    if trial.task.nodes:
        progress = GraphProgress(trial.task.nodes, device)
        signal, score = first_of(progress.signal, signal), progress.score
    if not trial.folder:
        episode = _start(trial, device, limit=limit, started=started)
        episode = run_episode(
            episode, device, agent=agent, signal=signal, score=score, hooks=hooks, limit=limit
        )
        return _end_run(episode, signals, folder="")
    with closing(record_episode(Path(trial.folder), resume=resume)) as recorder:
        previous = recorder.previous
        if previous is not None:
            _check_same_task(previous, trial)
            if previous.stop is not None and previous.stop.reason == "done":
                return previous
            limit = start_limit(limits.max_sec, used_sec=previous.last.taken_at - previous.started_at)
            episode, signal = _resume(previous, device, signal=signal, ask_user=hooks.ask_user, limit=limit)
        else:
            episode = _start(trial, device, limit=limit, started=started)
        hooks = record_run(hooks, recorder, earlier=episode)
        episode = run_episode(
            episode, device, agent=agent, signal=signal, score=score, hooks=hooks, limit=limit
        )
        episode = msgspec.structs.replace(episode, intents=recorder.intents)
    return _end_run(episode, signals, folder=trial.folder)


def _supervise(agent: Agent, signals: tuple[Signal, ...], *, model: Model | None) -> Agent:
    """Wrap an agent so that its subtasks and claims are judged by those signals that can."""
    verified = with_verification(with_repetition(agent, signals), signals)
    return with_criteria(verified, signals, model=model)


def _end_run(episode: Episode, signals: tuple[Signal, ...], *, folder: str) -> Episode:
    """Report the end of a run to the signals that learn from runs, and return the episode.

    `folder` is the folder of the record, "" if the run was not recorded.
    """
    for signal in signals:
        if isinstance(signal, LearningSignal):
            signal.learn(episode, folder=folder)
    return episode


def _start(trial: Trial, device: Device, *, limit: TimeLimit, started: bool) -> Episode:
    """Start the device for a trial.

    Raises:
        UsageError: a secret of the task is not set.
        DeviceError: the device cannot be reset to the start of the task, or not within the time limit.
    """
    try:
        with within(limit):
            return start_episode(trial.task, device, agent=trial.agent, model=trial.model, started=started)
    except TimeLimitReached as error:
        raise DeviceError(f"the device was not ready in time: {error}; raise --max-sec") from error


def run_task(
    instruction: str | Task,
    on: str = "web",
    *,
    start: str = "",
    agent: str = "default",
    model: str | None = None,
    max_steps: int = Limits().max_steps,
    tools: tuple[Tool, ...] = (),
    check: Check | None = None,
    settings: Mapping[str, Setting] | None = None,
    out: str | Path = "",
    senses: tuple[str, ...] = (),
    maps: str | Path = "",
    hooks: RunHooks = NO_HOOKS,
    resume: bool = False,
) -> Episode:
    """Run one task on a new device and return the episode.

    `on` is the name of the device. `start` (an address), `tools` and `check` apply to an instruction given as
    text; a Task has its own. `out` is the folder the episode is recorded in; "" records nothing. With
    `resume`, an episode in this folder continues. `senses` are names of senses that add perceived nodes to
    every shot. `maps` is the folder of the maps whose notes are passed to the agent. Without an approval
    policy in `hooks`, actions that look irreversible are refused unless the instruction asks for them.

    Raises:
        UsageError: an argument has another type, or a name, setting or folder cannot be used; nothing was
            run.
        DeviceError: the device cannot be reset to the start of the task.
        ModelError: the model cannot be created.
    """
    if isinstance(instruction, Task) and (start or tools or check is not None):
        raise UsageError("start, tools and check belong to the task; set them in Task(...)")
    if not isinstance(hooks, RunHooks):
        raise UsageError(f"hooks is {type(hooks).__name__}; expected RunHooks(on_update=...)")
    if hooks.approve is None:
        hooks = msgspec.structs.replace(hooks, approve=refuse_unrequested())
    task = (
        instruction
        if isinstance(instruction, Task)
        else Task(instruction, start=Start(start), tools=tools, check=check)
    )
    model = default_model_name() if model is None else model
    trial = validate_trial(
        Trial(
            task, str(out), agent=agent, model=model, limits=Limits(max_steps), senses=senses, maps=str(maps)
        )
    )
    with closing(make_device(on, settings or {})) as device:
        return run_trial(trial, device, cascade=make_cascade(model), hooks=hooks, resume=resume)


def validate_trial(trial: Trial) -> Trial:
    """Return a trial whose fields have the declared types, with lists converted to tuples.

    Raises:
        UsageError: a field has another type, the instruction is empty, or no step is allowed.
    """
    try:
        trial = msgspec.json.decode(msgspec.json.encode(trial), type=Trial)
    except (msgspec.MsgspecError, TypeError, UnicodeError) as error:
        raise UsageError(f"the task cannot be run: {error}") from error
    if not trial.task.instruction.strip() and not trial.task.start.ask:
        raise UsageError("the instruction is empty; describe the task in natural language")
    if trial.limits.max_steps < 1:
        raise UsageError(f"max_steps is {trial.limits.max_steps}; expected an integer above 0")
    return trial


def _check_same_task(previous: Episode, trial: Trial) -> None:
    if previous.task.instruction != trial.task.instruction and not trial.task.start.ask:
        raise UsageError(
            f"{trial.folder} contains a run of another task, {previous.task.instruction!r}; "
            "choose another folder"
        )


def _resume(
    previous: Episode, device: Device, *, signal: Signal, ask_user: AskUser, limit: TimeLimit
) -> tuple[Episode, Signal]:
    """Return to the last address of the episode, and return the episode and the signal to continue with.

    The last shot is replaced. If the previous run was interrupted at an irreversible action, the user is
    asked for its outcome, which becomes a step; without an answer, the signal ends the run immediately.
    """
    signal = _exclude_pause(signal, now() - previous.last.taken_at)
    with within(limit):
        outcome = find_outcome(previous, ask_user)
    shot = _observe_again(previous, device, limit=limit)
    resumed = msgspec.structs.replace(previous, stop=None, score=None)
    if isinstance(outcome, Outcome) and previous.unresolved is not None:
        return resumed.then(Decision(previous.unresolved.action), outcome, shot=shot), signal
    resumed = msgspec.structs.replace(resumed, shots=(*previous.shots[:-1], shot))
    return resumed, (lambda _: outcome) if isinstance(outcome, Stop) else signal


def _observe_again(previous: Episode, device: Device, *, limit: TimeLimit) -> Shot:
    """Return to the last address of an episode and observe it.

    After the time limit, only the recorded last shot is left.
    """
    start = find_resume_start(previous) if previous.decisions else previous.task.start
    try:
        with within(limit):
            device.start(start)
            return hide_secrets(device.observe(), read_secrets(previous.task.secrets))
    except TimeLimitReached:
        return previous.last


def _exclude_pause(signal: Signal, pause_sec: float) -> Signal:
    """Return the signal with the pause before the resume subtracted from the elapsed time."""
    return lambda episode: signal(msgspec.structs.replace(episode, started_at=episode.started_at + pause_sec))
