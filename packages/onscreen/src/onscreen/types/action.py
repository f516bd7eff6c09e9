"""The actions on a screen; an action holds its target element itself.

Coordinates refer to the shot on which the action was chosen. `grammar` writes and parses actions as text.
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
    """The base of all actions; its tag in stored episodes is the class name in lower case."""


class Click(Act, frozen=True):
    """Press and release a pointer button `count` times; 2 is a double click."""

    target: Target
    button: Button = "left"
    count: int = 1
    modifiers: tuple[Modifier, ...] = ()


class LongPress(Act, frozen=True):
    """Press and hold the pointer at one point for `seconds`."""

    target: Target
    seconds: float = 1.0


class Hover(Act, frozen=True):
    """Move the pointer to the target without pressing."""

    target: Target


class Type(Act, frozen=True):
    """Type text into the target or the focused field; `clear` empties the field first."""

    text: str
    target: Target | None = None
    clear: bool = True


class Press(Act, frozen=True):
    """Press keys together, named as in the DOM and joined by +, such as "Control+a"."""

    keys: str
    target: Target | None = None


class Select(Act, frozen=True):
    """Select exactly the named options of a list."""

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
    """Drag the source onto a target, or by `offset` pixels from its own position if `to` is None."""

    source: Target
    to: Target | None = None
    offset: Point = Point(0, 0)


class Open(Act, frozen=True):
    """Open an address, or an application by name; `new_tab` keeps the current page open."""

    what: str
    new_tab: bool = False


class SwitchTab(Act, frozen=True):
    """Bring the tab with this number to the front."""

    number: int


class CloseTab(Act, frozen=True):
    """Close the current tab."""


class Back(Act, frozen=True):
    """Go back one page or screen."""


class Forward(Act, frozen=True):
    """Go forward one page."""


class Home(Act, frozen=True):
    """Go to the home screen or start page."""


class Upload(Act, frozen=True):
    """Upload local files through a file field."""

    target: Element
    paths: tuple[str, ...]


class Download(Act, frozen=True):
    """Click the target and save the file it downloads."""

    target: Target


class Answer(Act, frozen=True):
    """Answer the dialog that blocks the page."""

    accept: bool = True
    text: str = ""


class Wait(Act, frozen=True):
    """Wait until the screen changes, at most `seconds`."""

    seconds: float = 1.0


class Ask(Act, frozen=True):
    """Ask the user a question; the answer is the outcome."""

    question: str


class Done(Act, frozen=True):
    """End the run; `answer` is the answer to the user, or the reason if not `achieved`."""

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
    """Return every element or point that is a target of the action, in order."""
    found = (getattr(action, name, None) for name in ("target", "source", "to", "start", "end"))
    return tuple(t for t in found if isinstance(t, Element | Point))
