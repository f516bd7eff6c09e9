"""Tasks in Ungit, a user interface for Git."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.apps.ungit_app import COMMITS, MAIN, UNSAVED
from onscreen_practice.state.expected_changes import Change, adds, becomes, removes
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, tap, type_text

_APP = "ungit"
_MAIN_SUBJECTS = tuple(each.subject for each in reversed(COMMITS) if each.branch == MAIN)
_OTHERS = tuple(each.branch for each in COMMITS if each.branch != MAIN)
_HOURS, _REPAIRS = UNSAVED
_FILES = tuple(UNSAVED)
_GRAPH = (*reversed(_OTHERS), MAIN)
"""Branches from the top of the graph to the bottom."""


def _commit(subject: str) -> tuple[Move, ...]:
    """Return the actions that commit the chosen files."""
    return type_text("Commit message title", subject), click("button", "Commit")


def _toggle(file: str) -> Move:
    """Return the click on the check mark of a changed file.

    The check marks have no names; they are the second and the third element without a name.
    """
    return Move("click", "generic", nth=1 + _FILES.index(file))


def _create(name: str, kind: str, *, at: str) -> tuple[Move, ...]:
    """Return the actions that create a branch or tag beside another branch."""
    plus = tap("Create a branch or tag", nth=_GRAPH.index(at))
    return plus, type_text("New branch name", name), click("button", kind)


def _delete(branch: str) -> tuple[Move, ...]:
    """Return the actions that delete a branch.

    The button to delete a branch is a link without a name, one for each branch in the list.
    """
    rank = sorted((MAIN, *_OTHERS)).index(branch)
    return tap("Toggle Branch List"), Move("click", "link", nth=rank), click("button", "Yes")


def _discard(file: str) -> tuple[Move, ...]:
    """Return the actions that discard the changes of a file."""
    return tap("Discard changes", nth=_FILES.index(file)), click("button", "Yes")


def commit_all(rng: Random) -> TaskRecipe:
    """Create a task to commit all changed files."""
    subject = rng.choice(("Open on Saturdays", "Update the hours", "Note the repairs"))
    return change_task(
        _APP,
        f"Commit all changed files with the message '{subject}'.",
        becomes(f"ungit.branches[{MAIN}]", (subject, *_MAIN_SUBJECTS)),
        adds("ungit.commits", tuple(sorted(UNSAVED))),
        removes(f"ungit.changes[{_HOURS}]"),
        removes(f"ungit.changes[{_REPAIRS}]"),
        moves=_commit(subject),
        near=(_toggle(_REPAIRS), *_commit(subject)),
    )


def commit_one(rng: Random) -> TaskRecipe:
    """Create a task to commit one of the two changed files."""
    file = rng.choice((_HOURS, _REPAIRS))
    other = _REPAIRS if file == _HOURS else _HOURS
    subject = rng.choice(("Write it down", "For the new season"))
    return change_task(
        _APP,
        f"Commit only {file} with the message '{subject}', without the other file.",
        becomes(f"ungit.branches[{MAIN}]", (subject, *_MAIN_SUBJECTS)),
        adds("ungit.commits", (file,)),
        removes(f"ungit.changes[{file}]"),
        moves=(_toggle(other), *_commit(subject)),
        near=(_toggle(file), *_commit(subject)),
    )


def create_branch(rng: Random) -> TaskRecipe:
    """Create a task to create a branch at the newest commit of the current branch."""
    name = rng.choice(("new-logo", "autumn", "repair-page"))
    return change_task(
        _APP,
        f"Create a branch named {name} where we are now. Stay on {MAIN}.",
        becomes(f"ungit.branches[{name}]", _MAIN_SUBJECTS),
        moves=_create(name, "Branch", at=MAIN),
        near=_create(name, "Branch", at=_OTHERS[0]),
    )


def delete_branch(rng: Random) -> TaskRecipe:
    """Create a task to delete a branch that is not merged."""
    name = rng.choice(_OTHERS)
    other = next(each for each in _OTHERS if each != name)
    subject = next(each.subject for each in COMMITS if each.branch == name)
    return change_task(
        _APP,
        f"The branch {name} is not needed any more. Delete it.",
        removes(f"ungit.branches[{name}]"),
        removes(f"ungit.commits[{subject}]"),
        moves=_delete(name),
        near=_delete(other),
    )


def add_tag(rng: Random) -> TaskRecipe:
    """Create a task to tag the newest commit of the current branch."""
    name = rng.choice(("v1.0", "spring", "printed"))
    return change_task(
        _APP,
        f"Tag the current commit of {MAIN} as {name}.",
        becomes(f"ungit.tags[{name}]", _MAIN_SUBJECTS[0]),
        moves=_create(name, "Tag", at=MAIN),
        near=_create(name, "Tag", at=_OTHERS[0]),
    )


def discard(rng: Random) -> TaskRecipe:
    """Create a task to discard the changes of one file."""
    file = rng.choice((_HOURS, _REPAIRS))
    other = _REPAIRS if file == _HOURS else _HOURS
    change: dict[str, Change] = {
        _HOURS: becomes(f"ungit.texts[{_HOURS}]", COMMITS[2].files[_HOURS]),
        _REPAIRS: removes(f"ungit.texts[{_REPAIRS}]"),
    }
    return change_task(
        _APP,
        f"Throw away my changes in {file}; leave the other file alone.",
        removes(f"ungit.changes[{file}]"),
        change[file],
        moves=_discard(file),
        near=_discard(other),
    )


def changed_file(rng: Random) -> TaskRecipe:
    """Create a task that asks which file a commit changed."""
    commit, other = rng.sample(COMMITS[:4], 2)
    return question_task(
        _APP,
        f"Which file did the commit '{commit.subject}' add?",
        answer=next(iter(commit.files)),
        wrong=next(iter(other.files)),
        moves=(),
    )


def review_impossible(rng: Random) -> TaskRecipe:
    """Create an infeasible task: a plain repository has no reviewers."""
    name = rng.choice(_OTHERS)
    return impossible_task(
        _APP, f"Ask Mirko to review the branch {name}.", moves=(), near=_create("for-mirko", "Tag", at=name)
    )


UNGIT_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "ungit-commit": commit_all,
        "ungit-commit-one": commit_one,
        "ungit-branch": create_branch,
        "ungit-delete-branch": delete_branch,
        "ungit-tag": add_tag,
        "ungit-discard": discard,
        "ungit-changed-file": changed_file,
        "ungit-review-impossible": review_impossible,
    }
)
"""Factories of the tasks by task name."""
