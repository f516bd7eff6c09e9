"""Made forms: labelled fields to be filled in from what is asked, from another field or from a record."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import TypeAlias

import msgspec

from onscreen.train.made_layout import NOWHERE, Becomes, Page, Wish, changed, press
from onscreen.train.made_views import raised, scroll_down
from onscreen.train.made_words import (
    BUTTONS,
    CHOICES,
    COPIED,
    FIELDS,
    NTH,
    NUMBERED,
    ORDINALS,
    THINGS,
    TITLES,
    WORDED,
    WORDINGS,
)
from onscreen.types import Box, Click, Node, Select, Type

_Call: TypeAlias = Callable[[str], str]
"""Value -> the clause that asks for it."""
_Line: TypeAlias = tuple[Node, ...]
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
    clause = chance.choice(COPIED)
    wishes: list[Wish] = []
    for label in asked:
        page.put(Node("text", f"{label}{chance.choice((':', ''))}", NOWHERE), share=0.4)
        node = Node("textbox", label if named else "", NOWHERE, states=_states("textbox"))
        wishes.append(_typed(page, node, value=values[label], clause="" if wishes else clause))
        page.line()
    return [*wishes, press(page, chance.sample(BUTTONS, chance.randint(1, 2)), chance=chance)]


def worded(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out a text and a field for one word of it, which is asked for by its place."""
    words = chance.choices((*THINGS, *CHOICES), k=chance.randint(4, 25))
    label = chance.choice(FIELDS)
    page.put(Node("heading", chance.choice(TITLES), NOWHERE))
    page.line()
    page.put(
        Node("text", " ".join(f"{word}{chance.choice(('', '', '', ',', '.'))}" for word in words), NOWHERE)
    )
    page.line()
    pick = chance.randrange(min(len(words), len(ORDINALS)))
    clause = chance.choice(WORDED).format(chance.choice((NUMBERED, ORDINALS))[pick], label)
    page.put(Node("text", label, NOWHERE), share=0.35)
    wish = _typed(
        page, Node("textbox", "", NOWHERE, states=_states("textbox")), value=words[pick], clause=clause
    )
    page.line()
    return [wish, press(page, chance.sample(BUTTONS, chance.randint(1, 2)), chance=chance)]


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
    wordings = WORDINGS[kind]
    if kind in NTH and chance.random() < 1 / 4:
        words, wordings = NTH[kind]
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
    if chance.random() < 1 / 3:
        return _copied_by_place(page, call, chance=chance, node=node)
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


def _copied_by_place(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:
    """Ask for a field to be filled with what one of several long texts says that are told by their places."""
    before = sum("multiline" in other.states for other in page.nodes)
    values = [" ".join(chance.choices((*THINGS, *CHOICES), k=chance.randint(3, 20))) for _ in range(3)]
    for value in values:
        page.put(Node("textbox", "", NOWHERE, value=value, states=(*node.states, "multiline")))
        page.line()
    pick = chance.randrange(len(values))
    nth = chance.choice((NUMBERED, ORDINALS))[before + pick]
    clause = call(f"the {nth} {chance.choice(('text area', 'large field', 'long text'))}")
    return (_typed(page, node, value=values[pick], clause=clause),)


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


def _several(page: Page, call: _Call, *, chance: random.Random, node: Node) -> _Steps:
    """Lay out a list that stands open and in which several can be chosen; the last may be out of its view."""
    names = chance.sample(CHOICES, chance.randint(3, 8))
    seen = chance.randint(2, len(names))
    states = (*node.states, "multiselectable", *(("scrollable",) if seen < len(names) else ()))
    at = page.put(msgspec.structs.replace(node, states=states), at=0.4, share=0.5)
    rows = []
    for i, name in enumerate(names):
        rows.append(page.put(Node("option", name, NOWHERE, states=node.states, parent=at), at=0.4, share=0.5))
        if i + 1 < seen:
            page.line()
    whole = msgspec.structs.replace(page.nodes[at].box, bottom=page.nodes[rows[-1]].box.bottom)
    page.nodes[at] = msgspec.structs.replace(page.nodes[at], box=whole)
    picked = sorted(chance.sample(range(len(names)), chance.choice((1, 1, 2, 2, 3))))
    steps: list[Wish] = []
    for pick in picked:
        clause = "" if steps else call(", ".join(names[each] for each in picked))
        steps.append(Wish(clause, rows[pick], Click, changed(rows[pick], _selected)))
    return tuple(steps)


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
    pick = chance.randrange(len(names))

    def closed(old: Node) -> Node:
        shown = drawn if drawn in {"▾", "▼", "⌄"} else drawn.replace(names[0], names[pick])
        return msgspec.structs.replace(old, name=shown, value=names[pick], states=states)

    opened = tuple("expanded" if state == "collapsed" else state for state in states)
    drop = _Drop(
        _lines(page.nodes[at].box, names, role=chance.choice(_LINES)),
        chance.randint(2, len(names)),
        changed(at, lambda old: msgspec.structs.replace(old, states=opened)),
        changed(at, closed),
    )
    return drop.steps(at, pick, clause=call(names[pick]))


class _Drop(msgspec.Struct, frozen=True):
    """What drops down: its lines, how many are in view, what the screen becomes when it opens and shuts."""

    lines: _Line
    most: int
    opened: Becomes
    shut: Becomes

    def steps(self, at: int, pick: int, *, clause: str) -> _Steps:
        """Return what takes one of its lines: opening, scrolling until it is in view, a press."""
        firsts = [0]
        while pick >= firsts[-1] + self.most:
            firsts.append(min(firsts[-1] + max(1, self.most - 1), len(self.lines) - self.most))
        turns = [Wish("", -1 - self.most, scroll_down, self._from(first)) for first in firsts[1:]]
        opening = Wish(clause, at, Click, lambda nodes: (*self.opened(nodes), *self._part(0)))
        taking = Wish(
            "",
            pick - firsts[-1] - self.most,
            Click,
            lambda nodes: self.shut(nodes[: len(nodes) - len(self._part(0))]),
        )
        return (opening, *turns, taking)

    def _from(self, first: int) -> Becomes:
        return lambda nodes: (*nodes[: len(nodes) - len(self._part(first))], *self._part(first))

    def _part(self, first: int) -> _Line:
        """Return what is in view from a line on, after what scrolls it, if anything does."""
        up = self.lines[first].box.top - self.lines[0].box.top
        shown = tuple(raised(line, up) for line in self.lines[first : first + self.most])
        if self.most == len(self.lines):
            return shown
        box = msgspec.structs.replace(self.lines[0].box, bottom=self.lines[self.most - 1].box.bottom)
        held = Node("list", "", box, states=("scrollable",), locator=f"{self.lines[0].locator}-held")
        return (held, *shown)


def _lines(field: Box, names: Sequence[str], *, role: str) -> _Line:
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


def _selected(node: Node) -> Node:
    return msgspec.structs.replace(node, states=(*node.states, "selected"))


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
    ("listbox", _several),
    ("button", _opened),
)
_CASED: Sequence[tuple[Callable[[str], str], Sequence[str]]] = (
    (str.upper, ("in capitals", "in upper case", "in capital letters", "all uppercase")),
    (str.lower, ("in lower case", "in small letters", "all lowercase", "without capitals")),
)
