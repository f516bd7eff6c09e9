"""Contract tests for stop signals."""

from __future__ import annotations

from typing import get_args

from onscreen.testing.contract_assertions import require
from onscreen.testing.sample_episodes import click_episode, finished_episode
from onscreen.types import Episode, Signal
from onscreen.types.episode import Reason


class SignalContract:
    """Base class for tests that check an implementation of the `Signal` interface.

    Override `make_signal`, `fires_on` and `silent_on`. Set `monotone` to True for a signal that, once fired,
    fires on every longer episode, like the limits.
    """

    monotone: bool = False

    def make_signal(self) -> Signal:
        """Create the stop signal to test."""
        raise NotImplementedError

    def fires_on(self) -> tuple[Episode, ...]:
        """Return episodes on which the stop signal must fire."""
        return ()

    def silent_on(self) -> tuple[Episode, ...]:
        """Return episodes on which the stop signal must not fire."""
        return ()

    def episodes(self) -> tuple[Episode, ...]:
        """Return all test episodes and every prefix of them."""
        episodes = (*self.fires_on(), *self.silent_on(), click_episode(6), finished_episode())
        return tuple(e.so_far(k) for e in episodes for k in range(len(e.decisions) + 1))

    def test_fires_on_its_episodes(self) -> None:
        """The signal fires on every episode that `fires_on` returns."""
        for episode in self.fires_on():
            require(
                self.make_signal()(episode),
                f"the signal must fire on an episode of {len(episode.decisions)} steps",
            )

    def test_is_silent_on_other_episodes(self) -> None:
        """The signal does not fire on any episode that `silent_on` returns."""
        for episode in self.silent_on():
            stop = self.make_signal()(episode)
            require(
                stop is None, f"the signal must not fire after {len(episode.decisions)} steps; found {stop}"
            )

    def test_stop_has_reason_and_evidence(self) -> None:
        """The signal returns None, or a `Stop` with a valid reason and evidence."""
        for stop in filter(None, map(self.make_signal(), self.episodes())):
            require(stop.reason in get_args(Reason), f"{stop.reason!r} is not a valid reason")
            require(stop.evidence, f"the stop {stop.reason!r} has no evidence")

    def test_depends_on_the_episode_only(self) -> None:
        """The result depends only on the episode, not on the instance or earlier calls."""
        episodes = self.episodes()
        signal = self.make_signal()
        first = [signal(e) for e in episodes]
        reverse = [signal(e) for e in reversed(episodes)][::-1]
        new = [self.make_signal()(e) for e in episodes]
        require(first == reverse == new, "the result depends on more than the episode")

    def test_monotone_signal_keeps_firing(self) -> None:
        """Once a monotone signal has fired, it also fires after every later step."""
        if not self.monotone:
            return
        signal = self.make_signal()
        for episode in (*self.fires_on(), *self.silent_on(), click_episode(6)):
            fired = [signal(episode.so_far(k)) is not None for k in range(len(episode.decisions) + 1)]
            require(fired == sorted(fired), f"stopped firing on a longer episode: {fired}")
