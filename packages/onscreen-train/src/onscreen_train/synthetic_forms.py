"""Made forms: labelled fields to be filled in with what is asked or what another field says."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

import msgspec

from onscreen.types import Click, Node, Select
from onscreen_train.synthetic_dropdowns import opened
from onscreen_train.synthetic_layout import (
    NOWHERE,
    Call,
    Page,
    Steps,
    Wish,
    changed,
    press,
    states_of,
    titled,
    typed,
)
from onscreen_train.synthetic_words import BUTTONS, CHOICES, FIELDS, NTH, NUMBERED, ORDINALS, THINGS, WORDINGS


def form(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out labelled fields and buttons; some fields and the button at the end are asked for."""
    page.title(titled(chance))
    labels = chance.sample(FIELDS, chance.randint(2, 7))
    above = chance.random() < 1 / 3
    named = chance.random() < 1 / 2
    fields = [_field(page, label, chance=chance, named=named, above=above) for label in labels]
    end = press(page, chance.sample(BUTTONS, chance.randint(1, 3)), chance=chance)
    wanted = chance.sample(fields, min(len(fields), chance.randint(1, 3)))
    if chance.random() < 2 / 3:
        wanted.sort(key=lambda steps: steps[0].at)
    return [*chain(*wanted), end]


def _field(page: Page, label: str, *, chance: random.Random, named: bool, above: bool) -> Steps:
    kind, make = chance.choice(_KINDS)
    own = kind == "checkbox" or (named and kind not in {"radio", "button"})
    if not own or chance.random() < 1 / 2:
        page.put(Node("text", f"{label}{chance.choice((':', '', ''))}", NOWHERE), share=1 if above else 0.35)
    if above:
        page.line()
    role = _ROLE.get(kind, kind)
    node = Node(role, label if own else "", NOWHERE, states=states_of(role))
    steps = make(page, _call(page, kind, label=label, chance=chance), chance=chance, node=node)
    page.line()
    return steps


def _call(page: Page, kind: str, *, label: str, chance: random.Random) -> Call:
    """Return how a field is asked for with a value: by its label, some by which of its kind it is."""
    lower = label if chance.random() < 1 / 2 else label.lower()
    wordings = WORDINGS[kind]
    if kind in NTH and chance.random() < 1 / 4:
        words, wordings = NTH[kind]
        place = sum(node.role == _ROLE.get(kind, kind) for node in page.nodes)
        lower = f"{chance.choice((NUMBERED, ORDINALS))[place]} {chance.choice(words)}"
    wording = chance.choice(wordings)
    return lambda value: wording.format(label=lower, value=value)


def _text(page: Page, call: Call, *, chance: random.Random, node: Node) -> Steps:
    value = " ".join(chance.sample(THINGS, chance.randint(1, 3)))
    if node.role == "spinbutton":
        value = str(chance.randint(0, 500))
    elif chance.random() < 1 / 6:
        cased, words = chance.choice(_CASED)
        return (typed(page, node, value=cased(value), clause=f"{call(value)} {chance.choice(words)}"),)
    return (typed(page, node, value=value, clause=call(value)),)


def _copied(page: Page, call: Call, *, chance: random.Random, node: Node) -> Steps:
    """Ask for a field to be filled with what another one, above or below it, has already."""
    other = f"old {chance.choice(FIELDS).lower()}"
    long = chance.random() < 1 / 2
    value = " ".join(chance.choices((*THINGS, *CHOICES), k=chance.randint(5, 25) if long else 2))
    states = (*node.states, "multiline") if long else node.states
    filled = msgspec.structs.replace(node, name="", value=value, states=states)
    clause = call(other)
    if chance.random() < 1 / 2:
        wish = typed(page, node, value=value, clause=clause)
        page.line()
        _labelled(page, filled, label=other)
        return (wish,)
    _labelled(page, filled, label=other)
    page.line()
    return (typed(page, node, value=value, clause=clause),)


def _labelled(page: Page, node: Node, *, label: str) -> None:
    page.put(Node("text", label.capitalize(), NOWHERE), share=0.35)
    page.put(node, at=0.4, share=0.6)


def _entered(page: Page, call: Call, *, chance: random.Random, node: Node) -> Steps:  # noqa: ARG001 - as all
    """Ask for the cursor to be put into a field."""
    at = page.put(node, at=0.4, share=0.6)
    return (Wish(call(""), at, Click, changed(at, _focused)),)


def _date(page: Page, call: Call, *, chance: random.Random, node: Node) -> Steps:
    month, day, year = chance.randint(1, 12), chance.randint(1, 28), chance.randint(1990, 2030)
    said = call(f"{month:02d}/{day:02d}/{year}")
    return (typed(page, node, value=f"{year}-{month:02d}-{day:02d}", clause=said),)


def _time(page: Page, call: Call, *, chance: random.Random, node: Node) -> Steps:
    hour, minute = chance.randint(0, 23), chance.randint(0, 59)
    half = f"{(hour - 1) % 12 + 1}:{minute:02d} {'AM' if hour < 12 else 'PM'}"  # noqa: PLR2004 - of the clock
    return (typed(page, node, value=f"{hour:02d}:{minute:02d}", clause=call(half)),)


def _check(page: Page, call: Call, *, chance: random.Random, node: Node) -> Steps:
    at = page.put(node, at=chance.choice((0.0, 0.4)), share=0.1)
    return (Wish(call(""), at, Click, changed(at, _checked)),)


def _radio(page: Page, call: Call, *, chance: random.Random, node: Node) -> Steps:
    names = chance.sample(CHOICES, 3)
    rows = []
    for name in names:
        rows.append(page.put(msgspec.structs.replace(node, name=name), at=0.4, share=0.5))
        page.line()
    pick = chance.randrange(3)
    return (Wish(call(names[pick]), rows[pick], Click, changed(rows[pick], _checked)),)


def _combo(page: Page, call: Call, *, chance: random.Random, node: Node) -> Steps:
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


def _several(page: Page, call: Call, *, chance: random.Random, node: Node) -> Steps:
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


def _focused(node: Node) -> Node:
    return msgspec.structs.replace(node, states=(*node.states, "focused"))


def _selected(node: Node) -> Node:
    return msgspec.structs.replace(node, states=(*node.states, "selected"))


def _checked(node: Node) -> Node:
    return msgspec.structs.replace(node, states=(*node.states, "checked", "focused"))


_ROLE: Mapping[str, str] = {"copy": "textbox", "focus": "textbox"}
"""What a field is that is not named after its role."""
_KINDS: Sequence[tuple[str, Callable[..., Steps]]] = (
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
    ("button", opened),
)
_CASED: Sequence[tuple[Callable[[str], str], Sequence[str]]] = (
    (str.upper, ("in capitals", "in upper case", "in capital letters", "all uppercase")),
    (str.lower, ("in lower case", "in small letters", "all lowercase", "without capitals")),
)
