"""Stop signals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.perceive.pixel_array import encode
from onscreen.stop.done_signal import done
from onscreen.stop.signal_combination import all_of, first_of, make_signal
from onscreen.types import (
    Action,
    Ask,
    Back,
    Box,
    Decision,
    Done,
    Episode,
    Exchange,
    Node,
    Outcome,
    Prompt,
    Reply,
    Shot,
    Stop,
    Task,
    Wait,
)
from onscreen.types.errors import BadText, UnknownName

PICTURE = encode(np.zeros((4, 4, 3), dtype=np.uint8))


def shot(text: str, *, at: float = 0.0) -> Shot:
    """A screen that shows this text, taken `at` seconds after the start of the run."""
    return Shot(PICTURE, (Node("text", text, Box(0, 0, 4, 4)),), taken_at=1000.0 + at)


def episode(*screens: str, did: Sequence[Action] = (), asked: tuple[Exchange, ...] = ()) -> Episode:
    """Return an episode of these screens, with a Back action at every step by default."""
    sample = Episode(Task("t"), (shot(screens[0]),), started_at=1000.0)
    for i, text in enumerate(screens[1:]):
        action = did[i] if did else Back()
        sample = sample.then(Decision(action, asked=asked), Outcome(), shot=shot(text, at=i + 1.0))
    return sample


def test_done_fires_with_the_answer() -> None:
    """The evidence of a finished run holds the agent's answer."""
    assert done(episode("a", "a")) is None
    assert done(episode("a", "a", did=[Done("42")])) == Stop(
        "done", "the agent reported that the task is done: 42"
    )


def test_giving_up_differs_from_success() -> None:
    """A run in which the agent gives up has a stop reason of its own."""
    stop = done(episode("a", "a", did=[Done("no such page", achieved=False)]))
    assert stop == Stop("gave up", "the agent reported that the task is not done: no such page")


@pytest.mark.parametrize(
    ("name", "evidence"),
    [
        ("steps:3", "3 steps >= 3 allowed"),
        ("time:2.5", "3.0 s >= 2.5 s allowed"),
        ("tokens:90", "90 tokens >= 90 allowed"),
        ("cost:0.05", "$0.0600 >= $0.05 allowed"),
    ],
)
def test_limit_fires_with_both_numbers(name: str, evidence: str) -> None:
    """Each limit reports the amount used and the amount allowed."""
    asked = (Exchange(Prompt("?"), Reply(tokens_in=20, tokens_out=10, cost_usd=0.02)),)
    sample = episode("a", "b", "c", "d", asked=asked)
    stop = make_signal(name)(sample)
    assert stop is not None
    assert (stop.reason, stop.evidence) == (name.partition(":")[0], evidence)
    assert make_signal(name)(sample.so_far(2)) is None


def test_actions_without_effect_end_the_run() -> None:
    """After five actions in a row without effect the run is stuck, and the evidence lists them."""
    stop = make_signal("stuck")(episode(*"aaaaaa"))
    assert stop == Stop("stuck", "5 actions in a row left the screen unchanged (limit 5): back")
    assert make_signal("stuck")(episode(*"aaaaa")) is None
    assert make_signal("stuck:3")(episode(*"baaaa")) is not None


def test_repeated_cycle_ends_the_run() -> None:
    """Two screens repeated three times are a cycle."""
    stop = make_signal("stuck")(episode(*"xababab"))
    assert stop == Stop("stuck", "the same 2 screens were repeated 3 times (limit 3)")
    assert make_signal("stuck")(episode(*"xabcabcabc")) is not None


@pytest.mark.parametrize("screens", ["abcdefghij", "aabbccddee", "xabab", "lalblclclbla"])
def test_run_with_progress_is_not_stuck(screens: str) -> None:
    """New screens, returning to a list, and a retried click are no lack of progress."""
    assert make_signal("stuck")(episode(*screens)) is None


def test_wait_and_ask_do_not_count() -> None:
    """Waiting for a page or a user does not count."""
    assert make_signal("stuck")(episode(*"aaaaaaaaa", did=[Wait(), Ask("which?")] * 4)) is None


def test_change_visible_only_in_pixels_counts() -> None:
    """Drawing on a canvas changes no node and still counts as progress."""
    sample = episode("a")
    for i in range(8):
        canvas_shot = Shot(encode(np.full((4, 4, 3), i, dtype=np.uint8)), sample.shots[0].nodes)
        sample = sample.then(Decision(Back()), Outcome(), shot=canvas_shot)
    assert make_signal("stuck")(sample) is None


@given(st.text("abc", min_size=1, max_size=12))
def test_signals_accept_any_episode(screens: str) -> None:
    """No signal raises an error on any episode."""
    for name in ("done", "stuck", "steps:3", "time:3", "tokens:3", "cost:3"):
        make_signal(name)(episode(*screens))


def test_first_signal_gives_the_reason() -> None:
    """Of several signals the first in order gives the reason."""
    both = first_of(make_signal("steps:1"), make_signal("time:1"))
    stop = both(episode("a", "b"))
    assert stop is not None
    assert stop.reason == "steps"
    assert first_of()(episode("a")) is None


def test_all_of_fires_when_all_fire() -> None:
    """`all_of` fires when all signals fire, with the evidence of all."""
    both = all_of(make_signal("steps:1"), make_signal("time:2"))
    assert both(episode("a", "b")) is None
    stop = both(episode("a", "b", "c"))
    assert stop == Stop("steps", "2 steps >= 1 allowed; 2.0 s >= 2 s allowed")
    assert all_of()(episode("a")) is None


@pytest.mark.parametrize(
    "name",
    [
        "steps:",
        "steps:0",
        "steps:-1",
        "steps:1.5",
        "steps:many",
        "time:nan",
        "time:inf",
        "time:",
        "cost:x",
        "tokens:³",
        "stuck:1",
        "done:1",
    ],
)
def test_invalid_limit_is_rejected(name: str) -> None:
    """An invalid number is rejected with an example."""
    with pytest.raises(BadText, match="found"):
        make_signal(name)


def test_unknown_signal_suggests_the_closest() -> None:
    """A misspelt signal gets a suggestion."""
    with pytest.raises(UnknownName, match="did you mean 'stuck'"):
        make_signal("stuk:3")
