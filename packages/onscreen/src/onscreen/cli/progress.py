"""Live progress a person can follow, on stderr."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from onscreen.report.outcome_summary import summarize_outcome
from onscreen.report.visible_text import format_duration, format_number, format_percent, format_usd, one_line
from onscreen.run.suite_run import TrialEvent
from onscreen.run.suite_summary import Summary, Tally
from onscreen.types import Episode, Shot, Step
from onscreen.types.grammar import show

MARKS = {True: ("✓", "green"), False: ("✗", "red"), None: ("?", "yellow")}
MAX_FEEDBACK_CHARS = 160
"""How much of the feedback on a step is told: two lines of a usual terminal."""
_COLOURS = {"good": "bold green", "bad": "bold red", "part": "bold yellow", "unknown": "bold"}


class Progress:
    """A watcher that tells each step as it is made."""

    def __init__(self, console: Console | None = None, *, whole: bool = False) -> None:
        """Tell on this console, or on stderr; `whole` tells also the steps made before the first call."""
        self._console = console or Console(stderr=True, highlight=False)
        self._whole = whole
        self._told = 0
        self._subtask = ""
        self._said = ""
        self._begun = False

    def __call__(self, episode: Episode) -> None:
        """Tell what is new."""
        if not self._begun:
            self._begun, self._told = True, 0 if self._whole else len(episode.decisions)
            self._say(one_line(episode.task.instruction), style="bold")
            self._say(f"  {episode.device}: {_location(episode.shots[self._told])}", style="dim")
        for number_of, step in list(enumerate(episode.steps(), start=1))[self._told :]:
            self._tell(step, number_of)
        self._told = len(episode.decisions)
        if episode.stop is not None:
            self._end(episode)

    def _tell(self, step: Step, number_of: int) -> None:
        decision, outcome = step.decision, step.outcome
        if new := _new_feedback(decision.feedback, self._said):
            self._say(f"      {one_line(new, MAX_FEEDBACK_CHARS)}", style="dim")
        self._said = outcome.said
        subtask = decision.plan.subtasks[decision.plan.at].text if _has_subtask(step) else ""
        if subtask and subtask != self._subtask:
            self._subtask = subtask
            self._say(f"  > {one_line(subtask)}", style="cyan")
        for exchange in decision.asked:
            if exchange.fault:
                self._say(f"      an answer could not be used: {one_line(exchange.fault)}", style="yellow")
        self._say(f"  {number_of:>2}  {one_line(show(decision.action))}")
        if outcome.failed:
            self._say(f"      {outcome.failed}: {one_line(outcome.said)}", style="yellow")
        elif outcome.said:
            self._say(f"      {one_line(outcome.said)}", style="dim")

    def _end(self, episode: Episode) -> None:
        stop, score, seen = episode.stop, episode.score, summarize_outcome(episode)
        if stop is not None and (score is None or score.value is None):
            self._say(f"stopped ({stop.reason}): {one_line(stop.evidence)}", style="bold")
        elif stop is not None and score is not None:
            answer = f": {one_line(seen.answer)}" if seen.answer else ""
            self._say(f"{seen.words}{answer}", style=_COLOURS[seen.tone])
            self._say(f"  stopped ({stop.reason}): {one_line(stop.evidence)}", style="dim")
        if score is not None and episode.task.check is not None:
            value = "not judged" if score.value is None else format_number(score.value)
            self._say(f"  score {value}: {one_line(score.why)}", style="dim")
        lasted = max(0.0, episode.last.taken_at - episode.started_at)
        self._say(f"  {len(episode.decisions)} steps in {format_duration(lasted)}", style="dim")

    def _say(self, text: str, *, style: str = "") -> None:
        self._console.print(Text(text, style=style), soft_wrap=True)


def _new_feedback(feedback: str, said: str) -> str:
    """Return what feedback on an action tells beyond what came of it, which was told already."""
    return feedback.partition(said)[2].strip("; ") if said and said in feedback else feedback


def _location(shot: Shot) -> str:
    return one_line(f"{shot.app} ({shot.address})" if shot.app and shot.address else shot.app or shot.address)


def _has_subtask(step: Step) -> bool:
    plan = step.decision.plan
    return 0 <= plan.at < len(plan.subtasks)


class SuiteProgress:
    """A line for each trial that is over, and the sums at the end."""

    def __init__(self, console: Console | None = None) -> None:
        """Tell on this console, or on stderr."""
        self._console = console or Console(stderr=True, highlight=False)

    def __call__(self, event: TrialEvent) -> None:
        """Tell what happened."""
        result = event.result
        if result is None:
            return
        mark, style = MARKS[result.success]
        width = len(str(event.total))
        counted = f"[{event.done:>{width}}/{event.total}]"
        spent = f"{result.steps:>3} steps {format_duration(result.seconds):>8}"
        told = f"{counted} {mark} {result.task} seed {result.seed}  {spent}  {one_line(result.stop)}"
        self._console.print(Text(told, style=style), soft_wrap=True)

    def end(self, summary: Summary, page: Path) -> None:
        """Tell the sums and where the page is."""
        self._console.print(Text(tally_line(summary.overall), style="bold"), soft_wrap=True)
        self._console.print(Text(f"  {page}"), soft_wrap=True)


def tally_line(tally: Tally) -> str:
    """Return the counts of a set of trials in a line."""
    low, high = format_percent(tally.interval.low), format_percent(tally.interval.high)
    rate = f"{tally.succeeded} of {tally.judged} succeeded: {format_percent(tally.success_rate)} ({low} to {high})"
    unjudged = f", {tally.total - tally.judged} not judged" if tally.total > tally.judged else ""
    work = f"{format_number(tally.mean_steps)} steps and {format_duration(tally.mean_seconds)} a trial"
    spent = f"{tally.model_calls:,} model calls, {tally.tokens_in + tally.tokens_out:,} tokens"
    unusable = f"; {tally.unusable} answers could not be used" if tally.unusable else ""
    return f"{rate}{unjudged}; {work}; {spent}, {format_usd(tally.cost_usd)}{unusable}"
