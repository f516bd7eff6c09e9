"""Synthetic pages on which a record, a word or a whole text must be copied into a form."""

from __future__ import annotations

import random

from onscreen.types import Node
from onscreen_train.synthetic_page_parts import (
    NOWHERE,
    Page,
    Step,
    add_buttons,
    add_typed_field,
    field_states,
    random_title,
)
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


def record_page(page: Page, rng: random.Random) -> list[Step]:
    """Add a data record and a form to a page, and return the steps that copy some values."""
    labels = rng.sample(FIELDS, rng.randint(2, 6))
    values = {label: _random_value(rng) for label in labels}
    has_rows = rng.random() < 1 / 2
    role = rng.choice(("cell", "text", "listitem"))
    colon = rng.choice(("", ":"))
    for label, value in values.items():
        if has_rows:
            page.add(Node("row", "", NOWHERE))
        page.add(Node(role, f"{label}{colon}", NOWHERE), share=0.45)
        page.add(Node(role, value, NOWHERE), offset=0.5, share=0.45)
        page.next_line()
    requested = rng.sample(labels, rng.randint(1, min(3, len(labels))))
    is_named = rng.random() < 1 / 3
    clause = rng.choice(COPIED)
    steps: list[Step] = []
    for label in requested:
        page.add(Node("text", f"{label}{rng.choice((':', ''))}", NOWHERE), share=0.4)
        node = Node("textbox", label if is_named else "", NOWHERE, states=field_states("textbox"))
        steps.append(add_typed_field(page, node, value=values[label], clause="" if steps else clause))
        page.next_line()
    return [*steps, add_buttons(page, rng.sample(BUTTONS, rng.randint(1, 2)), rng=rng)]


def word_page(page: Page, rng: random.Random) -> list[Step]:
    """Add a text and a field to a page, and return the steps that copy one word.

    The instruction identifies the word by its position.
    """
    words = rng.choices((*THINGS, *CHOICES), k=rng.randint(4, 25))
    page.title(random_title(rng))
    text = " ".join(f"{word}{rng.choice(('', '', '', ',', '.'))}" for word in words)
    page.add(Node("text", text, NOWHERE))
    page.next_line()
    index = rng.randrange(min(len(words), len(ORDINALS)))
    field = _name_field(page, rng)
    clause = rng.choice(WORDED).format(rng.choice((NUMBERED, ORDINALS))[index], field)
    node = Node("textbox", "", NOWHERE, states=field_states("textbox"))
    step = add_typed_field(page, node, value=words[index], clause=clause)
    page.next_line()
    return [step, add_buttons(page, rng.sample(BUTTONS, rng.randint(1, 2)), rng=rng)]


def copy_text_page(page: Page, rng: random.Random) -> list[Step]:
    """Add texts and a field to a page, and return the steps that copy one of the texts.

    The instruction identifies the text by its position.
    """
    page.title(random_title(rng))
    role, is_long = rng.choice((("textbox", True), ("textbox", True), ("textbox", False), ("text", True)))
    values = [_random_text(rng, is_long=is_long) for _ in range(rng.randint(1, 5))]
    states = (*field_states(role), *(("multiline",) if is_long else ()), *rng.choice(((), ("scrollable",))))
    for value in values:
        share = rng.uniform(0.4, 1)
        if role == "text":
            page.add(Node("text", value, NOWHERE), share=share)
        else:
            page.add(Node(role, "", NOWHERE, value=value, states=states), share=share)
        page.next_line()
    index = rng.randrange(len(values))
    clause = rng.choice(PASTED).format(
        nth=rng.choice((NUMBERED, ORDINALS))[index] if len(values) > 1 else "",
        text=rng.choice(TEXTS),
        field=_name_field(page, rng),
    )
    node = Node("textbox", "", NOWHERE, states=field_states("textbox"))
    step = add_typed_field(page, node, value=values[index], clause=" ".join(clause.split()))
    page.next_line()
    return [step, add_buttons(page, rng.sample(BUTTONS, rng.randint(1, 2)), rng=rng)]


def _name_field(page: Page, rng: random.Random) -> str:
    """Choose how to refer to the next field: by a label, added to the page, or by a description."""
    if rng.random() < 1 / 2:
        return rng.choice(EMPTY)
    label = rng.choice(FIELDS)
    page.add(Node("text", label, NOWHERE), share=0.35)
    return f"field {label}" if rng.random() < 1 / 2 else label


def _random_text(rng: random.Random, *, is_long: bool) -> str:
    """Return random words with punctuation: 1 to 3 words, or 4 to 20 for a long text."""
    words = rng.choices((*THINGS, *CHOICES), k=rng.randint(4, 20) if is_long else rng.randint(1, 3))
    return " ".join(f"{word}{rng.choice(('', '', '', ',', '.'))}" for word in words)


def _random_value(rng: random.Random) -> str:
    """Return a random value of a record: a number, or one or two words."""
    if rng.random() < 1 / 3:
        return str(rng.randint(1, 3000))
    return " ".join(rng.sample((*THINGS, *CHOICES), rng.randint(1, 2)))
