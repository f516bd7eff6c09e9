"""What every suite promises, as tests to inherit."""

from __future__ import annotations

from contextlib import closing

from onscreen.bench.base import Suite
from onscreen.device.base import Device
from onscreen.plugins import plugin_paths
from onscreen.run.episode_loop import start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.testing.contract_errors import expect_error, json_round_trip, require
from onscreen.types.errors import UnknownName


class SuiteContract:
    """Override `make_suite`, and `make_device` for the test that needs one.

    `sample_size` is how many tasks are looked at; those of the group "all", evenly spread.
    """

    sample_size: int = 12

    def make_suite(self) -> Suite:
        """Return the suite."""
        raise NotImplementedError

    def make_device(self, suite: Suite) -> Device | None:
        """Return the device the tasks run on, not started; None leaves out what needs one."""
        del suite
        return None

    def sample_names(self) -> tuple[str, ...]:
        """Return the names of the tasks looked at."""
        every = self.make_suite().groups["all"]
        return every[:: max(1, len(every) // self.sample_size)]

    def test_all_are_there_and_named_once(self) -> None:
        """The group "all" has tasks, each name once."""
        every = self.make_suite().groups["all"]
        require(every, 'the group "all" is empty')
        require(len(set(every)) == len(every), 'the group "all" names a task twice')

    def test_groups_hold_known_names(self) -> None:
        """Every name in a group is in "all"."""
        suite = self.make_suite()
        for group, sample_names in suite.groups.items():
            strange = set(sample_names) - set(suite.groups["all"])
            require(not strange, f"group {group!r} names {sorted(strange)}, which are not in 'all'")

    def test_defaults_can_be_used(self) -> None:
        """The defaults of a trial are above zero and the device is one there is."""
        suite = self.make_suite()
        require(suite.name, "a suite has a name")
        require(suite.max_steps > 0, f"max_steps is {suite.max_steps}")
        require(suite.limit_sec > 0, f"limit_sec is {suite.limit_sec}")
        require(suite.device in plugin_paths("device"), f"no device named {suite.device!r}")

    def test_same_name_and_seed_same_task(self) -> None:
        """A task depends on its name and its seed only."""
        for name in self.sample_names():
            for seed in (0, 7):
                one, other = self.make_suite().task(name, seed), self.make_suite().task(name, seed)
                require(one == other, f"task {name!r} of seed {seed} differs from itself")

    def test_task_keeps_its_name(self) -> None:
        """A task is called by the name it was made by, and starts somewhere."""
        for name in self.sample_names():
            task = self.make_suite().task(name, 0)
            require(task.name == name, f"task {name!r} is called {task.name!r}")
            somewhere = task.start.address or task.start.script
            require(somewhere, f"task {name!r} has neither address nor script to start at")

    def test_task_can_be_told_and_judged(self) -> None:
        """Every task has an instruction, or asks the place for it, and a check."""
        for name in self.sample_names():
            task = self.make_suite().task(name, 0)
            require(task.instruction or task.start.ask, f"task {name!r} tells nobody what to do")
            require(task.check is not None, f"task {name!r} has no check")

    def test_task_survives_being_stored(self) -> None:
        """A task with its check, written as JSON and read back, is the same value."""
        for name in self.sample_names():
            task = self.make_suite().task(name, 0)
            require(json_round_trip(task) == task, f"task {name!r} read back from JSON differs")

    def test_unknown_name_is_said_with_the_nearest(self) -> None:
        """A name with a slip raises UnknownName, which offers the right one."""
        suite = self.make_suite()
        name = suite.groups["all"][0]
        with expect_error(UnknownName, when="a task that is not there") as caught:
            suite.task(f"{name}x", 0)
        require(name in str(caught[0]), f"{name!r} is not offered: {caught[0]}")

    def test_doing_nothing_scores_nothing(self) -> None:
        """A run without an action scores 0 (or cannot be judged)."""
        suite = self.make_suite()
        device = self.make_device(suite)
        if device is None:
            return
        with closing(device):
            for name in self.sample_names():
                task = suite.task(name, 0)
                score = score_task(start_episode(task, device), device)
                require(not score.value, f"doing nothing in {name!r} scores {score.value}: {score.why}")
