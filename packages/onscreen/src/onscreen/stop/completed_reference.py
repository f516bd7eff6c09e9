"""References: recorded runs of completed tasks, with which new runs are compared.

A reference is the triplet (application, task, picture of the finished state) of MTTIA (Methods, data set),
with the tree of the finished state, the screens before it and the actions that led to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from onscreen.routines.screen_conditions import origin_of
from onscreen.stop.instruction_values import Replacements, fill_values, map_values
from onscreen.stop.performed_actions import PerformedAction, performed_actions
from onscreen.stop.stuck_signal import is_same_screen
from onscreen.store.episode_store import find_episodes, load_episode
from onscreen.store.judgements import last_verdict
from onscreen.text.similar_tasks import SAME_WORDS, find_similar_tasks
from onscreen.types import Action, Episode, Shot
from onscreen.types.action import PASSIVE_ACTIONS
from onscreen.types.errors import UsageError

MAX_REFERENCES = 3
"""Maximum number of references of a task: two show which regions vary, the third confirms it."""
MAX_BEHIND = 10.0
"""Maximum difference in similarity to the best match, 0 to 100; other references belong to other tasks."""


class CompletedReference(msgspec.Struct, frozen=True):
    """The finished state of a completed task.

    `shot` shows the finished state, `earlier` are the screens of the run before it, on which the task was not
    finished. `actions` are the successful actions of the run, `performed` the same actions with their
    context. `origin` identifies the recording. `is_unchanged` is True if the last screen equals the first one
    and therefore does not show that the task is finished.
    """

    instruction: str
    shot: Shot
    earlier: tuple[Shot, ...]
    actions: tuple[Action, ...]
    origin: str
    started_at: float = 0.0
    performed: tuple[PerformedAction, ...] = ()
    is_unchanged: bool = False


class Match(msgspec.Struct, frozen=True):
    """A reference for a task, with the similarity of their instructions, 0 to 1.

    `values` are the pairs of values in which the instructions differ.
    """

    reference: CompletedReference
    similarity: float
    values: Replacements = ()


def make_reference(episode: Episode, *, origin: str) -> CompletedReference:
    """Make a reference from an episode whose last screen shows the finished task."""
    return CompletedReference(
        episode.task.instruction,
        episode.last,
        tuple(shot for shot in episode.shots[:-1] if shot is not episode.last),
        successful_actions(episode),
        origin,
        episode.started_at,
        performed_actions(episode),
        is_same_screen(episode.shots[0], episode.last),
    )


def read_references(folder: Path) -> tuple[CompletedReference, ...]:
    """Read the references in a folder of stored episodes.

    An episode is a reference if the user judged it good, or if its score is 1 and it was not judged bad.

    Raises:
        UsageError: the folder contains no completed episode.
        BrokenEpisode: an episode cannot be read.
    """
    folders = find_episodes(folder)
    references = []
    for path in folders:
        episode = load_episode(path)
        if is_completed(path, episode):
            references.append(make_reference(episode, origin=str(path)))
    if not references:
        raise UsageError(
            f"{folder} contains {len(folders)} episodes, none of them completed; expected at least one with "
            "the score 1, or judged good by: onscreen judge EPISODE good"
        )
    return tuple(references)


def read_subtask_references(folder: Path) -> tuple[CompletedReference, ...]:
    """Read references for the subtasks of completed episodes; a subtask's text is the instruction.

    Raises:
        BrokenEpisode: an episode cannot be read.
    """
    references: list[CompletedReference] = []
    for path in find_episodes(folder):
        episode = load_episode(path)
        if is_completed(path, episode):
            references.extend(make_subtask_references(episode, origin=str(path)))
    return tuple(references)


def make_subtask_references(episode: Episode, *, origin: str) -> Iterator[CompletedReference]:
    """Yield a reference for each subtask of an episode that was completed by a successful action."""
    for index, decision in enumerate(episode.decisions, start=1):
        plan = decision.plan
        if plan.finished and plan.at < len(plan.subtasks) and not episode.outcomes[index - 1].failed:
            task = msgspec.structs.replace(episode.task, instruction=plan.subtasks[plan.at].text)
            part = msgspec.structs.replace(episode.so_far(index), task=task)
            yield make_reference(part, origin=f"{origin}, step {index}")


def is_completed(folder: Path, episode: Episode) -> bool:
    """Check whether the episode in a folder completed its task.

    This is the case if it was judged good, or if it has the score 1 and was not judged bad.

    Raises:
        BrokenEpisode: the judgements cannot be read.
    """
    if verdict := last_verdict(folder):
        return verdict == "good"
    return episode.score is not None and episode.score.value == 1


def find_references(
    references: Iterable[CompletedReference], episode: Episode, *, max_references: int = MAX_REFERENCES
) -> tuple[Match, ...]:
    """Find the references whose tasks are most similar, best first.

    If there are references that start in the same application, only these are compared; if some of them have
    the same instruction, only these are found. A recording of the episode itself is never among them. Returns
    () if no task is similar enough.
    """
    instruction = episode.task.instruction
    pool = [each for each in references if not is_recording_of(each, episode)]
    start = origin_of(episode.shots[0])
    candidates = [each for each in pool if origin_of(_first_shot(each)) == start] or pool
    similar = find_similar_tasks(
        instruction,
        [each.instruction for each in pool],
        among=[each.instruction for each in candidates],
    )
    best = max(similar.values(), default=0.0)
    least = best if best == SAME_WORDS else best - MAX_BEHIND
    ranks = {text: rank for rank, (text, rating) in enumerate(similar.items()) if rating >= least}
    chosen = [each for each in candidates if each.instruction in ranks]
    chosen.sort(key=lambda each: ranks[each.instruction])
    return tuple(
        Match(each, similar[each.instruction] / 100, map_values(each.instruction, instruction))
        for each in chosen[:max_references]
    )


def _first_shot(reference: CompletedReference) -> Shot:
    return reference.earlier[0] if reference.earlier else reference.shot


def is_recording_of(reference: CompletedReference, episode: Episode) -> bool:
    """Return True if a reference was made from a recording of this episode."""
    return (reference.started_at, reference.instruction) == (episode.started_at, episode.task.instruction)


def successful_actions(episode: Episode) -> tuple[Action, ...]:
    """Return the successful actions of an episode other than waiting, scrolling, asking and ending."""
    return tuple(
        decision.action
        for decision, outcome in zip(episode.decisions, episode.outcomes, strict=True)
        if not outcome.failed and not isinstance(decision.action, PASSIVE_ACTIONS)
    )


def known_pairs(matches: Sequence[Match]) -> tuple[str, ...]:
    """List pairs of a reference's value and the value that replaces it in the new instruction."""
    return tuple(dict.fromkeys(new for match in matches for _, new in match.values))


def expected_shot(match: Match) -> Shot:
    """Return the finished state of a reference with the values of the new instruction filled in."""
    nodes = tuple(
        msgspec.structs.replace(
            node, name=fill_values(node.name, match.values), value=fill_values(node.value, match.values)
        )
        for node in match.reference.shot.nodes
    )
    return msgspec.structs.replace(match.reference.shot, nodes=nodes)
