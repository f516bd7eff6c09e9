"""Which views are dialogs."""

from __future__ import annotations

from onscreen.device.android.view_properties import Place, Survey, has_area

_IDS = ("/parentPanel", "/grant_dialog", "/design_bottom_sheet")
_TITLES = ("/alertTitle", "/permission_message")
_WINDOW_SHARE = 0.97


def dialogs_of(survey: Survey, screen: Place) -> frozenset[int]:
    """Return the dialogs: what holds a dialog's title and buttons, else a window smaller than the screen."""
    found = {at for at, view in enumerate(survey.views) if view.key.endswith(_IDS)}
    if not found:
        titles = (view.parent for view in survey.views if view.key.endswith(_TITLES))
        found = {holder for title in titles if (holder := _holder(survey, title)) >= 0}
    if survey.views and not found:
        left, top, right, bottom = survey.views[0].place
        narrow = right - left < _WINDOW_SHARE * screen[2] and bottom - top < _WINDOW_SHARE * screen[3]
        found = {0} if narrow and has_area(survey.visible[0]) else set()
    return frozenset(found)


def _holder(survey: Survey, at: int) -> int:
    """Return the nearest view, from this one outwards, that holds what acts; -1 where none does."""
    while at >= 0 and not survey.acting[at]:
        at = survey.views[at].parent
    return at
