"""Folder of discovered subtasks: templates, review items, pictures, episodes and routines.

`subtasks.jsonl` contains the accepted templates, which `onscreen compose` reads; `items/ID.json` is the
review item of an accepted or excluded subtask.
"""

from __future__ import annotations

import shutil
from collections.abc import Container, Sequence
from pathlib import Path

import msgspec

from onscreen.discovery.subtask_discovery import DiscoveredSubtask, Discovery, fill_instruction
from onscreen.discovery.trajectory import Steps
from onscreen.routines.routine import BadRoutine
from onscreen.routines.routine_creation import create_routine
from onscreen.routines.routine_store import save_routine
from onscreen.store.episode_recorder import save_episode
from onscreen.store.episode_store import EPISODE_FILE
from onscreen.store.json_lines import read_json_lines, write_atomically, write_json_lines
from onscreen.store.review_items import ITEMS_FOLDER, ReviewItem, read_items, write_item
from onscreen.synthesis.subtask_template import SUBTASKS_FILE, BadSubtask, SubtaskTemplate
from onscreen.types import Decision, Done, Episode, Outcome, Picture, Stop

EPISODES_FOLDER = "episodes"
ROUTINES_FOLDER = "routines"


class SubtaskItem(ReviewItem, frozen=True, kw_only=True):
    """A review item with the verification of its check.

    `status` is accepted or excluded, and `reason` states why it is excluded. `steps` are the steps of the
    trajectory; their texts are templates over the parameters.
    """

    status: str
    first_failures: tuple[str, ...]
    rounds: int
    runs: int
    template: SubtaskTemplate
    steps: Steps = ()


def save_discovery(discovery: Discovery, folder: Path) -> None:
    """Write the accepted templates, and an item with pictures and an episode for each subtask.

    Subtasks of other applications that the folder already contains are kept.

    Raises:
        CannotWrite: the folder cannot be written.
        BadSubtask: the folder contains templates that cannot be read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    templates = [_save_item(each, folder) for each in discovery.subtasks]
    accepted = [t for t, each in zip(templates, discovery.subtasks, strict=True) if not each.reason]
    _replace_templates(folder / SUBTASKS_FILE, accepted, found={each.id for each in templates})


def add_discovery(part: Path, folder: Path) -> tuple[int, int]:
    """Add the discovered subtasks in the folder `part` to another folder.

    Subtasks of other applications that the folder already contains are kept. Returns the number of accepted
    and of all added subtasks.

    Raises:
        CannotWrite: the folder cannot be written.
        BadSubtask: one of the folders contains templates that cannot be read.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for name in (ITEMS_FOLDER, EPISODES_FOLDER, ROUTINES_FOLDER):
        if (part / name).is_dir():
            shutil.copytree(part / name, folder / name, dirs_exist_ok=True)
    accepted = _read_templates(part / SUBTASKS_FILE)
    found = {item.id for item in read_items(part)}
    _replace_templates(folder / SUBTASKS_FILE, accepted, found=found)
    return len(accepted), len(found)


def _read_templates(file: Path) -> Sequence[SubtaskTemplate]:
    if not file.exists():
        return ()
    return read_json_lines(file, msgspec.json.Decoder(SubtaskTemplate), error_type=BadSubtask)


def _replace_templates(file: Path, accepted: Sequence[SubtaskTemplate], *, found: Container[str]) -> None:
    """Write the accepted templates after the existing templates of subtasks that were not found again."""
    write_json_lines(file, [*(each for each in _read_templates(file) if each.id not in found), *accepted])


def _save_item(found: DiscoveredSubtask, folder: Path) -> SubtaskTemplate:
    """Write the item of a subtask and return its template with the path of the trajectory."""
    run = found.draft.runs[0]
    template = msgspec.structs.replace(found.template, trajectory=_save_trajectory(found, folder))
    item = SubtaskItem(
        id=template.id,
        kind="subtask",
        instruction=fill_instruction(found),
        check_in_words=found.check_in_words,
        picture_before=_save_picture(run.episode.shots[0].picture, folder, name=f"{template.id}-before"),
        picture_after=_save_picture(run.episode.last.picture, folder, name=f"{template.id}-after"),
        status=found.status,
        reason=found.reason,
        first_failures=found.first_failures,
        rounds=found.rounds,
        runs=len(found.draft.runs),
        template=template,
        steps=found.draft.steps,
    )
    write_item(folder, item)
    return template


def _save_picture(picture: Picture, folder: Path, *, name: str) -> str:
    path = folder / ITEMS_FOLDER / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(path, picture.png)
    return str(path.relative_to(folder))


def _save_trajectory(found: DiscoveredSubtask, folder: Path) -> str:
    """Write the episode and, if possible, a routine; returns the path of the routine or else the episode."""
    episode = finished_episode(found)
    target = folder / EPISODES_FOLDER / found.draft.id
    if (target / EPISODE_FILE).exists():
        shutil.rmtree(target)
    save_episode(episode, target)
    values = {name: found.draft.runs[0].values[name] for name in found.draft.parameters}
    try:
        routine = create_routine([episode], name=found.draft.id, parameters=values)
    except BadRoutine:
        return str(target.relative_to(folder))
    return str(save_routine(routine, folder / ROUTINES_FOLDER).relative_to(folder))


def finished_episode(found: DiscoveredSubtask) -> Episode:
    """Convert the reference run to the episode of a completed task."""
    run = found.draft.runs[0]
    task = msgspec.structs.replace(
        run.episode.task,
        instruction=fill_instruction(found),
        name=found.draft.id,
        check=found.draft.fill(found.draft.values_of(run)),
    )
    return msgspec.structs.replace(
        run.episode,
        task=task,
        shots=(*run.episode.shots, run.episode.last),
        decisions=(*run.episode.decisions, Decision(Done(""), "the trajectory is complete")),
        outcomes=(*run.episode.outcomes, Outcome()),
        stop=Stop("done", "the trajectory is complete"),
        agent="discovery",
    )
