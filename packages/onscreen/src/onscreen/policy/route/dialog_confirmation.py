"""Confirmation of dialogs about the control clicked before, and of choices and entered names."""

from __future__ import annotations

from onscreen.perceive.button_kinds import first_word
from onscreen.perceive.element_kinds import is_blocked
from onscreen.perceive.element_queries import front_elements, text_fields
from onscreen.perceive.history_queries import clicked_element, last_step
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.policy.lexical.entry_creation import CREATES
from onscreen.policy.lexical.form_submission import SAVES
from onscreen.policy.route.place_action import CONFIDENCE, NAME
from onscreen.text.word_equivalence import is_same_verb, is_same_word
from onscreen.text.words import content_words, normalize, split_words
from onscreen.types import Click, Element, Proposal, Screen, Situation, Type

FORM_KINDS = frozenset({"set_field", "save", "confirm", "submit"})
"""Kinds of subtasks that are done on a form, which the policy `route` does not lead away from."""
BUTTONS = 2
"""Number of buttons of a dialog that asks whether to go on."""
REFUSALS = frozenset({"cancel", "close", "dismiss", "keep", "later", "no", "not", "back"})
"""First words of buttons that refuse what a dialog asks."""
CHOSEN_ROLES = frozenset({"checkbox", "option", "radio"})
"""Roles of the entries of a list from which some are chosen."""
ACCEPTS = frozenset({"add", "apply", "choose", "done", "ok", "save", "select"})
"""Names of buttons that accept a choice."""
DIALOG_ROLES = frozenset({"alertdialog", "dialog"})


def confirm_dialog(situation: Situation, query: str) -> Proposal | None:
    """Propose the click that confirms a dialog about the last click or saves the field typed into last.

    Returns None on any other screen.
    """
    kind = situation.subtask.kind if situation.subtask else "instruction"
    action, why = None, "the dialog asks about the last click"
    if kind == "confirm":
        action = find_acceptance(situation) or find_choice_acceptance(situation)
    elif kind == "save":
        action, why = find_field_button(situation), "the button belongs to the field"
    elif kind not in FORM_KINDS:
        action = find_confirmation(situation, query)
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


def find_choice_acceptance(situation: Situation) -> Click | None:
    """Return the click that accepts the entry chosen by the last click from a list, such as "Add".

    The screen has another button that refuses, such as "Close", or is a dialog with a single button. Returns
    None on any other screen.
    """
    clicked = clicked_element(last_step(situation.history))
    if clicked is None or clicked.role not in CHOSEN_ROLES:
        return None
    buttons = [each for each in front_elements(situation.screen) if each.role == "button"]
    accepting = [each for each in buttons if normalize(each.name) in ACCEPTS and not is_blocked(each)]
    is_asked = any(first_word(each) in REFUSALS for each in buttons)
    is_asked |= bool(_dialog_title(situation.screen)) and len(buttons) == 1
    return Click(accepting[0]) if is_asked and len(accepting) == 1 else None


def find_field_button(situation: Situation) -> Click | None:
    """Return the click on the button of the field typed into last, such as "Create label" or "Send comment".

    Returns None if the screen has another button that saves, such as "Save".
    """
    step, screen = last_step(situation.history), situation.screen
    field = step.action.target if step and isinstance(step.action, Type) else None
    if not isinstance(field, Element) or any(normalize(e.name) in SAVES for e in front_elements(screen)):
        return None
    fields = [each for each in text_fields(screen) if each.name == field.name]
    button = FieldActions(screen).of(fields[0]) if len(fields) == 1 else None
    if button is None or first_word(button) not in (*CREATES, *SAVES) or is_blocked(button):
        return None
    return Click(button)


def _dialog_title(screen: Screen) -> str:
    """Return the name of the dialog in front, or "" without a dialog."""
    return next((node.name for node in screen.shot.nodes if node.role in DIALOG_ROLES and node.name), "")


def _confirms(element: Element, verb: str) -> bool:
    """Check whether an element is a button whose name begins with a verb."""
    words = split_words(element.name)[:1]
    return element.role == "button" and not is_blocked(element) and any(is_same_verb(verb, w) for w in words)
