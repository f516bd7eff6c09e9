"""Search for the position on a slider's track that corresponds to a given value."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

MAX_TOUCHES = 8
_PRECISION = 1e-6
_MIN_STEP_PX = 0.5


class Sample(msgspec.Struct, frozen=True):
    """A position on a slider's track and the value of the slider there.

    `place` is the coordinate along the track in pixels.
    """

    place: float
    value: float


Touch: TypeAlias = Callable[[float, Sample], Sample]


def search_track(
    current: float, ends: tuple[Sample, Sample], *, wanted: float, touch: Touch, precision: float = _PRECISION
) -> float:
    """Touch a slider's track until the slider has the requested value, and return the final value.

    The returned value differs from the requested one if no position on the track yields it. `ends` are the
    assumed ends of the track; later touches interpolate between the values read back. `touch` is called with
    the next position and the sample at which the thumb is, and returns the new sample.
    """
    thumb = Sample(interpolate([], ends, wanted=current), current)
    first, last = sorted(end.place for end in ends)
    samples: list[Sample] = []
    while abs(thumb.value - wanted) > precision and len(samples) < MAX_TOUCHES:
        place = min(max(interpolate(samples, ends, wanted=wanted), first), last)
        if any(abs(each.place - place) < _MIN_STEP_PX for each in samples):
            break
        thumb = touch(place, thumb)
        samples.append(thumb)
    return thumb.value


def interpolate(samples: list[Sample], ends: tuple[Sample, Sample], *, wanted: float) -> float:
    """Estimate the position on the track for a value from the two nearest samples.

    The assumed ends of the track replace missing samples.
    """
    nearest = sorted(samples, key=lambda sample: abs(sample.value - wanted))
    if not nearest:
        first, others = ends[0], [ends[1]]
    else:
        first = nearest[0]
        is_across = [(other.value > wanted) != (first.value > wanted) for other in nearest]
        across = [other for other, is_other_side in zip(nearest, is_across, strict=True) if is_other_side]
        toward = ends if wanted < first.value else ends[::-1]
        others = [*across, *nearest, *toward]
    second = next((other for other in others if other.value != first.value), first)
    if second.value == first.value:
        return first.place
    return first.place + (wanted - first.value) * (second.place - first.place) / (second.value - first.value)
