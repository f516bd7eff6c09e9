"""Parsing of requested slider values and formatting of displayed ones."""

from __future__ import annotations

from onscreen.types.errors import ActionHadNoEffect, NotSupported
from onscreen.types.slider_value import SliderValue, format_number, parse_slider_value


def parse_request(text: str, *, name: str) -> SliderValue:
    """Parse the number or percentage to which a slider is to be set.

    `name` describes the slider in the error message.

    Raises:
        NotSupported: the text is not a number.
    """
    wanted = parse_slider_value(text)
    if wanted is None:
        raise NotSupported(f"{name} takes a number; found {text!r}: type a number, or drag it")
    return wanted


def check_range(wanted: float, low: float | None, *, high: float | None, name: str) -> None:
    """Check that a number is in the range of a slider.

    Every number is in the range if one end, `low` or `high`, is None (unknown).

    Raises:
        ActionHadNoEffect: the number is outside the range.
    """
    if low is None or high is None or low <= wanted <= high:
        return
    ends = f"{format_number(low)} to {format_number(high)}"
    raise ActionHadNoEffect(
        f"{name} takes {ends}; found {format_number(wanted)}: type a number in this range"
    )


def slider_text(value: SliderValue, description: str) -> str:
    """Format a slider's value and range, for example as "3 (1 to 5), medium".

    `description` is the page's description of the value, such as "medium"; "" adds nothing.
    """
    return f"{value}, {description}" if description else str(value)
