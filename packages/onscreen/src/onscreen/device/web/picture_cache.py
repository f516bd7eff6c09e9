"""Cache of a tab's last screenshot, valid until the browser paints the tab again.

Chromium's screencast sends a frame for everything that is painted, whether a script, an animation, a video or
a blinking caret caused it. While the screencast runs (in the smallest size), a tab without a new frame has
not changed. The screencast runs only between observations without an action, because most actions change the
picture anyway, and not in a tab that never stops painting, because each frame costs time.

A frame is reported shortly after it was painted, so a reused picture may lack changes painted within the last
two frames (about 33 ms) that do not affect the page's elements.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.devtools_connection import DevToolsConnection, Message
from onscreen.device.web.frame_merge import FrameReading
from onscreen.types import Picture

_MAX_PAINTED = 10
"""Maximum number of frames between two observations of a tab that may become quiet.

A caret blinks twice per second. A tab that paints more than this counts as never quiet until the next
action.
"""
_SCREENCAST_PARAMS = {"format": "jpeg", "quality": 1, "maxWidth": 16, "maxHeight": 16, "everyNthFrame": 1}


class CachedPicture(msgspec.Struct, frozen=True):
    """A screenshot with the frames' content and the paint count at that time.

    `readings` are the readings of the tab's frames, by frame id.
    """

    picture: Picture
    readings: Mapping[str, FrameReading]
    painted_count: int


class PaintWatch:
    """Detector of repaints of a tab between observations without an action.

    Attributes:
        is_on: Whether the screencast runs.
    """

    def __init__(self, connection: DevToolsConnection, session: str) -> None:
        """Create the detector for the tab of a CDP session, without starting the screencast."""
        self.is_on = False
        self._connection = connection
        self._session = session
        self._was_touched = True
        self._paints_endlessly = False
        self._painted_count = 0
        self._open_acknowledgements: list[int] = []
        self._cached: CachedPicture | None = None
        self._last_picture: Picture | None = None

    def touch(self) -> None:
        """Stop the screencast and clear the cache, because the page is about to change."""
        self._was_touched = True
        self._paints_endlessly = False
        self._stop()

    def begin_look(self) -> None:
        """Start the screencast if there was no action since the last observation.

        The screencast does not start in a tab that never stops painting.
        """
        if self._cached and self._painted_count - self._cached.painted_count > _MAX_PAINTED:
            self._paints_endlessly = True
            self._stop()
        if not self._was_touched and not self.is_on and not self._paints_endlessly:
            self.is_on = True
            self._connection.notify("Page.startScreencast", _SCREENCAST_PARAMS, session=self._session)
        self._was_touched = False

    def note_painted(self, event: Message) -> None:
        """Count and acknowledge a painted frame; Chromium sends at most two unacknowledged frames."""
        self._painted_count += 1
        params = {"sessionId": event.params_as(p.ScreencastFrame).session_id}
        call_id = self._connection.send("Page.screencastFrameAck", params, session=self._session)
        self._open_acknowledgements.append(call_id)

    def store(self, picture: Picture, readings: Mapping[str, FrameReading]) -> None:
        """Cache a screenshot if the screencast will report every later frame."""
        is_reported = self.is_on and self._are_frames_acknowledged()
        self._last_picture = picture
        self._cached = CachedPicture(picture, readings, self._painted_count) if is_reported else None

    def has_picture(self) -> bool:
        """Check whether a screenshot is cached and nothing was painted since."""
        self._connection.handle_pending()
        return self._cached is not None and self._cached.painted_count == self._painted_count

    def unchanged_picture(self, readings: Mapping[str, FrameReading]) -> Picture | None:
        """Return the cached screenshot, or None if the tab was painted or a frame changed."""
        if self._cached is None or not self.has_picture() or readings != self._cached.readings:
            return None
        return self._cached.picture

    @property
    def last_picture(self) -> Picture | None:
        """The last screenshot, or None; the tab may have changed since."""
        return self._last_picture

    def _stop(self) -> None:
        self._cached = None
        if self.is_on:
            self.is_on = False
            self._connection.notify("Page.stopScreencast", session=self._session)

    def _are_frames_acknowledged(self) -> bool:
        """Check whether Chromium has answered all acknowledgements, so that it drops no frame."""
        answered = [
            call_id for call_id in self._open_acknowledgements if self._connection.has_answer(call_id)
        ]
        for call_id in answered:
            self._connection.discard(call_id)
            self._open_acknowledgements.remove(call_id)
        return not self._open_acknowledgements
