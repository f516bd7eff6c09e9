"""Randomly generated applications for training, each with an instruction and its solution.

The network learns what applications have in common (a label and its field, the third item of a list, the
next page, a button at the end, the end of a task) from more variants than real applications provide.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Decision, Done, Episode, Node, Outcome, Shot, Task
from onscreen.types.task import Start
from onscreen_train.decision_rows import BLANK_PICTURE
from onscreen_train.synthetic_copy_pages import copy_text_page, record_page, word_page
from onscreen_train.synthetic_dropdowns import dropdown_page
from onscreen_train.synthetic_forms import form_page
from onscreen_train.synthetic_lists import counter_page, list_page, paged_list_page, random_number_page
from onscreen_train.synthetic_page_parts import NOWHERE, ClueGenerator, Page, Step
from onscreen_train.synthetic_scroll_lists import scroll_list_page, stock_page
from onscreen_train.synthetic_words import DONE

SYNTHETIC_PREFIX = "made "
"""Prefix of the task names of synthetic applications."""


def synthetic_episode(seed: int) -> Episode:
    """Generate a random application from a seed and return an episode that solves it."""
    rng = random.Random(seed)  # noqa: S311 - reproducible sampling, not cryptography
    kind, build_page = rng.choice(_KINDS)
    width, row_height = rng.choice((130, 150, 200, 300, 480, 900)), rng.uniform(12, 40)
    page = Page(rng.uniform(2, 40), width=width, row_height=row_height, clues=ClueGenerator(rng))
    steps = build_page(page, rng)
    instruction = _join_clauses([step.clause for step in steps if step.clause], rng)
    task = Task(instruction, name=f"{SYNTHETIC_PREFIX}{kind}", start=Start(seed=seed))
    return _play(task, page.nodes, steps=steps, rng=rng)


def _join_clauses(clauses: Sequence[str], rng: random.Random) -> str:
    separator = rng.choice((", then ", " and ", ". Then ", ", "))
    text = separator.join(clauses)
    return f"{text[0].upper()}{text[1:]}{rng.choice(('', '.'))}"


def _play(task: Task, nodes: Sequence[Node], *, steps: Sequence[Step], rng: random.Random) -> Episode:
    episode = Episode(task, (_shot(nodes),))
    for step in steps:
        index = step.node_index % len(nodes)
        action = step.build_action(
            next(element for element in build_screen(episode.last).elements if element.index == index)
        )
        nodes = step.transition([_unfocused(node) for node in nodes])
        if step is steps[-1] and isinstance(action, Click):
            nodes = [*nodes, Node("status", rng.choice(DONE), NOWHERE, locator="made-end")]
        decision = Decision(action, notes=step.notes)
        episode = episode.then(decision, Outcome(), shot=_shot(nodes))
    return episode.then(Decision(Done()), Outcome(), shot=episode.last)


def _shot(nodes: Sequence[Node]) -> Shot:
    """Create a shot whose nodes use their clues as attributes, as on a web page."""
    return Shot(BLANK_PICTURE, tuple(msgspec.structs.replace(node, attributes=node.clue) for node in nodes))


def _unfocused(node: Node) -> Node:
    return msgspec.structs.replace(node, states=tuple(state for state in node.states if state != "focused"))


_KINDS: Sequence[tuple[str, Callable[[Page, random.Random], Sequence[Step]]]] = (
    *(("form", form_page),) * 3,
    *(("list", list_page),) * 2,
    *(("record", record_page),) * 2,
    *(("pages", paged_list_page),) * 2,
    *(("scrolls", scroll_list_page),) * 2,
    ("stock", stock_page),
    ("copies", copy_text_page),
    ("picks", dropdown_page),
    ("words", word_page),
    ("counts", counter_page),
    ("rolls", random_number_page),
)
"""Application kinds and their page generators; kinds with more layout variants are repeated."""
