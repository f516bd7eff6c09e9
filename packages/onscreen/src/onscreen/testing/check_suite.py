"""Contract tests for benchmark suites."""

from __future__ import annotations

from contextlib import closing

from onscreen.bench.base import Suite
from onscreen.device.base import Device
from onscreen.plugins import plugin_paths
from onscreen.run.episode_loop import start_episode
from onscreen.score.check_evaluation import score_task
from onscreen.testing.contract_assertions import expect_error, json_round_trip, require
from onscreen.types.errors import UnknownName


class SuiteContract:
    """Base class for tests that check an implementation of the `Suite` interface.

    Override `make_suite`, and `make_device` for the test that needs a device. `sample_size` is the number of
    tasks that are tested, evenly spread over the group "all".
    """

    sample_size: int = 12

    def make_suite(self) -> Suite:
        """Create the suite to test."""
        raise NotImplementedError

    def make_device(self, suite: Suite) -> Device | None:
        """Create a device for the tasks, without starting it.

        Returns None to skip the test that needs a device.
        """
        del suite
        return None

    def sample_names(self) -> tuple[str, ...]:
        """Return the names of the tasks to test."""
        names = self.make_suite().groups["all"]
        return names[:: max(1, len(names) // self.sample_size)]

    def playable_names(self) -> tuple[str, ...]:
        """Return the names of the tasks that are started on the device, by default those of the sample.

        Override to omit tasks that need a program that is not installed.
        """
        return self.sample_names()

    def test_group_all_has_no_duplicates(self) -> None:
        """The group "all" is not empty and has no duplicates."""
        names = self.make_suite().groups["all"]
        require(names, 'the group "all" is empty')
        require(len(set(names)) == len(names), 'the group "all" names a task twice')

    def test_groups_are_subsets_of_all(self) -> None:
        """Every task in a group is also in the group "all"."""
        suite = self.make_suite()
        for group, sample_names in suite.groups.items():
            unknown = set(sample_names) - set(suite.groups["all"])
            require(not unknown, f"group {group!r} contains {sorted(unknown)}, which are not in 'all'")

    def test_defaults_are_valid(self) -> None:
        """The default limits are positive and the default device exists."""
        suite = self.make_suite()
        require(suite.name, "a suite has a name")
        require(suite.max_steps > 0, f"max_steps is {suite.max_steps}")
        require(suite.limit_sec > 0, f"limit_sec is {suite.limit_sec}")
        require(suite.device in plugin_paths("device"), f"no device is named {suite.device!r}")

    def test_task_depends_on_name_and_seed_only(self) -> None:
        """Creating a task twice with the same name and seed gives equal tasks."""
        for name in self.sample_names():
            for seed in (0, 7):
                one, other = self.make_suite().task(name, seed), self.make_suite().task(name, seed)
                require(one == other, f"task {name!r} with seed {seed} is not reproducible")

    def test_task_has_its_name_and_a_start(self) -> None:
        """Every task has the requested name and a start address or script."""
        for name in self.sample_names():
            task = self.make_suite().task(name, 0)
            require(task.name == name, f"task {name!r} has the name {task.name!r}")
            start = task.start.address or task.start.script
            require(start, f"task {name!r} has neither a start address nor a start script")

    def test_task_has_instruction_and_check(self) -> None:
        """Every task has a check, and an instruction or a way to read one from the device."""
        for name in self.sample_names():
            task = self.make_suite().task(name, 0)
            require(task.instruction or task.start.ask, f"task {name!r} has no instruction")
            require(task.check is not None, f"task {name!r} has no check")

    def test_task_survives_json_round_trip(self) -> None:
        """A task is unchanged after being encoded as JSON and decoded again."""
        for name in self.sample_names():
            task = self.make_suite().task(name, 0)
            require(json_round_trip(task) == task, f"task {name!r} read back from JSON differs")

    def test_unknown_name_suggests_the_closest(self) -> None:
        """A misspelled task name raises UnknownName, which suggests the correct name."""
        suite = self.make_suite()
        name = suite.groups["all"][0]
        with expect_error(UnknownName, when="an unknown task name") as caught:
            suite.task(f"{name}x", 0)
        require(name in str(caught[0]), f"{name!r} is not suggested: {caught[0]}")

    def test_empty_run_does_not_succeed(self) -> None:
        """A run without any actions has a score of 0 or no score."""
        suite = self.make_suite()
        device = self.make_device(suite)
        if device is None:
            return
        with closing(device):
            for name in self.playable_names():
                task = suite.task(name, 0)
                score = score_task(start_episode(task, device), device)
                require(
                    not score.value, f"a run without actions in {name!r} scores {score.value}: {score.why}"
                )
