"""JSON output of a single run, for `onscreen run` and `onscreen show`."""

from __future__ import annotations

from itertools import takewhile

import msgspec

from onscreen.perceive.screen_change import past_steps
from onscreen.perceive.step_description import describe_step
from onscreen.run.screen_values import Reading
from onscreen.run.trial import Result, make_result
from onscreen.types import Done, Episode


class RunOutput(Result, frozen=True):
    """Result of a run with the agent's answer and what its actions changed.

    `achieved` is the agent's own report; None if the run ended without one. `answer` is the agent's answer,
    or the reason why it gave up. `changes` are the actions that changed the screen, with their effects in
    words. `typed_answer` are the values that `--answer-schema` describes, None without this option.
    """

    achieved: bool | None = None
    answer: str = ""
    changes: tuple[str, ...] = ()
    typed_answer: Reading | None = None


def make_run_output(episode: Episode, folder: str, *, typed_answer: Reading | None = None) -> RunOutput:
    """Summarize an episode for `--json`."""
    result = make_result(episode, folder, seed=episode.task.start.seed or 0, seconds=duration_sec(episode))
    last = episode.decisions[-1].action if episode.decisions else None
    steps = [step for step in past_steps(episode) if step.had_effect and not isinstance(step.action, Done)]
    return RunOutput(
        **msgspec.structs.asdict(result),
        achieved=last.achieved if isinstance(last, Done) else None,
        answer=last.answer if isinstance(last, Done) else "",
        changes=tuple(describe_step(step) for step in steps),
        typed_answer=typed_answer,
    )


def duration_sec(episode: Episode) -> float:
    """Return the duration of a run up to its last screen, plus later model calls, in seconds."""
    trailing = takewhile(lambda step: step.after is step.before, reversed(tuple(episode.steps())))
    replies = [exchange.reply for step in trailing for exchange in step.decision.exchanges()]
    replies += [exchange.reply for exchange in episode.failed_exchanges]
    until_last_screen = max(0.0, episode.last.taken_at - episode.started_at)
    return until_last_screen + sum(reply.seconds for reply in replies)
