"""The policy `route` fills in the fields that an instruction lists."""

from __future__ import annotations

import msgspec
import pytest

from onscreen.app_maps.map_extension import observe_screen
from onscreen.app_maps.screen_map import AppMap
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.route.goal_plan import refine_plan
from onscreen.policy.route.place_action import fill_field
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import PastStep, Situation, Subtask, Type

LISTED = "Add a new address to my account: label Club, name Ann Lee, city Elm. Make it the default address"


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        (
            LISTED,
            [
                "create a new address",
                'set label to "Club"',
                'set name to "Ann Lee"',
                'set city to "Elm"',
                'set default address to "on"',
                "save what was entered",
            ],
        ),
        ("Create a list: Eggs, Milk", ["first"]),
        ("Add a new address: city Elm", ["first"]),
        ("Add a new address: city Elm, name Ann Lee. Then close the app", ["first"]),
    ],
)
def test_listed_fields_are_planned_as_one_form(text: str, steps: list[str]) -> None:
    """A list of fields after a new entry is planned as one form, and "make it ..." as its switch."""
    plan = (Subtask("first", "Shop"),)
    assert [each.text for each in refine_plan(plan, text)] == steps
    assert all(each.tool == "Shop" for each in refine_plan(plan, text))


@pytest.mark.parametrize(("is_new", "typed"), [(True, "Ann Lee"), (False, "")])
def test_default_value_of_a_new_form_is_replaced(is_new: bool, typed: str) -> None:
    """The only field whose name contains a name gets its value, in place of a default in a new form."""
    lines = ("heading New address", "textbox Label [editable]", "textbox Full name =Bo Roth [editable]")
    shot = shot_from_lines(*lines, address="org.example.shop/.Main")
    app_map = observe_screen(AppMap("Shop", scope="org.example.shop/"), shot).app_map
    subtask = Subtask('set name to "Ann Lee"', kind="set_field", subject="name", value="Ann Lee")
    done = (Subtask("create a new address", kind="create"),) if is_new else ()
    asked = Situation(LISTED, build_screen(shot), subtask=subtask, completed=done)
    typed_before = msgspec.structs.replace(asked, history=(PastStep(Type("Bo Roth")),))
    assert fill_field(typed_before, app_map) is None
    proposal = fill_field(asked, app_map)
    action = proposal.actions[0] if proposal else None
    assert (action.text if isinstance(action, Type) else "") == typed
