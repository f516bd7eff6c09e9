"""Gymnasium environments for training agents on the tasks of a benchmark suite.

    import gymnasium, onscreen.bench.gym
    env = gymnasium.make("onscreen/phone", tasks="clock")
    observation, info = env.reset(seed=3, options={"task": "clock-set-alarm"})
    observation, reward, terminated, truncated, info = env.step('click 4')

An observation is {"picture": (height, width, 3) uint8, "elements": the screen's outline with the marks of the
elements}; an action is a line of text in the action grammar (`onscreen.types.GRAMMAR`). The
reward is 1.0 at the step after which the check holds, else 0.0. The episode is terminated at that step or
when the agent ends it with `done`, and truncated after `max_steps`. An action that cannot be parsed or
performed costs a step; `info["message"]` contains the error.

Every installed suite is registered as `onscreen/NAME`, whichever package provides it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, cast

import gymnasium
import numpy as np
from numpy.typing import NDArray

from onscreen.bench.task_selection import make_suite, select_tasks
from onscreen.device.base import Device
from onscreen.perceive.element_outline import outline
from onscreen.perceive.pixel_array import decode
from onscreen.perceive.screen_builder import build_screen
from onscreen.plugins import plugin_paths
from onscreen.run.device_factory import make_device
from onscreen.run.episode_loop import RunHooks, run_step, start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.types import Decision, Done, Episode, Outcome, Setting, Start, Wait
from onscreen.types.action_parser import parse
from onscreen.types.errors import BadText, NoSuchMark, UsageError

Observation: TypeAlias = dict[str, NDArray[np.uint8] | str]
Info: TypeAlias = dict[str, object]
MAX_STEPS = 20
SEED_BOUND = 10**9
"""Exclusive upper bound of the random seeds drawn for tasks created without a seed."""


class AnyText(gymnasium.Space[str]):
    """A Gymnasium space that contains every string.

    A sample is always the same text, by default an action that waits.
    """

    def __init__(self, sample: str = "wait 1") -> None:
        """Set the text that `sample` returns."""
        super().__init__((), np.str_)
        self._sample = sample

    def sample(self, mask: None = None, probability: None = None) -> str:
        """Return the fixed sample text.

        The masks are ignored.
        """
        del mask, probability
        return self._sample

    def contains(self, x: object) -> bool:
        """Return True if the value is a string."""
        return isinstance(x, str)


class SuiteEnv(gymnasium.Env[Observation, str]):
    """A Gymnasium environment with the tasks of one benchmark suite.

    The tasks run on the suite's own device.
    """

    def __init__(
        self,
        suite: str = "phone",
        tasks: str = "all",
        *,
        max_steps: int = MAX_STEPS,
        settings: Mapping[str, Setting] | None = None,
    ) -> None:
        """Create the suite and start its device.

        `tasks` is a comma-separated list of task and group names.

        Raises:
            UsageError: the suite, a task or a setting does not exist.
            DeviceError: the device cannot be started.
        """
        self._suite = make_suite(suite)
        self._names = select_tasks(tasks, self._suite)
        self._device = make_device(self._suite.device, {**self._suite.device_settings, **(settings or {})})
        self._max_steps = max_steps
        self._episode: Episode | None = None
        self.action_space = AnyText()
        picture = gymnasium.spaces.Box(0, 255, _start_and_read_picture_shape(self._device), np.uint8)
        observation_space = gymnasium.spaces.Dict({"picture": picture, "elements": AnyText("")})
        self.observation_space = cast("gymnasium.Space[Observation]", observation_space)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observation, Info]:
        """Start a new episode with the task `options["task"]`, or with a random task.

        The seed determines the details of the task.

        Raises:
            UsageError: the suite has no task with that name.
            DeviceError: the device cannot be reset to the start of the task.
        """
        super().reset(seed=seed)
        requested = (options or {}).get("task")
        name = str(requested) if requested else self._names[int(self.np_random.integers(len(self._names)))]
        task_seed = seed if seed is not None else int(self.np_random.integers(SEED_BOUND))
        self._episode = start_episode(self._suite.task(name, task_seed), self._device, agent="gym")
        return self._observation(self._episode), self._info(self._episode)

    def step(self, action: str) -> tuple[Observation, float, bool, bool, Info]:
        """Perform an action; return observation, reward, terminated, truncated and info.

        Raises:
            UsageError: no episode has been started.
            DeviceError: the device is gone.
        """
        if self._episode is None:
            raise UsageError("no task has been started; call reset first")
        self._episode = self._apply_action(self._episode, action)
        score = score_task(self._episode, self._device)
        reward = float(score.value or 0.0)
        terminated = reward >= 1 or isinstance(self._episode.decisions[-1].action, Done)
        truncated = not terminated and len(self._episode.decisions) >= self._max_steps
        return self._observation(self._episode), reward, terminated, truncated, self._info(self._episode)

    def close(self) -> None:
        """Close the device."""
        self._device.close()

    def _apply_action(self, episode: Episode, action: str) -> Episode:
        """Perform an action and add the step to the episode.

        An action that cannot be parsed is recorded as a failed step.
        """
        try:
            decision = Decision(parse(action, build_screen(episode.last)))
        except (BadText, NoSuchMark) as error:
            outcome = Outcome(str(error), failed=type(error).__name__)
            return episode.then(Decision(Wait(0)), outcome, shot=episode.last)
        return run_step(episode, self._device, decision=decision, hooks=RunHooks())

    def _observation(self, episode: Episode) -> Observation:
        return {"picture": decode(episode.last.picture), "elements": outline(build_screen(episode.last))}

    def _info(self, episode: Episode) -> Info:
        last = episode.outcomes[-1] if episode.outcomes else Outcome()
        task = episode.task
        return {
            "instruction": task.instruction,
            "task": task.name,
            "message": last.message,
            "failed": last.failed,
        }


def _start_and_read_picture_shape(device: Device) -> tuple[int, int, int]:
    """Start the device and return the shape of its pictures: (height, width, 3)."""
    device.start(Start())
    width, height = device.observe().picture.size
    return height, width, 3


for _name in plugin_paths("suite"):
    gymnasium.register(
        f"onscreen/{_name}", entry_point="onscreen.bench.gym:SuiteEnv", kwargs={"suite": _name}
    )
