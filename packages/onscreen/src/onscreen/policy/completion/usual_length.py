"""Stop signal that doubts a claim of done after unusually few steps and little time (MTTIA)."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median

import msgspec

from onscreen.policy.completion.completion_signal import Assessment
from onscreen.stop.similarity_signal import convert_options
from onscreen.store.review_items import DecisionKind, ReviewDecision, write_item
from onscreen.store.run_lengths import RunLength, add_length, read_lengths
from onscreen.store.run_review import decide, run_item, user_name
from onscreen.text.similar_tasks import find_similar_tasks
from onscreen.types import Ask, Done, Episode, Outcome, Signal, Stop
from onscreen.types.episode import ContradictionKind
from onscreen.types.errors import BadText
from onscreen.types.pluralization import count_noun

DOUBT: ContradictionKind = "unusually short"
YES = ("y", "yes", "done")
"""Answers that confirm that a task is done."""


class LengthOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the signal.

    A run is unusually short if it took at most `share` of the median steps and of the median seconds of at
    least `runs` runs of similar tasks. MTTIA only states "far below the average", without a number.
    """

    share: float = 0.5
    runs: int = 3


class UsualLength(msgspec.Struct, frozen=True):
    """Signal that never fires, but doubts a claim of done that comes much earlier than usual.

    A doubtful claim is handled by `agent.claim_verification`: the screen is observed again, then the user is
    asked. If nobody answers, the claim is accepted, and the run is marked for `onscreen review`. `folder`
    contains the lengths, the review items and the decisions.
    """

    folder: Path
    lengths: tuple[RunLength, ...] = ()
    options: LengthOptions = LengthOptions()

    def __call__(self, episode: Episode) -> Stop | None:
        """Return None; the length is compared only when the agent claims that the task is done."""
        del episode
        return None

    def verify_claim(self, episode: Episode) -> Assessment:
        """Compare the length of an episode, which ends with the claim, with those of similar runs."""
        evidence = self.find_doubt(measure_length(episode))
        return Assessment("not sure" if evidence else "finished", 0.5, evidence, doubt=DOUBT)

    def find_doubt(self, length: RunLength) -> str:
        """Describe why a run is unusually short; returns "" if it is not."""
        tasks = find_similar_tasks(length.instruction, [each.instruction for each in self.lengths])
        similar = [each for each in self.lengths if each.instruction in tasks]
        if len(similar) < self.options.runs or _was_accepted(length, similar):
            return ""
        steps, seconds = (median(values) for values in zip(*map(_numbers, similar), strict=True))
        is_short = length.steps <= self.options.share * steps
        if not is_short or length.seconds > self.options.share * seconds:
            return ""
        return (
            f"{count_noun(length.steps, 'step')} and {length.seconds:.1f} s, but {len(similar)} runs of "
            f"similar tasks took {steps:g} steps and {seconds:.1f} s in the median"
        )

    def learn(self, episode: Episode, *, folder: str = "") -> None:
        """Store the length of a run that claimed to be done, and mark it for review if it is in doubt.

        The user's answer during the run is stored as a decision. A run without a record cannot be reviewed.

        Raises:
            CannotWrite: a file cannot be written.
            UsageError: the file of the rewards is damaged.
        """
        last = episode.decisions[-1].action if episode.decisions else None
        length, answer = measure_length(episode), _find_answer(episode)
        if not isinstance(last, Done) or not (last.achieved or answer):
            return
        evidence = self.find_doubt(length)
        if not evidence:
            add_length(self.folder, length)
        is_inside = Path(folder).resolve().is_relative_to(self.folder.resolve()) if folder else False
        if not evidence or not is_inside:
            return
        item = run_item(self.folder, Path(folder), instruction=length.instruction, reason=evidence)
        write_item(self.folder, item)
        add_length(self.folder, msgspec.structs.replace(length, item=item.id))
        if answer is not None:
            is_confirmed = answer.message.strip().casefold() in YES
            kind: DecisionKind = "accept" if is_confirmed else "reject"
            decision = ReviewDecision(item.id, kind, user_name(), round(time.time(), 3))
            decide(self.folder, item, decision=decision)


def measure_length(episode: Episode) -> RunLength:
    """Return the length of an episode up to its claim, without the steps that verified the claim."""
    steps = len(episode.decisions)
    while steps and (_is_doubt(episode, steps - 1) or isinstance(episode.decisions[steps - 1].action, Done)):
        steps -= 1
    began = episode.started_at or episode.shots[0].taken_at
    seconds = max(0.0, episode.shots[steps].taken_at - began)
    return RunLength(episode.task.instruction, steps, round(seconds, 3), at=episode.last.taken_at)


def _is_doubt(episode: Episode, index: int) -> bool:
    return any(each.kind == DOUBT for each in episode.decisions[index].contradictions)


def _find_answer(episode: Episode) -> Outcome | None:
    """Return the user's answer on whether the task is done; None if nobody answered."""
    answers = [
        outcome
        for index, (decision, outcome) in enumerate(zip(episode.decisions, episode.outcomes, strict=True))
        if isinstance(decision.action, Ask) and _is_doubt(episode, index) and not outcome.failed
    ]
    return answers[-1] if answers else None


def _was_accepted(length: RunLength, similar: Sequence[RunLength]) -> bool:
    """Check whether a reviewer accepted an equally short run of a similar task."""
    return any(each.item and each.steps <= length.steps for each in similar)


def _numbers(length: RunLength) -> tuple[float, float]:
    return length.steps, length.seconds


def usual_signal(rest: str) -> Signal:
    """Create the signal `usual:FOLDER`, which compares the lengths of runs with those in FOLDER.

    The text may end with options, as in `usual:runs?share=0.3&runs=5`.

    Raises:
        BadText: the folder is missing, or an option is invalid.
        UsageError: the lengths or the decisions in the folder cannot be read.
    """
    name, _, query = rest.partition("?")
    if not name:
        raise BadText(f"signal 'usual' takes a folder of runs, as in usual:runs; found {rest!r}")
    folder = Path(name)
    return UsualLength(folder, read_lengths(folder), convert_options(query, LengthOptions, signal="usual"))
