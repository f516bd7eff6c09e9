"""How a task is made from chance, with the moves that do it and the moves that nearly do."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from onscreen.types import Check, PageValue


class Move(msgspec.Struct, frozen=True):
    """One action of an oracle, its target told by role and name as a person would.

    `text` is what is typed, the option chosen, the key pressed, the address opened or the answer given.
    """

    do: Literal["click", "type", "select", "press", "open", "done", "refuse"]
    role: str = ""
    name: str = ""
    text: str = ""


class Recipe(msgspec.Struct, frozen=True):
    """A task before it has a suite: what is asked, what must be true, and what does it.

    `at` is the path where it starts. `moves` score 1; `near` are moves that look right and score 0.
    """

    instruction: str
    check: Check
    moves: tuple[Move, ...]
    near: tuple[Move, ...]
    at: str = "/"


Maker: TypeAlias = Callable[[random.Random], Recipe]


def click(role: str, name: str) -> Move:
    """Click the element of this role and name."""
    return Move("click", role, name)


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
