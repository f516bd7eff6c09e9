"""Actions that an agent can perform on a screen, as immutable data types.

Every action contains its target element. Coordinates refer to the observation on which the action was
chosen. `action_formatter` converts actions to text, and `action_parser` converts the text back.
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
    """Base class of all actions.

    Stored episodes identify an action by its class name in lower case.
    """


class Click(Act, frozen=True):
    """Action that clicks the target `count` times with a mouse button.

    A count of 2 is a double click.
    """

    target: Target
    button: Button = "left"
    count: int = 1
    modifiers: tuple[Modifier, ...] = ()


class LongPress(Act, frozen=True):
    """Action that presses and holds the target for `seconds` seconds."""

    target: Target
    seconds: float = 1.0


class Hover(Act, frozen=True):
    """Action that moves the pointer over the target without clicking."""

    target: Target


class Type(Act, frozen=True):
    """Action that types text into the target field.

    If `target` is None, the text is typed into the focused field. If `clear` is true, the field is emptied
    first.
    """

    text: str
    target: Target | None = None
    clear: bool = True


class Press(Act, frozen=True):
    """Action that presses a key combination such as "Control+a".

    Keys are named as in the DOM.
    """

    keys: str
    target: Target | None = None


class Select(Act, frozen=True):
    """Action that selects the given options of a list and deselects all others."""

    target: Element
    options: tuple[str, ...]


class Scroll(Act, frozen=True):
    """Action that scrolls an element by `pages` times its size.

    If `target` is None, the page is scrolled.
    """

    direction: Direction = "down"
    pages: float = 0.8
    target: Element | None = None


class Swipe(Act, frozen=True):
    """Action that swipes a finger across the screen from one point to another."""

    start: Point
    end: Point
    seconds: float = 0.3


class Drag(Act, frozen=True):
    """Action that drags `source` onto `to`, or by `offset` pixels if `to` is None.

    With both, the end point is that of `to`, moved by `offset`.
    """

    source: Target
    to: Target | None = None
    offset: Point = Point(0, 0)


class Open(Act, frozen=True):
    """Action that opens an address, or an application by name.

    If `new_tab` is true, the current page stays open.
    """

    what: str
    new_tab: bool = False


class SwitchTab(Act, frozen=True):
    """Action that switches to the tab with the given number."""

    number: int


class CloseTab(Act, frozen=True):
    """Action that closes the current tab."""


class Back(Act, frozen=True):
    """Action that goes back one page or screen."""


class Forward(Act, frozen=True):
    """Action that goes forward one page."""


class Home(Act, frozen=True):
    """Action that goes to the home screen or start page."""


class Upload(Act, frozen=True):
    """Action that uploads local files through a file input."""

    target: Element
    paths: tuple[str, ...]


class Download(Act, frozen=True):
    """Action that clicks the target and saves the downloaded file."""

    target: Target


class Answer(Act, frozen=True):
    """Action that accepts or dismisses the dialog that blocks the page."""

    accept: bool = True
    text: str = ""


class Wait(Act, frozen=True):
    """Action that waits until the screen changes, for at most `seconds` seconds."""

    seconds: float = 1.0


class Ask(Act, frozen=True):
    """Action that asks the user a question and returns the answer in the outcome."""

    question: str


class Done(Act, frozen=True):
    """Action that ends the run with an answer for the user.

    If the task was not `achieved`, `answer` is the reason.
    """

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


PASSIVE_ACTIONS: tuple[type[Act], ...] = (Ask, Done, Scroll, Wait)
"""Actions that do not operate the application."""


def targets(action: Action) -> tuple[Target, ...]:
    """Return the elements and points that an action targets, sources before destinations."""
    found = (getattr(action, name, None) for name in ("target", "source", "to", "start", "end"))
    return tuple(t for t in found if isinstance(t, Element | Point))
