"""Selection of the next action for the current subtask of a plan."""

from __future__ import annotations

from onscreen.perceive.element_queries import usable_elements
from onscreen.perceive.history_queries import (
    last_step,
    was_covered,
    was_done_recently,
    was_performed,
    was_pressed,
)
from onscreen.policy.lexical import entry_creation, form_submission
from onscreen.policy.lexical.clause import Clause, parse_clause
from onscreen.policy.lexical.clause_rules import SKILLS, click
from onscreen.policy.lexical.form_input import press_submit
from onscreen.policy.lexical.greedy_navigation import pursue_goal
from onscreen.policy.lexical.phrase_match import EXACT_NAME, MIN_SIMILARITY, rank_by_name
from onscreen.policy.lexical.question_answers import pursue_answer
from onscreen.policy.lexical.rule_proposals import found_nothing, not_found, propose
from onscreen.text.words import split_words
from onscreen.types import Answer, Click, Press, Proposal, Screen, Situation, Subtask, Wait

RECENT_TRIES = 6
"""Number of past steps in which an attempt to uncover a target is not repeated."""
COVER_WAIT_SEC = 0.5
"""Wait for a covering element to disappear by itself, in seconds."""
CLOSERS = (
    "close", "no thanks", "not now", "reject all", "reject", "only necessary", "cancel", "later", "skip",
    "accept all", "accept", "got it", "no", "ok",
)  # fmt: skip
"""Names of buttons that close a pop-up, the least committing first."""


def act_on_subtask(subtask: Subtask, situation: Situation) -> Proposal:
    """Propose the next action for a subtask on the current screen."""
    screen = situation.screen
    clause = parse_clause(subtask.text if subtask.kind == "instruction" else subtask.subject)
    if screen.shot.dialog is not None:
        return _answer_dialog(clause, text=subtask.value)
    if subtask.kind == "submit":
        return press_submit(screen)
    if subtask.kind == "instruction" and was_covered(situation.history):
        return _uncover(situation, screen)
    proposal = _act_on_kind(subtask, clause, situation=situation)
    return (close_popup(situation, screen) or proposal) if found_nothing(proposal) else proposal


def _act_on_kind(  # noqa: PLR0911 - one return per kind of subtask
    subtask: Subtask, clause: Clause, *, situation: Situation
) -> Proposal:
    screen = situation.screen
    match subtask.kind:
        case "create":
            return entry_creation.open_form(subtask.subject, situation, screen=screen)
        case "set_field":
            return entry_creation.set_field(
                subtask.subject, subtask.value, situation=situation, screen=screen
            )
        case "save":
            return form_submission.save(situation, screen=screen)
        case "confirm":
            return form_submission.confirm(situation, screen)
        case "achieve":
            return pursue_goal(subtask.subject, situation, screen=screen)
        case "find_answer":
            return pursue_answer(subtask.subject, situation, screen=screen)
        case _:
            return SKILLS.get(clause.skill, click)(clause, situation, screen=screen)


def _answer_dialog(clause: Clause, *, text: str) -> Proposal:
    """Propose accepting the open dialog, or dismissing it if the clause requests this.

    A prompt dialog is answered with `text`, or with the first quoted text of the clause if `text` is empty.
    """
    words = set(split_words(clause.text))
    declines = bool({"cancel", "no", "dismiss"} & words)
    answer = Answer(not declines, text or next(iter(clause.quoted), ""))
    return propose(answer, finished="dialog" in words, why="a dialog blocks the page")


def _uncover(situation: Situation, screen: Screen) -> Proposal:
    """Propose uncovering the target: close the covering element, wait, press Escape, or click it."""
    if closing := close_popup(situation, screen):
        return closing
    if not was_done_recently(situation.history, Wait, steps=RECENT_TRIES):
        why = "what covers the target may disappear by itself"
        return propose(Wait(COVER_WAIT_SEC), finished=False, why=why)
    if not was_pressed(situation.history, "Escape", steps=RECENT_TRIES):
        return propose(Press("Escape"), finished=False, why="Escape may close what covers the target")
    step = last_step(situation.history)
    blocker = step.outcome.blocker if step else ""
    ranked = rank_by_name(blocker, screen.elements)[:1] if blocker else ()
    if ranked and ranked[0].score >= MIN_SIMILARITY:
        return propose(Click(ranked[0].element), finished=False, why="it covers the target")
    return not_found("a way to uncover the target")


def close_popup(situation: Situation, screen: Screen) -> Proposal | None:
    """Propose closing a pop-up that covers other elements.

    Returns None if nothing is covered, or if no button closes the pop-up.
    """
    if not any(e.has("covered") for e in screen.elements):
        return None
    buttons = tuple(e for e in usable_elements(screen) if not e.has("covered"))
    for name in CLOSERS:
        fitting = [m.element for m in rank_by_name(name, buttons)[:1] if m.score >= EXACT_NAME]
        if fitting and not was_performed(situation.history, Click(fitting[0])):
            return propose(Click(fitting[0]), finished=False, why="it closes what covers the screen")
    return None
