"""Confirmation of dialogs about the control clicked before."""

from __future__ import annotations

from onscreen.perceive.button_kinds import first_word
from onscreen.perceive.element_kinds import is_blocked
from onscreen.perceive.element_queries import front_elements
from onscreen.perceive.history_queries import clicked_element, last_step
from onscreen.policy.route.place_action import CONFIDENCE, NAME
from onscreen.text.word_equivalence import is_same_verb, is_same_word
from onscreen.text.words import content_words, split_words
from onscreen.types import Click, Element, Proposal, Screen, Situation

FORM_KINDS = frozenset({"set_field", "save", "confirm", "submit"})
"""Kinds of subtasks that are done on a form, which the policy `route` does not lead away from."""
BUTTONS = 2
"""Number of buttons of a dialog that asks whether to go on."""
REFUSALS = frozenset({"cancel", "close", "dismiss", "keep", "later", "no", "not", "back"})
"""First words of buttons that refuse what a dialog asks."""
DIALOG_ROLES = frozenset({"alertdialog", "dialog"})


def confirm_dialog(situation: Situation, query: str) -> Proposal | None:
    """Propose the click that confirms a dialog about the last click; returns None on any other screen."""
    kind = situation.subtask.kind if situation.subtask else "instruction"
    action = find_acceptance(situation) if kind == "confirm" else None
    if kind not in FORM_KINDS:
        action = find_confirmation(situation, query)
    why = "the dialog asks about the last click"
    return Proposal(NAME, CONFIDENCE, actions=(action,), finished=True, why=why) if action else None


def find_confirmation(situation: Situation, query: str) -> Click | None:
    """Return the click that confirms the question of a dialog about the last click.

    After a click on "Forget", a dialog "Forget Tower 7?" is confirmed by its button "Forget". The instruction
    must contain the verb. Returns None on any other screen.
    """
    clicked = clicked_element(last_step(situation.history))
    asked = split_words(_dialog_title(situation.screen))
    verb = next(iter(split_words(clicked.name)), "") if clicked else ""
    if not verb or not any(is_same_verb(verb, word) for word in split_words(query)):
        return None
    if not any(is_same_verb(verb, word) for word in asked[:1]):
        return None
    buttons = [each for each in front_elements(situation.screen) if _confirms(each, verb)]
    return Click(buttons[0]) if len(buttons) == 1 else None


def find_acceptance(situation: Situation) -> Click | None:
    """Return the click that accepts a dialog about the control clicked before, such as a switch.

    The dialog has two buttons, one of which refuses, and its title shares a word with the name of the
    control. Returns None on any other screen.
    """
    clicked, title = clicked_element(last_step(situation.history)), _dialog_title(situation.screen)
    named = content_words(clicked.name) if clicked else ()
    if not any(is_same_word(one, other) for one in named for other in content_words(title)):
        return None
    buttons = [each for each in front_elements(situation.screen) if each.role == "button"]
    accepting = [each for each in buttons if first_word(each) not in REFUSALS]
    is_choice = len(buttons) == BUTTONS and len(accepting) == 1 and not is_blocked(accepting[0])
    return Click(accepting[0]) if is_choice else None


def _dialog_title(screen: Screen) -> str:
    """Return the name of the dialog in front, or "" without a dialog."""
    return next((node.name for node in screen.shot.nodes if node.role in DIALOG_ROLES and node.name), "")


def _confirms(element: Element, verb: str) -> bool:
    """Check whether an element is a button whose name begins with a verb."""
    words = split_words(element.name)[:1]
    return element.role == "button" and not is_blocked(element) and any(is_same_verb(verb, w) for w in words)
