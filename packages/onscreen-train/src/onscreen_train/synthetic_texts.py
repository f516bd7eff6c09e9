"""Made pages with texts: a record, a word or one of several texts is to be copied into fields."""

from __future__ import annotations

import random

from onscreen.types import Node
from onscreen_train.synthetic_layout import NOWHERE, Page, Wish, press, states_of, titled, typed
from onscreen_train.synthetic_words import (
    BUTTONS,
    CHOICES,
    COPIED,
    EMPTY,
    FIELDS,
    NUMBERED,
    ORDINALS,
    PASTED,
    TEXTS,
    THINGS,
    WORDED,
)


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
        node = Node("textbox", label if named else "", NOWHERE, states=states_of("textbox"))
        wishes.append(typed(page, node, value=values[label], clause="" if wishes else clause))
        page.line()
    return [*wishes, press(page, chance.sample(BUTTONS, chance.randint(1, 2)), chance=chance)]


def worded(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out a text and a field for one word of it, which is asked for by its place."""
    words = chance.choices((*THINGS, *CHOICES), k=chance.randint(4, 25))
    page.title(titled(chance))
    said = " ".join(f"{word}{chance.choice(('', '', '', ',', '.'))}" for word in words)
    page.put(Node("text", said, NOWHERE))
    page.line()
    pick = chance.randrange(min(len(words), len(ORDINALS)))
    field = _called(page, chance)
    clause = chance.choice(WORDED).format(chance.choice((NUMBERED, ORDINALS))[pick], field)
    node = Node("textbox", "", NOWHERE, states=states_of("textbox"))
    wish = typed(page, node, value=words[pick], clause=clause)
    page.line()
    return [wish, press(page, chance.sample(BUTTONS, chance.randint(1, 2)), chance=chance)]


def copied(page: Page, chance: random.Random) -> list[Wish]:
    """Lay out long texts, in fields or not, and a field for one of them, which is asked for by its place."""
    page.title(titled(chance))
    role, long = chance.choice((("textbox", True), ("textbox", True), ("textbox", False), ("text", True)))
    values = [_text(chance, long=long) for _ in range(chance.randint(1, 5))]
    states = (*states_of(role), *(("multiline",) if long else ()), *chance.choice(((), ("scrollable",))))
    for value in values:
        share = chance.uniform(0.4, 1)
        if role == "text":
            page.put(Node("text", value, NOWHERE), share=share)
        else:
            page.put(Node(role, "", NOWHERE, value=value, states=states), share=share)
        page.line()
    pick = chance.randrange(len(values))
    clause = chance.choice(PASTED).format(
        nth=chance.choice((NUMBERED, ORDINALS))[pick] if len(values) > 1 else "",
        text=chance.choice(TEXTS),
        field=_called(page, chance),
    )
    node = Node("textbox", "", NOWHERE, states=states_of("textbox"))
    wish = typed(page, node, value=values[pick], clause=" ".join(clause.split()))
    page.line()
    return [wish, press(page, chance.sample(BUTTONS, chance.randint(1, 2)), chance=chance)]


def _called(page: Page, chance: random.Random) -> str:
    """Return what the field that comes next is called: its label, which is put, or what it looks like."""
    if chance.random() < 1 / 2:
        return chance.choice(EMPTY)
    label = chance.choice(FIELDS)
    page.put(Node("text", label, NOWHERE), share=0.35)
    return f"field {label}" if chance.random() < 1 / 2 else label


def _text(chance: random.Random, *, long: bool) -> str:
    """Return some words, as they are written in a text."""
    words = chance.choices((*THINGS, *CHOICES), k=chance.randint(4, 20) if long else chance.randint(1, 3))
    return " ".join(f"{word}{chance.choice(('', '', '', ',', '.'))}" for word in words)


def _told(chance: random.Random) -> str:
    """Return what a record tells: some words, a number."""
    if chance.random() < 1 / 3:
        return str(chance.randint(1, 3000))
    return " ".join(chance.sample((*THINGS, *CHOICES), chance.randint(1, 2)))
