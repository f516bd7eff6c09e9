"""Start, observations and pauses of a session's device, and the hooks for its steps."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.deadline import sleep
from onscreen.device.base import Device, observe_elements
from onscreen.device.elements_device import observes_elements
from onscreen.run.approval import refuse_unapproved
from onscreen.run.episode_loop import ApprovalPolicy, RunHooks, start_episode
from onscreen.run.intent_log import find_resume_start, record_run
from onscreen.store.episode_recorder import EpisodeRecorder
from onscreen.store.secrets import hide_secrets, read_secrets
from onscreen.types import Episode, Shot, Task, Wait
from onscreen.types.errors import ActionFailed

AGENT_NAME = "session"
"""Name of the agent in the episodes of sessions: the caller chose the actions."""


def start_or_continue(task: Task, device: Device, *, previous: Episode | None) -> Episode:
    """Start the device and return a new episode, or the previous one extended by a new screen.

    Raises:
        UsageError: a secret is not set.
        DeviceError: the start page or application cannot be opened.
    """
    if previous is None:
        return start_episode(task, device, agent=AGENT_NAME)
    device.start(find_resume_start(previous) if previous.decisions else task.start)
    shots = (*previous.shots[:-1], observe(device, read_secrets(previous.task.secrets)))
    return msgspec.structs.replace(previous, shots=shots, stop=None, score=None)


def observe(device: Device, secrets: Mapping[str, str]) -> Shot:
    """Observe the screen, with the values of secrets replaced.

    Raises:
        DeviceError: the device is gone.
    """
    return hide_secrets(device.observe(), secrets)


def observe_changes(device: Device, last: Shot, *, secrets: Mapping[str, str]) -> Shot:
    """Return the shot `last` if no element has changed since, otherwise a new one.

    A device that can observe elements without a picture takes a new picture only if an element has changed.

    Raises:
        DeviceError: the device is gone.
    """
    if observes_elements(device) and is_same(hide_secrets(observe_elements(device), secrets), last):
        return last
    return observe(device, secrets)


def is_same(shot: Shot, other: Shot) -> bool:
    """Check whether two shots are equal, apart from their pictures and times."""
    return msgspec.structs.replace(shot, picture=other.picture, taken_at=other.taken_at) == other


def pause(device: Device, seconds: float, *, last: Shot) -> None:
    """Wait until the screen changes, for at most `seconds`; `last` is the last observation.

    Raises:
        DeviceError: the device is gone.
    """
    if Wait not in device.actions or last.dialog is not None:
        sleep(seconds)
        return
    try:
        device.perform(Wait(seconds))
    except ActionFailed:
        sleep(seconds)


def make_hooks(
    approve: ApprovalPolicy | None, *, recorder: EpisodeRecorder | None, earlier: Episode
) -> RunHooks:
    """Return hooks that approve actions, and record irreversible ones before they are performed.

    Without `approve`, actions that need the user's approval are refused. `earlier` is the recorded part of a
    continued episode.
    """
    hooks = RunHooks(approve=approve or refuse_unapproved)
    if approve is not None:
        hooks = msgspec.structs.replace(hooks, ask_user=lambda _question: "yes")
    return hooks if recorder is None else record_run(hooks, recorder, earlier=earlier)
