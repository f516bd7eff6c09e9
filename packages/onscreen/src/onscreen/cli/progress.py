"""Live progress of runs and benchmarks, printed to stderr."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from onscreen.perceive.screen_change import past_steps
from onscreen.perceive.step_description import describe_effect
from onscreen.report.html_text_format import (
    describe_stop,
    format_duration,
    format_number,
    format_percent,
    format_usd,
    one_line,
)
from onscreen.report.outcome_summary import sum_cost, summarize_outcome
from onscreen.run.suite_run import TrialEvent
from onscreen.run.suite_summary import GroupRow, Summary, Tally
from onscreen.types import Done, Episode, PastStep, Shot, Step
from onscreen.types.action_parser import show
from onscreen.types.argument_origin import describe_untrusted
from onscreen.types.pluralization import count_noun

MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: ("?", "yellow")}
MAX_FEEDBACK_CHARS = 160
"""Maximum length of the printed feedback on a step: two lines of a typical terminal."""
MIN_PERCEPTION_SEC = 0.1
"""Minimum time spent on reading screenshots that the summary of a run mentions, in seconds."""
_COLOURS = {"good": "bold green", "bad": "bold red", "part": "bold yellow", "unknown": "bold"}


class Progress:
    """A callback that prints each step of a run as it finishes.

    `has_started` is True once the callback was called.
    """

    def __init__(self, console: Console | None = None, *, whole: bool = False) -> None:
        """Create a callback that prints to `console`, by default stderr.

        With `whole`, the steps before the first call are printed, too.
        """
        self._console = console or Console(stderr=True, highlight=False)
        self._whole = whole
        self._printed_steps = 0
        self._subtask = ""
        self.has_started = False

    def __call__(self, episode: Episode) -> None:
        """Print the steps since the last call, and the outcome of a finished run."""
        if not self.has_started:
            self.has_started, self._printed_steps = True, 0 if self._whole else len(episode.decisions)
            self._print(one_line(episode.task.instruction), style="bold")
            self._print(f"  {episode.device}: {_location(episode.shots[self._printed_steps])}", style="dim")
        for number, (step, past) in enumerate(
            zip(episode.steps(), past_steps(episode), strict=True), start=1
        ):
            if number > self._printed_steps:
                self._print_step(step, past, number=number)
        self._printed_steps = len(episode.decisions)
        if episode.stop is not None:
            self._print_end(episode)

    def _print_step(self, step: Step, past: PastStep, *, number: int) -> None:
        decision, outcome = step.decision, step.outcome
        subtask = decision.plan.subtasks[decision.plan.at].text if _has_subtask(step) else ""
        if subtask and subtask != self._subtask:
            self._subtask = subtask
            self._print(f"  > {one_line(subtask)}", style="cyan")
        for exchange in decision.exchanges():
            if exchange.fault:
                self._print(f"      unusable model answer: {one_line(exchange.fault)}", style="yellow")
        self._print(f"  {number:>2}  {one_line(show(decision.action))}")
        for line in describe_untrusted(decision.origins):
            self._print(f"      {one_line(line)}", style="dim")
        if not isinstance(decision.action, Done):
            style = "yellow" if outcome.failed else "dim"
            self._print(f"      {one_line(describe_effect(past), MAX_FEEDBACK_CHARS)}", style=style)

    def _print_end(self, episode: Episode) -> None:
        stop, score, summary = episode.stop, episode.score, summarize_outcome(episode)
        if stop is not None and (score is None or score.value is None):
            self._print(f"stopped ({stop.reason}): {one_line(stop.evidence)}", style="bold")
        elif stop is not None and score is not None:
            answer = f": {one_line(summary.answer)}" if summary.answer else ""
            self._print(f"{summary.words}{answer}", style=_COLOURS[summary.tone])
            self._print(f"  stopped ({stop.reason}): {one_line(stop.evidence)}", style="dim")
        if score is not None and episode.task.check is not None:
            value = "not judged" if score.value is None else format_number(score.value)
            self._print(f"  score {value}: {one_line(score.why)}", style="dim")
        duration_sec = max(0.0, episode.last.taken_at - episode.started_at)
        steps = f"{count_noun(len(episode.decisions), 'step')} in {format_duration(duration_sec)}"
        model_sec = sum_cost(episode.exchanges()).seconds
        parts = f"model {format_duration(model_sec)}, device {format_duration(episode.device_sec)}"
        if episode.perception_sec >= MIN_PERCEPTION_SEC:
            parts += f", of which reading the screenshot {format_duration(episode.perception_sec)}"
        self._print(f"  {steps} ({parts})", style="dim")

    def _print(self, text: str, *, style: str = "") -> None:
        self._console.print(Text(text, style=style), soft_wrap=True)


def _location(shot: Shot) -> str:
    return one_line(f"{shot.app} ({shot.address})" if shot.app and shot.address else shot.app or shot.address)


def _has_subtask(step: Step) -> bool:
    plan = step.decision.plan
    return 0 <= plan.at < len(plan.subtasks)


class SuiteProgress:
    """A callback that prints a line for each finished trial, and totals at the end."""

    def __init__(self, console: Console | None = None) -> None:
        """Create a callback that prints to `console`, by default stderr."""
        self._console = console or Console(stderr=True, highlight=False)

    def __call__(self, event: TrialEvent) -> None:
        """Print one line about a finished trial; nothing is printed when a trial starts."""
        result = event.result
        if result is None:
            return
        mark, style = MARKS[result.success]
        width = len(str(event.total))
        count = f"[{event.done:>{width}}/{event.total}]"
        usage = f"{count_noun(result.steps, 'step'):>9} {format_duration(result.seconds):>8}"
        text = f"{count} {mark} {result.task} seed {result.seed}  {usage}  {one_line(describe_stop(result))}"
        self._console.print(Text(text, style=style), soft_wrap=True)

    def end(self, summary: Summary, page: Path, *, groups: Sequence[GroupRow] = ()) -> None:
        """Print a line per group, the totals, how the trials ended, and the path to the HTML report."""
        for row in groups:
            self._console.print(Text(group_line(row)), soft_wrap=True)
        self._console.print(Text(tally_line(summary.overall), style="bold"), soft_wrap=True)
        ends = ", ".join(f"{stop.reason} ({stop.count})" for stop in summary.overall.stops)
        self._console.print(Text(f"  ended: {one_line(ends) or 'none'}"), soft_wrap=True)
        self._console.print(Text(f"  {page}"), soft_wrap=True)


def group_line(row: GroupRow) -> str:
    """Format the statistics of one group as one line of a table."""
    tally = row.tally
    return (
        f"  {one_line(row.group):36} {tally.succeeded:>4} of {tally.judged:<4}"
        f" success {format_percent(tally.success_rate):>6}"
        f"  coverage {format_percent(tally.mean_coverage):>6}"
        f"  consistency {format_percent(tally.mean_consistency):>6}"
    )


def tally_line(tally: Tally) -> str:
    """Format summary statistics as one line of text."""
    interval = f"{format_percent(tally.interval.low)} to {format_percent(tally.interval.high)}"
    success_rate = format_percent(tally.success_rate)
    rate = f"{tally.succeeded} of {tally.judged} succeeded: {success_rate} ({interval})"
    unjudged = f", {tally.total - tally.judged} not judged" if tally.total > tally.judged else ""
    ratio = "" if tally.step_ratio is None else f" ({format_number(tally.step_ratio)} times a person's)"
    steps = f"{count_noun(tally.mean_steps, 'step')}{ratio}"
    per_trial = f"{steps} and {format_duration(tally.mean_seconds)} per trial"
    tokens = count_noun(tally.tokens_in + tally.tokens_out, "token")
    usage = f"{count_noun(tally.model_calls, 'model call')}, {tokens}"
    wrong = f", {tally.false_successes} wrongly reported as done" if tally.false_successes else ""
    effects = f", {tally.with_side_effects} with side effects" if tally.with_side_effects else ""
    unusable = f"; {count_noun(tally.unusable, 'unusable answer')}" if tally.unusable else ""
    cost = f"{usage}, {format_usd(tally.cost_usd)}{unusable}"
    return f"{rate}{unjudged}{wrong}{effects}; {per_trial}{_describe_mobile_eval(tally)}; {cost}"


def _describe_mobile_eval(tally: Tally) -> str:
    """Format the process score and the completion rate; unknown values are left out."""
    shares = (
        (tally.process_score, "of the steps correct"),
        (tally.completion_rate, "of the check parts hold"),
    )
    known = [f"{format_percent(share)} {what}" for share, what in shares if share is not None]
    return "; " + ", ".join(known) if known else ""
