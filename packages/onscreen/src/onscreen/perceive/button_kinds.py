"""Classification of buttons by the words of their names: submit, search, cancel and others."""

from __future__ import annotations

import re

from onscreen.types import Node

COMMIT_WORDS = frozenset(
    (
        "accept", "apply", "book", "buy", "checkout", "commit", "confirm", "create", "done", "execute",
        "finish", "join", "log in", "login", "ok", "okay", "order", "pay", "post", "publish", "register",
        "reply", "run", "save", "send", "sign in", "sign up", "signin", "signup", "submit", "subscribe",
        "update", "upload",
    )
)  # fmt: skip
"""First words of buttons that submit what was entered, wherever they are."""

SEARCH_WORDS = frozenset(("filter", "find", "go", "search", "show"))
"""First words of buttons that start a search."""

FORM_WORDS = (
    COMMIT_WORDS
    | SEARCH_WORDS
    | {
        *(
            "add",
            "assign",
            "calculate",
            "change",
            "connect",
            "continue",
            "convert",
            "enter",
            "generate",
            "import",
        ),
        *(
            "insert",
            "install",
            "invite",
            "move",
            "next",
            "proceed",
            "rename",
            "request",
            "schedule",
            "set",
            "share",
        ),
        *("start", "translate", "unlock", "verify", "yes"),
    }
)
"""First words of buttons that submit the enclosing form; outside a form the words may mean something else."""

REFUSED_WORDS = frozenset(
    (
        "abort", "archive", "back", "browse", "cancel", "clear", "close", "delete", "discard", "dismiss",
        "draft", "edit", "help", "hide", "later", "less", "menu", "more", "no", "options", "password",
        "preview", "previous", "remove", "reset", "settings", "skip", "toggle", "undo",
    )
)  # fmt: skip
"""Words of buttons that do not submit a form."""

_REFUSED_TYPES = frozenset(("file", "reset"))
"""Types of HTML inputs that are buttons but do not submit; the clue starts with the type."""

_WORD = re.compile(r"[^\W\d_]+")
_MAX_WORDS = 4
"""A button with a longer name is content, such as a card."""


def first_word(node: Node) -> str:
    """Return the first word of a button's name, such as "save" or "log in".

    The word is in lower case. Verbs of two words, such as "Log in", count as one word. Returns "" for a name
    without words or with more than four words, which is content rather than a label.
    """
    found = [word.casefold() for word in _WORD.findall(node.name)]
    if not found or len(found) > _MAX_WORDS:
        return ""
    pair = " ".join(found[:2])
    return pair if pair in COMMIT_WORDS else found[0]


def is_refused(node: Node) -> bool:
    """Check whether a button cannot submit a form.

    Such buttons are toggles, menus, and buttons with names such as Cancel, Reset or Browse.
    """
    if not {"collapsed", "expanded", "pressed"}.isdisjoint(node.states):
        return True
    if node.clue.split(" ", 1)[0] in _REFUSED_TYPES:
        return True
    found = [word.casefold() for word in _WORD.findall(node.name)]
    is_change = bool(found) and found[0] in FORM_WORDS and found[0] not in SEARCH_WORDS
    return any(word in REFUSED_WORDS for word in found) and not (is_change and "password" in found)
