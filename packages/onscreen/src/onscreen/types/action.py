"""What can be done to a screen; an action holds the Element itself, so it cannot dangle.

Coordinates belong to the shot the action was taken from. `grammar` writes and reads actions as text.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from onscreen.types.geometry import Point
from onscreen.types.screen import Element

Button = Literal["left", "right", "middle"]
Direction = Literal["up", "down", "left", "right"]
Modifier = Literal["Alt", "Control", "Meta", "Shift"]
Target: TypeAlias = Element | Point


class Act(msgspec.Struct, frozen=True, tag=str.lower):
    """The root of all actions; its tag in stored episodes is the class name in lower case."""


class Click(Act, frozen=True):
    """Press and release a button of the pointer, `count` times (2 is a double click)."""

    target: Target
    button: Button = "left"
    count: int = 1
    modifiers: tuple[Modifier, ...] = ()


class LongPress(Act, frozen=True):
    """Hold the pointer down in one place."""

    target: Target
    seconds: float = 1.0


class Hover(Act, frozen=True):
    """Move the pointer there without pressing."""

    target: Target


class Type(Act, frozen=True):
    """Type text into the target, or where the focus is; `clear` empties the field first."""

    text: str
    target: Target | None = None
    clear: bool = True


class Press(Act, frozen=True):
    """Press keys together, named as in the DOM and joined by + ("Enter", "Control+a")."""

    keys: str
    target: Target | None = None


class Select(Act, frozen=True):
    """Choose the named options of a list and no others."""

    target: Element
    options: tuple[str, ...]


class Scroll(Act, frozen=True):
    """Scroll an element, or the page, by `pages` of its own height or width."""

    direction: Direction = "down"
    pages: float = 0.8
    target: Element | None = None


class Swipe(Act, frozen=True):
    """Move a finger from point to point."""

    start: Point
    end: Point
    seconds: float = 0.3


class Drag(Act, frozen=True):
    """Drag onto another target, or from where the source is when `to` is None, and on by `offset` pixels."""

    source: Target
    to: Target | None = None
    offset: Point = Point(0, 0)


class Open(Act, frozen=True):
    """Go to an address or start an application by name; `new_tab` keeps the current page open."""

    what: str
    new_tab: bool = False


class SwitchTab(Act, frozen=True):
    """Bring the tab of this number to the front."""

    number: int


class CloseTab(Act, frozen=True):
    """Close the current tab."""


class Back(Act, frozen=True):
    """Go back once."""


class Forward(Act, frozen=True):
    """Go forward once."""


class Home(Act, frozen=True):
    """Go to the home screen or start page."""


class Upload(Act, frozen=True):
    """Give files of this machine to a file field."""

    target: Element
    paths: tuple[str, ...]


class Download(Act, frozen=True):
    """Click the target and keep the file that comes."""

    target: Target


class Answer(Act, frozen=True):
    """Answer the dialog that blocks the page."""

    accept: bool = True
    text: str = ""


class Wait(Act, frozen=True):
    """Wait for the screen to change, at most this long."""

    seconds: float = 1.0


class Ask(Act, frozen=True):
    """Ask the person a question; the answer comes back as the outcome."""

    question: str


class Done(Act, frozen=True):
    """The work is over: `achieved` says whether it was done, `answer` what was asked for, or why not."""

    answer: str = ""
    achieved: bool = True


Action: TypeAlias = (
    Click
    | LongPress
    | Hover
    | Type
    | Press
    | Select
    | Scroll
    | Swipe
    | Drag
    | Open
    | SwitchTab
    | CloseTab
    | Back
    | Forward
    | Home
    | Upload
    | Download
    | Answer
    | Wait
    | Ask
    | Done
)


def targets(action: Action) -> tuple[Target, ...]:
    """Every element or point the action is aimed at, in order."""
    found = (getattr(action, name, None) for name in ("target", "source", "to", "start", "end"))
    return tuple(t for t in found if isinstance(t, Element | Point))
