"""Values and ranges of sliders, as far as the texts of a dump state them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from onscreen.types.slider_value import SliderValue, find_slider_value, parse_slider_value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("40.0", SliderValue(40.0)),
        ("-3", SliderValue(-3.0)),
        ("40%", SliderValue(40.0, 0.0, 100.0, is_percentage=True)),
        ("Brightness, 40 percent", SliderValue(40.0, 0.0, 100.0, is_percentage=True)),
        ("150%", SliderValue(150.0, is_percentage=True)),
        ("Media volume: 3 of 15", SliderValue(3.0, 0.0, 15.0)),
        ("3/15", SliderValue(3.0, 0.0, 15.0)),
        ("3 out of 5 stars", SliderValue(3.0, 0.0, 5.0)),
        ("3 (0 to 15)", None),
        ("16 of 15", None),
        ("1:20 of 3:45", None),
        ("24/12/2026", None),
        ("loud", None),
        ("", None),
    ],
)
def test_slider_value_is_parsed(text: str, expected: SliderValue | None) -> None:
    """Numbers, percentages and fractions are values; times, dates and words are not."""
    assert parse_slider_value(text) == expected


@pytest.mark.parametrize(
    ("text", "descriptions", "expected"),
    [
        ("3.0", ("Media volume: 3 of 15",), SliderValue(3.0, 0.0, 15.0)),
        ("", ("Volume, 3 of 15",), SliderValue(3.0, 0.0, 15.0)),
        ("3.0", ("", "Media volume: 3 of 15"), SliderValue(3.0, 0.0, 15.0)),
        ("4.0", ("Media volume: 3 of 15",), SliderValue(4.0)),
        ("15", ("Tip: 15%",), SliderValue(15.0)),
        ("3 of 15", ("Volume",), SliderValue(3.0, 0.0, 15.0)),
        ("40%", ("40 of 100",), SliderValue(40.0, 0.0, 100.0, is_percentage=True)),
        ("medium", ("2 of 3",), None),
    ],
)
def test_stated_range_is_found(
    text: str, descriptions: tuple[str, ...], expected: SliderValue | None
) -> None:
    """The range from a description is used if it states the same value as the slider itself."""
    assert find_slider_value(text, *descriptions) == expected


@given(st.text("0123456789./%of -():", max_size=20))
def test_any_text_is_parsed_or_rejected(text: str) -> None:
    """Any text is either a value inside its range or no value."""
    value = parse_slider_value(text)
    if value is not None and value.low is not None and value.high is not None and "to" not in text:
        assert value.low <= value.value <= value.high
