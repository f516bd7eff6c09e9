"""Execution of trajectories on a device, each from the initial state of the application."""

from __future__ import annotations

import json
import time
import zlib
from urllib.parse import urlsplit

import msgspec

from onscreen.device.base import Device, StatefulDevice
from onscreen.device.device_wrapper import DeviceWrapper
from onscreen.discovery.recorded_run import RecordedRun, RecordedState
from onscreen.discovery.trajectory import Steps, TrajectoryStep, Values, fill_step
from onscreen.types import (
    Action,
    Back,
    Decision,
    Episode,
    Open,
    Outcome,
    Scroll,
    Shot,
    Start,
    Task,
)
from onscreen.types.errors import ActionFailed, DeviceError

WEB_STATE = """(() => Object.fromEntries(Object.entries(localStorage).map(([key, text]) => {
  try { return [key, JSON.parse(text)]; } catch { return [key, text]; }
})))()"""
"""Expression of the state that a web page stores in the browser."""

MAX_SCROLLS = 4
"""Maximum number of scrolls to find the target of a step."""
MAX_BACKS = 5
"""Maximum number of times that Back is pressed to leave an application."""


class StateSource(msgspec.Struct, frozen=True):
    """Method of restoring the initial state of an application, and the expression of its state.

    `expression` is "" if the device cannot read a state; `opens` is True if the application must be opened.
    `is_complete` is True if the state contains every lasting effect.
    """

    start: Start
    expression: str
    opens: bool
    is_complete: bool = True


def find_state_source(device: Device, app: str, *, seed: int) -> StateSource:
    """Determine how the state of an application is restored and read on a device."""
    inner = device
    while isinstance(inner, DeviceWrapper):
        inner = inner.wrapped
    if isinstance(inner, StatefulDevice):
        start = inner.initial_start(app, seed=seed)
        return StateSource(start, inner.state_expression, not start.address, inner.state_is_complete)
    is_page = urlsplit(app).scheme in {"http", "https"}
    return StateSource(Start(app, seed=seed), WEB_STATE if is_page else "", opens=False)


class TrajectoryPlayer:
    """Plays trajectories in an application.

    `runs` counts the played trajectories. `label` is the name of the application in instructions.
    `settle_sec` is the wait before the state is read, in seconds, for applications that save with a delay.
    """

    def __init__(self, device: Device, app: str, *, settle_sec: float = 0.0) -> None:
        """Create a player for an application on a device."""
        self.app = app
        self.label = app
        self.runs = 0
        self.device = device
        self._settle_sec = settle_sec

    def play(self, steps: Steps, values: Values, *, seed: int, earlier: Values | None = None) -> RecordedRun:
        """Play a trajectory from the initial state and record the states.

        If `earlier` is given, the trajectory is first played with these values, and the application is then
        reopened. A step with a missing target ends the run; `fault` of the run states why.

        Raises:
            DeviceError: the device is gone, or the application does not start.
        """
        self.runs += 1
        source = find_state_source(self.device, self.app, seed=seed)
        self.device.start(source.start)
        shot = self.device.observe()
        episode = Episode(Task("discover", start=source.start), (shot,), device=self.device.name)
        run = RecordedRun(dict(values), seed, episode, (self._read(source.expression),))
        if source.opens:
            run = self._perform(run, Open(self.app), expression=source.expression)
        if earlier is not None:
            run = msgspec.structs.replace(run, values=dict(earlier))
            run = self._reopen(self._play_steps(run, steps), source)
            run = msgspec.structs.replace(run, values=dict(values), earlier=dict(earlier))
        return self._play_steps(run, steps)

    def _play_steps(self, run: RecordedRun, steps: Steps) -> RecordedRun:
        for step in steps:
            run = self.extend(run, step)
        return run

    def extend(self, run: RecordedRun, step: TrajectoryStep) -> RecordedRun:
        """Play one more step of the last run; a run with a fault is not changed.

        Raises:
            DeviceError: the device is gone.
        """
        if run.fault:
            return run
        return self._play_step(run, step, expression=run.states[0].expression)

    def _reopen(self, run: RecordedRun, source: StateSource) -> RecordedRun:
        """Reopen the application; if it would reopen on its last screen, leave it with Back first."""
        for _ in range(MAX_BACKS):
            if run.fault or not source.opens or run.episode.last.app == run.episode.shots[0].app:
                break
            run = self._perform(run, Back(), expression=source.expression)
        address = self.app if source.opens else source.start.address
        return run if run.fault else self._perform(run, Open(address), expression=source.expression)

    def _play_step(self, run: RecordedRun, step: TrajectoryStep, *, expression: str) -> RecordedRun:
        for _ in range(MAX_SCROLLS):
            shot = run.episode.last
            filled = fill_step(step, shot, values=run.values)
            if filled is not None:
                run = msgspec.structs.replace(run, values={**run.values, **filled.values})
                return self._perform(run, filled.action, expression=expression)
            if not can_scroll(shot):
                break
            run = self._perform(run, Scroll("down"), expression=expression)
            if run.fault:
                return run
        name = step.name or step.role
        return msgspec.structs.replace(
            run, fault=f"the screen has no {step.role} {name!r}", fault_kind="a target is missing"
        )

    def _perform(self, run: RecordedRun, action: Action, *, expression: str) -> RecordedRun:
        fault = kind = ""
        try:
            self.device.perform(action)
        except ActionFailed as error:
            kind = type(error).__name__
            fault = f"{kind}: {error}"
        shot = self.device.observe()
        episode = msgspec.structs.replace(
            run.episode,
            shots=(*run.episode.shots, shot),
            decisions=(*run.episode.decisions, Decision(action, "discovery")),
            outcomes=(*run.episode.outcomes, Outcome()),
        )
        states = (*run.states, self._read(expression))
        return msgspec.structs.replace(run, episode=episode, states=states, fault=fault, fault_kind=kind)

    def _read(self, expression: str) -> RecordedState:
        if not expression:
            return RecordedState(expression, b"")
        if self._settle_sec:
            time.sleep(self._settle_sec)
        try:
            text = self.device.read(expression)
            json.loads(text)
        except (ActionFailed, ValueError) as error:
            raise DeviceError(f"the state of {self.app!r} cannot be read: {error}") from error
        return RecordedState(expression, zlib.compress(text.encode(), 1))


def can_scroll(shot: Shot) -> bool:
    """Return True if a part of the screen can be scrolled."""
    return bool(shot.beyond.below) or any(node.has("scrollable") for node in shot.nodes)
