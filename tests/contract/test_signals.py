"""Every registered stop signal passes `SignalContract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import msgspec
import pytest

from onscreen.plugins import BUILT_IN, load_plugin, plugin_paths
from onscreen.testing import SignalContract
from onscreen.testing.sample_episodes import click_episode, finished_episode, make_exchange, stuck_episode
from onscreen.types import Ask, Episode, Signal


class Case(msgspec.Struct, frozen=True):
    """How a signal is created (`rest` follows its name), and where it must fire or not."""

    rest: str
    fires: tuple[Episode, ...]
    silent: tuple[Episode, ...] = (click_episode(0), click_episode(2))
    monotone: bool = False


CASES: Mapping[str, Case] = {
    "done": Case("", (finished_episode(),), (click_episode(4), finished_episode(Ask("which one?")))),
    "steps": Case("4", (click_episode(4), click_episode(5)), monotone=True),
    "time": Case("3", (click_episode(3), click_episode(9)), monotone=True),
    "tokens": Case(
        "100",
        (click_episode(3, exchange=make_exchange(tokens=40)),),
        (click_episode(2, exchange=make_exchange(tokens=40)),),
        monotone=True,
    ),
    "cost": Case(
        "1",
        (click_episode(3, exchange=make_exchange(cost_usd=0.4)),),
        (click_episode(2, exchange=make_exchange(cost_usd=0.4)),),
        monotone=True,
    ),
    "stuck": Case("3", (stuck_episode(3), stuck_episode(5)), (click_episode(8), stuck_episode(2))),
}
NOT_TESTED: Mapping[str, str] = {
    "similar": "needs recorded references; tests/unit/stop/test_similarity_signal.py runs the contract tests",
    "completed": "needs references; tests/unit/policy/completion/test_completion_signal.py runs the tests",
    "criteria": "never fires; tests/unit/agent/test_criteria_verification.py tests what it does",
    "usual": "never fires; tests/unit/policy/completion/test_usual_length.py tests what it does",
    "checked": "needs tasks with checks; tests/unit/policy/completion/test_completion_signal.py runs them",
}
"""Signals that cannot be tested here, with the reason."""


def test_every_signal_has_a_case() -> None:
    """Every registered signal is tested, or the reason why not is listed."""
    assert set(BUILT_IN["signal"]) <= {*CASES, *NOT_TESTED}


class TestSignals(SignalContract):
    """Contract tests of each signal."""

    @pytest.fixture(autouse=True, params=sorted(set(CASES) & set(plugin_paths("signal"))))
    def of_case(self, request: pytest.FixtureRequest) -> None:
        """Set the signal's case."""
        self.name = str(request.param)
        self.case = CASES[self.name]
        self.monotone = self.case.monotone

    def make_signal(self) -> Signal:
        """Load the signal by name."""
        factory = load_plugin("signal", self.name)
        assert callable(factory)
        return cast("Signal", factory(self.case.rest))

    def fires_on(self) -> tuple[Episode, ...]:
        """Return the episodes on which it must fire."""
        return self.case.fires

    def silent_on(self) -> tuple[Episode, ...]:
        """Return the episodes on which it must not fire."""
        return self.case.silent
