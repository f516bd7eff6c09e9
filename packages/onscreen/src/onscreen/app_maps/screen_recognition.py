"""Recognition of known screens whose content, lists or titles have changed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from onscreen.app_maps.screen_map import AppMap, MapAction, MapScreen
from onscreen.app_maps.screen_signature import ScreenSignature, frame, similarity

SAME_LABEL = 0.5
"""Lowest similarity of features at which a screen with a known label is recognized."""
OTHER_LABEL = 0.8
"""Lowest similarity of features at which a screen with an unknown label is recognized."""
SIZE_RATIO = 0.5
"""Lowest ratio of the numbers of features at which a screen with an unknown label is recognized."""


class Arrival(msgspec.Struct, frozen=True):
    """How a screen was reached: the previous screen and the group of the activated control.

    `is_still_there` is True if the control is also on the later screen, with the same name.
    """

    screen: str
    group: str = ""
    is_still_there: bool = False


def recognize(app_map: AppMap, signature: ScreenSignature) -> MapScreen | None:
    """Find the screen of a map with a given signature; returns None for an unknown screen.

    A screen whose title is content is recognized by its structure.
    """
    alike = [each for each in app_map.screens if each.varies and _fits(each, signature)]
    return _labeled(app_map, signature) or _most_similar(alike, signature)


def recognize_arrival(app_map: AppMap, signature: ScreenSignature, *, arrival: Arrival) -> MapScreen | None:
    """Find the screen that was reached by an action.

    A screen with another title is recognized if a row of the same list opened it before, or if the control
    remains on the changed screen, as with "Next month".
    """
    known = _labeled(app_map, signature)
    if known is not None:
        return known
    before = app_map.screen(arrival.screen)
    alike = [
        each
        for each in app_map.screens
        if _fits(each, signature)
        and (_opened_by_group(app_map, each, arrival=arrival) or _stays(before, each, arrival=arrival))
    ]
    return _most_similar(alike, signature)


def fits_signature(known: ScreenSignature, signature: ScreenSignature) -> bool:
    """Check whether two signatures belong to the same screen despite changes of content or title.

    The host or the application must be the same.
    """
    if _host(known.label) != _host(signature.label):
        return False
    if known.label == signature.label:
        return similarity(known.features, signature.features) >= SAME_LABEL
    return _is_alike((known.label,), known.features, signature=signature)


def _labeled(app_map: AppMap, signature: ScreenSignature) -> MapScreen | None:
    """Find the most similar screen with the label of a signature."""
    same = (each for each in app_map.screens if signature.label in each.labels)
    best = _most_similar(same, signature)
    return best if best and similarity(best.features, signature.features) >= SAME_LABEL else None


def _most_similar(screens: Iterable[MapScreen], signature: ScreenSignature) -> MapScreen | None:
    return max(screens, key=lambda each: similarity(each.features, signature.features), default=None)


def _fits(screen: MapScreen, signature: ScreenSignature) -> bool:
    """Check whether a screen with another label may have the given signature."""
    return _is_alike(screen.labels, screen.features, signature=signature)


def _is_alike(labels: Sequence[str], features: Sequence[str], *, signature: ScreenSignature) -> bool:
    """Check whether labels and features fit a signature with another label.

    The selected tab and the depth of the address must be the same.
    """
    sizes = sorted((len(features), len(signature.features)))
    if not sizes[1] or sizes[0] < SIZE_RATIO * sizes[1]:
        return False
    alike = any(_shape(label) == _shape(signature.label) for label in labels)
    return alike and similarity(features, signature.features) >= OTHER_LABEL


def _host(label: str) -> str:
    """Return the host or the application in a label."""
    return label.partition("|")[0].partition("/")[0]


def _shape(label: str) -> tuple[int, str]:
    """Return the parts of a label that do not depend on content."""
    place, tab = frame(label)
    return place.count("/"), tab


def _opened_by_group(app_map: AppMap, screen: MapScreen, *, arrival: Arrival) -> bool:
    """Check whether another control of the same group opened the screen before."""
    before = app_map.screen(arrival.screen)
    if before is None or not arrival.group:
        return False
    return any(
        _is_of_group(before, action, group=arrival.group)
        for action in _opening(app_map, screen, before=before)
    )


def _opening(app_map: AppMap, screen: MapScreen, *, before: MapScreen) -> list[MapAction]:
    return [each for each in app_map.actions_on(before.id) if each.to == screen.id]


def _is_of_group(screen: MapScreen, action: MapAction, *, group: str) -> bool:
    control = screen.control(action.control)
    return control is not None and control.group == group


def _stays(before: MapScreen | None, screen: MapScreen, *, arrival: Arrival) -> bool:
    return before is not None and before.id == screen.id and arrival.is_still_there
