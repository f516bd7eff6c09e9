"""Statistics of a suite run."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.run.suite_summary import summarize, wilson_interval
from onscreen.run.trial import Result


def result(
    task: str = "a", *, success: bool | None = True, stop: str = "done", steps: int = 3, detail: str = ""
) -> Result:
    """Return one trial's result."""
    reward = None if success is None else float(success)
    return Result(task, 0, success, reward, steps, 2.0, 4, 100, 10, stop, f"out/{task}", 0.25, detail=detail)


results = st.lists(
    st.builds(
        Result,
        task=st.sampled_from(["a", "b", "c"]),
        seed=st.integers(0, 9),
        success=st.sampled_from([True, False, None]),
        reward=st.one_of(st.none(), st.floats(0, 1)),
        steps=st.integers(0, 30),
        seconds=st.floats(0, 1e4),
        model_calls=st.integers(0, 100),
        tokens_in=st.integers(0, 10**6),
        tokens_out=st.integers(0, 10**6),
        stop=st.sampled_from(["done", "steps", "stuck", "killed"]),
        episode=st.just("e"),
        cost_usd=st.floats(0, 10),
    ),
    max_size=30,
)


def test_unscored_trials_do_not_count() -> None:
    """A trial that was not judged lowers neither the rate nor the reward."""
    overall = summarize([result(), result(success=False), result(success=None)]).overall
    assert (overall.total, overall.judged, overall.succeeded) == (3, 2, 1)
    assert overall.success_rate == 0.5
    assert overall.mean_reward == 0.5


def test_side_effects_and_false_reports_are_counted() -> None:
    """A run that reports success wrongly is counted, and so is one that changed more than it should."""
    trials = [
        msgspec.structs.replace(result(), person_steps=2, side_effects=0),
        msgspec.structs.replace(result(steps=9), person_steps=2, side_effects=1),
        msgspec.structs.replace(result(success=False), person_steps=2, side_effects=3),
        msgspec.structs.replace(result(success=False, stop="gave up"), person_steps=2),
    ]
    overall = summarize(trials).overall
    assert overall.false_successes == 1
    assert overall.with_side_effects == 2
    assert overall.step_ratio == 2.0
    unknown = summarize([result()]).overall
    assert (unknown.with_side_effects, unknown.step_ratio) == (None, None)


def test_without_judged_trials_there_is_no_rate() -> None:
    """Without judged trials the rate is None and the interval is 0..1."""
    for trials in ([], [result(success=None)]):
        overall = summarize(trials).overall
        assert overall.success_rate is None
        assert overall.mean_reward is None
        assert (overall.interval.low, overall.interval.high) == (0.0, 1.0)


def test_wilson_agrees_with_published_values() -> None:
    """The interval is Wilson's: 81 of 263 gives 0.2553 to 0.3662 (Newcombe 1998, table I)."""
    interval = wilson_interval(81, 263)
    assert interval.low == pytest.approx(0.2553, abs=5e-5)
    assert interval.high == pytest.approx(0.3662, abs=5e-5)
    assert wilson_interval(0, 20).high == pytest.approx(0.1611, abs=5e-5)


@pytest.mark.parametrize(("succeeded", "judged"), [(3, 2), (-1, 2), (0, -1)])
def test_invalid_counts_are_rejected(succeeded: int, judged: int) -> None:
    """Counts that are no rate are rejected, with both counts in the message."""
    with pytest.raises(ValueError, match=f"{succeeded} of {judged}"):
        wilson_interval(succeeded, judged)


@given(st.integers(0, 2000), st.integers(0, 2000))
def test_interval_contains_the_rate(a: int, b: int) -> None:
    """The interval lies within 0..1 and contains the rate."""
    succeeded, judged = min(a, b), max(a, b, 1)
    interval = wilson_interval(succeeded, judged)
    assert 0 <= interval.low <= succeeded / judged <= interval.high <= 1


@given(st.integers(1, 500), st.integers(1, 500))
def test_more_trials_narrow_the_interval(judged: int, more: int) -> None:
    """The interval of the same rate is narrower for more trials."""
    few, many = wilson_interval(judged, judged * 2), wilson_interval(judged * more, judged * 2 * more)
    assert many.high - many.low <= few.high - few.low + 1e-12


@given(results)
def test_task_counts_add_up_to_the_total(trials: list[Result]) -> None:
    """Every overall count is the sum of the counts per task."""
    summary = summarize(trials)
    for field in ("total", "judged", "succeeded", "model_calls", "tokens_in", "tokens_out"):
        rows = sum(getattr(row.tally, field) for row in summary.tasks)
        assert getattr(summary.overall, field) == rows
    assert sum(stop.count for stop in summary.overall.stops) == len(trials)
    assert sum(row.tally.cost_usd for row in summary.tasks) == pytest.approx(summary.overall.cost_usd)


def test_tasks_keep_their_order() -> None:
    """Rows are in the order in which the tasks first appear."""
    assert [row.task for row in summarize([result("z"), result("a"), result("z")]).tasks] == ["z", "a"]


def test_stop_reasons_are_counted_without_details() -> None:
    """Two crashes with different messages have the same stop reason."""
    stops = summarize(
        [result(stop="crashed", detail="OSError: disk full"), result(stop="crashed", detail="no memory")]
    ).overall.stops
    assert [(stop.reason, stop.count) for stop in stops] == [("crashed", 2)]
