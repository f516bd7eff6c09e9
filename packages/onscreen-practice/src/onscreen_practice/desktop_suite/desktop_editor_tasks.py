"""Tasks in text editors: write, append, replace, delete a line, save a copy, and read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from random import Random

import msgspec

from onscreen.types import Answered
from onscreen_practice.desktop_suite.desktop_checks import files_are, write_files
from onscreen_practice.task_recipe import (
    DONE,
    Move,
    TaskFactory,
    TaskRecipe,
    finish_with,
    press,
    type_text,
    wait_until_gone,
)

NOTES = "notes.txt"
ITEMS = (
    "milk", "bread", "apples", "rice", "butter", "coffee", "honey", "tomatoes", "pepper", "flour", "cheese",
    "olives", "pasta", "lemons", "yoghurt", "onions",
)  # fmt: skip
COPIES = ("shopping.txt", "saturday.txt", "copy.txt", "list.txt")


class Editor(msgspec.Struct, frozen=True):
    """A text editor: its program, its name, and the names of its text field and of the field for a file."""

    program: str
    name: str
    field: str = ""
    name_field: str = "Name:"


EDITORS = (
    Editor("mousepad", "Mousepad"),
    Editor("geany", "Geany"),
    Editor("gnome-text-editor", "Text Editor", "EditorSourceView"),
    Editor("kate", "Kate", NOTES, "File name:"),
    Editor("featherpad", "FeatherPad", name_field="File name:"),
    Editor("focuswriter", "FocusWriter", name_field="File name:"),
)


def edit(editor: Editor, text: str) -> tuple[Move, ...]:
    """Return the moves that replace the text of the open file and save it."""
    return Move("type", "textbox", editor.field, text), press("Control+s"), DONE


def _recipe(editor: Editor, instruction: str, *, before: str, after: str, wrong: str) -> TaskRecipe:
    """Create a task that changes the text of the notes from `before` to `after`; `wrong` is a near miss."""
    return TaskRecipe(
        instruction,
        files_are({NOTES: after}),
        edit(editor, after),
        edit(editor, wrong),
        start_path=f"{editor.program} {NOTES}",
        start_command=write_files({NOTES: before}),
        applications=(editor.program,),
    )


def write(editor: Editor, rng: Random) -> TaskRecipe:
    """Create a task: replace the whole text."""
    old, new, other = rng.sample(ITEMS, 3)
    text = f"Buy {new} tomorrow"
    instruction = f'Replace the whole text of the open file in {editor.name} by "{text}" and save the file.'
    return _recipe(editor, instruction, before=f"Buy {old}", after=text, wrong=f"Buy {other} tomorrow")


def append(editor: Editor, rng: Random) -> TaskRecipe:
    """Create a task: add a line at the end."""
    *items, new = rng.sample(ITEMS, 4)
    before = "\n".join(items)
    instruction = f'Add the line "{new}" at the end of the open file in {editor.name} and save it.'
    return _recipe(editor, instruction, before=before, after=f"{before}\n{new}", wrong=f"{new}\n{before}")


def replace(editor: Editor, rng: Random) -> TaskRecipe:
    """Create a task: replace every occurrence of a word."""
    old, new, first, second = rng.sample(ITEMS, 4)
    before = f"{old}\n{first}\n{old}\n{second}\n{old}"
    instruction = f'Replace every "{old}" by "{new}" in the file that is open in {editor.name}, and save it.'
    after = before.replace(old, new)
    return _recipe(editor, instruction, before=before, after=after, wrong=before.replace(old, new, 2))


def delete(editor: Editor, rng: Random) -> TaskRecipe:
    """Create a task: delete one line."""
    items = rng.sample(ITEMS, 5)
    gone = rng.randrange(1, 4)
    instruction = f'Delete the line "{items[gone]}" from the file in {editor.name} and save the file.'
    after = "\n".join(item for at, item in enumerate(items) if at != gone)
    wrong = "\n".join(item for at, item in enumerate(items) if at != gone - 1)
    return _recipe(editor, instruction, before="\n".join(items), after=after, wrong=wrong)


def copy(editor: Editor, rng: Random) -> TaskRecipe:
    """Create a task: save the text under another name."""
    items, (name, other) = rng.sample(ITEMS, 3), rng.sample(COPIES, 2)
    text = "\n".join(items)
    save = press("Control+Shift+s") if editor.program != "geany" else Move("click", "menuitem", "File")
    more = () if editor.program != "geany" else (Move("click", "menuitem", "Save As..."),)

    def moves(target: str) -> tuple[Move, ...]:
        field = editor.name_field
        saved = wait_until_gone("textbox", field)
        return (save, *more, type_text(field, f"{target}\n"), saved, DONE)

    return TaskRecipe(
        f"Save a copy of the open file of {editor.name} in the same folder under the name {name}.",
        files_are({NOTES: text, name: text}),
        moves(name),
        moves(other),
        start_path=f"{editor.program} {NOTES}",
        start_command=write_files({NOTES: text}),
        applications=(editor.program,),
    )


def read(editor: Editor, rng: Random) -> TaskRecipe:
    """Create a task: report the text after a given line."""
    items = rng.sample(ITEMS, 5)
    at = rng.randrange(4)
    return TaskRecipe(
        f'Which line comes after "{items[at]}" in the file that is open in {editor.name}?',
        Answered(items[at + 1], others=tuple(item for item in items if item not in items[at : at + 2])),
        (finish_with(items[at + 1]),),
        (finish_with(items[(at + 2) % 5]),),
        start_path=f"{editor.program} {NOTES}",
        start_command=write_files({NOTES: "\n".join(items)}),
        applications=(editor.program,),
    )


KINDS: Mapping[str, Callable[[Editor, Random], TaskRecipe]] = {
    "write": write,
    "append": append,
    "replace": replace,
    "delete": delete,
    "copy": copy,
    "read": read,
}
UNSUPPORTED = (("focuswriter", "copy"),)
"""Editors and kinds of tasks without a verified solution, which are left out."""
EDITOR_TASKS: Mapping[str, TaskFactory] = {
    f"{editor.program}-{kind}": partial(create, editor)
    for editor in EDITORS
    for kind, create in KINDS.items()
    if (editor.program, kind) not in UNSUPPORTED
}
