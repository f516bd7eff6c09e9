"""Made applications: forms and lists of chance looks, with what is asked of them and how it is done.

They teach what every application has in common - a label and its field, the third of a list, a button at
the end, that nothing is left to do - in more looks than there are applications at hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import msgspec

from onscreen.train.made_words import BUTTONS, CHOICES, DONE, FIELDS, THINGS, TITLES
from onscreen.train.rows import BLANK
from onscreen.types import (
    Action,
    Box,
    Click,
    Decision,
    Done,
    Element,
    Episode,
    Node,
    Outcome,
    Select,
    Shot,
    Task,
    Type,
)
from onscreen.types.task import Start

_Call: TypeAlias = Callable[[str], str]
"""Value -> the clause that asks for it."""

MADE = "made "
"""What the names of their tasks begin with."""


class _Wish(msgspec.Struct, frozen=True):
    """A clause of what is asked, which node it is about, what is done to it, how it looks afterwards.

    `notes` are what was learnt of the application.
    """

    clause: str
    at: int
    deed: Callable[[Element], Action]
    after: Callable[[Node], Node]
    notes: tuple[str, ...] = ()


class _Page:
    """A page being laid out from the top: lines of one height, at a left edge, so wide in pixels."""

    def __init__(self, left: float, *, wide: float, high: float) -> None:
        self.nodes: list[Node] = []
        self.y = 10.0
        self.left, self.wide, self.high = left, wide, high

    def put(self, node: Node, *, at: float = 0.0, share: float = 1.0) -> int:
        """Put a node on the line, `at` and `share` in parts of the width; return its index."""
        left = self.left + at * self.wide
        box = Box(left, self.y, left + share * self.wide, self.y + self.high)
        locator = f"made-{len(self.nodes)}"
        self.nodes.append(msgspec.structs.replace(node, box=box, locator=locator))
        return len(self.nodes) - 1

    def line(self) -> None:
        """Go on below."""
        self.y += self.high * 1.3


_NOWHERE = Box(0, 0, 1, 1)


def made(seed: int) -> Episode:
    """Return the episode of the application of this seed, solved."""
    chance = random.Random(seed)  # noqa: S311 - an example, no secret
    kind, make = chance.choice((("form", _form), ("list", _listed)))
    page = _Page(chance.uniform(2, 40), wide=chance.choice((150, 300, 480, 900)), high=chance.uniform(12, 40))
    wishes = make(page, chance)
    asked = _said([wish.clause for wish in wishes], chance)
    task = Task(asked, name=f"{MADE}{kind}", start=Start(seed=seed))
    return _played(task, page.nodes, wishes=wishes, chance=chance)


def _said(clauses: Sequence[str], chance: random.Random) -> str:
    between = chance.choice((", then ", " and ", ". Then ", ", "))
    whole = between.join(clauses)
    return f"{whole[0].upper()}{whole[1:]}{chance.choice(('', '.'))}"


def _played(task: Task, nodes: list[Node], *, wishes: Sequence[_Wish], chance: random.Random) -> Episode:
    episode = Episode(task, (Shot(BLANK, tuple(nodes)),))
    for wish in wishes:
        action = wish.deed(Element.of(nodes[wish.at], wish.at + 1, index=wish.at))
        nodes = [_unfocused(node) for node in nodes]
        nodes[wish.at] = wish.after(nodes[wish.at])
        if wish is wishes[-1] and isinstance(action, Click):
            nodes = [*nodes, Node("status", chance.choice(DONE), _NOWHERE, locator="made-end")]
        decision = Decision(action, notes=wish.notes)
        episode = episode.then(decision, Outcome(), shot=Shot(BLANK, tuple(nodes)))
    return episode.then(Decision(Done()), Outcome(), shot=episode.last)


def _unfocused(node: Node) -> Node:
    return msgspec.structs.replace(node, states=tuple(s for s in node.states if s != "focused"))


def _form(page: _Page, chance: random.Random) -> list[_Wish]:
    """Lay out labelled fields and buttons; some fields and the button at the end are asked for."""
    page.put(Node("heading", chance.choice(TITLES), _NOWHERE))
    page.line()
    labels = chance.sample(FIELDS, chance.randint(2, 7))
    above = chance.random() < 1 / 3
    named = chance.random() < 1 / 2
    wishes = [_field(page, label, chance=chance, named=named, above=above) for label in labels]
    names = chance.sample(BUTTONS, chance.randint(1, 3))
    buttons = [page.put(_button(name), at=i / 3, share=0.3) for i, name in enumerate(names)]
    wanted = chance.sample(wishes, min(len(wishes), chance.randint(1, 3)))
    if chance.random() < 2 / 3:
        wanted.sort(key=lambda wish: wish.at)
    end = chance.randrange(len(buttons))
    clause = chance.choice(('press "{}"', "press {}", "click {}", "click the {} button", "hit {}"))
    return [*wanted, _Wish(clause.format(names[end]), buttons[end], Click, _same)]


def _field(page: _Page, label: str, *, chance: random.Random, named: bool, above: bool) -> _Wish:
    kind, make = chance.choice(_KINDS)
    own = kind == "checkbox" or (named and kind != "radio")
    if not own or chance.random() < 1 / 2:
        page.put(Node("text", f"{label}{chance.choice((':', '', ''))}", _NOWHERE), share=1 if above else 0.35)
    if above:
        page.line()
    node = Node(kind, label if own else "", _NOWHERE, states=_states(kind))
    wish = make(page, _call(page, kind, label=label, chance=chance), chance=chance, node=node)
    page.line()
    return wish


def _call(page: _Page, kind: str, *, label: str, chance: random.Random) -> _Call:
    """Return how a field is asked for with a value: by its label, some by which of its kind it is."""
    lower = label if chance.random() < 1 / 2 else label.lower()
    wordings = _WORDINGS[kind]
    if kind in _NTH and chance.random() < 1 / 4:
        words, wordings = _NTH[kind]
        place = sum(node.role == kind for node in page.nodes)
        lower = f"{chance.choice((_NUMBERED, _ORDINALS))[place]} {chance.choice(words)}"
    wording = chance.choice(wordings)
    return lambda value: wording.format(label=lower, value=value)


def _text(page: _Page, call: _Call, *, chance: random.Random, node: Node) -> _Wish:
    value = " ".join(chance.sample(THINGS, chance.randint(1, 3)))
    if node.role == "spinbutton":
        value = str(chance.randint(0, 500))
    return _typed(page, node, value=value, clause=call(value))


def _date(page: _Page, call: _Call, *, chance: random.Random, node: Node) -> _Wish:
    month, day, year = chance.randint(1, 12), chance.randint(1, 28), chance.randint(1990, 2030)
    said = call(f"{month:02d}/{day:02d}/{year}")
    return _typed(page, node, value=f"{year}-{month:02d}-{day:02d}", clause=said)


def _time(page: _Page, call: _Call, *, chance: random.Random, node: Node) -> _Wish:
    hour, minute = chance.randint(0, 23), chance.randint(0, 59)
    half = f"{(hour - 1) % 12 + 1}:{minute:02d} {'AM' if hour < 12 else 'PM'}"  # noqa: PLR2004 - of the clock
    return _typed(page, node, value=f"{hour:02d}:{minute:02d}", clause=call(half))


def _typed(page: _Page, node: Node, *, value: str, clause: str) -> _Wish:
    at = page.put(node, at=0.4, share=0.6)
    return _Wish(
        clause,
        at,
        lambda element: Type(value, element),
        lambda old: msgspec.structs.replace(old, value=value, states=(*old.states, "focused")),
    )


def _check(page: _Page, call: _Call, *, chance: random.Random, node: Node) -> _Wish:
    at = page.put(node, at=chance.choice((0.0, 0.4)), share=0.1)
    return _Wish(call(""), at, Click, _checked)


def _radio(page: _Page, call: _Call, *, chance: random.Random, node: Node) -> _Wish:
    names = chance.sample(CHOICES, 3)
    rows = []
    for name in names:
        rows.append(page.put(msgspec.structs.replace(node, name=name), at=0.4, share=0.5))
        page.line()
    pick = chance.randrange(3)
    return _Wish(call(names[pick]), rows[pick], Click, _checked)


def _combo(page: _Page, call: _Call, *, chance: random.Random, node: Node) -> _Wish:
    names = chance.sample(CHOICES, chance.randint(2, 5))
    at = page.put(msgspec.structs.replace(node, value=names[0]), at=0.4, share=0.5)
    for name in names:
        page.put(Node("option", name, _NOWHERE, parent=at), at=0.4, share=0.5)
    value = chance.choice(names[1:])
    return _Wish(
        call(value),
        at,
        lambda element: Select(element, (value,)),
        lambda old: msgspec.structs.replace(old, value=value),
    )


def _listed(page: _Page, chance: random.Random) -> list[_Wish]:
    """Lay out a list whose lines have buttons; up to three lines are asked for by their names or places.

    Buttons may be drawings, of which only notes tell what they do.
    """
    page.put(Node("heading", chance.choice(TITLES), _NOWHERE))
    page.line()
    things = chance.sample(THINGS, chance.randint(3, 8))
    names = chance.sample(BUTTONS, chance.randint(1, 2))
    drawn = chance.random() < 1 / 3
    notes: list[str] = []
    role = chance.choice(("link", "listitem", "text", "cell"))
    lines: list[list[int]] = []
    for thing in things:
        states = ("clickable",) if role == "link" else ()
        line = [page.put(Node(role, thing, _NOWHERE, states=states), share=0.4)]
        for i, name in enumerate(names):
            line.append(page.put(_drawing() if drawn else _button(name), at=0.5 + i / 4, share=0.2))
            notes += [f"{line[-1] + 1}: press to {name.lower()} it"] if drawn else []
        lines.append(line)
        page.line()
    wanted = chance.sample(range(len(things)), chance.choice((1, 1, 2, 3)))
    said = tuple(notes)
    return [_line(lines[at], things[at], at=at, names=names, notes=said, chance=chance) for at in wanted]


def _line(
    line: Sequence[int],
    thing: str,
    *,
    at: int,
    names: Sequence[str],
    notes: tuple[str, ...],
    chance: random.Random,
) -> _Wish:
    """Ask for a button of a line, or to open it, by its name or its place."""
    place = chance.choice(("{}", "the {} one", "the {} line", "the {} of the list"))
    nth = place.format(chance.choice((_NUMBERED, _ORDINALS))[at])
    which = chance.choice((thing, f'"{thing}"', nth))
    column = chance.randrange(len(line))
    clause = f"{names[column - 1]} {which}" if column else f"{chance.choice(('open', 'click'))} {which}"
    return _Wish(clause, line[column], Click, _same, notes)


def _button(name: str) -> Node:
    return Node("button", name, _NOWHERE, states=("clickable",))


def _drawing() -> Node:
    return Node("button", "", _NOWHERE, states=("clickable",), clue="icon")


def _states(kind: str) -> tuple[str, ...]:
    return ("clickable", "editable") if kind in {"textbox", "searchbox", "spinbutton"} else ("clickable",)


def _same(node: Node) -> Node:
    return node


def _checked(node: Node) -> Node:
    return msgspec.structs.replace(node, states=(*node.states, "checked", "focused"))


_KINDS: Sequence[tuple[str, Callable[..., _Wish]]] = (
    ("textbox", _text),
    ("textbox", _text),
    ("searchbox", _text),
    ("spinbutton", _text),
    ("date", _date),
    ("time", _time),
    ("checkbox", _check),
    ("radio", _radio),
    ("combobox", _combo),
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
_WORDINGS: Mapping[str, Sequence[str]] = {
    "textbox": _TYPED,
    "searchbox": _TYPED,
    "spinbutton": _TYPED,
    "date": _SET,
    "time": _SET,
    "checkbox": _CHECKED,
    "radio": _CHOSEN,
    "combobox": _CHOSEN,
}
_NTH: Mapping[str, tuple[Sequence[str], Sequence[str]]] = {
    "textbox": (
        ("text field", "textbox", "text box"),
        ('type "{value}" into the {label}', 'put "{value}" in the {label}', 'enter "{value}" in the {label}'),
    ),
    "checkbox": (("checkbox", "check box"), ("tick the {label}", "check the {label}", "click the {label}")),
}
"""What they are called by their place, and how they are then asked for."""
_NUMBERED = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
