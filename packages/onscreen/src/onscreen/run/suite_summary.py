"""Summary statistics for a benchmark run, overall and per task."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import fmean

import msgspec

from onscreen.run.trial import Result

Z_95 = 1.959964  # the 97.5th percentile of the standard normal distribution


class Interval(msgspec.Struct, frozen=True):
    """A confidence interval for a rate between 0 and 1."""

    low: float
    high: float


class StopCount(msgspec.Struct, frozen=True):
    """A stop reason and the number of trials that ended with it."""

    reason: str
    count: int


class Tally(msgspec.Struct, frozen=True):
    """Summary statistics for a set of trials, such as success rate, steps and cost.

    `judged` counts the trials whose success is known; the others count neither as success nor as failure.
    `success_rate` and `mean_reward` are over the judged trials, None if there are none; `interval` is then
    0..1. `mean_steps` and `mean_seconds` are over all trials. Calls, tokens, cost and `unusable` (unusable
    model answers) are sums. `false_successes` counts the trials in which the agent wrongly reported success.
    `with_side_effects` counts the trials with changes that the task did not ask for; None if no trial counted
    changes. `step_ratio` is the mean number of steps relative to a person's over the successful trials, None
    if unknown. `process_score` and `completion_rate` are means over all trials for which they are known, None
    if there are none. `mean_coverage` and `mean_consistency` are over the runs on task graphs, None without
    such runs.
    """

    total: int
    judged: int
    succeeded: int
    success_rate: float | None
    interval: Interval
    mean_reward: float | None
    mean_steps: float
    mean_seconds: float
    model_calls: int
    tokens_in: int
    tokens_out: int
    cost_usd: float
    stops: tuple[StopCount, ...]
    unusable: int
    false_successes: int = 0
    with_side_effects: int | None = None
    step_ratio: float | None = None
    process_score: float | None = None
    completion_rate: float | None = None
    mean_coverage: float | None = None
    mean_consistency: float | None = None


class TaskRow(msgspec.Struct, frozen=True):
    """Summary statistics for the trials of one task."""

    task: str
    tally: Tally


class GroupRow(msgspec.Struct, frozen=True):
    """Summary statistics for the trials of the tasks in one group."""

    group: str
    tally: Tally


class Summary(msgspec.Struct, frozen=True):
    """Statistics of a benchmark run, for all trials and for each task.

    Tasks are in order of first appearance.
    """

    overall: Tally
    tasks: tuple[TaskRow, ...]


def wilson_interval(succeeded: int, judged: int, *, z: float = Z_95) -> Interval:
    """Compute the Wilson score interval for a success rate.

    Returns 0..1 if nothing was judged. Assumes independent trials. Source: E. B. Wilson, Probable inference,
    the law of succession, and statistical inference, JASA 22 (1927).

    Raises:
        ValueError: more succeeded than were judged, or a count is negative.
    """
    if not 0 <= succeeded <= judged:
        raise ValueError(f"{succeeded} of {judged} is not a rate; expected 0 <= succeeded <= judged")
    if not judged:
        return Interval(0.0, 1.0)
    rate, share = succeeded / judged, z * z / judged
    center = rate + share / 2
    half_width = z * sqrt(rate * (1 - rate) / judged + share / (4 * judged))
    low = (center - half_width) / (1 + share) if succeeded else 0.0
    high = (center + half_width) / (1 + share) if succeeded < judged else 1.0
    return Interval(low, high)


def count_results(results: Sequence[Result]) -> Tally:
    """Compute summary statistics for a set of trial results."""
    verdicts = [r.success for r in results if r.success is not None]
    rewards = [r.reward for r in results if r.reward is not None]
    stops = Counter(result.stop for result in results)
    counted = [r.side_effects for r in results if r.side_effects is not None]
    coverages = [r.coverage for r in results if r.coverage is not None]
    consistencies = [r.consistency for r in results if r.consistency is not None]
    ratios = [r.step_ratio for r in results if r.success and r.step_ratio is not None]
    return Tally(
        total=len(results),
        judged=len(verdicts),
        succeeded=sum(verdicts),
        success_rate=sum(verdicts) / len(verdicts) if verdicts else None,
        interval=wilson_interval(sum(verdicts), len(verdicts)),
        mean_reward=_mean(rewards),
        mean_steps=fmean(r.steps for r in results) if results else 0.0,
        mean_seconds=fmean(r.seconds for r in results) if results else 0.0,
        model_calls=sum(r.model_calls for r in results),
        tokens_in=sum(r.tokens_in for r in results),
        tokens_out=sum(r.tokens_out for r in results),
        cost_usd=sum(r.cost_usd for r in results),
        stops=tuple(StopCount(reason, count) for reason, count in stops.most_common()),
        unusable=sum(r.unusable for r in results),
        false_successes=sum(r.is_false_success for r in results),
        with_side_effects=sum(count > 0 for count in counted) if counted else None,
        step_ratio=_mean(ratios),
        process_score=_mean([r.process_score for r in results if r.process_score is not None]),
        completion_rate=_mean([r.completion_rate for r in results if r.completion_rate is not None]),
        mean_coverage=fmean(coverages) if coverages else None,
        mean_consistency=fmean(consistencies) if consistencies else None,
    )


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def summarize(results: Sequence[Result]) -> Summary:
    """Compute overall and per-task statistics for a benchmark run."""
    by_task: dict[str, list[Result]] = {}
    for result in results:
        by_task.setdefault(result.task, []).append(result)
    rows = tuple(TaskRow(task, count_results(of_task)) for task, of_task in by_task.items())
    return Summary(count_results(results), rows)


def summarize_groups(results: Sequence[Result], groups: Mapping[str, Sequence[str]]) -> tuple[GroupRow, ...]:
    """Compute statistics for each group of tasks; groups without a result are omitted."""
    rows = []
    for group, tasks in groups.items():
        names = set(tasks)
        of_group = [result for result in results if result.task in names]
        if of_group:
            rows.append(GroupRow(group, count_results(of_group)))
    return tuple(rows)
