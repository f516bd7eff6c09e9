"""Final steps of a form: saving, and accepting the confirmation dialog."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from onscreen.perceive.element_queries import front_elements
from onscreen.perceive.history_queries import clicked_elements, is_new, was_clicked_last, was_pressed
from onscreen.policy.lexical.app_choice import is_web_application
from onscreen.policy.lexical.in_app_search import is_menu_button
from onscreen.policy.lexical.page_exploration import scroll_down
from onscreen.policy.lexical.rule_proposals import DONE, not_found, propose
from onscreen.text.word_equivalence import contains_words
from onscreen.text.words import normalize, split_words
from onscreen.types import Click, Element, Proposal, Screen, Situation

SAVES = (
    "save", "done", "ok", "create", "send", "share", "post", "submit", "save copy", "apply", "confirm",
    "block", "rename", "connect", "pair", "add", "start", "set",
)  # fmt: skip
"""Names of buttons that save what was entered, most specific first."""
_WEAK_SAVES = ("add", "start", "set")
"""Names in `SAVES` that buttons for other purposes have as well."""
_LONG_SAVES = ("save", "submit", "confirm", "apply")
"""First words in longer names of buttons that save, such as "Save changes"."""
NO_BUTTONS = ("tab", "option", "radio", "checkbox", "switch")
"""Roles of elements that save nothing, whatever their names."""
MAX_DIALOG_BUTTONS = 5
"""Maximum number of usable elements of a confirmation dialog."""
_AGREES = frozenset(
    ("delete", "remove", "ok", "yes", "confirm", "move", "block", "unblock", "forget", "clear", "empty")
)
_QUESTIONS = ("are you sure", "confirm", "really", "sure")
"""Prefixes of the new name of a button that must be clicked twice."""
_DECLINES = ("cancel", "no", "keep", "not now")


def save(situation: Situation, *, screen: Screen) -> Proposal:
    """Propose a click on the button that saves the current form.

    Buttons named "OK" and "Done" only close a dialog, and a preview may be required before the form can be
    saved: they do not complete the subtask. Text already added by Enter needs no button such as "Add".
    """
    buttons = {
        normalize(e.name): e
        for e in front_elements(screen)
        if not e.has("editable") and e.role not in NO_BUTTONS
    }
    starts = {words[0]: e for name, e in buttons.items() if (words := split_words(name))}
    long = (starts.get(name) for name in _LONG_SAVES)
    entered = was_pressed(situation.history, "Enter", steps=1)
    previewed = any(normalize(e.name) == "preview" for e in clicked_elements(situation.history))
    for button in (
        _enabled_button(situation, buttons.values()),
        *(buttons.get(name) for name in SAVES if name not in _WEAK_SAVES),
        *long,
        *(buttons.get(name) for name in (*SAVES, *([] if previewed else ["preview"]))),
    ):
        if button is None or is_menu_button(button) or (entered and normalize(button.name) in _WEAK_SAVES):
            continue
        if was_clicked_last(situation.history, button) and not situation.history[-1].outcome.failed:
            return DONE
        finished = normalize(button.name) not in ("ok", "done", "preview")
        return propose(Click(button), finished=finished, why="it saves what was entered")
    on_web = is_web_application(situation)
    further = None if entered or not on_web else scroll_down(situation, "the form may continue below")
    return further or (not_found("a button that saves") if previewed else DONE)


def _enabled_button(situation: Situation, buttons: Iterable[Element]) -> Element | None:
    """Return the button enabled by typing and named in the instruction, such as "Branch"."""
    altered = [change for step in situation.history[-1:] for change in step.change.altered]
    enabled = {change.after.name for change in altered if "disabled" in change.lost}
    found = (e for e in buttons if e.name in enabled and contains_words(e.name, situation.instruction))
    return next(found, None)


def _asks_again(situation: Situation, elements: Sequence[Element]) -> Element | None:
    """Return the button that asks "Are you sure?" since the last click on it."""
    altered = [change.after for step in situation.history[-1:] for change in step.change.altered]
    names = {node.name for node in altered if normalize(node.name).startswith(_QUESTIONS)}
    return next((e for e in elements if e.name in names and not e.has("editable")), None)


def confirm(situation: Situation, screen: Screen) -> Proposal:
    """Propose accepting a confirmation dialog, even one that consists only of new elements on a page.

    The subtask is complete if no such dialog is open.
    """
    elements = front_elements(screen)
    if asking := _asks_again(situation, elements):
        return propose(Click(asking), finished=True, why="the button asks for a second click")
    if len(elements) > MAX_DIALOG_BUTTONS:
        elements = tuple(e for e in elements if is_new(e, situation.history))
    is_dialog = any(normalize(e.name) in _DECLINES for e in elements) and len(elements) <= MAX_DIALOG_BUTTONS
    agreeing = [
        e for e in elements if set(split_words(e.name)) & _AGREES and normalize(e.name) not in _DECLINES
    ]
    if not is_dialog or not agreeing:
        return DONE
    return propose(Click(agreeing[-1]), finished=True, why="the instruction asks for it")
