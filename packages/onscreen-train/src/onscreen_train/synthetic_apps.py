"""Made applications: forms and lists of chance looks, with what is asked of them and how it is done.

They teach what applications have in common - a label and its field, the third of a list, the way to the
next page, a button at the end, that nothing is left to do - in more looks than there are applications at
hand.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import Click, Decision, Done, Episode, Node, Outcome, Shot, Task
from onscreen.types.task import Start
from onscreen_train.episode_rows import BLANK
from onscreen_train.synthetic_dropdowns import picked
from onscreen_train.synthetic_forms import form
from onscreen_train.synthetic_layout import NOWHERE, Clues, Page, Wish
from onscreen_train.synthetic_lists import counted, listed, paged, rolled
from onscreen_train.synthetic_scroll_lists import scrolled, stocked
from onscreen_train.synthetic_texts import copied, record, worded
from onscreen_train.synthetic_words import DONE

MADE = "made "
"""What the names of their tasks begin with."""


def made(seed: int) -> Episode:
    """Return the episode of the application of this seed, solved."""
    chance = random.Random(seed)  # noqa: S311 - an example, no secret
    kind, make = chance.choice(_KINDS)
    wide, high = chance.choice((130, 150, 200, 300, 480, 900)), chance.uniform(12, 40)
    page = Page(chance.uniform(2, 40), wide=wide, high=high, clues=Clues(chance))
    wishes = make(page, chance)
    asked = _said([wish.clause for wish in wishes if wish.clause], chance)
    task = Task(asked, name=f"{MADE}{kind}", start=Start(seed=seed))
    return _played(task, page.nodes, wishes=wishes, chance=chance)


def _said(clauses: Sequence[str], chance: random.Random) -> str:
    between = chance.choice((", then ", " and ", ". Then ", ", "))
    whole = between.join(clauses)
    return f"{whole[0].upper()}{whole[1:]}{chance.choice(('', '.'))}"


def _played(task: Task, nodes: Sequence[Node], *, wishes: Sequence[Wish], chance: random.Random) -> Episode:
    episode = Episode(task, (Shot(BLANK, tuple(nodes)),))
    for wish in wishes:
        at = wish.at % len(nodes)
        action = wish.deed(
            next(element for element in build_screen(episode.last).elements if element.index == at)
        )
        nodes = wish.becomes([_unfocused(node) for node in nodes])
        if wish is wishes[-1] and isinstance(action, Click):
            nodes = [*nodes, Node("status", chance.choice(DONE), NOWHERE, locator="made-end")]
        decision = Decision(action, notes=wish.notes)
        episode = episode.then(decision, Outcome(), shot=Shot(BLANK, tuple(nodes)))
    return episode.then(Decision(Done()), Outcome(), shot=episode.last)


def _unfocused(node: Node) -> Node:
    return msgspec.structs.replace(node, states=tuple(s for s in node.states if s != "focused"))


_KINDS: Sequence[tuple[str, Callable[[Page, random.Random], Sequence[Wish]]]] = (
    *(("form", form),) * 3,
    *(("list", listed),) * 2,
    *(("record", record),) * 2,
    *(("pages", paged),) * 2,
    *(("scrolls", scrolled),) * 2,
    ("stock", stocked),
    ("copies", copied),
    ("picks", picked),
    ("words", worded),
    ("counts", counted),
    ("rolls", rolled),
)
"""What is made, the more often the more ways there are to lay it out."""
