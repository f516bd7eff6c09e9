"""Runs for tests of contradictions: screens written as lines of text, and what was done on them."""

from __future__ import annotations

from collections.abc import Sequence

from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.completion.contradictions import find_contradictions
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Click, Decision, Element, Episode, Outcome, Plan, Press, Shot, Subtask, Task, Type

FORM = ("textbox Title [editable clickable]", "button Save [clickable]", "button Cancel [clickable]")


def element(shot: Shot, name: str) -> Element:
    """Return the element of this name."""
    return next(e for e in build_screen(shot).elements if e.name == name)


def run_of(
    instruction: str,
    *screens: Sequence[str] | Shot,
    did: Sequence[tuple[str, str]] = (),
    plan: Plan | None = None,
) -> tuple[Episode, Plan]:
    """Return an episode and its plan.

    At each step a text was typed into the named element, Enter was pressed in it if the text is a line break,
    or the element was clicked if the text is empty.
    """
    shots = [screen if isinstance(screen, Shot) else shot_from_lines(*screen) for screen in screens]
    plan = plan or Plan(subtasks=(Subtask(instruction),))
    episode = Episode(Task(instruction), (shots[0],))
    for before, after, (name, text) in zip(shots[:-1], shots[1:], did, strict=True):
        target = element(before, name)
        typing = Press("Enter", target) if text == "\n" else Type(text, target)
        action = typing if text else Click(target)
        episode = episode.then(Decision(action, plan=plan), Outcome(), shot=after)
    return episode, plan


def kinds(run: tuple[Episode, Plan], answer: str = "") -> set[str]:
    """Return the kinds of the contradictions in a run."""
    return {contradiction.kind for contradiction in find_contradictions(*run, answer=answer)}
