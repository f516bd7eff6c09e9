"""Tests of the values that the conditions of one screen share."""

from __future__ import annotations

from notebook_device import NotebookDevice
from onscreen.score.check_evaluation import EvaluationContext, evaluate
from onscreen.score.value_cache import ValueCache
from onscreen.types import AllOf, Episode, StateHas, Task


def test_all_conditions_of_a_screen_read_the_state_once() -> None:
    """Conditions see the same state, even if the application changes it by itself between them."""
    device = NotebookDevice(is_ticking=True)
    episode = Episode(Task("wait"), (device.observe(),), device="notebook")
    check = AllOf(tuple(StateHas("state", (), {"ticks": "1"}) for _ in range(3)))
    assert evaluate(check, EvaluationContext(episode, ValueCache(device))).holds
    assert device.read("state").endswith('"ticks": 2}')
