"""The worker: reads trials from stdin, one JSON line each, and writes a result line for each.

The device is kept from trial to trial as long as name and settings stay the same, and so are models.
When its parent is gone the worker ends with everything it started.
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
    """What is kept from trial to trial."""

    def __init__(self) -> None:
        """Hold nothing yet."""
        self._device: Device | None = None
        self._made_as: tuple[str, bytes] | None = None
        self._models: dict[str, Model] = {}

    def device(self, trial: Trial) -> Device:
        """Return the device of the last trial, or a new one where this trial wants another."""
        wanted = (trial.device, msgspec.json.encode(trial.device_settings))
        if self._device is None or wanted != self._made_as:
            self.drop()
            self._device, self._made_as = make_device(trial.device, trial.device_settings), wanted
        return self._device

    @property
    def has_device(self) -> bool:
        """Whether a device of an earlier trial is held."""
        return self._device is not None

    def model(self, name: str) -> Model:
        """Return the model of this name, made once."""
        if name not in self._models:
            self._models[name] = make_model(name)
        return self._models[name]

    def drop(self) -> None:
        """Give the device back."""
        if self._device is not None:
            self._device.close()
        self._device = None


def run_one(trial: Trial, held: WorkerState) -> Result:
    """Run one trial; whatever goes wrong becomes a result that says so."""
    began = time.monotonic()
    random.seed(trial.seed)
    try:
        episode = _run_with_retry(trial, held)
    except Exception as error:  # noqa: BLE001 - a fault in one trial must not end the others
        traceback.print_exc()
        held.drop()
        why = f"crashed: {type(error).__name__}: {error}"
        return failed_result(trial, why, seconds=time.monotonic() - began)
    if episode.stop is not None and episode.stop.reason == "device failed":
        held.drop()
    return make_result(episode, trial.folder, seed=trial.seed, seconds=time.monotonic() - began)


def _run_with_retry(trial: Trial, held: WorkerState) -> Episode:
    """Run the trial; a device left over from another trial may turn out broken once."""
    used_before = held.has_device
    try:
        return run_trial(trial, held.device(trial), model=held.model(trial.model))
    except DeviceError:
        held.drop()
        if not used_before:
            raise
    return run_trial(trial, held.device(trial), model=held.model(trial.model))


def _read_stdin(trials: queue.SimpleQueue[bytes | None], busy: threading.Event) -> None:
    for line in sys.stdin.buffer:
        trials.put(line)
    trials.put(None)
    if busy.is_set():
        for child in descendants(os.getpid()):
            kill_tree(child)
        os._exit(1)


def main() -> None:
    """Serve until the input is closed."""
    answers: TextIO = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    trials: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    busy, held = threading.Event(), WorkerState()
    threading.Thread(target=_read_stdin, args=(trials, busy), daemon=True).start()
    while (line := trials.get()) is not None:
        busy.set()
        result = run_one(msgspec.json.decode(line, type=Trial), held)
        answers.write(msgspec.json.encode(result).decode() + "\n")
        answers.flush()
        busy.clear()
    held.drop()


if __name__ == "__main__":
    main()
