"""Worker process that reads trials from stdin and writes one result per trial.

Trials and results are JSON lines. The device is reused for the next trial if its name and settings are the
same. Models are reused, too. If the parent process dies, the worker exits with all its child processes.
"""

from __future__ import annotations

import os
import queue
import random
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import TextIO, TypeAlias

import msgspec

from onscreen.device.base import Device
from onscreen.model.base import Model
from onscreen.policy.cascade import Cascade, make_cascade
from onscreen.run.device_factory import make_device
from onscreen.run.failed_trial import crash_result
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import ModelUsage, Result, Trial, make_result
from onscreen.run.worker_handle import (
    ModelFinished,
    ModelStarted,
    TrialFinished,
    WorkerMessage,
    descendants,
    kill_tree,
)
from onscreen.types import Episode, Prompt, Reply
from onscreen.types.errors import BadReply, DeviceError

Announce: TypeAlias = Callable[[WorkerMessage], None]


class AnnouncedModel(msgspec.Struct, frozen=True):
    """A model wrapper that announces the start and end of each call.

    The parent process can then account for the time and cost of model calls separately.
    """

    model: Model
    announce: Announce

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    def __call__(self, prompt: Prompt) -> Reply:
        """Query the model and return its reply.

        Raises:
            ModelError: the model cannot be used.
            BadReply: the reply is unusable.
        """
        self.announce(ModelStarted())
        usage = ModelUsage()
        try:
            reply = self.model(prompt)
            usage = _usage_of(reply)
        except BadReply as error:
            usage = _usage_of(error)
            raise
        finally:
            self.announce(ModelFinished(usage))
        return reply


def _usage_of(call: Reply | BadReply) -> ModelUsage:
    return ModelUsage(1, call.tokens_in, call.tokens_out, call.cost_usd, call.seconds)


def _announce_nothing(_message: WorkerMessage) -> None:
    """Ignore a message, as there is no parent process."""


class WorkerState:
    """Device and models that a worker process reuses between trials.

    `usage` counts the model calls since it was last reset.
    """

    def __init__(self, announce: Announce = _announce_nothing) -> None:
        """Start without device and models; `announce` sends a message to the parent process."""
        self.usage = ModelUsage()
        self._announce = announce
        self._device: Device | None = None
        self._device_key: tuple[str, bytes] | None = None
        self._cascades: dict[str, Cascade] = {}

    def device(self, trial: Trial) -> Device:
        """Return a device for a trial, reusing the current one if its settings match."""
        device_key = (trial.device, msgspec.json.encode(trial.device_settings))
        if self._device is None or device_key != self._device_key:
            self.drop()
            self._device = make_device(trial.device, trial.device_settings)
            self._device_key = device_key
        return self._device

    @property
    def has_device(self) -> bool:
        """True if a device from an earlier trial is still open."""
        return self._device is not None

    def cascade(self, name: str) -> Cascade:
        """Return the cascade with the given name: policies in the order of their queries, and a model.

        It is created on first use.
        """
        if name not in self._cascades:
            self._cascades[name] = make_cascade(name)
        return self._cascades[name]

    def announced_cascade(self, name: str) -> Cascade:
        """Return a `Cascade` whose model calls are counted and announced to the parent process."""
        cascade = self.cascade(name)
        if cascade.model is None:
            return cascade
        return msgspec.structs.replace(cascade, model=AnnouncedModel(cascade.model, self._count))

    def _count(self, message: WorkerMessage) -> None:
        """Count the model calls in a message, and send the message to the parent process."""
        if isinstance(message, ModelFinished):
            self.usage += message.usage
        self._announce(message)

    def drop(self) -> None:
        """Close the device, if one is open."""
        if self._device is not None:
            self._device.close()
        self._device = None


def run_one(trial: Trial, state: WorkerState) -> Result:
    """Run one trial and return its result, even if the trial crashes.

    Any exception becomes a result with the stop reason "crashed".
    """
    state.usage = ModelUsage()
    started_at = time.monotonic()
    random.seed(trial.seed)
    try:
        episode = _run_with_retry(trial, state)
    except Exception as error:  # noqa: BLE001 - an error in one trial must not end the others
        traceback.print_exc()
        state.drop()
        detail = f"{type(error).__name__}: {error}"
        return crash_result(trial, detail, usage=state.usage, seconds=time.monotonic() - started_at)
    if episode.stop is not None and episode.stop.reason == "device failed":
        state.drop()
    return make_result(episode, trial.folder, seed=trial.seed, seconds=time.monotonic() - started_at)


def _run_with_retry(trial: Trial, state: WorkerState) -> Episode:
    """Run the trial; retry once with a new device if the reused one is broken."""
    is_reused = state.has_device
    try:
        return run_trial(trial, state.device(trial), cascade=state.announced_cascade(trial.model))
    except DeviceError:
        state.drop()
        if not is_reused:
            raise
    return run_trial(trial, state.device(trial), cascade=state.announced_cascade(trial.model))


def _read_stdin(trials: queue.SimpleQueue[bytes | None], busy: threading.Event) -> None:
    for line in sys.stdin.buffer:
        trials.put(line)
    trials.put(None)
    if busy.is_set():
        for child in descendants(os.getpid()):
            kill_tree(child)
        os._exit(1)


def main() -> None:
    """Read trials from stdin and run them until stdin is closed."""
    responses: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    trials: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()

    def send(message: WorkerMessage) -> None:
        responses.write(msgspec.json.encode(message).decode() + "\n")
        responses.flush()

    busy, state = threading.Event(), WorkerState(send)
    threading.Thread(target=_read_stdin, args=(trials, busy), daemon=True).start()
    while (line := trials.get()) is not None:
        busy.set()
        result = run_one(msgspec.json.decode(line, type=Trial), state)
        send(TrialFinished(result))
        busy.clear()
    state.drop()


if __name__ == "__main__":
    main()
