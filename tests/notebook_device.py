"""Device with a small notebook application in memory, whose stored state can be read and restored."""

from __future__ import annotations

import io
import json
from typing import Any, ClassVar, TypeAlias

from PIL import Image

from onscreen.types import (
    Act,
    Action,
    Back,
    Box,
    Click,
    Node,
    Open,
    Picture,
    Shot,
    Start,
    Tool,
    Type,
)
from onscreen.types.errors import ActionFailed

_Row: TypeAlias = tuple[str, str, str, tuple[str, ...], str]
"""Role, name, value, states and locator of a node."""
_HOME, _FORM, _DETAIL = "home", "form", "detail"


def _picture() -> Picture:
    out = io.BytesIO()
    Image.new("RGB", (40, 60)).save(out, "PNG")
    return Picture(out.getvalue())


class NotebookDevice:
    """A notebook with a list of notes, a form for new ones and a switch.

    With `is_deaf`, the form stores nothing. With `is_ticking`, a counter in the state never stands still.
    With `is_numbering`, a new note has a line with a generated id, and the state counts the ids.
    """

    name = "notebook"
    actions: ClassVar[frozenset[type[Act]]] = frozenset({Click, Type, Back, Open})
    state_expression = "state"
    state_is_complete = True

    def __init__(
        self, *, is_deaf: bool = False, is_ticking: bool = False, is_numbering: bool = False
    ) -> None:
        """Create the device with the data of seed 0."""
        self._is_deaf, self._is_numbering = is_deaf, is_numbering
        self._step, self._ticks = int(is_ticking), 0
        self._picture = _picture()
        self._reset(0)

    def _reset(self, seed: int) -> None:
        titles = (("Milk", "white"), ("Rent", "monthly"), ("Gym", "weekly"))[: 3 - seed % 2]
        self._notes: list[dict[str, Any]] = [
            {"id": f"n{i}", "title": t, "text": x, "pinned": False} for i, (t, x) in enumerate(titles)
        ]
        self._ids = 0
        self._dark, self._screen, self._typed, self._open = False, _HOME, {"Title": "", "Text": ""}, ""

    def initial_start(self, app: str, *, seed: int) -> Start:
        """Return the start with the notes of a seed."""
        return Start(app, seed=seed)

    def start(self, start: Start) -> None:
        """Restore the notes and show the list."""
        self._reset(start.seed or 0)

    def tools(self) -> tuple[Tool, ...]:
        """List no applications."""
        return ()

    def observe(self) -> Shot:
        """Return the nodes of the screen in front."""
        rows = {_HOME: self._home, _FORM: self._form, _DETAIL: self._detail}[self._screen]()
        nodes = [Node("generic", "", Box(0, 0, 40, 60), locator="app:id/root")]
        for rank, (role, name, value, states, locator) in enumerate(rows):
            box = Box(0, 4 * rank, 40, 4 * rank + 4)
            nodes.append(Node(role, name, box, value=value, states=states, locator=locator, parent=0))
        return Shot(self._picture, tuple(nodes), "Notebook", f"org.notebook/.{self._screen}")

    def _home(self) -> list[_Row]:
        dark = ("clickable", "checked") if self._dark else ("clickable",)
        rows: list[_Row] = [("button", note["title"], "", ("clickable",), "") for note in self._notes]
        return [
            ("heading", "Notes", "", (), "app:id/title"),
            *rows,
            ("switch", "Dark mode", "", dark, "app:id/dark"),
            ("button", "Add note", "", ("clickable",), "app:id/add"),
        ]

    def _form(self) -> list[_Row]:
        return [
            ("heading", "New note", "", (), "app:id/title"),
            *(
                ("textbox", n, v, ("clickable", "editable"), f"app:id/{n.lower()}_box")
                for n, v in self._typed.items()
            ),
            ("button", "Save", "", ("clickable",), "app:id/save"),
        ]

    def _detail(self) -> list[_Row]:
        note = next(each for each in self._notes if each["title"] == self._open)
        return [
            ("heading", "Note", "", (), "app:id/title"),
            ("text", note["title"], "", (), "app:id/note_title"),
            ("text", note["text"], "", (), "app:id/note_body"),
            ("button", "Pin", "", ("clickable",), "app:id/pin"),
        ]

    def perform(self, action: Action) -> str:
        """Perform a click, typing, going back or opening the list."""
        if isinstance(action, Back | Open):
            self._screen = _HOME
        elif isinstance(action, Type):
            self._typed[getattr(action.target, "name", "")] = action.text
        elif isinstance(action, Click):
            self._click(getattr(action.target, "name", ""))
        else:
            raise ActionFailed("the notebook cannot do this")
        return ""

    def _click(self, name: str) -> None:
        if name == "Dark mode":
            self._dark = not self._dark
        elif name == "Add note":
            self._screen = _FORM
        elif name == "Save":
            note: dict[str, Any] = {"id": f"n{len(self._notes)}", "pinned": False}
            if self._is_numbering:
                self._ids += 1
                note["lines"] = [{"id": f"line-{self._ids}", "text": self._typed["Text"]}]
            if not self._is_deaf:
                self._notes.append({**note, "title": self._typed["Title"], "text": self._typed["Text"]})
            self._screen = _HOME
        elif name == "Pin":
            next(each for each in self._notes if each["title"] == self._open)["pinned"] = True
        elif self._screen == _HOME and name != "Notes":
            self._open, self._screen = name, _DETAIL

    def read(self, expression: str) -> str:  # noqa: ARG002  there is one expression
        """Return the stored state as JSON."""
        self._ticks += self._step
        state = {"notes": self._notes, "settings": {"dark": self._dark}, "ticks": self._ticks}
        return json.dumps({**state, "ids": self._ids} if self._is_numbering else state)

    def close(self) -> None:
        """Do nothing."""
