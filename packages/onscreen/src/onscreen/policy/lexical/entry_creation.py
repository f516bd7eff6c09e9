"""Steps for creating an entry in an application: open a form and set its fields."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from onscreen.perceive.element_queries import front_elements, is_search_field, label_of, text_fields
from onscreen.perceive.history_queries import (
    RECENT_STEPS,
    clicked_element,
    is_new,
    last_step,
    was_clicked,
    was_clicked_last,
    was_performed,
)
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.policy.lexical.app_choice import are_device_apps, is_application, is_web_application
from onscreen.policy.lexical.form_submission import NO_BUTTONS, SAVES
from onscreen.policy.lexical.greedy_navigation import BUTTON_VERBS, FINDS
from onscreen.policy.lexical.in_app_search import search_app
from onscreen.policy.lexical.option_choice import select_option
from onscreen.policy.lexical.page_exploration import scroll_down
from onscreen.policy.lexical.rule_proposals import DONE, not_found, propose
from onscreen.policy.lexical.time_picker import set_time
from onscreen.text.date_patterns import DATE, TIME
from onscreen.text.word_equivalence import contains_words, is_same_word
from onscreen.text.words import STOP_WORDS, normalize, split_words
from onscreen.types import Click, Element, Proposal, Screen, Scroll, Situation, Type, Upload

CREATES = ("add", "create", "new", "compose", "start", "write", "make", "+", "\u2795")
"""Words in the names of buttons that create an entry, and signs that are such a name."""
EDITS = (("edit",), ("modify",), ("\u270f",), ("\u270e",))
"""First words in the names of buttons that make an entry editable, and signs that are such a name."""
MAX_NAME_WORDS = 2
"""Maximum number of words in the name of a tab or button that leads to a type of entry."""
_SYNONYMS: tuple[frozenset[str], ...] = (
    frozenset(("name", "title", "label", "called", "caption", "subject", "summary")),
    frozenset(("message", "text", "body", "comment", "note", "description", "email")),
    frozenset(("tip", "notification", "reminder")),
    frozenset(("size", "format")),
    frozenset(("assigned", "assignee", "owner", "responsible")),
)
"""Groups of names that applications use for the same field."""
_FORM_WORDS = frozenset(
    ("enter", "type", "new", "required", "optional", "full", "short", "example", "one", "line")
)
"""Words in the labels of fields that describe no particular field."""
_NEW_NAMES = (("new",), ("unnamed",), ("untitled",))
"""First words of the name that a new entry has before it gets one."""


def open_form(noun: str, situation: Situation, *, screen: Screen) -> Proposal:
    """Propose opening the form for a new entry, such as a "contact".

    The form is opened with the button that creates entries of the type `noun`, after switching to the tab for
    this type if needed. A web page may show the form already.
    """
    if not are_device_apps(situation.tools) and _entry_fields(screen, noun, situation=situation):
        return DONE
    elements = front_elements(screen)
    creating = [e for e in elements if set(split_words(e.name)) & set(CREATES)]
    adding = [e for e in creating if not e.has("editable") and e.role not in NO_BUTTONS]
    last = _last_word(noun)
    fitting = [
        e for e in adding if contains_words(last, e.name) or last.endswith(split_words(e.name)[-1:] or " ")
    ]
    if fitting or (fitting := _below_heading(last, adding, screen=screen)):
        return propose(Click(fitting[-1]), finished=True, why=f"it creates a new {noun}")
    leading = [e for e in elements if _leads_to(noun, e) and not was_clicked(situation.history, e)]
    if leading:
        return propose(Click(leading[0]), finished=False, why=f"it leads to {noun!r}")
    sections = [e for e in elements if e.role == "tab"] if are_device_apps(situation.tools) else ()
    tabs = [e for e in sections if not e.has("selected") and not was_clicked(situation.history, e)]
    generic = len(adding) == 1 and set(split_words(adding[0].name)) <= set(CREATES)
    if adding and (generic or (not tabs and _may_create(adding[-1], situation)) or _is_on_tab(noun, screen)):
        return propose(Click(adding[-1]), finished=True, why=f"it may create a new {noun}")
    if tabs:
        return propose(Click(tabs[0]), finished=False, why=f"this tab may offer a new {noun}")
    return search_app("", situation, screen=screen)


def _below_heading(noun: str, buttons: Sequence[Element], *, screen: Screen) -> list[Element]:
    """Return the button, of several with the same name, that is the first one after a text with the noun.

    Returns [] if there are not several, or if no text before them has the noun.
    """
    nodes = screen.shot.nodes
    same = [e for e in buttons if sum(e.name == other.name for other in buttons) > 1]
    starts = (0, *(e.index for e in same))
    distances = {
        e.index - place: e
        for start, e in zip(starts, same, strict=False)
        for place in range(start, e.index)
        if contains_words(noun, nodes[place].name)
    }
    return [distances[min(distances)]] if distances else []


def _entry_fields(screen: Screen, noun: str, *, situation: Situation) -> list[Element]:
    """Return the empty text fields of a form for a new entry, identified by its button or a text.

    A field such as "Add participant" does not belong to a form for a bill.
    """
    known = {*split_words(situation.instruction), *CREATES, *_FORM_WORDS, *_SYNONYMS[0], "entry", "item"}
    texts = (set(split_words(e.name)) for e in screen.elements if contains_words(_last_word(noun), e.name))
    adds = SAVES if any(words & set(CREATES) for words in texts) else CREATES
    next_buttons = {e.index: after for e, after in pairwise(screen.elements) if after.role == "button"}
    fitting = [e for e in text_fields(screen) if all(_is_known(w, known) for w in split_words(e.name)[1:])]
    empty = [e for e in fitting if not e.value and not is_search_field(e)]
    buttons = (FieldActions(screen).of(e) or next_buttons.get(e.index) for e in empty)
    return [e for e, b in zip(empty, buttons, strict=True) if b and set(split_words(b.name)[:1]) & set(adds)]


def _may_create(element: Element, situation: Situation) -> bool:
    """Check whether a button may create an entry; in a web application, it must not name another type."""
    if not is_web_application(situation):
        return True
    known = {*split_words(situation.instruction), *CREATES, "entry", "item"}
    return all(_is_known(word, known) for word in split_words(element.name))


def _leads_to(noun: str, element: Element) -> bool:
    """Check whether an element is a tab or button that leads to entries of a type.

    A button such as "Delete task" or "Show task" does not lead to them.
    """
    name = split_words(element.name)
    if len(name) > 1 and name[0] in BUTTON_VERBS | FINDS:
        return False
    return (
        element.role in ("tab", "button", "link", "menuitem")
        and any(is_same_word(_last_word(noun), word) for word in name)
        and len(name) <= MAX_NAME_WORDS
        and not element.has("selected")
    )


def _is_on_tab(noun: str, screen: Screen) -> bool:
    """Check whether the name of the selected tab contains the last word of the noun."""
    selected = (e for e in screen.elements if e.role == "tab" and e.has("selected"))
    return any(contains_words(_last_word(noun), e.name) for e in selected)


def _last_word(noun: str) -> str:
    return noun.rsplit(maxsplit=1)[-1]


def set_field(field: str, value: str, *, situation: Situation, screen: Screen) -> Proposal:
    """Propose the next action that sets a form field to a value.

    The field is set by typing, with a picker, by switching it on or by choosing an option. A missing field is
    skipped, except in web applications.
    """
    return (
        _upload(value, screen)
        or set_time(value, screen)
        or _type_full_name(field, value, screen=screen)
        or _type_value(field, value, situation=situation, screen=screen)
        or _choose_value(field, value, situation=situation, screen=screen)
        or _open_editor(field, situation, screen=screen)
        or _search_value(field, value, situation=situation, screen=screen)
    )


def _upload(value: str, screen: Screen) -> Proposal | None:
    """Upload a file, given by its absolute path, through the only file field of the page."""
    fields = [e for e in screen.elements if split_words(e.clue)[:1] == ("file",)]
    if not value.startswith("/") or len(fields) != 1:
        return None
    return propose(Upload(fields[0], (value,)), finished=True, why="it takes files")


def _type_value(field: str, value: str, *, situation: Situation, screen: Screen) -> Proposal | None:
    """Type the value into the text field with the given name."""
    element = _find_text_field(field, situation, screen=screen)
    if element is None or DATE.fullmatch(value) or TIME.fullmatch(value):
        return None
    if element.value == value:
        return DONE
    return propose(Type(value, element), finished=True, why=f"{field}: {value}")


def _choose_value(field: str, value: str, *, situation: Situation, screen: Screen) -> Proposal | None:
    """Switch on the field, click the offered value, or open the control of the field.

    A control in front of the page is preferred to one that is covered.
    """
    elements = [e for e in front_elements(screen) if not e.has("editable")]
    elements.sort(key=lambda e: e.has("covered"))
    controls = [
        e for e in elements if _means_field(field, e.name) and _may_offer(field, e, situation=situation)
    ]
    if value == "on" and controls:
        if controls[0].has("checked"):
            return DONE
        return propose(Click(controls[0]), finished=True, why=f"{field}: on")
    fitting = [
        e
        for e in elements
        if contains_words(value, e.name) and not was_performed(situation.history, Click(e))
    ]
    exact = [e for e in fitting if normalize(e.name) == normalize(value)]
    if offered := exact or fitting:
        if offered[0].role == "option" and (selecting := select_option(offered[0], screen)):
            return selecting
        return propose(Click(offered[0]), finished=True, why=f"{value!r} is offered")
    unopened = [e for e in controls if not (e.has("covered") or was_clicked(situation.history, e))]
    if not unopened:
        return None
    return propose(Click(unopened[0]), finished=False, why=f"it may offer values for {field}")


def _may_offer(field: str, element: Element, *, situation: Situation) -> bool:
    """Check whether a control may offer values for a field.

    In a web application, a button must have the name of the field, unlike "Bold text" for a text.
    """
    if not is_web_application(situation):
        return True
    return element.role not in ("button", "link", "option") or contains_words(element.name, field)


def _open_editor(field: str, situation: Situation, *, screen: Screen) -> Proposal | None:
    """Click the button that makes the fields of the current entry editable, if the field is missing.

    Of several such buttons, the one that the last step brought up is clicked. After one of them, a further
    one must name the field or nothing.
    """
    buttons = [e for e in front_elements(screen) if (split_words(e.name) or split_words(e.clue))[:1] in EDITS]
    step = last_step(situation.history)
    new = {(node.role, node.name, node.box) for node in step.change.added} if step else set()
    recent = [e for e in buttons if (e.role, e.name, e.box) in new]
    unused = [e for e in recent or buttons if not was_clicked(situation.history, e) and not e.has("editable")]
    clicked = filter(None, (clicked_element(step) for step in situation.history[-RECENT_STEPS:]))
    if any(split_words(e.name)[:1] in EDITS for e in clicked):
        unused = [e for e in unused if len(split_words(e.name)) == 1 or _means_field(field, e.name)]
    if not unused:
        return None
    return propose(Click(unused[0]), finished=False, why=f"it may show the field {field!r}")


def _search_value(field: str, value: str, *, situation: Situation, screen: Screen) -> Proposal:
    """Search for the value in a list opened for the field, or accept the choice.

    In a web application, only a search field that the run brought up belongs to such a list, and a field that
    is not found ends the attempt, so that no incomplete entry is saved.
    """
    searches = [e for e in text_fields(screen) if is_search_field(e)]
    if is_web_application(situation):
        searches = [e for e in searches if is_new(e, situation.history)]
    if searches and searches[0].value != value:
        return propose(Type(value, searches[0]), finished=False, why=f"the search may find {value!r}")
    recent = (clicked_element(step) for step in situation.history[-RECENT_STEPS:])
    opened = any(_means_field(field, element.name) for element in recent if element)
    further = search_app(value, situation, screen=screen) if opened and not searches else DONE
    if any(isinstance(action, Scroll) for action in further.actions):
        return further
    others = [e for e in front_elements(screen) if not was_clicked_last(situation.history, e)]
    closing = [e for e in others if e.role != "option" and normalize(e.name) in ("done", "ok")]
    if closing:
        return propose(Click(closing[0]), finished=False, why="it accepts the choice")
    on_web = is_web_application(situation)
    shown = any(normalize(value) in normalize(f"{e.name} {e.value}") for e in screen.elements)
    if not on_web or shown:
        return DONE
    return scroll_down(situation, f"{field!r} is not in view") or not_found(field)


def _type_full_name(field: str, value: str, *, screen: Screen) -> Proposal | None:
    """Type a name into "First name" and "Last name" if the form has both."""
    first, _, last = value.partition(" ")
    fields = {normalize(e.name): e for e in text_fields(screen)}
    if field != "name" or not last or not {"first name", "last name"} <= set(fields):
        return None
    if fields["first name"].value != first:
        return propose(Type(first, fields["first name"]), finished=False, why="the first name")
    return propose(Type(last, fields["last name"]), finished=True, why="the last name")


def _find_text_field(field: str, situation: Situation, *, screen: Screen) -> Element | None:
    """Return the text field with the given name, or else with a synonymous name.

    For "name", the first field with a synonymous name is returned, because entries have names or titles. In
    a web application, its other words must be in the instruction, as in "Task title" for a task.
    """
    front = {e.mark for e in front_elements(screen)}
    fields = [e for e in text_fields(screen) if e.mark in front and not is_search_field(e)]
    new = [e for e in fields if e.has("focused") or split_words(e.value)[:1] in _NEW_NAMES]
    if field == "name" and is_web_application(situation):
        known = {*split_words(situation.instruction), *_FORM_WORDS, *_SYNONYMS[0]}
        fields = [
            e for e in fields if all(_is_known(word, known) for word in split_words(label_of(e, screen)))
        ]
    for fits in (_means_field,) if field == "name" else (_is_name_of, _means_field):
        for element in fields:
            if fits(field, label_of(element, screen)):
                return element
    is_name = field in _SYNONYMS[0] and not are_device_apps(situation.tools)
    entry = _entry_fields(screen, "entry", situation=situation) if is_name else []
    if is_name and new and not new[0].has("multiline"):
        return new[0]
    if field in _SYNONYMS[1] and is_application(situation):
        entry = [e for e in fields if e.has("multiline")]
    return entry[0] if len(entry) == 1 else None


def _is_known(word: str, known: set[str]) -> bool:
    return not word.isalpha() or word in known or word in STOP_WORDS


def _is_name_of(field: str, name: str) -> bool:
    return contains_words(field, name) or contains_words(name, field)


def _means_field(field: str, name: str) -> bool:
    """Check whether a name on the screen is synonymous with the name of a field.

    Names with the last word of the field in common count as synonymous.
    """
    have = [w for w in split_words(name) if w not in STOP_WORDS]
    wanted = [w for w in split_words(field) if w not in STOP_WORDS]
    if any(is_same_word(w, h) for w in wanted[-1:] for h in have):
        return True
    return any(set(have) & synonyms and set(wanted) & synonyms for synonyms in _SYNONYMS)
