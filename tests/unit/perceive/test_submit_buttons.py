"""The button that submits a field."""

from __future__ import annotations

import pytest

from onscreen.perceive.screen_builder import build_screen
from onscreen.perceive.submit_buttons import FieldActions
from onscreen.testing.strategies import blank_picture
from onscreen.testing.text_screens import shot_from_lines
from onscreen.types import Box, Node, Shot


def button_of(field: str, *lines: str) -> str:
    """Return the name of the button that submits a field, "" if none does, on a screen given as lines."""
    screen = build_screen(shot_from_lines(*lines))
    named = next(e for e in screen.elements if field in (e.name, e.clue))
    found = FieldActions(screen).of(named)
    return found.name or found.clue if found else ""


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        (("button Cancel [clickable]", "button Save [clickable]"), "Save"),
        (("button Reset [clickable] (reset)", "button Send [clickable]"), "Send"),
        (("button [clickable] (file)", "button Submit changes [clickable]"), "Submit changes"),
        (("button [clickable] (icon calendar)", "button Register [clickable]"), "Register"),
        (("button Menu [clickable collapsed]", "link Help [clickable]", "button Go [clickable]"), "Go"),
        (("button Add [clickable]", "button Cancel [clickable]", "button Create [clickable]"), "Create"),
        (("link Forgot? [clickable]", "button Log in [clickable]"), "Log in"),
        (("link Forgot? [clickable]", "link Sign in [clickable]"), "Sign in"),
        (("button Cancel [clickable]", "button Speichern [clickable]"), "Speichern"),
        (("button Eins [clickable]", "button Zwei [clickable]"), ""),
        (("button Close [clickable]",), ""),
        (("button × [clickable]",), ""),
        (("button Show password [clickable]", "button Next [clickable]"), "Next"),
        (("button Change password [clickable]",), "Change password"),
        (("button Save and add another [clickable]", "button Save [clickable]"), "Save"),
        (("button Save [clickable]", "button Save and add another [clickable]"), "Save"),
        (("button Save draft [clickable]", "button Save changes [clickable]"), "Save changes"),
    ],
)
def test_the_button_of_a_form_is_the_one_whose_name_says_so(others: tuple[str, ...], expected: str) -> None:
    """Cancel, reset, file and icon buttons submit nothing, and a guess is not made."""
    lines = ("form", "  textbox Name [editable clickable]", *(f"  {line}" for line in others))
    assert button_of("Name", *lines) == expected


def test_the_button_follows_the_last_field() -> None:
    """A button between the fields of a form, such as a search for one value, does not submit all of them."""
    lines = (
        "dialog New rental",
        "  textbox Customer [editable clickable]",
        "  button Find [clickable]",
        "  textbox Days [editable clickable]",
        "  button Create [clickable]",
    )
    assert button_of("Customer", *lines) == "Create"
    assert button_of("Days", *lines) == "Create"


def test_a_button_above_the_fields_submits_them_rather_than_a_tool_of_an_editor() -> None:
    """A dialog with "Create" in its title bar is not submitted by "Insert line" of the editor inside it."""
    lines = (
        "dialog New task",
        "  button Cancel [clickable]",
        "  button Create [clickable]",
        "  textbox Title [editable clickable]",
        "  button Insert line [clickable]",
        "  textbox Description [editable clickable]",
    )
    assert button_of("Title", *lines) == "Create"
    assert button_of("Description", *lines) == "Create"


def test_a_button_that_adds_one_value_submits_only_that_field() -> None:
    """In a dialog, "Add" beside a field does not submit the other fields, nor does "Archive"."""
    nodes = (
        Node("dialog", "Card", Box(0, 0, 400, 300)),
        Node("textbox", "Title", Box(10, 10, 200, 30), states=("editable",), parent=0, locator="#t"),
        Node("textbox", "Link", Box(10, 50, 200, 70), states=("editable",), parent=0, locator="#l"),
        Node("button", "Add", Box(210, 50, 250, 70), states=("clickable",), parent=0, locator="#a"),
        Node("textbox", "State", Box(280, 50, 390, 70), states=("editable",), parent=0, locator="#s"),
        Node("checkbox", "Ready", Box(10, 90, 30, 110), states=("clickable",), parent=0, locator="#r"),
        Node("button", "Archive card", Box(10, 150, 90, 170), states=("clickable",), parent=0, locator="#x"),
    )
    screen = build_screen(Shot(blank_picture(), nodes))
    fields = [e for e in screen.elements if e.name in {"Title", "Link", "State", "Ready"}]
    found = [FieldActions(screen).of(field) for field in fields]
    submits = {field.name: button and button.name for field, button in zip(fields, found, strict=True)}
    assert submits == {"Title": None, "Link": "Add", "State": None, "Ready": None}


def test_a_button_before_its_field_submits_it() -> None:
    """The button may stand before the field of its form, but another form's button never counts."""
    lines = (
        "form",
        "  button Show issue: [clickable]",
        "  textbox Number [editable clickable]",
        "form",
        "  textbox Comment [editable clickable]",
        "  button Post [clickable]",
    )
    assert button_of("Number", *lines) == "Show issue:"
    assert button_of("Comment", *lines) == "Post"


def test_a_dialog_has_the_button_of_the_form_in_it() -> None:
    """The footer of a dialog is often outside the form in it."""
    lines = (
        "dialog Rename",
        "  form",
        "    textbox New name [editable clickable]",
        "  button Cancel [clickable]",
        "  button Rename [clickable]",
    )
    assert button_of("New name", *lines) == "Rename"


def test_outside_a_form_only_a_clear_and_unique_button_counts() -> None:
    """Buttons of other parts of the page, repeated ones and those named by vague words submit nothing."""
    field = "textbox Title [editable clickable]"
    assert button_of("Title", field, "button Save [clickable]") == "Save"
    assert button_of("Title", field, "button Add [clickable]") == ""
    assert button_of("Title", field, "button Save [clickable]", "button Save [clickable]") == ""
    assert button_of("Title", field, "navigation", "  button Update [clickable]") == ""
    assert button_of("Title", field, "form", "  button Send [clickable]") == ""


def test_a_message_button_elsewhere_on_the_page_does_not_submit_a_filter() -> None:
    """The choice of a list above a table is not submitted by "Send" of a chat below it."""
    lines = (
        "combobox State [clickable]",
        "link Run 4 [clickable]",
        "textbox Message [editable clickable]",
        "button Send [clickable]",
    )
    assert button_of("State", *lines) == ""
    assert button_of("Message", *lines) == "Send"


def test_a_search_is_not_sent_by_the_button_of_something_else() -> None:
    """A field for a search belongs to a search button beside it, not to "Send" somewhere below."""
    assert (
        button_of("Search runs", "textbox Search runs [editable clickable]", "button Send [clickable]") == ""
    )
    assert button_of("Message", "textbox Message [editable clickable]", "button Send [clickable]") == "Send"


def test_settings_that_take_effect_at_once_have_no_button() -> None:
    """A switch outside a form or group is not submitted; one in a form is."""
    assert button_of("Sound", "switch Sound [clickable]", "button Save [clickable]") == ""
    assert button_of("Sound", "form", "  switch Sound [clickable]", "  button Save [clickable]") == "Save"


def test_a_field_that_cannot_be_changed_has_no_button() -> None:
    """A read-only field, such as an address to copy, is not submitted."""
    form = ("form", "  textbox Link [clickable readonly]", "  button Save [clickable]")
    assert button_of("Link", *form) == ""


@pytest.mark.parametrize(("left", "expected"), [(210, "icon search"), (400, "")])
def test_an_icon_beside_a_field_starts_its_search(left: int, expected: str) -> None:
    """A button with the icon of a search belongs to the field that it touches, not to a distant one."""
    nodes = (
        Node("searchbox", "Find", Box(0, 0, 200, 20), states=("editable", "clickable")),
        Node("button", "", Box(left, 0, left + 20, 20), states=("clickable",), clue="icon search"),
    )
    screen = build_screen(Shot(blank_picture(), nodes))
    found = FieldActions(screen).of(screen.elements[0])
    assert (found.clue if found else "") == expected
