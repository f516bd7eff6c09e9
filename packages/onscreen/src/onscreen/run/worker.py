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
from onscreen.run.failed_trial import failed_result
from onscreen.run.run_setup import make_device, run_trial
from onscreen.run.trial import Result, Trial, make_result
from onscreen.run.worker_process import MODEL_FINISHED, MODEL_STARTED, descendants, kill_tree
from onscreen.types import Episode, Prompt, Reply
from onscreen.types.errors import DeviceError

Announce: TypeAlias = Callable[[str], None]


class AnnouncedModel(msgspec.Struct, frozen=True):
    """A model wrapper that announces the start and end of each call.

    The parent process can then count the time of model calls separately.
    """

    model: Model
    announce: Announce

    @property
    def name(self) -> str:
        """The name of the model."""
        return self.model.name

    def __call__(self, prompt: Prompt) -> Reply:
        """Query the model.

        Raises:
            ModelError: the model cannot be used.
            BadReply: the reply is unusable.
        """
        self.announce(MODEL_STARTED)
        try:
            return self.model(prompt)
        finally:
            self.announce(MODEL_FINISHED)


class WorkerState:
    """Device and models that a worker process reuses between trials."""

    def __init__(self, announce: Announce | None = None) -> None:
        """Start without device and models; `announce` sends a message to the parent process."""
        self.announce = announce
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
        """Return the policies and model with the given name, creating them on first use."""
        if name not in self._cascades:
            self._cascades[name] = make_cascade(name)
        return self._cascades[name]

    def announced_cascade(self, name: str) -> Cascade:
        """Return a `Cascade` whose model calls are announced to the parent process."""
        cascade = self.cascade(name)
        if cascade.model is None or self.announce is None:
            return cascade
        return msgspec.structs.replace(cascade, model=AnnouncedModel(cascade.model, self.announce))

    def drop(self) -> None:
        """Close the device."""
        if self._device is not None:
            self._device.close()
        self._device = None


def run_one(trial: Trial, state: WorkerState) -> Result:
    """Run one trial and return its result, even if the trial crashes.

    Any exception becomes a result whose stop reason starts with "crashed".
    """
    started_at = time.monotonic()
    random.seed(trial.seed)
    try:
        episode = _run_with_retry(trial, state)
    except Exception as error:  # noqa: BLE001 - an error in one trial must not end the others
        traceback.print_exc()
        state.drop()
        reason = f"crashed: {type(error).__name__}: {error}"
        return failed_result(trial, reason, seconds=time.monotonic() - started_at)
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

    def send(message: str) -> None:
        responses.write(message + "\n")
        responses.flush()

    busy, state = threading.Event(), WorkerState(send)
    threading.Thread(target=_read_stdin, args=(trials, busy), daemon=True).start()
    while (line := trials.get()) is not None:
        busy.set()
        result = run_one(msgspec.json.decode(line, type=Trial), state)
        send(msgspec.json.encode(result).decode())
        busy.clear()
    state.drop()


if __name__ == "__main__":
    main()
