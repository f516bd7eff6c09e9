"""Search for the forms on a screen: their text fields, and the buttons that submit them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from onscreen.app_maps.screen_map import MapScreen
from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.made_up_text import made_up_values
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.state_difference import find_differences
from onscreen.discovery.trajectory import Steps, TrajectoryStep, Values
from onscreen.perceive.button_kinds import COMMIT_WORDS, FORM_WORDS, first_word
from onscreen.perceive.element_kinds import is_blocked
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.routines.text_template import escape_text
from onscreen.types import Element, Screen

MAX_FIELDS = 3
"""Maximum number of fields of a form that are filled."""
MAX_FORMS = 3
"""Maximum number of forms of a screen that are filled."""
DOCUMENT = "text"
"""Parameter of a text field without a name, such as the document of an editor."""
_TEXT_ROLES = frozenset({"textbox", "spinbutton"})


class StepPlayer(Protocol):
    """Part of the search that plays trajectories."""

    def play_on(self, reached: RecordedRun, more: Steps, *, steps: Steps, values: Values) -> RecordedRun:
        """Play more steps on a screen that a trajectory has reached.

        Raises:
            DeviceError: the device is gone, or the application does not start.
        """

    def extend(self, run: RecordedRun, step: TrajectoryStep) -> RecordedRun:
        """Play one more step of the last run.

        Raises:
            DeviceError: the device is gone.
        """


class Field(msgspec.Struct, frozen=True):
    """A text field of a form: its parameter, its step, and the made-up values; `submit` names the button.

    `is_filled` is True if it has a value already.
    """

    parameter: str
    step: TrajectoryStep
    values: tuple[str, ...]
    submit: str = ""
    is_filled: bool = False


class Entry(msgspec.Struct, frozen=True):
    """A filled form: its trajectory, a run of it, and the candidates of its fields."""

    steps: Steps
    run: RecordedRun
    candidates: Mapping[str, tuple[str, ...]]


def find_entries(
    steps: Steps, reached: RecordedRun, *, player: StepPlayer, leave: TrajectoryStep
) -> Iterator[Entry]:
    """Fill the text fields of each form of a screen and submit them.

    Without a button that submits the form, the last step is `leave`. Fields whose text does not occur in
    the objects that changed are left out.
    """
    for form in find_forms(reached)[:MAX_FORMS]:
        if form[0].is_filled and not form[0].submit and leave.verb == "back":
            continue  # a text that is shown to be copied, rather than a document that is saved
        entry = _submit(steps, form, reached=reached, player=player, leave=leave)
        if entry is None:
            continue
        changes = find_differences(reached.state(), entry.run.state())
        texts = " ".join(text for each in changes for text in each.fields.values()).casefold()
        stored = [each for each in form if each.values[0].casefold() in texts]
        if stored and len(stored) < len(form):
            entry = _submit(steps, stored, reached=reached, player=player, leave=leave)
        if stored and entry is not None:
            yield entry


def find_forms(reached: RecordedRun) -> list[list[Field]]:
    """Group the text fields of a screen by the button that submits them.

    Of a form without empty fields, which edits something, only the first field is used.
    """
    forms: dict[str, list[Field]] = {}
    for field in _find_fields(reached, is_filled=False):
        form = forms.setdefault(field.submit, [])
        if len(form) < MAX_FIELDS and field.parameter not in {each.parameter for each in form}:
            form.append(field)
    for field in _find_fields(reached, is_filled=True):
        forms.setdefault(field.submit, [field])
    return list(forms.values())


def shows_form(screen: MapScreen) -> bool:
    """Check whether a screen of a map has a text field for a made-up text, and a button that submits it."""
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
    for rank, element in enumerate(fields):
        name = re.sub(r"\W+", "_", element.name.casefold()).strip("_")[:30]
        if not element.name and element.has("multiline"):
            name = DOCUMENT
        values = made_up_values(element.name, rank, is_number=element.role == "spinbutton")
        if not name or name[0].isdigit() or bool(element.value) != is_filled or not values:
            continue
        if element.has("password"):
            continue
        button = actions.of(element)
        group = group_key(element, shot.nodes)
        step = TrajectoryStep("type", element.role, escape_text(element.name), group, "{" + name + "}")
        yield Field(name, step, values, button.name if button else "", is_filled)


def _submit(
    steps: Steps, form: Sequence[Field], *, reached: RecordedRun, player: StepPlayer, leave: TrajectoryStep
) -> Entry | None:
    values = {**reached.values, **{each.parameter: each.values[0] for each in form}}
    typed = tuple(each.step for each in form)
    filled = (*steps, *typed)
    run = player.play_on(reached, typed, steps=steps, values=values)
    if run.fault:
        return None
    screen = build_screen(run.episode.last)
    named = [e for e in screen.elements if form[0].submit and e.name == form[0].submit and not is_blocked(e)]
    button = named[0] if named else find_submit(screen)
    last = leave
    if button is not None:
        group = group_key(button, run.episode.last.nodes)
        last = TrajectoryStep("click", button.role, escape_text(button.name), group)
    run = player.extend(run, last)
    candidates = {each.parameter: each.values for each in form}
    return None if run.fault else Entry((*filled, last), run, candidates)


def find_submit(screen: Screen) -> Element | None:
    """Find the button that submits the form of a screen; returns None if no button does."""
    actions = FieldActions(screen)
    fields = [each for each in screen.elements if each.role in _TEXT_ROLES and not is_blocked(each)]
    found = next((button for field in fields if (button := actions.of(field)) and button.name), None)
    if found is not None:
        return found
    buttons = [e for e in screen.elements if e.role == "button" and not is_blocked(e) and e.name]
    for words in (COMMIT_WORDS, FORM_WORDS):
        named = [each for each in buttons if first_word(each) in words]
        if named:
            return named[0]
    return None
