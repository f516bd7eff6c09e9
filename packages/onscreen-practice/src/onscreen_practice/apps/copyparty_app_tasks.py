"""Tasks in the file server copyparty."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import TypeAlias

from onscreen_practice.apps.apps_device import UPLOADS
from onscreen_practice.apps.copyparty_app import FILES
from onscreen_practice.apps.task_helpers import change_task, impossible_task, question_task
from onscreen_practice.state.expected_changes import adds, becomes, removes
from onscreen_practice.state.value_patterns import Matches
from onscreen_practice.task_recipe import Move, TaskFactory, TaskRecipe, click, tap, type_text, upload

_APP = "copyparty"
_UPLOADED = UPLOADS / "shelf-b7.txt"
_Moves: TypeAlias = tuple[Move, ...]
_FOLDERS = tuple(dict.fromkeys(path.partition("/")[0] for path in FILES if "/" in path))


def _choose(path: str) -> _Moves:
    """Return the actions that open a file's folder and select the file.

    The click is on the size of the file, not on its name.
    """
    return tap(path.partition("/")[0]), click("cell", f"{len(FILES[path])}")


def _other(path: str) -> str:
    """Return the path of another file in the folder of a file."""
    folder = path.partition("/")[0]
    return next(each for each in FILES if each.startswith(f"{folder}/") and each != path)


def create_folder(rng: Random) -> TaskRecipe:
    """Create a task to create a folder inside another one."""
    folder = rng.choice(_FOLDERS)
    name = rng.choice(("archive", "drafts", "photos"))
    create = tap("📂"), type_text("awesome mix vol.1", name), click("button", "make directory")
    return change_task(
        _APP,
        f"Make a new folder called {name} in the folder {folder}.",
        adds("copyparty.folders", f"{folder}/{name}"),
        moves=(tap(folder), *create),
        near=create,
    )


def rename_file(rng: Random) -> TaskRecipe:
    """Create a task to rename a file."""
    old, new = rng.choice(
        (("keys.txt", "access.txt"), ("water.txt", "winter.txt"), ("old-rules.txt", "rules.txt"))
    )
    path = f"notes/{old}"
    rename = tap("✎ name"), type_text("new:", new), click("button", "✅ APPLY RENAME")
    return change_task(
        _APP,
        f"Rename {old} in the folder notes to {new}.",
        removes(f"copyparty.files[{path}]"),
        becomes(f"copyparty.files[notes/{new}]", FILES[path]),
        moves=(*_choose(path), *rename),
        near=(*_choose(_other(path)), *rename),
    )


def delete_file(rng: Random) -> TaskRecipe:
    """Create a task to delete a file."""
    path = rng.choice([each for each in FILES if each.startswith(("plots/", "notes/"))])
    folder, _, name = path.partition("/")
    delete = tap("⌫ del."), click("link", "OK"), click("link", "OK")
    return change_task(
        _APP,
        f"Delete {name} from the folder {folder}.",
        removes(f"copyparty.files[{path}]"),
        moves=(*_choose(path), *delete),
        near=(*_choose(_other(path)), *delete),
    )


def move_file(rng: Random) -> TaskRecipe:
    """Create a task to move a file into another folder."""
    path = rng.choice([each for each in FILES if each.startswith("plots/")])
    name = path.partition("/")[2]
    cut, paste = tap("✂ cut"), (tap("📋 paste"), click("link", "OK"))
    return change_task(
        _APP,
        f"Move {name} from plots to minutes.",
        removes(f"copyparty.files[{path}]"),
        becomes(f"copyparty.files[minutes/{name}]", FILES[path]),
        moves=(*_choose(path), cut, tap("minutes"), *paste),
        near=(*_choose(path), cut, tap("notes"), *paste),
    )


def write_document(rng: Random) -> TaskRecipe:
    """Create a task to write a new Markdown document."""
    name = rng.choice(("may.md", "june.md"))
    text = rng.choice(("Elio gets plot 3.", "Yuna orders the beans."))
    create = tap("📝"), type_text("weekend-plans", name), click("button", "new textfile")
    save = type_text("", text), click("link", "save")
    return change_task(
        _APP,
        f"In minutes, create a markdown document {name} with the text '{text}' and save it.",
        becomes(f"copyparty.files[minutes/{name}]", Matches(rf"(?s)(.*\n)?{text[:-1]}\.\s*")),
        moves=(tap("minutes"), *create, *save),
        near=(tap("notes"), *create, *save),
    )


def upload_file(rng: Random) -> TaskRecipe:
    """Create a task to upload a file into a folder."""
    folder = rng.choice(_FOLDERS)
    other = next(each for each in _FOLDERS if each != folder)
    send = tap("🚀"), upload("button", "", path=str(_UPLOADED)), click("link", "OK")
    return change_task(
        _APP,
        f"Upload {_UPLOADED} to the folder {folder}.",
        becomes(f"copyparty.files[{folder}/{_UPLOADED.name}]", _UPLOADED.read_text(encoding="utf-8")),
        moves=(tap(folder), *send),
        near=(tap(other), *send),
    )


def gate_code(rng: Random) -> TaskRecipe:
    """Create a task that asks for a fact in a text file."""
    question, answer, wrong, file = rng.choice(
        (
            ("What is the code of the gate?", "4418", "9", "keys.txt"),
            ("On which day is the water turned off?", "3 November", "4418", "water.txt"),
        )
    )
    return question_task(
        _APP, f"Look into the notes: {question}", answer=answer, wrong=wrong, moves=(tap("notes"), tap(file))
    )


def remind_impossible(rng: Random) -> TaskRecipe:
    """Create an infeasible task: files have no reminders."""
    note = tap("📂"), type_text("awesome mix vol.1", "Kofi, Monday"), click("button", "make directory")
    path = rng.choice([each for each in FILES if each.startswith("minutes/")])
    return impossible_task(
        _APP, f"Set a reminder for Kofi on {path.partition('/')[2]} for next Monday.", moves=(), near=note
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
        "copyparty-reminder-impossible": remind_impossible,
    }
)
"""Factories of the tasks by task name."""
