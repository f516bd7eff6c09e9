"""Checks and edits of the phone's state as data: paths, patterns, changes, and incidental changes."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec
import pytest

from onscreen_practice.phone.incidental_changes import INCIDENTAL, find_incidental
from onscreen_practice.phone.initial_phone_state import PhoneState, build_phone_state
from onscreen_practice.phone.state_mutations import Edit, decode_edits, delete, encode_edits, put, resolve
from onscreen_practice.state.expected_changes import (
    BadCheck,
    Change,
    adds,
    becomes,
    decode_changes,
    encode_changes,
    may_add,
    may_change,
    removes,
    validate,
)
from onscreen_practice.state.state_check import MAX_DIFFERENCES, find_unmet
from onscreen_practice.state.state_path import (
    BadPath,
    Json,
    delete_member,
    expand,
    get_member,
    get_value,
    join_path,
    new_members,
    parse_path,
    set_member,
    type_at,
)
from onscreen_practice.state.value_patterns import (
    Contains,
    Digits,
    Expected,
    JsonText,
    Matches,
    MemberAt,
    Near,
    NewIn,
    SameAs,
    States,
    Text,
    any_order,
    exactly_fields,
    is_same,
    one_of,
    pattern_of,
)

ALARM = "clock.alarms[id=alarm3]"


def start() -> Json:
    """Return the state of a phone as JSON."""
    state: Json = json.loads(msgspec.json.encode(build_phone_state(0)))
    return state


def since_start(after: Json) -> States:
    """Return the states of the phone at the start and now."""
    return States(start(), after)


def unmet(changes: Sequence[Change], after: Json) -> list[str]:
    """Return what is not as the changes require."""
    states = since_start(after)
    return find_unmet(changes, states, root=PhoneState, incidental=find_incidental(states))


def edited(*edits: tuple[str, Json]) -> Json:
    """Return the state of the phone with the values at these paths set."""
    state = start()
    for path, value in edits:
        steps = parse_path(path)
        container = get_value(state, steps[:-1])
        members = container if isinstance(container, dict | list) else {}
        key: int | str = int(steps[-1]) if isinstance(members, list) else steps[-1]
        set_member(members, key, value=value)
    return state


def appended(path: str, member: Json) -> Json:
    """Return the state of the phone with another member in the list at the path."""
    state = start()
    members = get_value(state, parse_path(path))
    assert isinstance(members, list)
    members.append(member)
    return state


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("clock", ("clock",)),
        (ALARM, ("clock", "alarms", "id=alarm3")),
        ("files[/sdcard/a b.txt].about.edit", ("files", "/sdcard/a b.txt", "about", "edit")),
        ("phone.quick[-1]", ("phone", "quick", "-1")),
    ],
)
def test_path_is_parsed_into_steps_and_back(path: str, steps: tuple[str, ...]) -> None:
    """A path has a step for each name and each bracket."""
    assert parse_path(path) == steps
    assert parse_path(join_path(steps)) == steps


@pytest.mark.parametrize("path", ["", "clock..alarms", "clock.alarms[", "clock alarms", ".clock"])
def test_malformed_path_is_an_error(path: str) -> None:
    """A text that is not a path is refused with an example."""
    with pytest.raises(BadPath, match="write it as"):
        parse_path(path)


def test_paths_stand_for_all_or_new_members() -> None:
    """A [*] stands for every member of a list or mapping, a [+] for those added since the start."""
    state = appended("clock.alarms", {"id": "n1", "time": "05:00"})
    assert len(list(expand(state, parse_path("clock.alarms[*].on"), before=start()))) == 8
    assert list(expand(state, parse_path("clock.alarms[+].on"), before=start())) == [
        ("clock", "alarms", "id=n1", "on")
    ]
    assert new_members(["a", "b"], ["b", "a", "a"]) == [2]
    assert new_members({"a": 1}, {"a": 2, "b": 3}) == ["b"]


def test_declared_types_are_found_by_path() -> None:
    """The type of a path's value is the one that the phone's state declares."""
    assert type_at(parse_path("clock.snooze_min"), PhoneState) is int
    assert type_at(parse_path("files[/x].about.edit.texts[0].place"), PhoneState) is object
    with pytest.raises(BadPath, match="Clock has no field 'alarm'; it has alarms"):
        type_at(parse_path("clock.alarm"), PhoneState)
    with pytest.raises(BadPath, match="has no member"):
        type_at(parse_path("clock.snooze_min.value"), PhoneState)


@pytest.mark.parametrize(
    ("expected", "fitting", "other"),
    [
        (1, 1.0, True),
        (True, True, 1),
        (None, None, 0),
        ({"a": 1}, {"a": 1, "b": 2}, {"b": 2}),
        (exactly_fields(a=1), {"a": 1}, {"a": 1, "b": 2}),
        ([1, {"a": 2}], [1, {"a": 2}], [{"a": 2}, 1]),
        ([], [], {}),
        (any_order(1, 2), [2, 1], [2, 2]),
        (any_order(one_of("a", "b"), "a"), ["a", "b"], ["b", "b"]),
        (one_of("a", "b"), "b", "c"),
        (Text("Tea"), " Tea ", "tea"),
        (Text("Tea", ignore_case=True), "tea", "teas"),
        (Digits("555-12"), "(555) 12", "555-13"),
        (Contains(("a b", "c")), "c: a\nb", "a b"),
        (Contains(("7 a",)), "(7 a)", "17 a"),
        (Contains(("+", "a."), excluded=("b",)), "1+a.bc", "1+a. b"),
        (Matches("[0-9]+"), "12", "12a"),
        (Near(10, 2), 12, 12.5),
        (Near(1, 2), 1, True),
        (JsonText(exactly_fields(a={})), '{"a": {"b": 1}}', "{"),
        (MemberAt("queue", "at", pattern_of("x")), {"queue": ["y", "x"], "at": 1}, {"queue": ["x"], "at": 1}),
        (SameAs("clock.snooze_min"), 10, 11),
    ],
)
def test_pattern_fits_its_values_only(expected: Expected, fitting: Json, other: Json) -> None:
    """A pattern fits what it describes, nothing that nearly is, and no value of another kind."""
    states = States(start(), start())
    pattern = pattern_of(expected)
    assert pattern.fits(fitting, states)
    for value in (other, "zzz", ["zzz"], {"zzz": 1}, -5):
        assert not pattern.fits(value, states), value


@pytest.mark.parametrize(
    ("one", "other"), [(True, 1), ([True], [1]), ({"a": True}, {"a": 1}), ([{"a": [0]}], [{"a": [False]}])]
)
def test_boolean_is_not_a_number_at_any_depth(one: Json, other: Json) -> None:
    """A change between true and 1, or false and 0, is reported wherever it is in a list or an object."""
    assert is_same(one, one)
    assert not is_same(one, other)
    assert not is_same(other, one)
    assert find_unmet([], States({"x": {"y": one}}, {"x": {"y": other}}), root=object) != []


def test_reference_to_a_new_member() -> None:
    """A pattern may ask for the id of a member that was added, or for an added key."""
    states = States(start(), appended("shop.addresses", {"id": "n1"}))
    assert NewIn("shop.addresses").fits("n1", states)
    assert not NewIn("shop.addresses").fits("address0", states)
    assert NewIn("files").fits("/a", States({"files": {}}, {"files": {"/a": {}}}))


@pytest.mark.parametrize(
    ("change", "after"),
    [
        (becomes(f"{ALARM}.label", "x"), edited((f"{ALARM}.label", "x"))),
        (becomes(ALARM, {"label": "x"}), edited((f"{ALARM}.label", "x"))),
        (becomes("maps.mine[spot1]", {"stars": 2}), edited(("maps.mine[spot1]", {"stars": 2, "text": "x"}))),
        (adds("clock.timers", {"label": "x"}), appended("clock.timers", {"id": "n1", "label": "x"})),
        (adds("shop.wish", "product99"), appended("shop.wish", "product99")),
        (adds("files", {"text": "x"}), edited(("files[/sdcard/x]", {"text": "x"}))),
        (may_add("clock.timers"), appended("clock.timers", {"id": "n1"})),
        (may_change(f"{ALARM}.label"), edited((f"{ALARM}.label", "x"))),
    ],
)
def test_change_is_met_by_that_change_and_no_other(change: Change, after: Json) -> None:
    """A change is met by the state that has it; any further difference in the phone's state is reported."""
    assert unmet([change], after) == []
    assert unmet([], after) != []
    further = json.loads(json.dumps(after))
    further["notes"]["morning"] = "03:00"
    assert any("notes.morning changed" in line for line in unmet([change], further))


def test_removed_member_is_missing() -> None:
    """A member is removed if it is gone; other members may then be at other positions."""
    after = start()
    members = get_value(after, ("clock", "alarms"))
    delete_member(members, 0)
    assert unmet([removes("clock.alarms[id=alarm0]")], after) == []
    assert unmet([removes("clock.alarms[id=alarm1]")], after)[0].endswith("is still there")
    with pytest.raises(BadCheck, match="was not there at the start"):
        unmet([removes("clock.alarms[id=none]")], after)


def test_fields_that_are_not_named_must_stay() -> None:
    """A changed object keeps the fields that the pattern does not name."""
    after = edited((f"{ALARM}.label", "x"), (f"{ALARM}.sound", "y"))
    assert unmet([becomes(ALARM, {"label": "x"})], after) == [
        f'{ALARM}.sound changed from "{get_member(get_value(start(), parse_path(ALARM)), "sound")}" to "y"'
    ]


def test_new_members_are_exact_in_number() -> None:
    """A second new member is reported, and so is a missing one."""
    two = appended("shop.wish", "product98")
    members = get_value(two, ("shop", "wish"))
    assert isinstance(members, list)
    members.append("product99")
    assert unmet([adds("shop.wish", "product98")], two) != []
    assert unmet([adds("shop.wish", "product99", "product98")], two) == []
    assert "has 0 new members" in unmet([adds("shop.wish", "product98")], start())[0]


def test_switches_of_a_new_member_keep_their_defaults() -> None:
    """An option of a new member that was not asked for must be as the application sets it."""
    alarm: Json = {"id": "n1", "time": "07:00", "label": "", "days": [], "on": True, "vibrate": True}
    wanted = adds("clock.alarms", {"time": "07:00", "on": True})
    assert unmet([wanted], appended("clock.alarms", alarm)) == []
    silent = appended("clock.alarms", {**alarm, "vibrate": False})
    assert unmet([wanted], silent)[0].endswith(".vibrate is false")
    assert unmet([adds("clock.alarms", {"time": "07:00", "vibrate": False})], silent) == []
    folder = edited(("files[/sdcard/x]", {"dir": True}))
    assert unmet([becomes("files[/sdcard/x]", {})], folder)[0].endswith(".dir is true")


@pytest.mark.parametrize("path", ["browser.history", "browser.tabs", "video.history"])
def test_visits_may_be_added_but_not_deleted(path: str) -> None:
    """Looking around adds visits and tabs; the loss of those that were there is reported."""
    after = start()
    members = get_value(after, parse_path(path))
    delete_member(members, 0)
    assert unmet([], after)[0].endswith("is gone")


def test_battery_saver_may_change_only_if_the_interruption_offers_it() -> None:
    """Battery Saver is a side effect, unless the interruption `lowbattery` is enabled."""
    path = "settings.global.low_power"
    assert unmet([], edited((path, "1"))) == [f'{path} changed from "0" to "1"']
    assert unmet([], edited((path, "1"), ("system.interruptions", ["lowbattery"]))) == []


def test_traces_of_looking_around_are_allowed() -> None:
    """Views, searches, read marks, the time, drafts and bins may change in any task."""
    validate(INCIDENTAL, root=PhoneState)
    assert unmet([], edited(("system.now", 1), ("calendar.view", "day"), ("clipboard", "x"))) == []
    assert unmet([], appended("mail.letters", {"id": "n1", "folder": "drafts"})) == []
    assert unmet([], appended("mail.letters", {"id": "n1", "folder": "sent"})) != []
    assert unmet([], appended("contacts.trash", {"id": "n1"})) == []


def test_number_of_reported_differences_is_limited() -> None:
    """A state that differs everywhere is reported by its first differences."""
    assert len(unmet([], json.loads(msgspec.json.encode(build_phone_state(1))))) == MAX_DIFFERENCES


def test_changes_are_stored_as_json() -> None:
    """Changes survive encoding; malformed and unknown ones are refused."""
    added = adds("clock.alarms", {"days": any_order("Mon")})
    changes = (added, becomes(f"{ALARM}.on", False), removes(ALARM))
    assert decode_changes(encode_changes(changes), root=PhoneState) == changes
    with pytest.raises(BadCheck, match="not a check of the state"):
        decode_changes('[{"type": "grows", "path": "clock"}]', root=PhoneState)


@pytest.mark.parametrize(
    "change",
    [
        becomes("clock.alarm", 1),
        becomes("clock.snooze_min", "ten"),
        becomes(ALARM, {"name": "x"}),
        adds("clock.alarms", {"on": "yes"}),
        may_add("notes.notes", {"folder": "drafts"}),
        removes("clocks"),
    ],
)
def test_change_that_the_state_cannot_have_is_refused(change: Change) -> None:
    """A misspelt field or a value of another type is an error when the check is built and when it is read."""
    with pytest.raises(BadCheck):
        validate([change], root=PhoneState)
    with pytest.raises(BadCheck):
        decode_changes(encode_changes([change]), root=PhoneState)


def test_edits_are_resolved_to_keys() -> None:
    """An edit gives the keys of each value that its path stands for, the last one first."""
    after = appended("clock.timers", {"id": "n1", "label": "x"})
    one = resolve(put("clock.timers[+].label", "y"), since_start(after))
    assert [(each.keys, each.value) for each in one] == [(["clock", "timers", 2, "label"], "y")]
    gone = resolve(delete("clock.timers[*]"), since_start(after))
    assert [each.keys[-1] for each in gone] == [2, 1, 0]
    assert all(each.is_deletion for each in gone)
    new = resolve(put("files[/sdcard/new]", {"size": 1}), since_start(after))
    assert new[0].keys == ["files", "/sdcard/new"]


@pytest.mark.parametrize("edit", [delete("clock.alarms[id=none]"), put("clock.alarms[id=none].on", True)])
def test_edit_without_a_place_is_an_error(edit: Edit) -> None:
    """An edit at a path where the state has nothing is refused."""
    with pytest.raises(BadCheck, match="has nothing at"):
        resolve(edit, since_start(start()))


def test_edits_are_stored_as_json() -> None:
    """Edits survive encoding; malformed ones, and unknown fields, are refused."""
    edits = (put("clock.snooze_min", 3), delete("clock.alarms[0]"))
    assert decode_edits(encode_edits(edits)) == edits
    with pytest.raises(BadCheck, match="not edits"):
        decode_edits("[1]")
    with pytest.raises(BadPath):
        decode_edits(encode_edits([put("clock.alarm", 3)]))
