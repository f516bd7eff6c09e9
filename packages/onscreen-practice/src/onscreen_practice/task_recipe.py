"""How a task is made from chance, with the moves that do it and the moves that nearly do."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

import msgspec

from onscreen.types import Check, PageValue

Doing: TypeAlias = Literal[
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
    """One action of an oracle, its target told by role and name as a person would; an empty role is any.

    `text` is what is typed, the option chosen, the key pressed, the address or application opened, the
    direction swiped or scrolled, the share of a slider (0..1), the name of what it is dragged onto, or the
    answer given. `nth` counts from 0 where several have that name.
    """

    do: Doing
    role: str = ""
    name: str = ""
    text: str = ""
    nth: int = 0


class Recipe(msgspec.Struct, frozen=True):
    """A task before it has a suite: what is asked, what must be true, and what does it.

    `at` is the path where it starts. `moves` score 1; `near` are moves that look right and score 0, `spoil`
    is a statement of the place that makes one detail of the finished state wrong, which scores 0, too.
    `template` with `values` filled in is the instruction. `kind` is how it is asked (Mobile-Eval): plain,
    with an added requirement, or abstract, where no application is named. `layout` is `changing` where
    the finished screen looks different each time (MTTIA, equation 4).
    """

    instruction: str
    check: Check
    moves: tuple[Move, ...]
    near: tuple[Move, ...] = ()
    at: str = "/"
    spoil: str = ""
    template: str = ""
    values: Mapping[str, str] = {}
    kind: Kind = "plain"
    layout: Layout = "uniform"

    @property
    def person_steps(self) -> int:
        """How many steps a person takes who knows the way: the moves but for saying that it is done."""
        return sum(1 for move in self.moves if move.do not in {"done", "refuse"})


Maker: TypeAlias = Callable[[random.Random], Recipe]


def click(role: str, name: str) -> Move:
    """Click the element of this role and name."""
    return Move("click", role, name)


def tap(name: str, *, nth: int = 0) -> Move:
    """Click what has this name, whatever its role."""
    return Move("click", name=name, nth=nth)


def held(name: str, *, nth: int = 0) -> Move:
    """Hold the finger on what has this name."""
    return Move("hold", name=name, nth=nth)


def pressed(keys: str) -> Move:
    """Press keys where the focus is."""
    return Move("press", text=keys)


def swiped(name: str, way: str, *, nth: int = 0) -> Move:
    """Swipe over what has this name: left, right, up or down."""
    return Move("swipe", name=name, text=way, nth=nth)


def slid(name: str, share: float) -> Move:
    """Set the slider of this name to a share of its length, 0..1."""
    return Move("slide", name=name, text=str(share))


def dragged(name: str, onto: str) -> Move:
    """Hold what has this name and drag it onto another."""
    return Move("drag", name=name, text=onto)


def scrolled(way: str, name: str = "") -> Move:
    """Scroll the screen, or what has this name: up, down, left or right."""
    return Move("scroll", name=name, text=way)


def typed(name: str, text: str, *, role: str = "textbox") -> Move:
    """Type the text into the field of this name."""
    return Move("type", role, name, text)


def chosen(name: str, option: str) -> Move:
    """Choose the option of the list of this name."""
    return Move("select", "combobox", name, option)


def opened(path: str) -> Move:
    """Go to the path."""
    return Move("open", text=path)


def told(answer: str) -> Move:
    """End with this answer."""
    return Move("done", text=answer)


BACK, HOME = Move("back"), Move("home")
DONE = Move("done")
REFUSED = Move("refuse", text="no application here can do this")


def quoted(value: object) -> str:
    """Write a value as a JavaScript literal."""
    return msgspec.json.encode(value).decode()


def state(site: str) -> str:
    """Return the expression of a site's state in `localStorage`, an empty object before anything happened."""
    return f"(JSON.parse(localStorage.getItem({quoted(site)})) ?? {{}})"


def holds(expression: str) -> PageValue:
    """Check that a JavaScript condition is true at the end."""
    return PageValue(f"Boolean({expression})", equals="true")
