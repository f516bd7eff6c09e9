"""Texts of sliders: what is typed into one, and what a slider reads."""

from __future__ import annotations

from onscreen.types.errors import ActionHadNoEffect, NotSupported
from onscreen.types.slider_value import SliderValue, format_number, parse_slider_value


def parse_request(text: str, *, name: str) -> SliderValue:
    """Return the number or percentage that is to be set; `name` describes the slider in the message.

    Raises:
        NotSupported: the text is no number.
    """
    wanted = parse_slider_value(text)
    if wanted is None:
        raise NotSupported(f"{name} takes a number; found {text!r}: type a number, or drag it")
    return wanted


def check_range(wanted: float, low: float | None, *, high: float | None, name: str) -> None:
    """Check that a number is in the range of a slider; None is an unknown end.

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
    """Return what a slider reads: "3 (1 to 5)", or "3 (1 to 5), medium" if the page describes the value."""
    return f"{value}, {description}" if description else str(value)
