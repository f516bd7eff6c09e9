"""Made forms: labelled fields to be filled in from what is asked, from another field or from a record."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

import msgspec

from onscreen.train.made_layout import NOWHERE, Page, Wish, changed, press
from onscreen.train.made_words import BUTTONS, CHOICES, FIELDS, THINGS, TITLES
from onscreen.types import Box, Click, Node, Select, Type

_Call: TypeAlias = Callable[[str], str]
"""Value -> the clause that asks for it."""
_Steps: TypeAlias = tuple[Wish, ...]
"""What one field takes."""


def form(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out labelled fields and buttons; some fields and the button at the end are asked for."""
    page.put(Node("heading", chance.choice(TITLES), NOWHERE))
    page.line()
    labels = chance.sample(FIELDS, chance.randint(2, 7))
    above = chance.random() < 1 / 3
    named = chance.random() < 1 / 2
    fields = [_field(page, label, chance=chance, named=named, above=above) for label in labels]
    end = press(page, chance.sample(BUTTONS, chance.randint(1, 3)), chance=chance)
    wanted = chance.sample(fields, min(len(fields), chance.randint(1, 3)))
    if chance.random() < 2 / 3:
        wanted.sort(key=lambda steps: steps[0].at)
    return [*chain(*wanted), end]


def record(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out a record of labels and values, and a form of some of its labels to be filled from it."""
    labels = chance.sample(FIELDS, chance.randint(2, 6))
    values = {label: _told(chance) for label in labels}
    rowed = chance.random() < 1 / 2
    role = chance.choice(("cell", "text", "listitem"))
    colon = chance.choice(("", ":"))
    for label, value in values.items():
        if rowed:
            page.put(Node("row", "", NOWHERE))
        page.put(Node(role, f"{label}{colon}", NOWHERE), share=0.45)
        page.put(Node(role, value, NOWHERE), at=0.5, share=0.45)
        page.line()
    asked = chance.sample(labels, chance.randint(1, min(3, len(labels))))
    named = chance.random() < 1 / 3
    clause = chance.choice(_COPIED)
    wishes: list[Wish] = []
    for label in asked:
        page.put(Node("text", f"{label}{chance.choice((':', ''))}", NOWHERE), share=0.4)
        node = Node("textbox", label if named else "", NOWHERE, states=_states("textbox"))
        wishes.append(_typed(page, node, value=values[label], clause="" if wishes else clause))
        page.line()
    return [*wishes, press(page, chance.sample(BUTTONS, chance.randint(1, 2)), chance=chance)]


def _told(chance: random.Random) -> str:
    """Return what a record tells: some words, a number."""
    if chance.random() < 1 / 3:
        return str(chance.randint(1, 3000))
    return " ".join(chance.sample((*THINGS, *CHOICES), chance.randint(1, 2)))


def _field(page: Page, label: str, *, chance: random.Random, named: bool, above: bool) -> _Steps:
    kind, make = chance.choice(_KINDS)
    own = kind == "checkbox" or (named and kind not in {"radio", "button"})
    if not own or chance.random() < 1 / 2:
        page.put(Node("text", f"{label}{chance.choice((':', '', ''))}", NOWHERE), share=1 if above else 0.35)
    if above:
        page.line()
    role = _ROLE.get(kind, kind)
    node = Node(role, label if own else "", NOWHERE, states=_states(role))
    steps = make(page, _call(page, kind, label=label, chance=chance), chance=chance, node=node)
    page.line()
    return steps


def _call(page: Page, kind: str, *, label: str, chance: random.Random) -> _Call:
    """Return how a field is asked for with a value: by its label, some by which of its kind it is."""
    lower = label if chance.random() < 1 / 2 else label.lower()
    wordings = _WORDINGS[kind]
    if kind in _NTH and chance.random() < 1 / 4:
        words, wordings = _NTH[kind]
        place = sum(node.role == _ROLE.get(kind, kind) for node in page.nodes)
        lower = f"{chance.choice((NUMBERED, ORDINALS))[place]} {chance.choice(words)}"
    wording = chance.choice(wordings)
    return lambda value: wording.format(label=lower, value=value)


def _text(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:
    value = " ".join(chance.sample(THINGS, chance.randint(1, 3)))
    if node.role == "spinbutton":
        value = str(chance.randint(0, 500))
    elif chance.random() < 1 / 6:
        cased, words = chance.choice(_CASED)
        return (_typed(page, node, value=cased(value), clause=f"{call(value)} {chance.choice(words)}"),)
    return (_typed(page, node, value=value, clause=call(value)),)


def _copied(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:
    """Ask for a field to be filled with what another one, above or below it, has already."""
    other = f"old {chance.choice(FIELDS).lower()}"
    long = chance.random() < 1 / 2
    value = " ".join(chance.choices((*THINGS, *CHOICES), k=chance.randint(5, 25) if long else 2))
    states = (*node.states, "multiline") if long else node.states
    filled = msgspec.structs.replace(node, name="", value=value, states=states)
    clause = call(other)
    if chance.random() < 1 / 2:
        wish = _typed(page, node, value=value, clause=clause)
        page.line()
        _labelled(page, filled, label=other)
        return (wish,)
    _labelled(page, filled, label=other)
    page.line()
    return (_typed(page, node, value=value, clause=clause),)


def _labelled(page: Page, node: Node, *, label: str) -> None:
    page.put(Node("text", label.capitalize(), NOWHERE), share=0.35)
    page.put(node, at=0.4, share=0.6)


def _entered(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:  # noqa: ARG001 - as all
    """Ask for the cursor to be put into a field."""
    at = page.put(node, at=0.4, share=0.6)
    return (Wish(call(""), at, Click, changed(at, _focused)),)


def _date(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:
    month, day, year = chance.randint(1, 12), chance.randint(1, 28), chance.randint(1990, 2030)
    said = call(f"{month:02d}/{day:02d}/{year}")
    return (_typed(page, node, value=f"{year}-{month:02d}-{day:02d}", clause=said),)


def _time(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:
    hour, minute = chance.randint(0, 23), chance.randint(0, 59)
    half = f"{(hour - 1) % 12 + 1}:{minute:02d} {'AM' if hour < 12 else 'PM'}"  # noqa: PLR2004 - of the clock
    return (_typed(page, node, value=f"{hour:02d}:{minute:02d}", clause=call(half)),)


def _typed(page: Page, node: Node, *, value: str, clause: str) -> Wish:
    at = page.put(node, at=0.4, share=0.6)
    return Wish(
        clause,
        at,
        lambda element: Type(value, element),
        changed(at, lambda old: msgspec.structs.replace(old, value=value, states=(*old.states, "focused"))),
    )


def _check(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:
    at = page.put(node, at=chance.choice((0.0, 0.4)), share=0.1)
    return (Wish(call(""), at, Click, changed(at, _checked)),)


def _radio(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:
    names = chance.sample(CHOICES, 3)
    rows = []
    for name in names:
        rows.append(page.put(msgspec.structs.replace(node, name=name), at=0.4, share=0.5))
        page.line()
    pick = chance.randrange(3)
    return (Wish(call(names[pick]), rows[pick], Click, changed(rows[pick], _checked)),)


def _combo(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:
    names = chance.sample(CHOICES, chance.randint(2, 5))
    at = page.put(msgspec.structs.replace(node, value=names[0]), at=0.4, share=0.5)
    for name in names:
        page.put(Node("option", name, NOWHERE, parent=at), at=0.4, share=0.5)
    value = chance.choice(names[1:])
    return (
        Wish(
            call(value),
            at,
            lambda element: Select(element, (value,)),
            changed(at, lambda old: msgspec.structs.replace(old, value=value)),
        ),
    )


def _opened(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:
    """Lay out a list that the application draws itself: one press opens it, another takes a line.

    The page's own list may lie hidden under it.
    """
    names = chance.sample(CHOICES, chance.randint(2, 6))
    if chance.random() < 1 / 3:
        hidden = ("clickable", "covered")
        own = page.put(Node("combobox", "", NOWHERE, states=hidden), at=0.4, share=0.4)
        for name in names:
            page.put(Node("option", name, NOWHERE, states=hidden, parent=own), at=0.4, share=0.4)
    drawn = chance.choice(("▾", "▼", "⌄", names[0], f"{names[0]} ▾", "Choose", "Select..."))
    states = chance.choice((("clickable",), ("clickable", "collapsed")))
    role = chance.choice(("button", "generic"))
    at = page.put(msgspec.structs.replace(node, role=role, name=drawn, states=states), at=0.4, share=0.5)
    lines = _lines(page.nodes[at].box, names, role=chance.choice(_LINES))
    pick = chance.randrange(len(names))

    def closed(old: Node) -> Node:
        shown = drawn if drawn in {"▾", "▼", "⌄"} else drawn.replace(names[0], names[pick])
        return msgspec.structs.replace(old, name=shown, value=names[pick], states=states)

    opened = tuple("expanded" if state == "collapsed" else state for state in states)
    shut = changed(at, closed)
    return (
        Wish(
            call(names[pick]),
            at,
            Click,
            lambda nodes: (
                *changed(at, lambda old: msgspec.structs.replace(old, states=opened))(nodes),
                *lines,
            ),
        ),
        Wish("", pick - len(names), Click, lambda nodes: shut(nodes[: len(nodes) - len(lines)])),
    )


def _lines(field: Box, names: Sequence[str], *, role: str) -> tuple[Node, ...]:
    """Return what drops down from a field."""
    high = field.bottom - field.top
    return tuple(
        Node(
            role,
            name,
            Box(field.left, field.bottom + i * high, field.right, field.bottom + (i + 1) * high),
            states=("clickable",),
            locator=f"made-line-{field.top:.0f}-{i}",
        )
        for i, name in enumerate(names)
    )


def _states(kind: str) -> tuple[str, ...]:
    return ("clickable", "editable") if kind in {"textbox", "searchbox", "spinbutton"} else ("clickable",)


def _focused(node: Node) -> Node:
    return msgspec.structs.replace(node, states=(*node.states, "focused"))


def _checked(node: Node) -> Node:
    return msgspec.structs.replace(node, states=(*node.states, "checked", "focused"))


_ROLE: Mapping[str, str] = {"copy": "textbox", "focus": "textbox"}
"""What a field is that is not named after its role."""
_LINES = ("listitem", "option", "menuitem", "text", "generic")
_KINDS: Sequence[tuple[str, Callable[..., _Steps]]] = (
    ("textbox", _text),
    ("textbox", _text),
    ("textbox", _text),
    ("searchbox", _text),
    ("spinbutton", _text),
    ("copy", _copied),
    ("focus", _entered),
    ("date", _date),
    ("time", _time),
    ("checkbox", _check),
    ("radio", _radio),
    ("combobox", _combo),
    ("button", _opened),
)
_TYPED = (
    'type "{value}" into {label}',
    'enter "{value}" as the {label}',
    "set {label} to {value}",
    "fill in {value} for {label}",
    'put "{value}" in the field {label}',
    "{label} is {value}",
)
_SET = (
    "set {label} to {value}",
    "choose {value} as the {label}",
    "{label} is {value}",
    "enter {value} for {label}",
)
_CHECKED = ("tick {label}", "check {label}", 'turn on "{label}"', "select {label}", "switch {label} on")
_CHOSEN = (
    "choose {value} for {label}",
    'select "{value}" as the {label}',
    "set {label} to {value}",
    "pick {value} in {label}",
)
_DROPPED = ('choose "{value}" from the {label} list', "pick {value} from the dropdown {label}")
_COPY = (
    "copy {value} into {label}",
    "copy the text of {value} to {label}",
    "paste what {value} says into {label}",
    "fill in {label} with the text from {value}",
    "put the same in {label} as in {value}",
)
_FOCUS = ("click into {label}", "put the cursor in {label}", "go to the field {label}", "focus on {label}")
_WORDINGS: Mapping[str, Sequence[str]] = {
    "textbox": _TYPED,
    "searchbox": _TYPED,
    "spinbutton": _TYPED,
    "date": _SET,
    "time": _SET,
    "checkbox": _CHECKED,
    "radio": _CHOSEN,
    "combobox": _CHOSEN,
    "button": (*_CHOSEN, *_DROPPED),
    "copy": _COPY,
    "focus": _FOCUS,
}
_NTH: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "textbox": (
        ("text field", "textbox", "text box"),
        ('type "{value}" into the {label}', 'put "{value}" in the {label}', 'enter "{value}" in the {label}'),
    ),
    "focus": (
        ("text field", "textbox", "text box", "input"),
        ("click into the {label}", "put the cursor in the {label}", "go to the {label}"),
    ),
    "checkbox": (("checkbox", "check box"), ("tick the {label}", "check the {label}", "click the {label}")),
}
"""What they are called by their place, and how they are then asked for."""
_CASED: Sequence[tuple[Callable[[str], str], Sequence[str]]] = (
    (str.upper, ("in capitals", "in upper case", "in capital letters", "all uppercase")),
    (str.lower, ("in lower case", "in small letters", "all lowercase", "without capitals")),
)
_COPIED = (
    "fill in the form with what the table says",
    "copy the record into the fields",
    "put the data shown above into the form",
    "complete the form from the details",
    "transfer the entries to the boxes of the same label",
    "fill every field from the list",
)
NUMBERED = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th", "9th")
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
