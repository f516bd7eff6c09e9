"""Experience document of an application (MTTIA, Methods): failed steps, stored in its map.

They are passed as notes to later runs of similar tasks, which avoid these steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from onscreen.app_maps.action_effect import derive_effect
from onscreen.app_maps.episode_extension import VERBS, find_target
from onscreen.app_maps.note_lookup import MAX_NOTE_CHARS
from onscreen.app_maps.screen_map import AppMap, MapFailure
from onscreen.app_maps.screen_recognition import recognize
from onscreen.app_maps.screen_signature import control_key, sign
from onscreen.perceive.node_text import truncate
from onscreen.text.similar_tasks import find_similar_tasks
from onscreen.types import Element, ElementNote, Episode, FailedAction, Screen, Step
from onscreen.types.episode import ACTION_FAILURES

MAX_FAILURES = 200
"""Maximum number of failed steps in a map; the oldest are removed first."""
MAX_ELSEWHERE = 3
"""Maximum number of notes on failed steps on other screens."""
MAX_TASK_CHARS = 120
NO_EFFECT, NOT_COMPLETED = "had no effect", "did not complete its subtask"


def record_failures(app_map: AppMap, episode: Episode) -> AppMap:
    """Return a map with the failed steps of an episode.

    A step failed if its action failed or changed nothing, or if its subtask had to be repeated afterwards. An
    action that was refused did not fail. A step that has an effect removes the earlier failure of the same
    action on the same control.
    """
    found = {_place(each): each for each in app_map.failures}
    task = _shorten_task(episode.task.instruction)
    for index, step in enumerate(episode.steps()):
        verb, target = VERBS.get(type(step.decision.action)), find_target(step)
        known = recognize(app_map, sign(step.before)) if app_map.contains(step.before.address) else None
        if verb is None or known is None or target is None:
            continue
        what = _find_failure(step, episode=episode, index=index)
        key = control_key(target, step.before.nodes)
        failure = MapFailure(known.id, key, verb, task, what)
        if what:
            earlier = found.pop(_place(failure), None)
            times = earlier.times + 1 if earlier else 1
            found[_place(failure)] = msgspec.structs.replace(failure, times=times)
        elif not step.outcome.failed:
            found = {place: each for place, each in found.items() if place[:3] != _place(failure)[:3]}
    return msgspec.structs.replace(app_map, failures=tuple(found.values())[-MAX_FAILURES:])


def _shorten_task(instruction: str) -> str:
    """Return an instruction as it is stored with a failed step."""
    return " ".join(instruction.split())[:MAX_TASK_CHARS]


def _find_failure(step: Step, *, episode: Episode, index: int) -> str:
    """Describe why a step failed, in a fixed wording; returns "" if it did not fail or was refused."""
    failed = step.outcome.failed
    if failed:
        is_failure = failed in ACTION_FAILURES and failed != "NotAllowed"
        return f"failed with {failed}" if is_failure else ""
    if derive_effect(step.before, step.after, target=find_target(step)).kind == "none":
        return NO_EFFECT
    following = episode.decisions[index + 1].contradictions if index + 1 < len(episode.decisions) else ()
    return NOT_COMPLETED if any(each.kind == "unfinished subtask" for each in following) else ""


def _place(failure: MapFailure) -> tuple[str, str, str, str]:
    return failure.screen, failure.control, failure.verb, failure.task


def find_failures(maps: Sequence[AppMap], screen: Screen, *, instruction: str) -> tuple[FailedAction, ...]:
    """Find the actions on elements of a screen that failed in runs of similar tasks."""
    return tuple(
        FailedAction(element.mark, failure.verb, failure.what)
        for failure, element in _match(maps, screen, instruction=instruction)
        if element is not None
    )


def note_failures(maps: Sequence[AppMap], screen: Screen, *, instruction: str) -> Iterator[ElementNote]:
    """Yield notes on the failed steps of similar tasks, on this screen and on some other screens."""
    elsewhere = 0
    for failure, element in _match(maps, screen, instruction=instruction):
        times = f" {failure.times} times" if failure.times > 1 else ""
        if element is not None:
            text = f"{failure.verb} {failure.what}{times} in a run of a similar task"
            yield ElementNote(truncate(text, MAX_NOTE_CHARS), element.mark)
        elif elsewhere < MAX_ELSEWHERE:
            elsewhere += 1
            what = f"{failure.verb} {failure.what}{times} in a run of a similar task"
            place = f"on the screen {failure.screen!r}: {failure.control!r}"
            yield ElementNote(truncate(f"{what}, {place}", MAX_NOTE_CHARS))


def _match(
    maps: Sequence[AppMap], screen: Screen, *, instruction: str
) -> Iterator[tuple[MapFailure, Element | None]]:
    """Yield the failures of similar tasks in the application, each with its element on the screen."""
    app_map = next((each for each in maps if each.contains(screen.shot.address)), None)
    if app_map is None or not app_map.failures:
        return
    known = recognize(app_map, sign(screen.shot))
    keys = {control_key(element, screen.shot.nodes): element for element in reversed(screen.elements)}
    similar = find_similar_tasks(_shorten_task(instruction), [each.task for each in app_map.failures])
    for failure in app_map.failures:
        if failure.task in similar:
            is_here = known is not None and known.id == failure.screen
            yield failure, keys.get(failure.control) if is_here else None
