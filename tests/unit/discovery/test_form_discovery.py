"""Tests of the discovery of subtasks in forms that need more than texts and a button."""

from __future__ import annotations

import msgspec
import pytest

from ledger_device import LedgerDevice
from onscreen.app_maps.screen_map import AppMap
from onscreen.discovery.cross_verification import find_failures
from onscreen.discovery.instruction_faults import NO_OBJECT, UNCLEAR
from onscreen.discovery.made_up_text import resource_type
from onscreen.discovery.state_difference import find_differences
from onscreen.discovery.subtask_discovery import DiscoveredSubtask, discover_subtasks, name_change
from onscreen.discovery.subtask_search import SearchLimits
from onscreen.discovery.trajectory_player import TrajectoryPlayer
from onscreen.explore.exploration import Explorer
from onscreen.types import AllOf, Not, StateHas

ADD = "In Ledger, enter {participant} as Participant and add it"
BILL = "In Ledger, create a new bill with {purpose} as Purpose and {payer} as payer"
EDIT = "In Ledger, enter {what} as What and save it"
DELETE = "In Ledger, press Delete"
CLEAR = "In Ledger, press Clear"
FOLDER = "In Ledger under Folder, enter {folder_name} as Folder name and save it"


@pytest.fixture(scope="module")
def found() -> dict[str, DiscoveredSubtask]:
    """The subtasks of the ledger by their instructions."""
    device = LedgerDevice()
    initial = device.initial_start("Ledger", seed=0)
    app_map = Explorer(device, AppMap("Ledger", home=initial.address), initial=initial).explore(30)
    player = TrajectoryPlayer(device, "Ledger")
    limits = SearchLimits(200, (0, 1))
    subtasks = discover_subtasks(player, app_map, limits=limits, report=lambda _title: None).subtasks
    return {each.draft.instruction: each for each in subtasks}


@pytest.mark.parametrize("instruction", [ADD, BILL, FOLDER])
def test_finds_what_a_form_does(found: dict[str, DiscoveredSubtask], instruction: str) -> None:
    """Entries, dropdowns and fields without a button are subtasks."""
    assert instruction in found
    assert not found[instruction].reason


@pytest.mark.parametrize(
    ("instruction", "reason"), [(EDIT, NO_OBJECT), (DELETE, NO_OBJECT), (CLEAR, UNCLEAR)]
)
def test_what_names_no_object_is_excluded(
    found: dict[str, DiscoveredSubtask], instruction: str, reason: str
) -> None:
    """A change or confirmed deletion whose check agrees is no task if a user cannot know what to change."""
    assert found[instruction].reason == reason


def test_a_typed_name_that_is_an_id_is_checked(found: dict[str, DiscoveredSubtask]) -> None:
    """An object whose id is the typed text is found by that id, which is no generated one."""
    assert found[ADD].template.check == StateHas("state", ("members", "{participant}"))
    assert found[FOLDER].template.check == StateHas("state", ("folders", "{folder_name}"))


def test_a_deletion_is_not_confused_with_a_change(found: dict[str, DiscoveredSubtask]) -> None:
    """The check of a deletion fails after the object was renamed."""
    check = found[DELETE].template.check
    conditions = check.checks if isinstance(check, AllOf) else (check,)
    assert Not(StateHas("state", ("bills", "1"))) in conditions


def test_a_condition_that_always_holds_is_a_failure(found: dict[str, DiscoveredSubtask]) -> None:
    """A wrong field beside a right condition is detected, although the check as a whole works."""
    draft = found[ADD].draft
    wrong = StateHas("state", ("bills", "1"), {"what": "Diesel"})
    faulty = msgspec.structs.replace(draft, conditions=(*draft.conditions, wrong))
    kinds = {each.kind for each in find_failures(faulty, ())}
    assert kinds == {"has a condition that the trajectory does not need to change"}


def test_changes_of_the_same_field_exclude_each_other(found: dict[str, DiscoveredSubtask]) -> None:
    """A typed text tells new objects apart; where it replaces a value, a task can do that only once."""
    assert not any("{what}" in each for each in found[EDIT].template.sets)
    assert any("{purpose}" in each for each in found[BILL].template.sets)


def test_an_object_in_place_of_nothing_is_added() -> None:
    """The fields of a call that begins are compared one by one, so that its time can be left out."""
    change = find_differences({"call": None}, {"call": {"number": "7", "since": 1773308464000}})[0]
    assert (change.kind, change.path) == ("added", ("call",))
    assert change.fields == {"number": "7", "since": "1773308464000"}


def test_a_place_in_a_list_is_set_once() -> None:
    """The first item of a story is one place, whatever its text, unlike a story with a title."""
    items = StateHas("state", ("stories", "*"), {"items/0": "{text}"})
    titled = StateHas("state", ("stories", "*"), {"title": "{title}", "items/0": "{text}"})
    assert name_change(items, ("text",)) == "stories * items/0"
    assert name_change(titled, ("title", "text")) == "stories * title={title}"


@pytest.mark.parametrize(
    ("value", "kind"),
    [("17", "quantity"), ("2026-03-14", "date"), ("kim@example.com", "email"), ("Walnut", "value")],
)
def test_resources_have_the_type_of_their_values(value: str, kind: str) -> None:
    """A text that another subtask looks up is not entered as an amount, a date or an address."""
    assert resource_type("Value", value) == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Title", "title"),
        ("Timer label", "title"),
        ("First name", "first name"),
        ("Pronouns", "pronouns"),
        ("Email text", "note"),
        ("Reply to Jonas", "note"),
        ("", "text"),
    ],
)
def test_a_text_fills_only_fields_of_its_kind(name: str, kind: str) -> None:
    """The title of a note may become the label of a timer, but not somebody's first name."""
    assert resource_type(name, "Walnut") == kind
