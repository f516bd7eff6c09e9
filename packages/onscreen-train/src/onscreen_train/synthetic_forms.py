"""Synthetic forms whose fields are filled with given values or copied from other fields."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import chain

import msgspec

from onscreen.types import Click, Node, Select
from onscreen_train.synthetic_dropdowns import add_custom_dropdown
from onscreen_train.synthetic_page_parts import (
    NOWHERE,
    ClauseBuilder,
    Page,
    Step,
    Steps,
    add_buttons,
    add_typed_field,
    change_node,
    field_states,
    random_title,
)
from onscreen_train.synthetic_words import BUTTONS, CHOICES, FIELDS, NTH, NUMBERED, ORDINALS, THINGS, WORDINGS


def form_page(page: Page, rng: random.Random) -> list[Step]:
    """Add a form to a page and return the steps that fill in some fields and press a button."""
    page.title(random_title(rng))
    labels = rng.sample(FIELDS, rng.randint(2, 7))
    label_above = rng.random() < 1 / 3
    is_named = rng.random() < 1 / 2
    fields = [
        _add_field(page, label, rng=rng, is_named=is_named, label_above=label_above) for label in labels
    ]
    button_step = add_buttons(page, rng.sample(BUTTONS, rng.randint(1, 3)), rng=rng)
    requested = rng.sample(fields, min(len(fields), rng.randint(1, 3)))
    if rng.random() < 2 / 3:
        requested.sort(key=lambda steps: steps[0].node_index)
    return [*chain(*requested), button_step]


def _add_field(page: Page, label: str, *, rng: random.Random, is_named: bool, label_above: bool) -> Steps:
    kind, add_field = rng.choice(_KINDS)
    has_own_name = kind == "checkbox" or (is_named and kind not in {"radio", "button"})
    if not has_own_name or rng.random() < 1 / 2:
        page.add(
            Node("text", f"{label}{rng.choice((':', '', ''))}", NOWHERE), share=1 if label_above else 0.35
        )
    if label_above:
        page.next_line()
    role = _ROLES.get(kind, kind)
    node = Node(role, label if has_own_name else "", NOWHERE, states=field_states(role))
    steps = add_field(page, _random_clause(page, kind, label=label, rng=rng), rng=rng, node=node)
    page.next_line()
    return steps


def _random_clause(page: Page, kind: str, *, label: str, rng: random.Random) -> ClauseBuilder:
    """Return a clause builder that refers to a field by label or by rank among similar fields."""
    field_name = label if rng.random() < 1 / 2 else label.lower()
    wordings = WORDINGS[kind]
    if kind in NTH and rng.random() < 1 / 4:
        words, wordings = NTH[kind]
        rank = sum(node.role == _ROLES.get(kind, kind) for node in page.nodes)
        field_name = f"{rng.choice((NUMBERED, ORDINALS))[rank]} {rng.choice(words)}"
    wording = rng.choice(wordings)
    return lambda value: wording.format(label=field_name, value=value)


def _add_text_field(page: Page, build_clause: ClauseBuilder, *, rng: random.Random, node: Node) -> Steps:
    value = " ".join(rng.sample(THINGS, rng.randint(1, 3)))
    if node.role == "spinbutton":
        value = str(rng.randint(0, 500))
    elif rng.random() < 1 / 6:
        apply_case, words = rng.choice(_LETTER_CASES)
        return (
            add_typed_field(
                page, node, value=apply_case(value), clause=f"{build_clause(value)} {rng.choice(words)}"
            ),
        )
    return (add_typed_field(page, node, value=value, clause=build_clause(value)),)


def _add_copy_field(page: Page, build_clause: ClauseBuilder, *, rng: random.Random, node: Node) -> Steps:
    """Add a field to be filled with the value of another field, and return the steps."""
    source_label = f"old {rng.choice(FIELDS).lower()}"
    is_long = rng.random() < 1 / 2
    value = " ".join(rng.choices((*THINGS, *CHOICES), k=rng.randint(5, 25) if is_long else 2))
    states = (*node.states, "multiline") if is_long else node.states
    source_node = msgspec.structs.replace(node, name="", value=value, states=states)
    clause = build_clause(source_label)
    if rng.random() < 1 / 2:
        step = add_typed_field(page, node, value=value, clause=clause)
        page.next_line()
        _add_labelled_field(page, source_node, label=source_label)
        return (step,)
    _add_labelled_field(page, source_node, label=source_label)
    page.next_line()
    return (add_typed_field(page, node, value=value, clause=clause),)


def _add_labelled_field(page: Page, node: Node, *, label: str) -> None:
    page.add(Node("text", label.capitalize(), NOWHERE), share=0.35)
    page.add(node, offset=0.4, share=0.6)


def _add_focus_field(page: Page, build_clause: ClauseBuilder, *, rng: random.Random, node: Node) -> Steps:  # noqa: ARG001 - common signature
    """Add a field in which the caret is to be put, and return the step."""
    index = page.add(node, offset=0.4, share=0.6)
    return (Step(build_clause(""), index, Click, change_node(index, _with_focus)),)


def _add_date_field(page: Page, build_clause: ClauseBuilder, *, rng: random.Random, node: Node) -> Steps:
    month, day, year = rng.randint(1, 12), rng.randint(1, 28), rng.randint(1990, 2030)
    clause = build_clause(f"{month:02d}/{day:02d}/{year}")
    return (add_typed_field(page, node, value=f"{year}-{month:02d}-{day:02d}", clause=clause),)


def _add_time_field(page: Page, build_clause: ClauseBuilder, *, rng: random.Random, node: Node) -> Steps:
    hour, minute = rng.randint(0, 23), rng.randint(0, 59)
    twelve_hour = f"{(hour - 1) % 12 + 1}:{minute:02d} {'AM' if hour < 12 else 'PM'}"  # noqa: PLR2004 - noon
    return (add_typed_field(page, node, value=f"{hour:02d}:{minute:02d}", clause=build_clause(twelve_hour)),)


def _add_checkbox(page: Page, build_clause: ClauseBuilder, *, rng: random.Random, node: Node) -> Steps:
    index = page.add(node, offset=rng.choice((0.0, 0.4)), share=0.1)
    return (Step(build_clause(""), index, Click, change_node(index, _with_checked)),)


def _add_radio_group(page: Page, build_clause: ClauseBuilder, *, rng: random.Random, node: Node) -> Steps:
    names = rng.sample(CHOICES, 3)
    indices = []
    for name in names:
        indices.append(page.add(msgspec.structs.replace(node, name=name), offset=0.4, share=0.5))
        page.next_line()
    choice = rng.randrange(3)
    return (
        Step(
            build_clause(names[choice]), indices[choice], Click, change_node(indices[choice], _with_checked)
        ),
    )


def _add_combobox(page: Page, build_clause: ClauseBuilder, *, rng: random.Random, node: Node) -> Steps:
    names = rng.sample(CHOICES, rng.randint(2, 5))
    index = page.add(msgspec.structs.replace(node, value=names[0]), offset=0.4, share=0.5)
    for name in names:
        page.add(Node("option", name, NOWHERE, parent=index), offset=0.4, share=0.5)
    value = rng.choice(names[1:])
    return (
        Step(
            build_clause(value),
            index,
            lambda element: Select(element, (value,)),
            change_node(index, lambda old: msgspec.structs.replace(old, value=value)),
        ),
    )


def _add_multi_listbox(page: Page, build_clause: ClauseBuilder, *, rng: random.Random, node: Node) -> Steps:
    """Add a list box with multiple selection; its last options may be out of view."""
    names = rng.sample(CHOICES, rng.randint(3, 8))
    visible_count = rng.randint(2, len(names))
    states = (*node.states, "multiselectable", *(("scrollable",) if visible_count < len(names) else ()))
    index = page.add(msgspec.structs.replace(node, states=states), offset=0.4, share=0.5)
    option_indices = []
    for i, name in enumerate(names):
        option_indices.append(
            page.add(Node("option", name, NOWHERE, states=node.states, parent=index), offset=0.4, share=0.5)
        )
        if i + 1 < visible_count:
            page.next_line()
    box = msgspec.structs.replace(page.nodes[index].box, bottom=page.nodes[option_indices[-1]].box.bottom)
    page.nodes[index] = msgspec.structs.replace(page.nodes[index], box=box)
    choices = sorted(rng.sample(range(len(names)), rng.choice((1, 1, 2, 2, 3))))
    steps: list[Step] = []
    for choice in choices:
        clause = "" if steps else build_clause(", ".join(names[i] for i in choices))
        steps.append(
            Step(clause, option_indices[choice], Click, change_node(option_indices[choice], _with_selected))
        )
    return tuple(steps)


def _with_focus(node: Node) -> Node:
    return msgspec.structs.replace(node, states=(*node.states, "focused"))


def _with_selected(node: Node) -> Node:
    return msgspec.structs.replace(node, states=(*node.states, "selected"))


def _with_checked(node: Node) -> Node:
    return msgspec.structs.replace(node, states=(*node.states, "checked", "focused"))


_ROLES: Mapping[str, str] = {"copy": "textbox", "focus": "textbox"}
"""Roles of the field kinds whose name is not their role."""
_KINDS: Sequence[tuple[str, Callable[..., Steps]]] = (
    ("textbox", _add_text_field),
    ("textbox", _add_text_field),
    ("textbox", _add_text_field),
    ("searchbox", _add_text_field),
    ("spinbutton", _add_text_field),
    ("copy", _add_copy_field),
    ("focus", _add_focus_field),
    ("date", _add_date_field),
    ("time", _add_time_field),
    ("checkbox", _add_checkbox),
    ("radio", _add_radio_group),
    ("combobox", _add_combobox),
    ("listbox", _add_multi_listbox),
    ("button", add_custom_dropdown),
)
_LETTER_CASES: Sequence[tuple[Callable[[str], str], Sequence[str]]] = (
    (str.upper, ("in capitals", "in upper case", "in capital letters", "all uppercase")),
    (str.lower, ("in lower case", "in small letters", "all lowercase", "without capitals")),
)
