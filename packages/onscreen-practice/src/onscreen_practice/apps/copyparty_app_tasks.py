"""Tasks in the file server copyparty."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from onscreen_practice.apps.app_task import change_task, impossible_task, question_task
from onscreen_practice.apps.apps_device import UPLOADS
from onscreen_practice.apps.copyparty_app import FILES
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import Matches
from onscreen_practice.task_recipe import TaskFactory, TaskRecipe

_APP = "copyparty"
_UPLOADED = UPLOADS / "shelf-b7.txt"
_FOLDERS = tuple(dict.fromkeys(path.partition("/")[0] for path in FILES if "/" in path))


def create_folder(rng: Random) -> TaskRecipe:
    """Create a task to create a folder inside another one."""
    folder = rng.choice(_FOLDERS)
    name = rng.choice(("archive", "drafts", "photos"))
    return change_task(
        _APP,
        f"Make a new folder called {name} in the folder {folder}.",
        adds("copyparty.folders", f"{folder}/{name}"),
        moves=(),
        near=(),
    )


def rename_file(rng: Random) -> TaskRecipe:
    """Create a task to rename a file."""
    old, new = rng.choice(
        (("keys.txt", "access.txt"), ("water.txt", "winter.txt"), ("old-rules.txt", "rules.txt"))
    )
    path = f"notes/{old}"
    return change_task(
        _APP,
        f"Rename {old} in the folder notes to {new}.",
        removes(f"copyparty.files[{path}]"),
        becomes(f"copyparty.files[notes/{new}]", FILES[path]),
        moves=(),
        near=(),
    )


def delete_file(rng: Random) -> TaskRecipe:
    """Create a task to delete a file."""
    path = rng.choice([each for each in FILES if each.startswith(("plots/", "notes/"))])
    folder, _, name = path.partition("/")
    return change_task(
        _APP,
        f"Delete {name} from the folder {folder}.",
        removes(f"copyparty.files[{path}]"),
        moves=(),
        near=(),
    )


def move_file(rng: Random) -> TaskRecipe:
    """Create a task to move a file into another folder."""
    path = rng.choice([each for each in FILES if each.startswith("plots/")])
    name = path.partition("/")[2]
    return change_task(
        _APP,
        f"Move {name} from plots to minutes.",
        removes(f"copyparty.files[{path}]"),
        becomes(f"copyparty.files[minutes/{name}]", FILES[path]),
        moves=(),
        near=(),
    )


def write_document(rng: Random) -> TaskRecipe:
    """Create a task to write a new Markdown document."""
    name = rng.choice(("may.md", "june.md"))
    text = rng.choice(("Elio gets plot 3.", "Yuna orders the beans."))
    return change_task(
        _APP,
        f"In minutes, create a markdown document {name} with the text '{text}' and save it.",
        becomes(f"copyparty.files[minutes/{name}]", Matches(rf"(?s)(.*\n)?{text[:-1]}\.\s*")),
        moves=(),
        near=(),
    )


def upload_file(rng: Random) -> TaskRecipe:
    """Create a task to upload a file into a folder."""
    folder = rng.choice(_FOLDERS)
    return change_task(
        _APP,
        f"Upload {_UPLOADED} to the folder {folder}.",
        becomes(f"copyparty.files[{folder}/{_UPLOADED.name}]", _UPLOADED.read_text(encoding="utf-8")),
        moves=(),
        near=(),
    )


def gate_code(rng: Random) -> TaskRecipe:
    """Create a question that a text file answers."""
    question, answer, wrong = rng.choice(
        (
            ("What is the code of the gate?", "4418", "9"),
            ("On which day is the water turned off?", "3 November", "4418"),
        )
    )
    return question_task(_APP, f"Look into the notes: {question}", answer=answer, wrong=wrong, moves=())


def comment_impossible(rng: Random) -> TaskRecipe:
    """Create an infeasible task: files have no reminders."""
    path = rng.choice([each for each in FILES if each.startswith("minutes/")])
    return impossible_task(
        _APP, f"Set a reminder for Kofi on {path.partition('/')[2]} for next Monday.", moves=(), near=()
    )


COPYPARTY_TASKS: Mapping[str, TaskFactory] = MappingProxyType(
    {
        "copyparty-folder": create_folder,
        "copyparty-rename": rename_file,
        "copyparty-delete": delete_file,
        "copyparty-move": move_file,
        "copyparty-document": write_document,
        "copyparty-upload": upload_file,
        "copyparty-code": gate_code,
        "copyparty-reminder-impossible": comment_impossible,
    }
)
"""Factories of the tasks by task name."""
