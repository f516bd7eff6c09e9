"""From names to a run: makes device, model, agent and signals, and runs a task with them."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from typing import cast

import msgspec

from onscreen.agent.base import Agent
from onscreen.device.base import Device
from onscreen.model.base import Model
from onscreen.model.budget import with_budget
from onscreen.model.model_factory import make_model
from onscreen.plugins import load_plugin
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.run.trial import Limits, Trial, default_model_name
from onscreen.score.check_evaluation import score_task
from onscreen.stop.combination import first_of, make_signal
from onscreen.stop.done_signal import done
from onscreen.stop.limits import cost_limit, steps_limit, time_limit, tokens_limit
from onscreen.store.episode_store import EPISODE_FILE, check_writable, record_episode
from onscreen.store.episode_store import load_episode as load_episode
from onscreen.store.secrets import hide_secrets, read_secrets
from onscreen.types import Check, Episode, Setting, Signal, Start, Task, Tool
from onscreen.types.errors import UsageError

NO_HOOKS = RunHooks()
"""Nobody watches, answers or has to approve."""


def make_device(name: str, settings: Mapping[str, Setting]) -> Device:
    """Make the device of this name; it is started by the run.

    Raises:
        UnknownName: there is no such device, or no such setting of it.
        MissingExtra: it needs a package or program that is not installed.
        BadText: a setting has a value that it cannot have.
    """
    factory = cast("Callable[[Mapping[str, Setting]], Device]", load_plugin("device", name))
    return factory(settings)


def make_agent(name: str, model: Model) -> Agent:
    """Make the agent of this name, thinking with this model.

    Raises:
        UnknownName: there is no such agent.
        MissingExtra: it needs a package that is not installed.
    """
    factory = cast("Callable[[Model], Agent]", load_plugin("agent", name))
    return factory(model)


def make_signals(limits: Limits, names: tuple[str, ...]) -> Signal:
    """Return what ends a run: the agent's word, the limits, and the signals of these names.

    Raises:
        UnknownName: there is no such signal.
        BadText: a signal cannot take what follows its name.
    """
    parts = [done, steps_limit(limits.max_steps)]
    if limits.max_sec is not None:
        parts.append(time_limit(limits.max_sec))
    if limits.max_tokens is not None:
        parts.append(tokens_limit(limits.max_tokens))
    if limits.max_cost_usd is not None:
        parts.append(cost_limit(limits.max_cost_usd))
    return first_of(*parts, *map(make_signal, names))


def run_trial(
    trial: Trial,
    device: Device,
    *,
    model: Model,
    hooks: RunHooks = NO_HOOKS,
    resume: bool = False,
    started: bool = False,
) -> Episode:
    """Run one trial on a device that may have been used before, and keep it in its folder.

    With `resume` an episode that is there already goes on, from the address of its last screen; one that
    is done is returned as it is. A device that is `started` is left where it is.

    Raises:
        UsageError: a name, secret or folder of the trial cannot be used; nothing was run.
        DeviceError: the device cannot be brought to the start.
        BrokenEpisode: the episode to be resumed cannot be read.
    """
    limits = trial.limits
    model = with_budget(model, max_tokens=limits.max_tokens, max_cost_usd=limits.max_cost_usd)
    agent = make_agent(trial.agent, model)
    signal = make_signals(limits, trial.signals)
    stored = _load_stored(trial) if resume else None
    if stored is not None and stored.stop is not None and stored.stop.reason == "done":
        return stored
    if trial.folder:
        check_writable(Path(trial.folder))
        hooks = _with_recording(hooks, Path(trial.folder), stored=stored)
    if stored is None:
        episode = start_episode(trial.task, device, agent=trial.agent, model=trial.model, started=started)
    else:
        episode, signal = _resume(stored, device), _exclude_pause(signal, time.time() - stored.last.taken_at)
    return run_episode(episode, device, agent=agent, signal=signal, score=score_task, hooks=hooks)


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
    out: str = "",
    hooks: RunHooks = NO_HOOKS,
) -> Episode:
    """Do one task on a device of its own and return the episode; `out` is the folder it is kept in.

    `start`, `tools` and `check` belong to an instruction; a Task brings its own.

    Raises:
        UsageError: a name, setting or folder cannot be used; nothing was run.
        DeviceError: the device cannot be brought to the start.
        ModelError: the model cannot be made.
    """
    task = instruction
    model = default_model_name() if model is None else model
    if not isinstance(task, Task):
        task = Task(task, start=Start(start), tools=tools, check=check)
    trial = Trial(task, out, agent=agent, model=model, limits=Limits(max_steps))
    with closing(make_device(on, settings or {})) as device:
        return run_trial(trial, device, model=make_model(model), hooks=hooks)


def _with_recording(hooks: RunHooks, folder: Path, *, stored: Episode | None) -> RunHooks:
    """Return the company with the store as the first to see every step."""
    store, further = record_episode(folder, resumed=stored), hooks.on_update

    def on_update(episode: Episode) -> None:
        store(episode)
        further(episode)

    return msgspec.structs.replace(hooks, on_update=on_update)


def _load_stored(trial: Trial) -> Episode | None:
    """Return the episode in the trial's folder, if one got as far as its first screen."""
    path = Path(trial.folder) / EPISODE_FILE
    if not path.exists() or b"\n" not in path.read_bytes():
        return None
    stored = load_episode(path.parent)
    if stored.task.instruction != trial.task.instruction and not trial.task.start.ask:
        raise UsageError(
            f"{trial.folder} holds a run of another task, {stored.task.instruction!r}; choose another folder"
        )
    return stored


def _resume(stored: Episode, device: Device) -> Episode:
    """Bring the device to the last address and look anew."""
    here = stored.last.address or stored.task.start.address
    device.start(stored.task.start if not stored.decisions else Start(here))
    shot = hide_secrets(device.observe(), read_secrets(stored.task.secrets))
    return msgspec.structs.replace(stored, shots=(*stored.shots[:-1], shot), stop=None, score=None)


def _exclude_pause(signal: Signal, gap_sec: float) -> Signal:
    """Return the signal for an episode that lay still so long: the pause is no part of its time."""
    return lambda episode: signal(msgspec.structs.replace(episode, started_at=episode.started_at + gap_sec))
