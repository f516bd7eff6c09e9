"""Scripted solvers for MiniWoB++ text tasks, such as a terminal and a text editor."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from onscreen.types import Action, Element, Press, Type
from onscreen_practice.miniwob.oracles.oracle_helpers import click_on, click_submit
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, OracleView

_EXTENSION = re.compile(r"extension \.(\S+)")
_STYLE_REQUEST = re.compile(r"(?:text (\S+)|everything) the (?:style|color) (\w+)")
_MOVIE_REQUEST = re.compile(r"Search for (.+) movies directed by (.+) from year (\d+)")
_STYLES: Mapping[str, str] = {"bold": "bold", "italics": "italic", "underlined": "underline"}
_PALETTE = ("black", "red", "orange", "yellow", "green", "blue", "purple")
_COLOR_CLUES: Mapping[str, str] = {"blue": "bluish teal", "purple": "purplish magenta"}
_CARET_STOPS = re.compile(r"\w+|[^\w\s]")
_PROMPT = "user$"
_CURSOR = "█"


def terminal(view: OracleView) -> Action | None:
    """Choose the next action for the task `terminal`: list the files and remove one of them.

    The first file with the requested extension is removed.
    """
    field = next(iter(view.find_by_role("textbox")), None)
    if field is None:
        return None
    texts = [node.name for node in view.screen.shot.nodes if node.role == "text"]
    prompt_index = max((i for i, text in enumerate(texts) if text == _PROMPT), default=len(texts))
    typed = "".join(texts[prompt_index + 1 :]).replace(_CURSOR, "")
    listing_index = next((i for i in range(prompt_index) if texts[i] == "ls"), None)
    command = (
        "ls"
        if listing_index is None
        else "rm " + _choose_file(view.instruction, texts[listing_index + 1].split())
    )
    if not typed:
        return Type(command, field)
    return Press("Enter" if typed == command.replace(" ", "") else "Backspace", field)


def text_transform(view: OracleView) -> Action | None:
    """Choose the next action for `text-transform`: type the distorted letters and submit."""
    text = "".join(e.name for e in sorted(view.find_by_role("text"), key=lambda e: e.index))
    field = next(iter(view.find_by_role("textbox")), None)
    return click_submit(view) if field is None or field.value == text else Type(text, field)


def read_table_2(view: OracleView) -> Action | None:
    """Choose the next action for `read-table-2`: copy table values into labeled fields and submit."""
    cells = sorted(view.find_by_role("cell"), key=lambda e: e.index)
    table = {key.name: value.name for key, value in zip(cells[::2], cells[1::2], strict=False)}
    labels = [table.get(e.name.rstrip(":"), "") for e in _by_index(view, "text")]
    return _fill_fields(view, labels) or click_submit(view)


def multi_layouts(view: OracleView) -> Action | None:
    """Choose the next action for `multi-layouts`: fill in a movie search form and submit.

    Genre, director and year are identified by their labels.
    """
    match = _MOVIE_REQUEST.search(view.instruction)
    if match is None:
        return None
    values = dict(zip(("genre", "director", "year", "date"), (*match.groups(), match.group(3)), strict=True))
    labels = [
        value for e in _by_index(view, "text", "columnheader") if (value := _value_for_label(e.name, values))
    ]
    submit_names = ("Submit", "Search", "Go!")
    submit_controls = (e for e in view.find_by_role("button", "generic", "text") if e.name in submit_names)
    return _fill_fields(view, labels) or click_on(next(submit_controls, None))


def text_editor(view: OracleView) -> Action | None:
    """Choose the next action for the task `text-editor`: apply a style to a word or to all text.

    The text is selected with keys. A wrong style is undone first. The answer is then submitted.
    """
    match = _STYLE_REQUEST.search(view.instruction)
    editor = next((e for e in view.find_by_role("textbox") if e.has("multiline")), None)
    if match is None or editor is None:
        return None
    word, style = match.groups()
    runs = [e for e in _by_index(view, "text") if e.parent == editor.index]
    color_options = [e for e in _by_index(view, "generic") if "ql primary" in e.clue]
    style_clue = _STYLES.get(style, _COLOR_CLUES.get(style, style))
    styled_runs = [run for run in runs if run.clue]
    if any(run.clue != style_clue or run.name != (word or run.name) for run in styled_runs):
        return Press("Control+z", editor)
    if styled_runs and (word or len(styled_runs) == len(runs)) and not color_options:
        return click_submit(view)
    selection_keys = _selection_keys(editor.value, word)
    pressed = _pressed_keys(view, skip_last=bool(color_options))
    if pressed != selection_keys and not color_options:
        remaining_keys = selection_keys[len(pressed) :] if selection_keys[: len(pressed)] == pressed else ()
        return Press((remaining_keys or selection_keys)[0], editor)
    if color_options and pressed == selection_keys and style in _PALETTE:
        return click_on(color_options[_PALETTE.index(style)])
    tool_clue = "ql " + _STYLES[style] if style in _STYLES and not color_options else "ql picker label"
    return click_on(next((e for e in view.screen.elements if e.clue.startswith(tool_clue)), None))


def _choose_file(instruction: str, files: Sequence[str]) -> str:
    match = _EXTENSION.search(instruction)
    if match is None:
        return next((name for name in files if "." not in name), "")
    ending = match.group(1)
    matching = [name for name in files if name.endswith("." + ending)]
    preferred = [name for name in matching if name.find(ending) == len(name) - len(ending)]
    return next(iter(preferred + matching), "")


def _by_index(view: OracleView, *roles: str) -> list[Element]:
    return sorted(view.find_by_role(*roles), key=lambda e: e.index)


def _fill_fields(view: OracleView, values: Sequence[str]) -> Action | None:
    fields = _by_index(view, "textbox")
    wrong = ((f, text) for f, text in zip(fields, values, strict=False) if f.value != text)
    return next((Type(text, field) for field, text in wrong), None)


def _value_for_label(label: str, values: Mapping[str, str]) -> str:
    words = re.findall(r"\w+", label.lower())
    return next((values[word] for word in words if word in values), "")


def _selection_keys(text: str, word: str | None) -> tuple[str, ...]:
    if not word:
        return ("Control+a",)
    words = text.split()
    index = words.index(word) if word in words else 0
    moves = ("Control+ArrowRight",) * len(_CARET_STOPS.findall(" ".join(words[:index])))
    to_end = () if word.isalnum() else ("Shift+ArrowRight",)
    return ("Control+Home", *moves, "Control+Shift+ArrowRight", *to_end)


def _pressed_keys(view: OracleView, *, skip_last: bool) -> tuple[str, ...]:
    keys: list[str] = []
    for action in reversed(view.history[:-1] if skip_last else view.history):
        if not isinstance(action, Press):
            break
        keys.insert(0, action.keys)
        if action.keys in ("Control+Home", "Control+a"):
            break
    return tuple(keys)


ORACLES: Mapping[str, Oracle] = {
    "multi-layouts": multi_layouts,
    "read-table-2": read_table_2,
    "terminal": terminal,
    "text-editor": text_editor,
    "text-transform": text_transform,
}
