"""Slider control on web pages by key presses, or by mouse where keys fail."""

from __future__ import annotations

import math

import msgspec

from onscreen.device.slider_search import Sample, search_track
from onscreen.device.slider_value_text import check_range, parse_request, slider_text
from onscreen.device.web.action_context import ActionContext, describe_element
from onscreen.device.web.dom_keys import find_key
from onscreen.device.web.key_events import key_down, key_up
from onscreen.device.web.mouse_actions import click, drag
from onscreen.device.web.page_stability import settle
from onscreen.types import Click, Drag, Element, Point
from onscreen.types.errors import ActionHadNoEffect, ElementGone, NotSupported
from onscreen.types.slider_value import SliderValue, format_number

_ARROWS = (("ArrowUp", "ArrowDown"), ("ArrowRight", "ArrowLeft"))
_PAGES = {True: "PageUp", False: "PageDown"}
_MAX_PRESSES = 200
"""Maximum number of presses of one key in a row."""

_MIN_PRESSES_OF_PAGES = 20
"""Number of arrow key presses above which the Page keys are used as well."""

_MAX_ROUNDS = 4
_PRECISION = 1e-6
"""Differences below this share of the range are rounding errors."""

_FULL_PERCENTAGE = 100.0
_NATIVE_THUMB_PX = 16
"""Length of the thumb of Chromium's <input type=range>, in CSS pixels."""


class SliderState(msgspec.Struct, frozen=True):
    """State of a slider, as reported by js/sliders.js.

    Attributes:
        kind: "ok", "gone", "disabled" or "readonly".
        native: Whether it is an <input type=range>.
        value: Its value, None if it reports no number.
        low: The lower end of its range.
        high: The upper end of its range.
        step: The distance between two values, 0 if unknown or arbitrary.
        vertical: Whether its track is vertical.
        reversed: Whether the lower end of the range is at the right or at the bottom.
        thumb: Whether the element is the thumb instead of the whole slider.
        track: Length of the track in CSS pixels.
        focused: Whether it has the focus.
        text: The page's description of the value, "" if it only repeats the number.
    """

    kind: str
    native: bool = False
    value: float | None = None
    low: float = 0.0
    high: float = _FULL_PERCENTAGE
    step: float = 0.0
    vertical: bool = False
    reversed: bool = False
    thumb: bool = False
    track: float = 0.0
    focused: bool = False
    text: str = ""


def set_slider(context: ActionContext, target: Element, *, text: str) -> str:
    """Set a slider to the number in `text` and return its value afterwards.

    A percentage such as "40%" is a share of the range, rounded to the nearest step.

    Raises:
        NotSupported: the text is not a number, or the slider reports no number.
        ActionHadNoEffect: the slider is disabled, or does not accept or reach the value.
        ElementGone: the slider is not on the page any more.
        ElementCovered: other elements cover the slider.
    """
    name = describe_element(target)
    request = parse_request(text, name=name)
    slider = _Slider(context, target)
    _check_settable(slider, name)
    goal = _goal(slider.state, request, name=name)
    context.locate(target)
    if not slider.is_at(goal):
        _approach(slider, goal)
    precision = slider.arrow_step / 2 if request.is_percentage else 0.0
    if abs(slider.value - goal) > max(precision, slider.precision):
        raise ActionHadNoEffect(
            f"{name} now reads {format_number(slider.value)} and does not reach {format_number(goal)}; "
            "type a value that it takes, or drag it"
        )
    return f"the slider reads {slider_text(slider.range, slider.state.text)!r}"


class _Slider:
    """A slider on the page with its last known state."""

    def __init__(self, context: ActionContext, target: Element) -> None:
        self.context = context
        self.target = target
        self.state = self._read(focus=False)
        self.arrow_step = 0.0

    @property
    def value(self) -> float:
        """The last known value; the lower end if the slider stops reporting a number."""
        return self.state.low if self.state.value is None else self.state.value

    @property
    def range(self) -> SliderValue:
        """The last known value with its range."""
        return SliderValue(self.value, self.state.low, self.state.high)

    @property
    def precision(self) -> float:
        """The largest difference at which two values count as equal."""
        return _PRECISION * max(self.state.high - self.state.low, _PRECISION)

    def is_at(self, goal: float) -> bool:
        """Return True if the slider has the given value, up to `precision`."""
        return abs(self.value - goal) <= self.precision

    def focus(self) -> bool:
        """Move the focus to the slider and return True if the slider accepts it."""
        self.state = self._read(focus=True)
        return self.state.focused

    def press(self, key_name: str, times: int = 1) -> float:
        """Press a key `times` times and return the change of the value."""
        key = find_key(key_name)
        self.context.dispatch([call for _ in range(times) for call in (key_down(key), key_up(key))])
        return self.change()

    def change(self) -> float:
        """Read the value again and return its change since the last reading.

        An unchanged value is read once more after the page has settled.
        """
        before = self.value
        self.state = self._read(focus=False)
        if self.value == before:
            settle(self.context.scripts)
            self.state = self._read(focus=False)
        return self.value - before

    def _read(self, *, focus: bool) -> SliderState:
        state = self.context.call_script(self.target, "sliderState", focus, result_type=SliderState)
        if state.kind == "gone":
            described = describe_element(self.target)
            raise ElementGone(f"{described} is not on the page any more; look at the screen again")
        return state


def _check_settable(slider: _Slider, name: str) -> None:
    if slider.state.kind != "ok":
        raise ActionHadNoEffect(f"{name} is {slider.state.kind} and cannot be set")
    if slider.state.value is None:
        raise NotSupported(f"{name} states no number (aria-valuenow), so it cannot be set; drag it")


def _goal(state: SliderState, request: SliderValue, *, name: str) -> float:
    """Return the value to set: the requested number, or the step nearest to a percentage.

    Raises:
        ActionHadNoEffect: the number is outside the range or between two steps.
    """
    if request.is_percentage:
        check_range(request.value, 0.0, high=_FULL_PERCENTAGE, name=name)
        exact = state.low + (state.high - state.low) * request.value / _FULL_PERCENTAGE
        return _steps_around(state, exact)[2]
    check_range(request.value, state.low, high=state.high, name=name)
    below, above, nearest = _steps_around(state, request.value)
    if abs(nearest - request.value) > _PRECISION * (state.high - state.low):
        others = " or ".join(format_number(each) for each in dict.fromkeys((below, above)))
        raise ActionHadNoEffect(
            f"{name} takes {format_number(state.low)} to {format_number(state.high)} in steps of "
            f"{format_number(state.step)}; found {format_number(request.value)}: type {others}"
        )
    return request.value


def _steps_around(state: SliderState, value: float) -> tuple[float, float, float]:
    """Return the step below a value, the step above it, and the nearer one of the two."""
    if not state.step:
        return value, value, value
    last = math.floor((state.high - state.low) / state.step + _PRECISION)
    place = (value - state.low) / state.step
    below, above = (
        state.low + state.step * min(max(whole, 0), last) for whole in (math.floor(place), math.ceil(place))
    )
    return below, above, below if value - below <= abs(above - value) else above


def _approach(slider: _Slider, goal: float) -> None:
    """Move the slider to the goal, or as close as possible.

    Keys are tried first, then the mouse, then keys again, and for a native slider a script.
    """
    if slider.focus():
        _press_keys(slider, goal)
    is_between_steps = 0 < abs(slider.value - goal) < slider.arrow_step - slider.precision
    if not slider.is_at(goal) and not is_between_steps:
        _move_thumb(slider, goal)
        if not slider.is_at(goal) and slider.focus():
            _press_keys(slider, goal)
    if slider.state.native and not slider.is_at(goal):
        slider.context.call_script(slider.target, "setField", repr(goal), result_type=object)
        slider.change()


def _press_keys(slider: _Slider, goal: float) -> None:
    """Move the slider towards the goal with Home or End, Page keys and arrow keys."""
    for end, key in ((slider.state.low, "Home"), (slider.state.high, "End")):
        if goal == end and slider.press(key) and slider.is_at(goal):
            return
    keys = _find_arrows(slider, goal)
    if keys is None:
        return
    if abs(goal - slider.value) > _MIN_PRESSES_OF_PAGES * slider.arrow_step:
        _press_page_keys(slider, goal)
    for _ in range(_MAX_ROUNDS):
        presses = round(abs(goal - slider.value) / slider.arrow_step)
        if slider.is_at(goal) or not 0 < presses <= _MAX_PRESSES:
            return
        if not slider.press(keys[goal > slider.value], presses):
            return


def _find_arrows(slider: _Slider, goal: float) -> dict[bool, str] | None:
    """Press an arrow key towards the goal and set `arrow_step` to the resulting change.

    Returns the keys that increase (True) and decrease (False) the value, None if no arrow key changes it.
    """
    for more, less in _ARROWS:
        is_up = goal > slider.value
        change = slider.press(more if is_up else less)
        if change:
            slider.arrow_step = abs(change)
            is_inverted = is_up != (change > 0)
            return {True: less, False: more} if is_inverted else {True: more, False: less}
    return None


def _press_page_keys(slider: _Slider, goal: float) -> None:
    """Press a Page key as often as possible without passing the goal."""
    is_up = goal > slider.value
    key = _PAGES[is_up]
    change = slider.press(key)
    if change and (change > 0) == is_up:
        presses = math.floor((goal - slider.value) / change)
        if 0 < presses <= _MAX_PRESSES:
            slider.press(key, presses)


def _move_thumb(slider: _Slider, goal: float) -> None:
    """Click on the track, or drag the thumb, at the estimated position of the goal."""
    state, current = slider.state, slider.value
    share = (current - state.low) / (state.high - state.low) if state.high > state.low else 0.0
    left, top, right, bottom = slider.context.locate(slider.target).box
    if state.thumb:
        thumb, length = ((top + bottom) if state.vertical else (left + right)) / 2, state.track
        share = 1 - share if state.reversed else share
        first, last = thumb - share * length, thumb + (1 - share) * length
    else:
        margin = _NATIVE_THUMB_PX / 2 if state.native else 0.0
        first, last = (top + margin, bottom - margin) if state.vertical else (left + margin, right - margin)
    low, high = (last, first) if state.reversed else (first, last)
    search_track(
        current,
        (Sample(low, state.low), Sample(high, state.high)),
        wanted=goal,
        touch=lambda place, _thumb: _touch(slider, place),
        precision=slider.precision,
    )


def _touch(slider: _Slider, place: float) -> Sample:
    """Drag the thumb to a position, or click there, and read the value back."""
    context, is_vertical = slider.context, slider.state.vertical
    ratio = context.settings.pixel_ratio
    hit = context.locate(slider.target)
    if slider.state.thumb:
        shift = (place - (hit.y if is_vertical else hit.x)) * ratio
        drag(context, Drag(slider.target, offset=Point(0, shift) if is_vertical else Point(shift, 0)))
    else:
        x, y = (hit.x, place) if is_vertical else (place, hit.y)
        click(context, Click(Point(x * ratio, y * ratio)))
    slider.change()
    return Sample(place, slider.value)
