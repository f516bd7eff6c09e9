"""Search for a form on a screen: its text fields, and the button that submits it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from onscreen.app_maps.screen_signature import group_key
from onscreen.discovery.made_up_text import made_up_values
from onscreen.discovery.recorded_run import RecordedRun
from onscreen.discovery.trajectory import Steps, TrajectoryStep, Values
from onscreen.perceive.button_kinds import COMMIT_WORDS, FORM_WORDS, first_word
from onscreen.perceive.element_kinds import is_blocked
from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.routines.text_template import escape_text
from onscreen.types import Element, Screen

Play: TypeAlias = Callable[[Steps, Values], RecordedRun]

MAX_FIELDS = 3
"""Maximum number of fields of a form that are filled."""
_TEXT_ROLES = frozenset({"textbox", "spinbutton"})


class Entry(msgspec.Struct, frozen=True):
    """A filled form: its trajectory, a run of it, and the candidates of its fields."""

    steps: Steps
    run: RecordedRun
    candidates: Mapping[str, tuple[str, ...]]


def find_entry(steps: Steps, reached: RecordedRun, *, play: Play) -> Entry | None:
    """Fill the text fields of a screen and submit them; returns None if the screen has no form.

    Without a button that submits the form, the screen is left by going back. Fields whose text does not occur
    in the state afterwards are left out.
    """
    fields = dict(find_fields(reached))
    if not fields:
        return None
    entry = _submit(steps, fields, reached=reached, play=play)
    if entry is None:
        return None
    state = str(entry.run.state()).casefold()
    stored = {name: f for name, f in fields.items() if entry.candidates[name][0].casefold() in state}
    if not stored:
        return None
    return entry if stored == fields else _submit(steps, stored, reached=reached, play=play)


def find_fields(reached: RecordedRun) -> Iterator[tuple[str, tuple[TrajectoryStep, tuple[str, ...]]]]:
    """Yield the empty text fields of a screen by parameter name, with their steps and candidates."""
    shot = reached.episode.last
    names: set[str] = set()
    for element in build_screen(shot).elements:
        if element.role not in _TEXT_ROLES or is_blocked(element) or element.has("password"):
            continue
        name = re.sub(r"\W+", "_", element.name.casefold()).strip("_")[:30]
        values = made_up_values(element.name, len(names))
        if not name or name[0].isdigit() or name in names or element.value or not values:
            continue
        names.add(name)
        group = group_key(element, shot.nodes)
        step = TrajectoryStep("type", element.role, escape_text(element.name), group, "{" + name + "}")
        yield name, (step, values)
        if len(names) == MAX_FIELDS:
            return


def _submit(
    steps: Steps,
    fields: Mapping[str, tuple[TrajectoryStep, tuple[str, ...]]],
    *,
    reached: RecordedRun,
    play: Play,
) -> Entry | None:
    values = {**reached.values, **{name: candidates[0] for name, (_, candidates) in fields.items()}}
    filled = (*steps, *(step for step, _ in fields.values()))
    run = play(filled, values)
    if run.fault:
        return None
    screen = build_screen(run.episode.last)
    button = find_submit(screen)
    if button is None:
        last = TrajectoryStep("back")
    else:
        group = group_key(button, run.episode.last.nodes)
        last = TrajectoryStep("click", button.role, escape_text(button.name), group)
    run = play((*filled, last), values)
    candidates = {name: candidates for name, (_, candidates) in fields.items()}
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
