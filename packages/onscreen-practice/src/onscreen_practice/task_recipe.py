"""Task recipes, which combine an instruction, a check and a scripted solution."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import msgspec

from onscreen.types import Check, PageValue, Start, Task, Tool

MoveAction: TypeAlias = Literal[
    "click",
    "hold",
    "hover",
    "menu",
    "type",
    "select",
    "press",
    "swipe",
    "slide",
    "drag",
    "upload",
    "answer",
    "scroll",
    "open",
    "back",
    "home",
    "gone",
    "done",
    "refuse",
]
Kind: TypeAlias = Literal["plain", "added", "abstract"]
Layout: TypeAlias = Literal["uniform", "changing"]


class Move(msgspec.Struct, frozen=True):
    """Scripted action whose target element is identified by role and accessible name.

    An empty role matches any element. `text` is the text typed, the option chosen, the key pressed, the
    address or application opened, the direction of a swipe or scroll, the position of a slider (0 to 1),
    the name of the element a drag ends on, the path of the file uploaded, the text for a dialog that is
    accepted, or the answer given. `nth` is the 0-based rank among the elements of that name. The action
    `gone` waits until the target is no longer on the screen. The first pending `response` is performed as
    soon as its target is on the screen, before the other moves.
    """

    action: MoveAction
    role: str = ""
    name: str = ""
    text: str = ""
    nth: int = 0
    response: bool = False


class TaskRecipe(msgspec.Struct, frozen=True):
    """Recipe for a task: instruction, check, and a scripted solution.

    `start_path` is the path of the first page. `applications` are the real web applications that the task
    needs; the task starts in the first one. `start_command` is a shell command that prepares the device.
    `moves` solve the task and score 1. `near_miss` are moves that look right and score 0. `spoil` is a
    command for `Device.read` that makes a detail of the finished state wrong, so that the task scores 0.
    `omissions` are moves that leave out one application each, by its name; all of them score 0.
    `template` with `values` filled in is the instruction. `kind` is its wording (Mobile-Agent, section 3):
    plain, with an added requirement, or abstract, where no application is named. `layout` is `changing` if
    the finished screen looks different each time (MTTIA, equation 4).
    """

    instruction: str
    check: Check
    moves: tuple[Move, ...]
    near_miss: tuple[Move, ...] = ()
    omissions: Mapping[str, tuple[Move, ...]] = {}
    start_path: str = "/"
    start_command: str = ""
    applications: tuple[str, ...] = ()
    spoil: str = ""
    template: str = ""
    values: Mapping[str, str] = {}
    kind: Kind = "plain"
    layout: Layout = "uniform"

    @property
    def person_steps(self) -> int:
        """Number of actions a person needs for the task, excluding waits and the final action.

        Each response to an interruption counts once.
        """
        return sum(1 for move in self.moves if move.action not in {"gone", "done", "refuse"})

    def task(self, name: str, *, start: Start, tools: tuple[Tool, ...]) -> Task:
        """Create the task, with the given start and tools."""
        return Task(
            self.instruction,
            name=name,
            start=start,
            tools=tools,
            check=self.check,
            person_steps=self.person_steps,
        )


TaskFactory: TypeAlias = Callable[[random.Random], TaskRecipe]
"""Creates a task from a seeded random number generator."""


def click(role: str, name: str) -> Move:
    """Create a click on the element with the given role and name."""
    return Move("click", role, name)


def tap(name: str, *, nth: int = 0) -> Move:
    """Create a click on the element with the given name, regardless of its role."""
    return Move("click", name=name, nth=nth)


def hold(name: str, *, nth: int = 0) -> Move:
    """Create a long press on the element with the given name."""
    return Move("hold", name=name, nth=nth)


def respond(name: str) -> Move:
    """Create a click that is performed when the named element appears, such as in an interruption."""
    return Move("click", name=name, response=True)


def hover(name: str, *, role: str = "") -> Move:
    """Create a movement of the pointer onto the element with the given name."""
    return Move("hover", role, name)


def open_menu(name: str) -> Move:
    """Create a right click that opens the context menu of the named element."""
    return Move("menu", name=name)


def press(keys: str) -> Move:
    """Create a key press that is sent to the focused element."""
    return Move("press", text=keys)


def swipe(name: str, direction: str, *, nth: int = 0) -> Move:
    """Create a swipe across the element with the given name.

    `direction` is left, right, up or down.
    """
    return Move("swipe", name=name, text=direction, nth=nth)


def set_slider(name: str, position: float) -> Move:
    """Create an action that sets the named slider to a position between 0 and 1.

    The position is a fraction of the slider's track.
    """
    return Move("slide", name=name, text=str(position))


def drag(name: str, onto: str) -> Move:
    """Create a drag from one named element onto another."""
    return Move("drag", name=name, text=onto)


def upload(role: str, name: str, *, path: str) -> Move:
    """Create an action that uploads a file through the file input with the given role and name."""
    return Move("upload", role, name, path)


def accept_dialog(text: str = "") -> Move:
    """Create an action that accepts the dialog that blocks the page, with a text if it asks for one."""
    return Move("answer", text=text)


def scroll(direction: str, name: str = "") -> Move:
    """Create a scroll action for the screen or for the element with the given name.

    `direction` is up, down, left or right.
    """
    return Move("scroll", name=name, text=direction)


def type_text(name: str, text: str, *, role: str = "textbox") -> Move:
    """Create an action that types text into the field with the given name."""
    return Move("type", role, name, text)


def select(name: str, option: str) -> Move:
    """Create an action that selects an option in the dropdown with the given name."""
    return Move("select", "combobox", name, option)


def wait_until_gone(role: str, name: str) -> Move:
    """Create a wait until the element with the given role and name is gone, such as a field of a dialog."""
    return Move("gone", role, name)


def open_path(path: str) -> Move:
    """Create an action that opens a path on the current website."""
    return Move("open", text=path)


def finish_with(answer: str) -> Move:
    """Create an action that ends the task with the given answer."""
    return Move("done", text=answer)


BACK, HOME = Move("back"), Move("home")
DONE = Move("done")
REFUSED = Move("refuse", text="no application here can do this")


def js_literal(value: object) -> str:
    """Encode a value as a JavaScript literal."""
    return msgspec.json.encode(value).decode()


def site_state(site: str) -> str:
    """Build a JavaScript expression that reads a site's state from `localStorage`.

    The state is an empty object until the site stores something.
    """
    return f"(JSON.parse(localStorage.getItem({js_literal(site)})) ?? {{}})"


def page_holds(expression: str) -> PageValue:
    """Create a check that a JavaScript expression is true on the final page."""
    return PageValue(
        f"Boolean({expression})", equals="true", about="the state of the pages is as the task requires"
    )
