"""What every signal promises, as tests to inherit."""

from __future__ import annotations

from typing import get_args

from onscreen.testing.contract_errors import require
from onscreen.testing.sample_episodes import click_episode, finished_episode
from onscreen.types import Episode, Signal
from onscreen.types.episode import Reason


class SignalContract:
    """Override `make_signal`, `fires_on` (episodes it must end) and `silent_on` (episodes it must not).

    `monotone` is True for a signal that, having fired, fires on every longer episode, as limits do.
    """

    monotone: bool = False

    def make_signal(self) -> Signal:
        """Return the signal."""
        raise NotImplementedError

    def fires_on(self) -> tuple[Episode, ...]:
        """Return episodes that the signal must end."""
        return ()

    def silent_on(self) -> tuple[Episode, ...]:
        """Return episodes that the signal must let go on."""
        return ()

    def episodes(self) -> tuple[Episode, ...]:
        """Return every episode the tests look at, and every one it began as."""
        whole = (*self.fires_on(), *self.silent_on(), click_episode(6), finished_episode())
        return tuple(e.so_far(k) for e in whole for k in range(len(e.decisions) + 1))

    def test_fires_where_it_must(self) -> None:
        """The signal ends the episodes it is for."""
        for episode in self.fires_on():
            require(self.make_signal()(episode), f"it must end an episode of {len(episode.decisions)} steps")

    def test_is_silent_where_it_must_be(self) -> None:
        """The signal lets the others go on."""
        for episode in self.silent_on():
            stop = self.make_signal()(episode)
            require(stop is None, f"it must let {len(episode.decisions)} steps go on; found {stop}")

    def test_stop_has_reason_and_evidence(self) -> None:
        """A signal gives None, or a Stop with a known reason and evidence."""
        for stop in filter(None, map(self.make_signal(), self.episodes())):
            require(stop.reason in get_args(Reason), f"{stop.reason!r} is no reason there is")
            require(stop.evidence, f"the stop {stop.reason!r} has no evidence")

    def test_is_a_function_of_the_episode(self) -> None:
        """The same episode gives the same answer, whatever was asked in between, and from a new signal."""
        episodes = self.episodes()
        signal = self.make_signal()
        first = [signal(e) for e in episodes]
        again = [signal(e) for e in reversed(episodes)][::-1]
        fresh = [self.make_signal()(e) for e in episodes]
        require(first == again == fresh, "the answer depends on more than the episode")

    def test_goes_on_firing(self) -> None:
        """A monotone signal that ended an episode ends every longer one."""
        if not self.monotone:
            return
        signal = self.make_signal()
        for episode in (*self.fires_on(), *self.silent_on(), click_episode(6)):
            fired = [signal(episode.so_far(k)) is not None for k in range(len(episode.decisions) + 1)]
            require(fired == sorted(fired), f"fired and fell silent again: {fired}")
