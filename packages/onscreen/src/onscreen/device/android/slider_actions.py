"""Slider control on Android by tapping positions on the track."""

from __future__ import annotations

from onscreen.device.android.connected_phone import ConnectedPhone
from onscreen.device.android.target_lookup import HitTarget, describe_element, find_node, locate_target
from onscreen.device.android.touch_actions import swipe_command, tap
from onscreen.device.slider_search import Sample, search_track
from onscreen.device.slider_value_text import check_range, parse_request
from onscreen.types import Box, Element, Node, Point
from onscreen.types.errors import ActionHadNoEffect, NotSupported
from onscreen.types.slider_value import SliderValue, format_number

_TRACK_PADDING_DP = 16
"""Padding of Android's SeekBar left and right of the track, in which the thumb moves."""

_MAX_PADDING_SHARE = 0.25
_DRAG_MS = 500
_DEFAULT_HIGH = 100.0
"""Default maximum of Android's SeekBar."""

_PRECISION = 1e-6


def set_slider(phone: ConnectedPhone, target: Element, *, text: str) -> str:
    """Set a slider to the number in `text` and return the value displayed afterwards.

    The first touch assumes the known range (by default 0 to 100); the following ones interpolate between the
    values read back. A percentage such as "40%" is a share of the track if the slider does not read a
    percentage itself.

    Raises:
        NotSupported: the text is not a number, or the slider is vertical or displays no number.
        ActionHadNoEffect: the slider is disabled, or does not reach the value.
        ElementGone: the slider is not on the screen any more.
    """
    wanted = parse_request(text, name=describe_element(target))
    slider = locate_target(phone, target)
    current = slider.node.slider if slider.node else None
    _check_settable(slider, current, wanted=wanted, name=describe_element(target))
    track = _track_of(slider.box, padding_px=phone.display.dp_to_px(_TRACK_PADDING_DP))
    if wanted.is_percentage and (current is None or not current.is_percentage):
        tap(phone, Point(track.left + track.width * wanted.value / _DEFAULT_HIGH, track.center.y))
        return _outcome(_read_node(phone, target))
    if current is None:
        raise NotSupported(f"{describe_element(target)} displays no number, so it cannot be set; drag it")
    return _approach(phone, target, current=current, wanted=wanted.value, track=track)


def _check_settable(
    slider: HitTarget, current: SliderValue | None, *, wanted: SliderValue, name: str
) -> None:
    if slider.node is None:
        raise NotSupported(f"the value of {name} cannot be read without a view hierarchy; drag it")
    if slider.node.has("disabled"):
        raise ActionHadNoEffect(f"{name} is disabled and cannot be set")
    if slider.box.height > slider.box.width:
        raise NotSupported(f"{name} is vertical and cannot be set to a value; drag it")
    low, high = (current.low, current.high) if current else (None, None)
    if wanted.is_percentage and not (current and current.is_percentage):
        low, high = 0.0, _DEFAULT_HIGH
    check_range(wanted.value, low, high=high, name=name)


def _approach(
    phone: ConnectedPhone, target: Element, *, current: SliderValue, wanted: float, track: Box
) -> str:
    """Touch the track until the slider has the requested value, and return its final value."""
    low = current.low if current.low is not None else min(0.0, current.value, wanted)
    high = current.high if current.high is not None else max(_DEFAULT_HIGH, current.value, wanted)
    reached = search_track(
        current.value,
        (Sample(track.left, low), Sample(track.right, high)),
        wanted=wanted,
        touch=lambda x, thumb: _touch(phone, target, x=x, y=track.center.y, thumb=thumb),
    )
    if abs(reached - wanted) > _PRECISION:
        raise ActionHadNoEffect(
            f"{describe_element(target)} now reads {format_number(reached)} "
            f"and does not reach {format_number(wanted)}; drag it"
        )
    return _outcome(_read_node(phone, target))


def _touch(phone: ConnectedPhone, target: Element, *, x: float, y: float, thumb: Sample) -> Sample:
    """Tap the track at `x`, or drag the thumb there if the tap has no effect, and read the value back."""
    tap(phone, Point(x, y))
    value = _require_value(phone, target)
    if value == thumb.value:
        command = swipe_command(phone.display, Point(thumb.place, y), end=Point(x, y), duration_ms=_DRAG_MS)
        phone.run_all(command)
        value = _require_value(phone, target)
    return Sample(x, value)


def _track_of(box: Box, *, padding_px: float) -> Box:
    """Return the part of the slider in which the thumb moves."""
    padding = min(padding_px, _MAX_PADDING_SHARE * box.width)
    return Box(box.left + padding, box.top, box.right - padding, box.bottom)


def _read_node(phone: ConnectedPhone, target: Element) -> Node | None:
    """Return the slider on the current screen, None if the phone provides no view hierarchy."""
    tree = phone.dump_tree()
    return find_node(target, tree.content.nodes) if tree else None


def _require_value(phone: ConnectedPhone, target: Element) -> float:
    node = _read_node(phone, target)
    value = node.slider if node else None
    if value is None:
        raise ActionHadNoEffect(f"{describe_element(target)} displays no number any more; drag it")
    return value.value


def _outcome(node: Node | None) -> str:
    return f"the slider reads {node.value or node.name!r}" if node else ""
