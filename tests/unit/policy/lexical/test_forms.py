"""Forms: fields found by label, texts taken from the screen, dates, search and submission."""

from collections.abc import Callable

import pytest

from onscreen.policy.lexical.instruction_plan import SUBMIT
from onscreen.types import PastStep

FIELDS = (
    "text Name",
    "textbox [editable]",
    "text City",
    "textbox [editable]",
    "button Send [clickable]",
)
CALENDAR = (
    "link Prev [clickable]",
    "text May 2026",
    "link Next [clickable]",
    "link 4 [clickable]",
    "link 12 [clickable]",
)


@pytest.mark.parametrize(
    ("subtask", "expected"),
    [
        ('type "Ann" into the name field', 'type "Ann" into 2'),
        ('type "Rome" into the city field', 'type "Rome" into 4'),
        ('type "x" into the 2nd textbox', 'type "x" into 4'),
        ('type "x"', 'type "x" into 2'),
        ("focus into the 2nd textbox", "click 4"),
    ],
)
def test_a_field_is_found_by_its_label_or_ordinal(
    subtask: str, expected: str, decide: Callable[..., tuple[str, bool]]
) -> None:
    """A field is found by the text beside it or its ordinal, else the first empty field is used."""
    assert decide(subtask, *FIELDS) == (expected, True)


def test_a_field_with_the_text_already_is_left(decide: Callable[..., tuple[str, bool]]) -> None:
    """A field that contains the text is complete."""
    assert decide('type "Ann" into name', "textbox Name =Ann [editable]") == ("", True)


@pytest.mark.parametrize(
    ("subtask", "lines", "text"),
    [
        ("type the answer into the field", ("text 3 * 4 =",), "12"),
        ("type the text of the text area into the field", ("textbox A =milk and eggs",), "milk and eggs"),
        ('type "Ann" in upper case into the field', (), "ANN"),
        ('type "Ann" in lowercase into the field', (), "ann"),
        ("type 04/12/2026 into the field", (), "04/12/2026"),
        ("type 10:30 PM into the field", (), "10:30 PM"),
    ],
)
def test_the_text_to_type_is_taken_from_instruction_or_screen(
    subtask: str, lines: tuple[str, ...], text: str, decide: Callable[..., tuple[str, bool]]
) -> None:
    """Quoted texts, dates and times come from the instruction; results and other texts from the screen."""
    action, finished = decide(subtask, *lines, "searchbox Field [editable]")
    assert action.startswith(f'type "{text}" into ')
    assert finished


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("textbox Date [editable readonly]",), ('click 1 "Date"', False)),
        (("textbox Day [editable] (date)",), ('type "05/04/2026" into 1 "Day"', True)),
        (CALENDAR, ('click 4 "4"', True)),
        (("link Prev [clickable]", "text June 2026"), ('click 1 "Prev"', False)),
        (("link › [clickable]", "text April 2026"), ('click 1 "›"', False)),
    ],
)
def test_a_date_is_typed_or_found_in_a_calendar(
    lines: tuple[str, ...], expected: tuple[str, bool], decide: Callable[..., tuple[str, bool]]
) -> None:
    """A date field takes a typed date; a calendar is turned to the month, then the day is clicked."""
    assert decide("select 05/04/2026 as the date", *lines) == expected


def test_a_form_is_submitted_by_its_button(decide: Callable[..., tuple[str, bool]]) -> None:
    """The submission clicks the button with the most specific name; without a button it is complete."""
    assert decide(SUBMIT, "button OK [clickable]", "button Submit [clickable]") == ('click 2 "Submit"', True)
    assert decide(SUBMIT, "button Other [clickable]") == ("", True)


def test_search_terms_are_typed_and_sent(decide: Callable[..., tuple[str, bool]]) -> None:
    """A search types its terms into the search field, then presses Enter."""
    assert decide("search for red shoes", "searchbox Find [editable]") == (
        'type "red shoes" into 1 "Find"',
        False,
    )
    assert decide("search for red shoes", "searchbox Find =red shoes [editable]") == (
        'press Enter in 1 "Find"',
        True,
    )


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("slider Volume =3",), ('type "5" into 1 "Volume"', True)),
        (("slider Volume =5",), ("", True)),
        (("text no slider",), ("", False)),
    ],
)
def test_a_slider_is_set_to_a_number(
    lines: tuple[str, ...], expected: tuple[str, bool], decide: Callable[..., tuple[str, bool]]
) -> None:
    """A slider takes its value; without a slider, nothing is done."""
    assert decide("select 5 with the slider", *lines) == expected


def test_options_of_a_multiple_selection_stay_selected(decide: Callable[..., tuple[str, bool]]) -> None:
    """Selecting another option keeps the ones selected before in a list that allows several."""
    lines = ("listbox Fruit [multiselectable]", "  option Apple [selected]", "  option Pear")
    assert decide('select "Pear"', *lines) == ('select "Apple", "Pear" in 1 "Fruit"', True)
    assert decide('select "Apple"', *lines) == ("", True)


def test_all_elements_of_a_name_are_clicked_once(
    decide: Callable[..., tuple[str, bool]], clicked: Callable[..., PastStep]
) -> None:
    """Clicking all buttons of a name clicks each of them once; the last one completes the subtask."""
    lines = ("button Like [clickable]", "button Like [clickable]")
    subtask = 'click all "Like" buttons'
    assert decide(subtask, *lines) == ('click 1 "Like"', False)
    assert decide(subtask, *lines, history=(clicked("Like", 1),)) == ('click 2 "Like"', True)
    assert decide(subtask, *lines, history=(clicked("Like", 1), clicked("Like", 2))) == ("", True)


def test_item_is_dragged_to_a_position_among_items(decide: Callable[..., tuple[str, bool]]) -> None:
    """Positions count the items that can be dragged, or the texts of items without a name."""
    items = [f"listitem {name} [clickable draggable]" for name in ("Ann", "Ben", "Cid")]
    assert decide("drag Cid to the 1st position", "text Guests", *items) == (
        'drag 4 "Cid" onto 2 "Ann"',
        True,
    )
    unnamed = [line for name in ("Ann", "Ben", "Cid") for line in ("listitem [draggable]", f"text {name}")]
    assert decide("drag Cid to the 1st position", *unnamed) == ('drag 6 "Cid" onto 2 "Ann"', True)
