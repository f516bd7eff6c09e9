"""Notes on the elements of a screen: how runs add them, what is noted, and how wrong notes are corrected."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.app_maps.episode_extension import extend_map, find_change, start_map
from onscreen.app_maps.map_extension import observe_screen
from onscreen.app_maps.note_lookup import MAX_NOTES, find_notes
from onscreen.app_maps.screen_map import AppMap, MapNote
from onscreen.app_maps.screen_signature import control_key, sign
from onscreen.perceive.screen_builder import build_screen
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import (
    Action,
    Back,
    Click,
    Decision,
    Element,
    ElementNote,
    Episode,
    Outcome,
    Reflection,
    Shot,
    Task,
    Type,
)

START = AppMap("Clock", home="Clock", scope="org.example.clock/")


def shot(*lines: str, address: str = "org.example.clock/.Main") -> Shot:
    """Return a shot of the application."""
    return msgspec.structs.replace(shot_from_lines(*lines, address=address), app="Clock")


ALARMS = shot(
    "heading Alarms", "switch Vibrate [clickable]", "button Plus [clickable]", "tab Timer [clickable]"
)
NEW = shot("heading New alarm", "button Repeat [clickable]", "textbox Label [editable]")
TIMER = shot("heading Timer", "button Start [clickable]", "link Help [clickable]")
HOME = shot("button Clock [clickable]", address="org.example.launcher/.Home")


def named(screen: Shot, name: str) -> Element:
    """Return the element with a name."""
    return next(element for element in build_screen(screen).elements if element.name == name)


def episode(*steps: tuple[Action, Shot], first: Shot = ALARMS, task: str = "set an alarm") -> Episode:
    """Return an episode of these actions, each with the screen after it."""
    made = Episode(Task(task), (first,), device="phone")
    for action, after in steps:
        made = made.then(Decision(action), Outcome(), shot=after)
    return made


def click(screen: Shot, name: str) -> Click:
    """Return the click on the element with a name."""
    return Click(named(screen, name))


def notes_on(app_map: AppMap, screen: Shot) -> dict[str, str]:
    """Map the names of the noted elements of a screen to the notes."""
    built = build_screen(screen)
    return {built[note.mark].name: note.text for note in find_notes((app_map,), built) if note.mark}


ADDED = episode((click(ALARMS, "Plus"), NEW), (Back(), ALARMS), (click(ALARMS, "Timer"), TIMER))


def test_a_run_extends_the_map() -> None:
    """A run adds its screens and the effects of its actions, with a picture of each new screen."""
    extension = extend_map(START, ADDED)
    assert [screen.title for screen in extension.app_map.screens] == ["Alarms", "New alarm", "Timer"]
    assert [(a.verb, a.effect, a.to) for a in extension.app_map.actions] == [
        ("click", "opens", "new-alarm"),
        ("back", "opens", "alarms"),
        ("click", "opens", "timer"),
    ]
    assert set(extension.pictures) == {"alarms", "new-alarm", "timer"}
    assert extension.change == ""


def test_what_depends_on_the_visit_is_not_noted() -> None:
    """The way back, the numbers of one of several alarms, and clicks without effect are left out."""
    numbered = shot("heading Alarms", "button Alarm 8:15 [clickable]", "button Alarm 9:30 [clickable]")
    opened = shot("heading Edit alarm", "button Close [clickable]", "button Time 08:15 [clickable]")
    run = episode(
        (click(numbered, "Alarm 8:15"), opened),
        (click(opened, "Time 08:15"), opened),
        (click(opened, "Close"), numbered),
        first=numbered,
    )
    app_map = extend_map(START, run).app_map
    assert notes_on(app_map, numbered) == dict.fromkeys(
        ("Alarm 8:15", "Alarm 9:30"), "opens the screen 'Edit alarm' with Close"
    )
    assert notes_on(app_map, opened) == {}
    exploring = find_notes((app_map,), build_screen(opened), is_exploring=True)
    assert [note.text for note in exploring] == ["has no effect"]


def test_what_one_of_several_entries_opened_is_not_noted_for_the_others() -> None:
    """Speed dial 3 does not open the screen "Speed dial 2", nor does it show the address seen there."""
    entries = shot("heading Dial", "button Elena [clickable]", "button Wei [clickable]")
    opened = shot(
        "heading Speed dial 2",
        "button Close [clickable]",
        "button ann@post.example [clickable]",
        "button Call",
    )
    run = episode(
        (click(entries, "Elena"), opened), (Back(), entries), (click(entries, "Wei"), opened), first=entries
    )
    noted = notes_on(extend_map(START, run).app_map, entries)
    assert noted == dict.fromkeys(("Elena", "Wei"), "shows Close, Call")


def test_a_shortened_list_of_controls_says_so() -> None:
    """The first controls of a screen are named, without those that the current screen shows."""
    names = [f"Option {letter}" for letter in "ABCDEFGHIJ"]
    many = shot("heading Colors", "tab Timer [clickable]", *(f"button {name} [clickable]" for name in names))
    app_map = extend_map(START, episode((click(ALARMS, "Plus"), many))).app_map
    assert notes_on(app_map, ALARMS)["Plus"] == f"opens the screen 'Colors' with {', '.join(names[:8])}, …"


def test_effects_are_noted_on_the_elements_of_a_screen() -> None:
    """An element that opens a screen is noted with the title and controls of the screen; a switch is not."""
    app_map = extend_map(START, ADDED).app_map
    assert notes_on(app_map, ALARMS) == {
        "Plus": "opens the screen 'New alarm' with Repeat, Label",
        "Timer": "opens the screen 'Timer' with Start, Help",
    }
    assert find_notes((app_map,), build_screen(HOME)) == ()


def test_watched_note_on_one_of_several_numbered_controls_is_a_note_on_the_screen() -> None:
    """What a person did with one of several controls that share a key is not claimed of the others."""
    numbered = shot("heading Alarms", "switch Alarm 8:15 [clickable]", "switch Alarm 9:30 [clickable]")
    key = control_key(named(numbered, "Alarm 8:15"), numbered.nodes)
    app_map = observe_screen(START, numbered).app_map
    watched = MapNote("alarms", "clicked by a person: turns 'Alarm 8:15' off", key, author="watch")
    written = msgspec.structs.replace(watched, text="rings once", author="person")
    noted = msgspec.structs.replace(app_map, notes=(watched, written))
    assert [(note.mark is None, note.text) for note in find_notes((noted,), build_screen(numbered))] == [
        (True, watched.text),
        (False, written.text),
        (False, written.text),
    ]


def test_steps_in_other_applications_are_left_out() -> None:
    """Only the part of a run in the application extends its map; what happened between is not joined."""
    mixed = episode((click(HOME, "Clock"), ALARMS), (click(ALARMS, "Timer"), TIMER), first=HOME)
    app_map = extend_map(START, mixed).app_map
    assert [screen.title for screen in app_map.screens] == ["Alarms", "Timer"]
    assert len(app_map.actions) == 1


def test_a_failed_action_has_no_effect_on_the_map() -> None:
    """An action that failed or was refused is not recorded."""
    made = Episode(Task("x"), (ALARMS,)).then(
        Decision(click(ALARMS, "Plus")), Outcome("refused", failed="NotAllowed"), shot=ALARMS
    )
    assert extend_map(START, made).app_map.actions == ()


def test_typed_text_is_not_recorded() -> None:
    """Typing is recorded with its field, and the map does not hold the text."""
    after = shot(
        "heading New alarm", "button Repeat [clickable]", "textbox Label =sesame [editable]", "text sesame"
    )
    app_map = extend_map(START, episode((Type("sesame", named(NEW, "Label")), after), first=NEW)).app_map
    assert [(a.verb, a.effect, a.what) for a in app_map.actions] == [("type", "changes", "Label")]
    assert "sesame" not in repr(app_map.actions)


def test_watched_actions_become_notes() -> None:
    """What a person did is noted on the control, with the purpose and the effect."""
    app_map = extend_map(START, msgspec.structs.replace(ADDED, agent="person")).app_map
    expected = "clicked by a person for \"set an alarm\": opens the screen 'New alarm'"
    assert notes_on(app_map, ALARMS)["Plus"] == expected
    assert app_map.notes[0].author == "watch"


def test_reflections_become_notes() -> None:
    """The note that a model wrote about the previous step is put on the control of that step."""
    made = episode((click(ALARMS, "Plus"), NEW), (Back(), ALARMS))
    reflected = Decision(Back(), reflection=Reflection("continue", "adds an alarm"))
    made = msgspec.structs.replace(made, decisions=(made.decisions[0], reflected))
    app_map = extend_map(START, made).app_map
    assert notes_on(app_map, ALARMS) == {"Plus": "adds an alarm"}


def test_a_note_that_proved_wrong_is_corrected() -> None:
    """If a control does something else twice, that replaces its note, until the note is right again."""
    seen = observe_screen(START, ALARMS)
    key = control_key(named(ALARMS, "Plus"), ALARMS.nodes)
    note = MapNote("alarms", "opens the timers", key, effect="opens", to="timer")
    app_map = msgspec.structs.replace(extend_map(seen.app_map, ADDED).app_map, notes=(note,))
    app_map = msgspec.structs.replace(app_map, actions=())
    once = extend_map(app_map, episode((click(ALARMS, "Plus"), NEW))).app_map
    assert notes_on(once, ALARMS)["Plus"] == "opens the timers"
    twice = extend_map(once, episode((click(ALARMS, "Plus"), NEW))).app_map
    assert twice.notes[0].text == "opens the timers"
    assert twice.notes[0].seen == "opens the screen 'New alarm'"
    assert notes_on(twice, ALARMS)["Plus"].startswith("opens the screen 'New alarm'")
    again = extend_map(twice, episode((click(ALARMS, "Plus"), TIMER))).app_map
    assert again.notes[0].seen == ""


def test_a_note_without_evidence_is_kept() -> None:
    """A note that is based on no effect, such as one on a whole screen, is never marked as wrong."""
    seen = observe_screen(START, ALARMS)
    noted = msgspec.structs.replace(seen.app_map, notes=(MapNote("alarms", "sorted by time"),))
    app_map = extend_map(extend_map(noted, ADDED).app_map, ADDED).app_map
    assert find_notes((app_map,), build_screen(ALARMS))[0] == ElementNote("sorted by time")


def test_notes_are_limited() -> None:
    """A screen with hundreds of notes gets at most the maximum, each on one line of limited length."""
    seen = observe_screen(START, ALARMS)
    notes = tuple(MapNote("alarms", f"{number} " + "long " * 200) for number in range(300))
    found = find_notes((msgspec.structs.replace(seen.app_map, notes=notes),), build_screen(ALARMS))
    assert len(found) == MAX_NOTES
    assert max(len(note.text) for note in found) < 300


@pytest.mark.parametrize("count", [1, 2])
def test_a_changed_application_is_detected(count: int) -> None:
    """Two known screens with another structure are a change of the application; one is not."""
    app_map = extend_map(START, ADDED).app_map
    rebuilt = [
        shot("heading Alarms", "slider Volume", "image Sun", "combobox Tone", "radio Loud [clickable]"),
        shot("heading Timer", "slider Length", "image Glass", "combobox Tone", "radio Loud [clickable]"),
    ]
    change = find_change(app_map, map(sign, rebuilt[:count]))
    assert change == ("screens differ from the map: 'Alarms', 'Timer'" if count > 1 else "")


def test_many_unknown_screens_are_a_change() -> None:
    """If most screens of a run are not on the map, the application is reported as changed."""
    app_map = extend_map(START, ADDED).app_map
    pages = [shot(f"heading {name}", f"slider {name}") for name in ("Sun", "Moon", "Star", "Rain", "Wind")]
    known = [ALARMS, NEW, TIMER]
    filled = extend_map(app_map, episode(*((Back(), page) for page in known * 2), task="x")).app_map
    assert find_change(filled, map(sign, known)) == ""
    larger = msgspec.structs.replace(filled, screens=filled.screens * 3)
    assert "5 of 6 screens are not on the map" in find_change(larger, map(sign, [*pages, ALARMS]))


def test_a_map_is_started_from_a_run() -> None:
    """A run is enough to start the map of an application by its name; None if the run did not use it."""
    started = start_map("clock", ADDED)
    assert started is not None
    assert started.contains("org.example.clock/.Settings")
    assert start_map("Mail", ADDED) is None
