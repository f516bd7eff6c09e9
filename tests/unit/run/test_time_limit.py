"""The time limit of a run, which ends every wait."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import practice_world
from onscreen.deadline import now, sleep
from onscreen.device.fake_device import FakeDevice
from onscreen.model.provider_model import compatible
from onscreen.model.time_limit import TimeLimitedModel
from onscreen.policy.cascade import Cascade
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial, make_result
from onscreen.store.episode_store import load_episode
from onscreen.types import Action, Episode, Shot, Task, TextShown

pytestmark = pytest.mark.usefixtures("practice")
LIMITS = Limits(max_sec=0.5)


@pytest.fixture
def silent_server() -> Iterator[str]:
    """Return the address of a server that accepts connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        connections: list[socket.socket] = []

        def accept() -> None:
            while True:
                try:
                    connections.append(server.accept()[0])
                except OSError:
                    return

        threading.Thread(target=accept, daemon=True).start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        server.shutdown(socket.SHUT_RDWR)
        for connection in connections:
            connection.close()


class SlowCounter(practice_world.Counter):
    """A counter whose clock stands still and whose actions take an hour."""

    def observe(self) -> Shot:
        """Return the shot with the same time as all others."""
        return msgspec.structs.replace(super().observe(), taken_at=1.0)

    def perform(self, action: Action) -> str:
        """Wait for an hour."""
        sleep(3600)
        return super().perform(action)


def make_trial(folder: Path | str = "", *, agent: str = "consulter") -> Trial:
    """Return a trial with a limit of half a second."""
    task = Task("count to 3", check=TextShown("count 3"))
    return Trial(task, str(folder), device="counter", agent=agent, model="mute", limits=LIMITS, signals=())


def assert_time_stop(episode: Episode) -> None:
    """Check that the run was stopped by its time limit."""
    assert episode.stop is not None
    assert (episode.stop.reason, episode.stop.evidence) == ("time", "the limit of 0.5 s is reached")


def test_limit_ends_a_run_whose_provider_never_answers(silent_server: str, tmp_path: Path) -> None:
    """A model server that accepts a request and never answers ends the run at its time limit."""
    model = compatible(f"tiny@{silent_server}")
    trial, device = make_trial(tmp_path), practice_world.Counter({})
    episode = run_trial(trial, device, cascade=Cascade(model=TimeLimitedModel(model)))
    assert_time_stop(episode)
    assert load_episode(tmp_path) == episode


def test_limit_ends_a_run_whose_provider_is_retried() -> None:
    """A model server that cannot be reached is retried until the time limit, not longer."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    cascade = Cascade(model=TimeLimitedModel(compatible(f"tiny@http://127.0.0.1:{port}/v1")))
    assert_time_stop(run_trial(make_trial(), practice_world.Counter({}), cascade=cascade))


def test_limit_ends_a_run_whose_model_blocks() -> None:
    """A model that blocks its thread for an hour ends the run at its time limit."""
    cascade = Cascade(model=TimeLimitedModel(practice_world.Slow("3600")))
    episode = run_trial(make_trial(), practice_world.Counter({}), cascade=cascade)
    assert_time_stop(episode)
    assert episode.score is not None
    assert episode.score.value == 0


def test_limit_ends_a_long_action() -> None:
    """An action that takes an hour ends the run at its time limit and is recorded as not finished."""
    episode = run_trial(make_trial(agent="adder"), SlowCounter({}), cascade=Cascade())
    assert_time_stop(episode)
    assert [outcome.failed for outcome in episode.outcomes] == ["TimeLimitReached"]


def test_limit_does_not_depend_on_the_clock_of_the_device() -> None:
    """A run whose screens all have the same time ends at its time limit."""

    class Stopped(SlowCounter):
        def perform(self, action: Action) -> str:
            return practice_world.Counter.perform(self, action)

    limits = Limits(max_steps=10**9, max_sec=0.5)
    trial = msgspec.structs.replace(make_trial(agent="adder"), limits=limits, task=Task("count to 1000"))
    device = Stopped({"by": 0})
    assert_time_stop(run_trial(trial, device, cascade=Cascade()))


def test_time_of_screens_never_goes_back() -> None:
    """The times of screens increase even if the system clock is set back, because they count from a start."""
    device = FakeDevice()
    times = [device.observe().taken_at for _ in range(3)]
    assert times == sorted(times)
    assert times[-1] <= now()


def test_time_of_model_and_device_are_reported_separately() -> None:
    """The result of a run states the time of the model calls and the time of the device."""

    class Steady(practice_world.Counter):
        def perform(self, action: Action) -> str:
            sleep(0.02)
            return super().perform(action)

    trial = msgspec.structs.replace(make_trial(), limits=Limits())
    episode = run_trial(trial, Steady({}), cascade=Cascade(model=practice_world.Slow("0.03")))
    result = make_result(episode, "", seconds=1.0)
    assert result.model_sec == pytest.approx(4 * 0.03)
    assert result.device_sec >= 3 * 0.02
