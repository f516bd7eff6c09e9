"""Worker process: reads trials from stdin and writes one result per trial.

Trials and results are JSON lines. The device is reused for the next trial if its name and settings are the
same; models are reused, too. If the parent process dies, the worker exits with all its child processes.
"""

from __future__ import annotations

import os
import queue
import random
import sys
import threading
import time
import traceback
from typing import TextIO

import msgspec

from onscreen.device.base import Device
from onscreen.model.base import Model
from onscreen.model.model_factory import make_model
from onscreen.run.failed_trial import failed_result
from onscreen.run.run_setup import make_device, run_trial
from onscreen.run.trial import Result, Trial, make_result
from onscreen.run.worker_process import descendants, kill_tree
from onscreen.types import Episode
from onscreen.types.errors import DeviceError


class WorkerState:
    """The device and the models that are reused between trials."""

    def __init__(self) -> None:
        """Start without device and models."""
        self._device: Device | None = None
        self._device_key: tuple[str, bytes] | None = None
        self._models: dict[str, Model] = {}

    def device(self, trial: Trial) -> Device:
        """Return the current device, or a new one if the trial's settings differ."""
        device_key = (trial.device, msgspec.json.encode(trial.device_settings))
        if self._device is None or device_key != self._device_key:
            self.drop()
            self._device = make_device(trial.device, trial.device_settings)
            self._device_key = device_key
        return self._device

    @property
    def has_device(self) -> bool:
        """Whether a device of an earlier trial is open."""
        return self._device is not None

    def model(self, name: str) -> Model:
        """Return the model of this name, created at most once."""
        if name not in self._models:
            self._models[name] = make_model(name)
        return self._models[name]

    def drop(self) -> None:
        """Close the device."""
        if self._device is not None:
            self._device.close()
        self._device = None


def run_one(trial: Trial, state: WorkerState) -> Result:
    """Run one trial; any exception becomes a result that starts with "crashed"."""
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
        return run_trial(trial, state.device(trial), model=state.model(trial.model))
    except DeviceError:
        state.drop()
        if not is_reused:
            raise
    return run_trial(trial, state.device(trial), model=state.model(trial.model))


def _read_stdin(trials: queue.SimpleQueue[bytes | None], busy: threading.Event) -> None:
    for line in sys.stdin.buffer:
        trials.put(line)
    trials.put(None)
    if busy.is_set():
        for child in descendants(os.getpid()):
            kill_tree(child)
        os._exit(1)


def main() -> None:
    """Run trials until stdin is closed."""
    responses: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    trials: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    busy, state = threading.Event(), WorkerState()
    threading.Thread(target=_read_stdin, args=(trials, busy), daemon=True).start()
    while (line := trials.get()) is not None:
        busy.set()
        result = run_one(msgspec.json.decode(line, type=Trial), state)
        responses.write(msgspec.json.encode(result).decode() + "\n")
        responses.flush()
        busy.clear()
    state.drop()


if __name__ == "__main__":
    main()
