"""Choice of the element that a subtask of another policy's plan means, on screens of any size.

The network learned the steps of whole tasks on small pages only, but the element that a short text means on
the screens of real applications. So on a full-size screen, it is asked for the target of one subtask.
"""

from __future__ import annotations

from onscreen.perceive.element_kinds import is_usable
from onscreen.perceive.history_queries import was_clicked
from onscreen.types import Action, Click, Element, Situation, Subtask, Type
from onscreen_reflex.input_encoder import SceneSource


def describe_target(situation: Situation) -> SceneSource | None:
    """Return the input that asks the network for the target of the current subtask.

    Past actions are left out, because they belong to other subtasks. Returns None if the subtask is not about
    a single element: a goal such as "delete the bill of May" takes several steps, of which "delete" is last.
    """
    subtask = situation.subtask
    if subtask is None or subtask.kind not in ("instruction", "set_field"):
        return None
    text = subtask.subject if subtask.kind == "set_field" else subtask.text
    return SceneSource(text, situation.screen, notes=situation.notes)


def act_on_target(element: Element, subtask: Subtask, situation: Situation) -> Action | None:
    """Return the click on the target of a subtask, or the input of its value.

    Returns None if the element takes no value, cannot be used, or was clicked before.
    """
    if not is_usable(element) or was_clicked(situation.history, element):
        return None
    if subtask.kind != "set_field":
        return None if element.has("editable") else Click(element)
    if not element.has("editable") or element.has("readonly"):
        return None
    return Type(subtask.value, element)
