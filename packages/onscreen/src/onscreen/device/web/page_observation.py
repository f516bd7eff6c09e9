"""Picture and nodes of one moment of a tab."""

from __future__ import annotations

import base64

import msgspec

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.devtools_connection import CallBroken, CallCapped, CallRefused
from onscreen.device.web.frame_merge import Reading, joined
from onscreen.device.web.script_client import ScriptClient
from onscreen.device.web.tab import Frame
from onscreen.types import Node, OffscreenCounts, Picture

_TRIES = 3
_READ_SHARE = 0.5
_CAPTURE = {"format": "png", "optimizeForSpeed": True}
_NO_READING = Reading()


class Moment(msgspec.Struct, frozen=True):
    """What was seen of a tab at one time."""

    picture: Picture
    nodes: tuple[Node, ...]
    beyond: OffscreenCounts
    title: str
    address: str
    note: str


def moment(asker: ScriptClient) -> Moment:
    """Return picture and nodes of one moment: again when the page changed between the two.

    Raises:
        CallBroken: a dialog opened, or the tab crashed or closed.
        CallCapped: the page gave no picture or no tree in time.
    """
    found = _once(asker)
    for _ in range(_TRIES - 1):
        if found[1]:
            break
        found = _once(asker)
    return found[0]


def _once(asker: ScriptClient) -> tuple[Moment, bool]:
    """One attempt, and whether the page stood still meanwhile; all calls are under way at once."""
    asker.own_frames()
    settings = asker.browser.settings
    budget_ms = int(settings.call_cap_sec * _READ_SHARE * 1000)
    call = f"onscreen.snapshot({settings.max_nodes}, {settings.max_text}, {budget_ms})"
    root = asker.tab.root
    frames = [root, *(f for f in asker.tab.frames.values() if f is not root and f.owner_world)]
    calls = [(frame, number) for frame in frames if (number := _asked(asker, frame, call=call))]
    capture = asker.wire.send("Page.captureScreenshot", _CAPTURE, session=asker.tab.session)
    after = asker.send(root, "onscreen.changesNow()")
    readings = {frame.frame_id: _reading(asker, frame, number=number) for frame, number in calls}
    picture = _picture(asker, capture)
    changes = asker.take(after, int)
    top = readings[root.frame_id]
    root.changes = changes
    read = joined(readings, root.frame_id, scale=settings.pixel_ratio, size=picture.size)
    for frame in frames:
        frame.key = read.keys.get(frame.frame_id, "")
    seen = Moment(picture, read.nodes, read.beyond, top.title, top.address, read.note)
    return seen, changes == top.changes


def _asked(asker: ScriptClient, frame: Frame, *, call: str) -> int:
    """Send the call to a frame; 0 when a frame in the page went away meanwhile."""
    try:
        return asker.send(frame, call)
    except CallRefused:
        if frame is asker.tab.root:
            raise
        return 0


def _reading(asker: ScriptClient, frame: Frame, *, number: int) -> Reading:
    try:
        text = asker.take(number, str)
    except CallRefused:
        frame.reader = 0
        if frame is asker.tab.root:
            raise
        return _NO_READING
    except CallCapped:
        if frame is asker.tab.root:
            raise
        return _NO_READING
    return msgspec.json.decode(text, type=Reading)


def _picture(asker: ScriptClient, number: int) -> Picture:
    try:
        data = asker.wire.answer(number, p.Captured, broken=lambda: asker.tab.is_blocked).data
    except CallRefused as error:
        raise CallBroken from error
    return Picture(base64.b64decode(data))
