"""Open forms and dialogs that contradict the claim that a task is done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from onscreen.perceive.element_kinds import is_actionable, kind_of
from onscreen.perceive.element_queries import is_search_field
from onscreen.policy.completion.completion_evidence import RunEvidence, StepEvidence
from onscreen.policy.completion.instruction_details import asks_question
from onscreen.policy.lexical.form_submission import SAVES
from onscreen.policy.lexical.word_lists import VERBS
from onscreen.text.word_equivalence import contains_words, is_same_verb
from onscreen.text.words import normalize, split_words
from onscreen.types import Ask, Contradiction, Element, Node, Scroll, Type
from onscreen.types.action import targets
from onscreen.types.action_parser import show
from onscreen.types.errors import NotAllowed

_DIALOG_ROLES = ("dialog", "alertdialog")
_LEAVES = ("cancel", "close", "discard")
"""First words in the names of buttons that close a form without saving."""
_INPUTS = ("button", "link", "textbox", "checkbox", "menuitem", "option")
"""Roles of nodes whose names are no messages."""
_SAVED = ("saved", "success", "successfully", "updated", "stored", "applied")
"""Words in a message that what was entered was saved."""
_SUBMITS = ("apply", "confirm", "post", "publish", "save", "send", "submit")
"""First words in longer names of buttons that submit a form."""
_MAX_MESSAGE_WORDS = 12
"""A longer text is content rather than such a message."""
_CLOSES = (("cancel",), ("close",), ("no",))
"""Last words in the names of buttons that close a dialog."""
_OPENS = ("open", "show", "display", "view", "expand", "see", "dialog", "popup", "menu")
_TYPES = ("type", "enter", "fill", "input", "search")


def find_open_dialogs(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if an unrequested dialog is open.

    For a question, a dialog opened by the last step may contain the answer.
    """
    last = run.shots[-1]
    if last.dialog is not None:
        yield Contradiction("open dialog", f"a dialog is open: {last.dialog.message!r}")
    opened = run.history[-1].change.added if run.history else ()
    if asked := _question_of_button(run):
        yield Contradiction("open dialog", f"the last step opened a dialog with {asked!r}")
    before = run.shots[-2].nodes if run.history else ()
    is_new = sum(map(_is_dialog, before)) < sum(map(_is_dialog, last.nodes))
    if not is_new or asks_question(run.instruction):
        return
    for dialog in filter(_is_dialog, opened):
        is_goal = bool(dialog.name) and contains_words(dialog.name, run.instruction)
        if not is_goal and "dialog" not in split_words(run.instruction):
            yield Contradiction("open dialog", f"the last step opened a dialog: {dialog.name!r}")


def _question_of_button(run: RunEvidence) -> str:
    """Return the name of a button that confirms what the last step began, beside one such as "Cancel", or "".

    The button was added by the last step and has the verb of the clicked control, or it belongs to a dialog
    and has a verb of the instruction.
    """
    last = run.history[-1] if run.history else None
    target = getattr(last.action, "target", None) if last else None
    if last is None or asks_question(run.instruction):
        return ""
    verb = split_words(target.name)[:1] if isinstance(target, Element) else ()
    added = [node for node in last.change.added if is_actionable(node) and node.role != "option"]
    nodes = run.shots[-1].nodes
    shown = [node for node in nodes if node.role == "button"] if any(map(_is_dialog, nodes)) else []
    for buttons, verbs in (
        (added, [word for word in verb if word in VERBS]),
        (shown, split_words(run.instruction)),
    ):
        repeated = (node.name for node in buttons if _begins_with(node, verbs) and not _refuses(node))
        if any(map(_refuses, buttons)) and (name := next(repeated, "")):
            return name
    return ""


def _begins_with(node: Node, verbs: Sequence[str]) -> bool:
    first = next(iter(split_words(node.name)), "")
    return any(is_same_verb(verb, first) for verb in verbs)


def _refuses(node: Node) -> bool:
    return split_words(node.name)[-1:] in _CLOSES


def _is_dialog(node: Node) -> bool:
    return node.role in _DIALOG_ROLES


def find_refused_actions(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction for each action that was not approved and not performed later."""
    for number, step in enumerate(run.history):
        if step.outcome.failed != NotAllowed.__name__ or isinstance(step.action, Ask):
            continue
        later = (each.action for each in run.history[number + 1 :] if not each.outcome.failed)
        if all(show(action) != show(step.action) for action in later):
            yield Contradiction("open clause", f"an action was refused: {step.outcome.message}")


def find_covered_pages(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the last step opened something that covers most of the page.

    Tasks that ask to open or show something are not checked.
    """
    last = run.history[-1] if run.history else None
    if last is None or asks_question(run.instruction) or set(_OPENS) & set(split_words(run.instruction)):
        return
    controls = [node for node in run.shots[-1].nodes if is_actionable(node)]
    covered = [node for node in controls if node.has("covered")]
    newly_covered = [altered for altered in last.change.altered if "covered" in altered.gained]
    opened = next((node.name for node in last.change.added if node.name), "")
    if opened and newly_covered and 2 * len(covered) > len(controls):
        yield Contradiction("open dialog", f"the last step opened {opened!r} in front of the page")


def find_unsaved_changes(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if the run opened a form, changed a field in it, and the form is still open.

    A form that the run opened has a button such as "Save" or "Cancel" that the first screen did not show, or
    is a dialog. Search fields, and changes before a step that saved the form, are not checked.
    """
    first, last = run.shots[0].nodes, run.shots[-1].nodes
    known = {(node.role, node.name) for node in first if not node.has("covered")}
    opened = [node for node in last if (node.role, node.name) not in known and not node.has("covered")]
    saving = [node for node in opened if node.role == "button" and normalize(node.name) in SAVES]
    leaving = [node for node in opened if _leaves(node)]
    closing = saving if leaving else [node for node in opened if _is_dialog(node)]
    if not closing:
        return
    saved = max((number for number, step in enumerate(run.steps) if _saves(step, last)), default=-1)
    taken = [field for step in run.steps if _was_taken(step, last) for field in _changed_fields(step)]
    for target in (target for step in run.steps[saved + 1 :] for target in _changed_fields(step)):
        is_taken = any(_is_same(target, field) for field in taken)
        if not is_taken and any(_is_same(target, node) for node in opened):
            text = f"{target.name!r} was changed in a form that was not saved and is still open"
            yield Contradiction("open form", text)


def _changed_fields(step: StepEvidence) -> tuple[Element, ...]:
    """Return the fields that a step changed, other than search fields."""
    fields = (t for t in targets(step.step.action) if isinstance(t, Element) and kind_of(t) == "field")
    altered = {(each.after.role, each.after.name) for each in step.step.change.altered}
    return tuple(
        field
        for field in fields
        if not is_search_field(field)
        and (isinstance(step.step.action, Type) or (field.role, field.name) in altered)
    )


def _leaves(node: Node) -> bool:
    return node.role == "button" and next(iter(split_words(node.name)), "") in _LEAVES


def _is_same(field: Node, node: Node) -> bool:
    if field.locator and node.locator:
        return field.locator == node.locator
    return (field.role, field.name) == (node.role, node.name)


def find_open_forms(run: RunEvidence) -> Iterator[Contradiction]:
    """Yield a contradiction if typed text is in a form that was not submitted."""
    if not run.steps or set(_TYPES) & set(split_words(run.instruction)):
        return
    last, nodes = run.steps[-1], (*_before_scrolling(run), *run.shots[-1].nodes)
    numbers = [number for number, step in enumerate(run.steps) if isinstance(step.step.action, Type)]
    if any(_saves(step, nodes) for step in run.steps[numbers[-1] + 1 if numbers else 0 :]):
        return
    typed = {text for number in numbers for text in run.steps[number].typed}
    left = [node.value for node in nodes if node.has("editable") and node.value in typed]
    can_save = any(commits(node) or _submits(node) for node in nodes)
    if isinstance(last.step.action, Type):
        left.append(last.step.action.text)
        can_save = can_save or any(commits(element, first_word=True) for element in last.beside)
    if can_save and left:
        yield Contradiction("open form", f'the form with "{left[0]}" was not submitted')


def _before_scrolling(run: RunEvidence) -> Sequence[Node]:
    """Return the nodes of the screen before the last steps if these only scrolled, otherwise ()."""
    scrolls = sum(1 for _ in takewhile(lambda step: isinstance(step.action, Scroll), reversed(run.history)))
    return run.shots[-1 - scrolls].nodes if scrolls else ()


def _saves(step: StepEvidence, nodes: Sequence[Node]) -> bool:
    """Check whether a step clicked a button such as "Save" with an effect, or one such as "Apply changes".

    The effect is that the button is no longer among the nodes, or a message that something was saved. A
    button with a longer name often stays on its page without a message.
    """
    target = getattr(step.step.action, "target", None)
    if not isinstance(target, Element) or not commits(target):
        return isinstance(target, Element) and _submits(target)
    is_gone = all((node.role, node.name) != (target.role, target.name) for node in nodes)
    return is_gone or any(_confirms(node) for node in step.changed)


def _confirms(node: Node) -> bool:
    words = split_words(node.name)
    return node.role not in _INPUTS and len(words) <= _MAX_MESSAGE_WORDS and not set(words).isdisjoint(_SAVED)


def _was_taken(step: StepEvidence, nodes: Sequence[Node]) -> bool:
    """Check whether a step's text left its field and is shown elsewhere, such as a label added by Enter."""
    if not isinstance(step.step.action, Type):
        return False
    text, target = step.step.action.text, step.step.action.target
    is_empty = isinstance(target, Element) and any(
        _is_same(target, node) and not node.value for node in nodes
    )
    return is_empty and any(normalize(node.name) == normalize(text) for node in nodes)


def _submits(node: Node) -> bool:
    """Check whether a node is a button with a name such as "Submit review"."""
    return commits(node, first_word=True) and split_words(node.name)[0] in _SUBMITS


def commits(node: Node, *, first_word: bool = False) -> bool:
    """Check whether a node is an enabled button with a name such as "Save".

    With `first_word`, the first word of the name is sufficient.
    """
    name = " ".join(split_words(node.name)[:1]) if first_word else normalize(node.name)
    return node.role == "button" and name in SAVES and not node.has("disabled")
