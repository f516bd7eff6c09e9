"""Tasks with the moves that do them: instruction, check, the oracle's moves, and near misses."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import msgspec

from onscreen.types import Check, PageValue

MoveAction: TypeAlias = Literal[
    "click",
    "hold",
    "type",
    "select",
    "press",
    "swipe",
    "slide",
    "drag",
    "scroll",
    "open",
    "back",
    "home",
    "done",
    "refuse",
]
Kind: TypeAlias = Literal["plain", "added", "abstract"]
Layout: TypeAlias = Literal["uniform", "changing"]


class Move(msgspec.Struct, frozen=True):
    """One action of an oracle; its target is named by role and accessible name, an empty role is any.

    `text` is the text typed, the option chosen, the key pressed, the address or application opened, the
    direction of a swipe or scroll, the position of a slider (0 to 1), the name of the element a drag ends on,
    or the answer given. `nth` is the 0-based rank among the elements of that name.
    """

    action: MoveAction
    role: str = ""
    name: str = ""
    text: str = ""
    nth: int = 0


class TaskRecipe(msgspec.Struct, frozen=True):
    """A task of a suite: what is asked, the check, and the moves that do it.

    `start_path` is where it starts. `moves` score 1. `near_miss` are moves that look right and score 0.
    `spoil` is a command for `Device.read` that makes a detail of the finished state wrong, so that the task
    scores 0. `template` with `values` filled in is the instruction. `kind` is how it is worded
    (Mobile-Agent, section 3): plain, with an added requirement, or abstract, where no application is named.
    `layout` is `changing` where the finished screen looks different each time (MTTIA, equation 4).
    """

    instruction: str
    check: Check
    moves: tuple[Move, ...]
    near_miss: tuple[Move, ...] = ()
    start_path: str = "/"
    spoil: str = ""
    template: str = ""
    values: Mapping[str, str] = {}
    kind: Kind = "plain"
    layout: Layout = "uniform"

    @property
    def person_steps(self) -> int:
        """The number of moves of a person who knows the way, without the one that ends the task."""
        return sum(1 for move in self.moves if move.action not in {"done", "refuse"})


TaskFactory: TypeAlias = Callable[[random.Random], TaskRecipe]
"""Creates a task from a seeded random number generator."""


def click(role: str, name: str) -> Move:
    """Click the element of this role and name."""
    return Move("click", role, name)


def tap(name: str, *, nth: int = 0) -> Move:
    """Click the element of this name, whatever its role."""
    return Move("click", name=name, nth=nth)


def hold(name: str, *, nth: int = 0) -> Move:
    """Long-press the element of this name."""
    return Move("hold", name=name, nth=nth)


def press(keys: str) -> Move:
    """Press keys where the focus is."""
    return Move("press", text=keys)


def swipe(name: str, direction: str, *, nth: int = 0) -> Move:
    """Swipe over the element of this name: left, right, up or down."""
    return Move("swipe", name=name, text=direction, nth=nth)


def set_slider(name: str, position: float) -> Move:
    """Set the slider of this name to a position along its track, 0 to 1."""
    return Move("slide", name=name, text=str(position))


def drag(name: str, onto: str) -> Move:
    """Drag the element of this name onto another."""
    return Move("drag", name=name, text=onto)


def scroll(direction: str, name: str = "") -> Move:
    """Scroll the screen, or the element of this name: up, down, left or right."""
    return Move("scroll", name=name, text=direction)


def type_text(name: str, text: str, *, role: str = "textbox") -> Move:
    """Type the text into the field of this name."""
    return Move("type", role, name, text)


def select(name: str, option: str) -> Move:
    """Select the option of the dropdown of this name."""
    return Move("select", "combobox", name, option)


def open_path(path: str) -> Move:
    """Go to the path of a site."""
    return Move("open", text=path)


def finish_with(answer: str) -> Move:
    """End the task with this answer."""
    return Move("done", text=answer)


BACK, HOME = Move("back"), Move("home")
DONE = Move("done")
REFUSED = Move("refuse", text="no application here can do this")


def js_literal(value: object) -> str:
    """Return a value as a JavaScript literal."""
    return msgspec.json.encode(value).decode()


def site_state(site: str) -> str:
    """Return the JavaScript expression of a site's state in `localStorage`; an empty object at the start."""
    return f"(JSON.parse(localStorage.getItem({js_literal(site)})) ?? {{}})"


def page_holds(expression: str) -> PageValue:
    """Return a check that a JavaScript expression of the page is true at the end."""
    return PageValue(f"Boolean({expression})", equals="true")
