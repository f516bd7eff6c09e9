"""Oracles of MiniWoB++ for texts: a terminal, a text editor, a word to copy, forms by their labels."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from onscreen.types import Action, Element, Press, Type
from onscreen_practice.miniwob.oracles.oracle_view import Oracle, Sight
from onscreen_practice.miniwob.oracles.screen_reader import click, submit

_ENDING = re.compile(r"extension \.(\S+)")
_STYLED = re.compile(r"(?:text (\S+)|everything) the (?:style|color) (\w+)")
_SEARCH = re.compile(r"Search for (.+) movies directed by (.+) from year (\d+)")
_STYLES: Mapping[str, str] = {"bold": "bold", "italics": "italic", "underlined": "underline"}
_PALETTE = ("black", "red", "orange", "yellow", "green", "blue", "purple")
_INKS: Mapping[str, str] = {"blue": "bluish teal", "purple": "purplish magenta"}
_STOPS = re.compile(r"\w+|[^\w\s]")
_PROMPT = "user$"
_CURSOR = "█"


def terminal(sight: Sight) -> Action | None:
    """List the files, then remove the first one of the asked ending."""
    field = next(iter(sight.of_role("textbox")), None)
    if field is None:
        return None
    said = [node.name for node in sight.screen.shot.nodes if node.role == "text"]
    last = max((at for at, text in enumerate(said) if text == _PROMPT), default=len(said))
    typed = "".join(said[last + 1 :]).replace(_CURSOR, "")
    listed = next((at for at in range(last) if said[at] == "ls"), None)
    command = "ls" if listed is None else "rm " + _with_ending(sight.asked, said[listed + 1].split())
    if not typed:
        return Type(command, field)
    return Press("Enter" if typed == command.replace(" ", "") else "Backspace", field)


def letters(sight: Sight) -> Action | None:
    """Type the letters that stand apart above the field, then submit."""
    text = "".join(e.name for e in sorted(sight.of_role("text"), key=lambda e: e.index))
    field = next(iter(sight.of_role("textbox")), None)
    return submit(sight) if field is None or field.value == text else Type(text, field)


def looked_up(sight: Sight) -> Action | None:
    """Type beside each label what the table says of it, then submit."""
    cells = sorted(sight.of_role("cell"), key=lambda e: e.index)
    table = {key.name: value.name for key, value in zip(cells[::2], cells[1::2], strict=False)}
    labels = [table.get(e.name.rstrip(":"), "") for e in _by_index(sight, "text")]
    return _filled(sight, labels) or submit(sight)


def film(sight: Sight) -> Action | None:
    """Type genre, director and year where the labels say, then press the only thing left to press."""
    said = _SEARCH.search(sight.asked)
    if said is None:
        return None
    values = dict(zip(("genre", "director", "year", "date"), (*said.groups(), said.group(3)), strict=True))
    labels = [value for e in _by_index(sight, "text", "columnheader") if (value := _meant(e.name, values))]
    names = ("Submit", "Search", "Go!")
    send = (e for e in sight.of_role("button", "generic", "text") if e.name in names)
    return _filled(sight, labels) or click(next(send, None))


def styled(sight: Sight) -> Action | None:
    """Select the asked word by keys, or everything, give it the style or colour, then submit."""
    said = _STYLED.search(sight.asked)
    editor = next((e for e in sight.of_role("textbox") if e.has("multiline")), None)
    if said is None or editor is None:
        return None
    word, style = said.groups()
    runs = [e for e in _by_index(sight, "text") if e.parent == editor.index]
    colours = [e for e in _by_index(sight, "generic") if "ql primary" in e.clue]
    mark = _STYLES.get(style, _INKS.get(style, style))
    marked = [run for run in runs if run.clue]
    if any(run.clue != mark or run.name != (word or run.name) for run in marked):
        return Press("Control+z", editor)
    if marked and (word or len(marked) == len(runs)) and not colours:
        return submit(sight)
    keys = _selecting(editor.value, word)
    pressed = _pressed(sight, but_last=bool(colours))
    if pressed != keys and not colours:
        rest = keys[len(pressed) :] if keys[: len(pressed)] == pressed else ()
        return Press((rest or keys)[0], editor)
    if colours and pressed == keys and style in _PALETTE:
        return click(colours[_PALETTE.index(style)])
    tool = "ql " + _STYLES[style] if style in _STYLES and not colours else "ql picker label"
    return click(next((e for e in sight.screen.elements if e.clue.startswith(tool)), None))


def _with_ending(asked: str, files: Sequence[str]) -> str:
    said = _ENDING.search(asked)
    if said is None:
        return next((name for name in files if "." not in name), "")
    ending = said.group(1)
    fit = [name for name in files if name.endswith("." + ending)]
    plain = [name for name in fit if name.find(ending) == len(name) - len(ending)]
    return next(iter(plain + fit), "")


def _by_index(sight: Sight, *roles: str) -> list[Element]:
    return sorted(sight.of_role(*roles), key=lambda e: e.index)


def _filled(sight: Sight, values: Sequence[str]) -> Action | None:
    fields = _by_index(sight, "textbox")
    wrong = ((f, text) for f, text in zip(fields, values, strict=False) if f.value != text)
    return next((Type(text, field) for field, text in wrong), None)


def _meant(label: str, values: Mapping[str, str]) -> str:
    words = re.findall(r"\w+", label.lower())
    return next((values[word] for word in words if word in values), "")


def _selecting(text: str, word: str | None) -> tuple[str, ...]:
    if not word:
        return ("Control+a",)
    words = text.split()
    at = words.index(word) if word in words else 0
    before = ("Control+ArrowRight",) * len(_STOPS.findall(" ".join(words[:at])))
    to_end = () if word.isalnum() else ("Shift+ArrowRight",)
    return ("Control+Home", *before, "Control+Shift+ArrowRight", *to_end)


def _pressed(sight: Sight, *, but_last: bool) -> tuple[str, ...]:
    keys: list[str] = []
    for action in reversed(sight.done[:-1] if but_last else sight.done):
        if not isinstance(action, Press):
            break
        keys.insert(0, action.keys)
        if action.keys in ("Control+Home", "Control+a"):
            break
    return tuple(keys)


ORACLES: Mapping[str, Oracle] = {
    "multi-layouts": film,
    "read-table-2": looked_up,
    "terminal": terminal,
    "text-editor": styled,
    "text-transform": letters,
}
