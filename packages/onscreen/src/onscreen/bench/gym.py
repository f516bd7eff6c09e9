"""Suites as Gymnasium environments, for those who train agents: reset, step, a reward from the task's check.

    import gymnasium, onscreen.bench.gym
    env = gymnasium.make("onscreen/phone", tasks="clock")
    seen, info = env.reset(seed=3, options={"task": "clock-set-alarm"})
    seen, reward, over, cut, info = env.step('click 4')

What is seen is {"picture": (height, width, 3) uint8, "elements": the screen's outline with the marks that
actions are aimed at}; an action is a line of text in the grammar of actions (`onscreen.types.GRAMMAR`). The
reward is 1.0 at the step after which the check holds, else 0.0; the episode is over then, or when the agent
says so by `done`, and cut off after `max_steps`. An action that cannot be read or done costs a step and is
told in `info["said"]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, cast

import gymnasium
import numpy as np
from numpy.typing import NDArray

from onscreen.bench.task_selection import make_suite, tasks_of
from onscreen.device.base import Device
from onscreen.perceive.pixel_array import decode
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.screen_outline import outline
from onscreen.run.episode_loop import RunHooks, run_step, start_episode
from onscreen.run.run_setup import make_device
from onscreen.score.check_evaluation import score_task
from onscreen.types import Decision, Done, Episode, Outcome, Setting, Start, Wait
from onscreen.types.errors import BadText, NoSuchMark, UsageError
from onscreen.types.grammar import parse

Seen: TypeAlias = dict[str, NDArray[np.uint8] | str]
Info: TypeAlias = dict[str, object]
MAX_STEPS = 20
MOST_SEEDS = 10**9
"""Tasks made without a seed get one below this."""


class AnyText(gymnasium.Space[str]):
    """Texts of any characters; a sample is the action that waits."""

    def __init__(self, sample: str = "wait 1") -> None:
        """Keep what a sample is."""
        super().__init__((), np.str_)
        self._sample = sample

    def sample(self, mask: None = None, probability: None = None) -> str:
        """Return a text of the space."""
        del mask, probability
        return self._sample

    def contains(self, x: object) -> bool:
        """Whether it is a text."""
        return isinstance(x, str)


class SuiteEnv(gymnasium.Env[Seen, str]):
    """Tasks of one suite on the suite's own device."""

    def __init__(
        self,
        suite: str = "phone",
        tasks: str = "all",
        *,
        max_steps: int = MAX_STEPS,
        settings: Mapping[str, Setting] | None = None,
    ) -> None:
        """Make the suite and start its device; `tasks` are names and groups, as A,B.

        Raises:
            UsageError: there is no such suite, task or setting.
            DeviceError: the device cannot be started.
        """
        self._suite = make_suite(suite)
        self._names = tasks_of(tasks, self._suite)
        self._device = make_device(self._suite.device, {**self._suite.device_settings, **(settings or {})})
        self._max_steps = max_steps
        self._episode: Episode | None = None
        self.action_space = AnyText()
        picture = gymnasium.spaces.Box(0, 255, _shape(self._device), np.uint8)
        both = gymnasium.spaces.Dict({"picture": picture, "elements": AnyText("")})
        self.observation_space = cast("gymnasium.Space[Seen]", both)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Seen, Info]:
        """Begin a task: the one named by options["task"], else one by chance; the seed makes its details.

        Raises:
            UsageError: there is no such task.
            DeviceError: the device cannot be brought to the start.
        """
        super().reset(seed=seed)
        asked = (options or {}).get("task")
        name = str(asked) if asked else self._names[int(self.np_random.integers(len(self._names)))]
        chosen = seed if seed is not None else int(self.np_random.integers(MOST_SEEDS))
        self._episode = start_episode(self._suite.task(name, chosen), self._device, agent="gym")
        return self._seen(self._episode), self._info(self._episode)

    def step(self, action: str) -> tuple[Seen, float, bool, bool, Info]:
        """Do one action and return what is seen, the reward, whether it is over or cut off, and more.

        Raises:
            UsageError: no task has been begun.
            DeviceError: the device is gone.
        """
        if self._episode is None:
            raise UsageError("no task has been begun; call reset first")
        self._episode = self._after(self._episode, action)
        score = score_task(self._episode, self._device)
        reward = float(score.value or 0.0)
        over = reward >= 1 or isinstance(self._episode.decisions[-1].action, Done)
        cut = not over and len(self._episode.decisions) >= self._max_steps
        return self._seen(self._episode), reward, over, cut, self._info(self._episode)

    def close(self) -> None:
        """Give the device back."""
        self._device.close()

    def _after(self, episode: Episode, action: str) -> Episode:
        """Return the episode with this step; one that cannot be read does nothing and is told as failed."""
        try:
            decision = Decision(parse(action, build_screen(episode.last)))
        except (BadText, NoSuchMark) as error:
            outcome = Outcome(str(error), failed=type(error).__name__)
            return episode.then(Decision(Wait(0)), outcome, shot=episode.last)
        return run_step(episode, self._device, decision=decision, hooks=RunHooks())

    def _seen(self, episode: Episode) -> Seen:
        return {"picture": decode(episode.last.picture), "elements": outline(build_screen(episode.last))}

    def _info(self, episode: Episode) -> Info:
        last = episode.outcomes[-1] if episode.outcomes else Outcome()
        task = episode.task
        return {"instruction": task.instruction, "task": task.name, "said": last.said, "failed": last.failed}


def _shape(device: Device) -> tuple[int, int, int]:
    """Start the device and return the shape of its pictures: (height, width, 3)."""
    device.start(Start())
    width, height = device.observe().picture.size
    return height, width, 3


gymnasium.register("onscreen/phone", entry_point="onscreen.bench.gym:SuiteEnv", kwargs={"suite": "phone"})
gymnasium.register("onscreen/sites", entry_point="onscreen.bench.gym:SuiteEnv", kwargs={"suite": "sites"})
gymnasium.register("onscreen/miniwob", entry_point="onscreen.bench.gym:SuiteEnv", kwargs={"suite": "miniwob"})
