"""The loop: task, device, agent -> Episode."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeAlias

import msgspec

from onscreen.agent.base import Agent
from onscreen.device.base import Device
from onscreen.types import Action, Ask, Decision, Done, Episode, Outcome, Score, Signal, Stop, Task
from onscreen.types.errors import ActionFailed, BudgetSpent, DeviceError, ModelError

Scorer: TypeAlias = Callable[[Episode, Device], Score]
Watcher: TypeAlias = Callable[[Episode], None]
Person: TypeAlias = Callable[[str], str]
Approval: TypeAlias = Callable[[Episode, Decision], str]
