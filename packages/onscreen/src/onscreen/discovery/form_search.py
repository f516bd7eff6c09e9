"""Search for the forms on a screen: their text fields, and the buttons that submit them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

import msgspec

from onscreen.app_maps.screen_map import MapScreen
from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.made_up_text import made_up_values
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.state_difference import find_differences
from onscreen.discovery.trajectory import Steps, TrajectoryStep, Values
from onscreen.perceive.button_kinds import COMMIT_WORDS, FORM_WORDS, SEARCH_WORDS, first_word
from onscreen.perceive.element_kinds import is_blocked, is_control
from onscreen.perceive.element_queries import ancestors
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.submit_buttons import BOUNDARY_ROLES, FieldActions
from onscreen.routines.text_template import escape_text
from onscreen.types import Element, Node, Screen

MAX_FIELDS = 3
"""Maximum number of fields of a form that are filled."""
MAX_FORMS = 4
"""Maximum number of forms of a screen that are filled."""
MAX_EDITED = 2
"""Maximum number of filled fields of a form to change, one at a time."""
MAX_OPTIONS = 2
"""Maximum number of options of a dropdown that are chosen."""
MAX_CHOICES = 2
"""Maximum number of dropdowns of a form in which an option is chosen."""
DOCUMENT = "text"
"""Parameter of a text field without a name, such as the document of an editor."""
_UNSET = re.compile(r"\W*((no selection|nothing|(please )?(choose|pick|select))\b.*)?\W*", re.IGNORECASE)
"""Values of dropdowns without a chosen option."""
_TEXT_ROLES = frozenset({"textbox", "spinbutton"})


FieldKey: TypeAlias = tuple[str, str, str, bool]
"""Place, name and button of a field, and whether it has a value."""


class StepPlayer(Protocol):
    """Part of the search that plays trajectories."""

    def play_on(self, reached: RecordedRun, more: Steps, *, steps: Steps, values: Values) -> RecordedRun:
        """Play more steps on the screen reached by a trajectory.

        Raises:
            DeviceError: the device is gone, or the application does not start.
        """

    def extend(self, run: RecordedRun, step: TrajectoryStep) -> RecordedRun:
        """Play one more step of the last run.

        Raises:
            DeviceError: the device is gone.
        """


class Field(msgspec.Struct, frozen=True):
    """A text field of a form, with its parameter, its step and sample values.

    `submit` is the name of the form's submit button. `is_filled` is True if the field already has a value.
    """

    parameter: str
    step: TrajectoryStep
    values: tuple[str, ...]
    submit: str = ""
    is_filled: bool = False

    @property
    def key(self) -> FieldKey:
        """Place, name and button, which identify the field on other screens."""
        return (self.step.group, self.step.name, self.submit, self.is_filled)


class Entry(msgspec.Struct, frozen=True):
    """A filled form: its trajectory, a run of the trajectory, and the candidates of its fields."""

    steps: Steps
    run: RecordedRun
    candidates: Mapping[str, tuple[str, ...]]


def find_entries(
    steps: Steps,
    reached: RecordedRun,
    *,
    player: StepPlayer,
    leave: TrajectoryStep,
    tried: set[FieldKey],
) -> Iterator[Entry]:
    """Fill the text fields of each form of a screen and submit them.

    Fields in `tried` are left out, and all others are added to it.
    If no button submits the form, the last step is `leave`. Fields whose text does not occur in the changed
    objects are left out, unless the form is not stored without them.
    """
    untried = [[each for each in form if each.key not in tried] for form in find_forms(reached)]
    for form in [form for form in untried if form][:MAX_FORMS]:
        tried.update(each.key for each in form)
        if form[0].is_filled and not form[0].submit and leave.verb == "back":
            continue  # a text that is shown to be copied, rather than a document that is saved
        entry = _submit(steps, form, reached=reached, player=player, leave=leave)
        stored = [each for each in form if entry is not None and _is_stored(each, entry, reached=reached)]
        if entry is None or not stored:
            continue
        if len(stored) < len(form):
            fewer = _submit(steps, stored, reached=reached, player=player, leave=leave)
            is_enough = fewer is not None and all(_is_stored(each, fewer, reached=reached) for each in stored)
            entry = fewer if fewer is not None and is_enough else _with_fixed(entry, form, stored=stored)
        yield entry


def _is_stored(field: Field, entry: Entry, *, reached: RecordedRun) -> bool:
    """Check whether the changed objects contain the value entered into a field."""
    value = entry.run.values.get(field.parameter, "")
    changes = find_differences(reached.state(), entry.run.state(), known=(value,))
    texts = [text for each in changes for text in (*each.path, *each.fields.values())]
    return bool(value) and value.casefold() in " ".join(texts).casefold()


def _with_fixed(entry: Entry, form: Sequence[Field], *, stored: Sequence[Field]) -> Entry:
    """Return an entry in which fields that are needed but not stored have only one value."""
    kept = {each.parameter for each in stored}
    candidates = {each.parameter: each.values if each.parameter in kept else each.values[:1] for each in form}
    return msgspec.structs.replace(entry, candidates={**entry.candidates, **candidates})


def find_forms(reached: RecordedRun) -> list[list[Field]]:
    """Group the text fields of a screen by the button that submits them.

    Dropdowns without a value belong to the form. Fields that already have a value are changed one at a time,
    so each of the first `MAX_EDITED` counts as a separate form.
    """
    forms: dict[str, list[Field]] = {}
    for field in _find_fields(reached, is_filled=False):
        form = forms.setdefault(field.submit, [])
        if len(form) < MAX_FIELDS and field.parameter not in {each.parameter for each in form}:
            form.append(field)
    for choice in _find_choices(reached):
        form = forms.get(choice.submit, [])
        if form and sum(each.step.verb == "click" for each in form) < MAX_CHOICES:
            form.append(choice)
    edited: dict[str, list[list[Field]]] = {}
    for field in _find_fields(reached, is_filled=True):
        changed = edited.setdefault(field.submit, [])
        if len(changed) < MAX_EDITED:
            changed.append([field])
    return [*forms.values(), *(each for changed in edited.values() for each in changed)]


def shows_form(screen: MapScreen) -> bool:
    """Check whether a screen of a map has a text field for a sample text and a button that submits it."""
    buttons = {word.casefold() for c in screen.controls if c.role == "button" for word in c.name.split()[:1]}
    has_field = any(each.role in _TEXT_ROLES and made_up_values(each.name, 0) for each in screen.controls)
    return has_field and not buttons.isdisjoint(FORM_WORDS)


def _find_fields(reached: RecordedRun, *, is_filled: bool) -> Iterator[Field]:
    shot = reached.episode.last
    screen = build_screen(shot)
    actions = FieldActions(screen)
    fields = [
        e for e in screen.elements if e.role in _TEXT_ROLES and not is_blocked(e) and not e.has("readonly")
    ]
    rank = 0
    for element in fields:
        name = name_parameter(element)
        if not element.name and element.has("multiline"):
            name = DOCUMENT
        values = made_up_values(
            element.name, rank, is_number=element.role == "spinbutton", value=element.value
        )
        if not name or name[0].isdigit() or bool(element.value) != is_filled or not values:
            continue
        if element.has("password"):
            continue
        button = actions.of(element)
        group = group_key(element, shot.nodes)
        step = TrajectoryStep("type", element.role, escape_text(element.name), group, "{" + name + "}")
        yield Field(name, step, values, button.name if button else "", is_filled)
        rank += 1  # fields of a form get different values


def name_parameter(element: Element) -> str:
    """Return the name of the parameter for a field, "" if the field has no name."""
    return re.sub(r"\W+", "_", element.name.casefold()).strip("_")[:30]


def _find_choices(reached: RecordedRun) -> Iterator[Field]:
    """Yield the dropdowns without a value, with their first options, if the screen lists the options."""
    shot = reached.episode.last
    screen = build_screen(shot)
    actions = FieldActions(screen)
    for element in screen.elements:
        if element.role != "combobox" or is_blocked(element) or not _UNSET.fullmatch(element.value):
            continue
        options = [each for each in screen.elements if each.role == "option" and each.parent == element.index]
        chosen = [each for each in options if each.has("selected")]
        named = [each for each in options if each.name and each not in chosen and not is_blocked(each)]
        name, button = name_parameter(element), actions.of(element)
        is_set = any(not _UNSET.fullmatch(each.name) for each in chosen)
        if not named or is_set or not name or name[0].isdigit():
            continue
        step = TrajectoryStep("click", "option", "{" + name + "}", group_key(named[0], shot.nodes))
        values = tuple(each.name for each in named[:MAX_OPTIONS])
        yield Field(name, step, values, button.name if button else "")


def _submit(
    steps: Steps, form: Sequence[Field], *, reached: RecordedRun, player: StepPlayer, leave: TrajectoryStep
) -> Entry | None:
    """Fill the fields of a form and submit it; a field that refuses its text is left out."""
    values = {**reached.values, **{each.parameter: each.values[0] for each in form}}
    run = player.play_on(reached, (), steps=steps, values=values)
    if run.fault:
        return None
    for field in form:
        run = player.extend(run, field.step)
        if run.fault:
            rest = [each for each in form if each is not field]
            return _submit(steps, rest, reached=reached, player=player, leave=leave) if rest else None
    filled = (*steps, *(each.step for each in form))
    screen = build_screen(run.episode.last)
    usable = [e for e in screen.elements if e.name and is_control(e) and not is_blocked(e)]
    named = [each for each in usable if each.name == form[0].submit]
    button = named[0] if named else find_submit(screen, of=form[0].step)
    last = leave
    if button is not None:
        group = group_key(button, run.episode.last.nodes)
        last = TrajectoryStep("click", button.role, escape_text(button.name), group)
    run = player.extend(run, last)
    candidates = {each.parameter: each.values for each in form}
    return None if run.fault else Entry((*filled, last), run, candidates)


def find_submit(screen: Screen, *, of: TrajectoryStep | None = None) -> Element | None:
    """Find the button that submits the form of a screen, or the form of the field `of`.

    A field in a form or dialog is submitted by a button in the same form or dialog. Returns None without such
    a button.
    """
    actions, nodes = FieldActions(screen), screen.shot.nodes
    elements = [each for each in screen.elements if not is_blocked(each)]
    if of is not None:
        own = [e for e in elements if e.role == of.role and group_key(e, nodes) == of.group]
        boundary = _boundary(own[0], nodes) if own else None
        elements = [e for e in elements if boundary is None or _boundary(e, nodes) == boundary]
    fields = [each for each in elements if each.role in _TEXT_ROLES]
    submits = [button for field in fields if (button := actions.of(field)) is not None and button.name]
    found = [each for each in submits if first_word(each) not in SEARCH_WORDS]
    if found:
        return found[0]
    buttons = [e for e in elements if e.role == "button" and e.name and first_word(e) not in SEARCH_WORDS]
    for words in (COMMIT_WORDS, FORM_WORDS):
        named = [each for each in buttons if first_word(each) in words]
        if named:
            return named[0]
    return None


def _boundary(element: Element, nodes: Sequence[Node]) -> int | None:
    """Return the index of the form or dialog around an element; None if nothing encloses it."""
    return next((at for at in ancestors(element, nodes) if nodes[at].role in BOUNDARY_ROLES), None)
