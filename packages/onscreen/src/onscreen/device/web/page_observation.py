"""Capture of matching screenshots and UI nodes from a browser tab."""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping, Sequence

import msgspec

from onscreen.device.web import devtools_protocol as p
from onscreen.device.web.browser_tab import Frame
from onscreen.device.web.devtools_connection import CallFailed, CallInterrupted, CallTimeout
from onscreen.device.web.frame_merge import FrameReading, FrameSnapshot, LastMerge, MergedFrames, merge_frames
from onscreen.device.web.http_login import describe_challenge
from onscreen.device.web.script_client import ScriptClient, ScriptThrew, call_expression
from onscreen.types import Node, OffscreenCounts, Picture

_TRIES = 3
_SNAPSHOT_SHARE = 0.5
"""Share of the script timeout that a frame's script may use for a snapshot."""
_FRAME_BATCH = 10
"""Number of frames read at once; further frames are read until the time for snapshots is used up."""
_SCREENSHOT_PARAMS = {"format": "png", "optimizeForSpeed": True}

_ERROR_PAGE = "chrome-error://"
"""Prefix of the address of Chromium's error page for a page that cannot be loaded."""


class Observation(msgspec.Struct, frozen=True):
    """Screenshot, UI nodes, title and address of a tab.

    `warning` describes what could not be read.
    """

    picture: Picture
    nodes: tuple[Node, ...]
    beyond: OffscreenCounts
    title: str
    address: str
    warning: str


def observe_page(client: ScriptClient, *, reuses_picture: bool = False) -> Observation:
    """Capture a tab's screenshot and UI nodes, retrying if the page changes in between.

    With `reuses_picture`, the tab's last picture is reused, if there is one. Makes at most three attempts,
    and only one if the page never stops changing.

    Raises:
        CallInterrupted: a dialog opened, or the tab crashed or closed.
        ScriptThrew: the script that reads the page threw an exception.
        CallFailed: the document was replaced.
        CallTimeout: the page provided no picture or no nodes in time.
    """
    observation, is_consistent = _observe_once(client, reuses_picture=reuses_picture)
    for _ in range(0 if client.tab.endless else _TRIES - 1):
        if is_consistent:
            break
        observation, is_consistent = _observe_once(client, reuses_picture=reuses_picture)
    return observation


def _observe_once(client: ScriptClient, *, reuses_picture: bool) -> tuple[Observation, bool]:
    """Return an observation and whether the page stayed unchanged meanwhile.

    All calls are sent before the first answer is awaited, so that they run close together.
    """
    client.link_frames()
    settings = client.browser.settings
    budget_ms = int(settings.call_cap_sec * _SNAPSHOT_SHARE * 1000)
    limits = settings.max_nodes, settings.max_text, budget_ms, settings.describe_figures
    root = client.tab.root
    children = [f for f in client.tab.read_frames if f is not root and f.linked_context_id]
    frames = [root, *children]
    deadline = time.monotonic() + settings.call_cap_sec * _SNAPSHOT_SHARE
    calls = _send_to_frames(client, frames[: 1 + _FRAME_BATCH], limits=limits)
    watch = client.tab.paint_watch
    picture = watch.last_picture if reuses_picture else None
    screenshot_call = None if picture or watch.has_picture() else _request_picture(client)
    count_call = client.send(root, call_expression("changeCount"))
    readings = _receive_readings(client, calls)
    for start in range(1 + _FRAME_BATCH, len(frames), _FRAME_BATCH):
        if time.monotonic() < deadline:
            batch = frames[start : start + _FRAME_BATCH]
            readings |= _receive_readings(client, _send_to_frames(client, batch, limits=limits))
    if picture is None and screenshot_call is None:
        picture = watch.unchanged_picture(readings)
    if picture is None:
        picture = _receive_picture(client, screenshot_call or _request_picture(client))
        watch.store(picture, readings)
    root.change_count = client.receive(count_call, int)
    snapshots = {frame_id: reading.snapshot for frame_id, reading in readings.items()}
    top = snapshots[root.frame_id]
    merged = _merge(client, snapshots, size=picture.size)
    for frame in frames:
        frame.locator_prefix = merged.prefixes.get(frame.frame_id, "")
    warning = "; ".join(
        filter(
            None,
            (
                _describe_failed_page(client.tab.challenge, top.address),
                merged.warning,
                _describe_unread(len(client.tab.frames), len(readings)),
            ),
        )
    )
    observation = Observation(picture, merged.nodes, merged.beyond, top.title, top.address, warning)
    return observation, root.change_count == top.change_count


def _describe_failed_page(challenge: str | None, address: str) -> str:
    """Return a warning if the server requires a login or the browser shows its error page, or ""."""
    if challenge is not None:
        return describe_challenge(challenge)
    if address.startswith(_ERROR_PAGE):
        return "the page could not be loaded: its server did not answer, or the address does not exist"
    return ""


def _describe_unread(frame_count: int, read_count: int) -> str:
    """Return a warning if some frames were not read because there are too many, or ""."""
    if frame_count <= 1 + _FRAME_BATCH or read_count >= frame_count:
        return ""
    return f"the page has {frame_count} frames, of which {frame_count - read_count} were not read"


def _request_picture(client: ScriptClient) -> int:
    return client.connection.send("Page.captureScreenshot", _SCREENSHOT_PARAMS, session=client.tab.session)


def _send_to_frames(
    client: ScriptClient, frames: Sequence[Frame], *, limits: tuple[int, int, int, bool]
) -> list[tuple[Frame, int]]:
    """Request the readings of frames, and return each frame that still exists with the id of its call."""
    calls = [
        (frame, _send_to_frame(client, frame, expression=_snapshot_expression(frame, limits)))
        for frame in frames
    ]
    return [(frame, call_id) for frame, call_id in calls if call_id is not None]


def _receive_readings(client: ScriptClient, calls: Sequence[tuple[Frame, int]]) -> dict[str, FrameReading]:
    """Return the readings of frames by frame id."""
    return {frame.frame_id: _receive_reading(client, frame, call_id=call_id) for frame, call_id in calls}


def _send_to_frame(client: ScriptClient, frame: Frame, *, expression: str) -> int | None:
    """Send the expression to a frame; returns None for a child frame that was removed."""
    try:
        return client.send(frame, expression)
    except CallFailed:
        if frame is client.tab.root:
            raise
        return None


def _snapshot_expression(frame: Frame, limits: tuple[int, int, int, bool]) -> str:
    """Build an expression that reads a frame, or returns "" if the frame's last reading is still valid."""
    return call_expression("snapshot", *limits, False, frame.reading.snapshot.id if frame.reading else "")


def _merge(
    client: ScriptClient, snapshots: Mapping[str, FrameSnapshot], *, size: tuple[int, int]
) -> MergedFrames:
    """Merge the frames of a tab, or return the last result if no frame was read again."""
    last = client.tab.last_merge
    if last and last.size == size and _are_identical(last.snapshots, snapshots):
        return last.merged
    scale = client.browser.settings.pixel_ratio
    merged = merge_frames(snapshots, client.tab.root.frame_id, scale=scale, size=size)
    client.tab.last_merge = LastMerge(snapshots, size, merged)
    return merged


def _are_identical(one: Mapping[str, FrameSnapshot], other: Mapping[str, FrameSnapshot]) -> bool:
    """Check whether two mappings contain identical snapshot objects, not only equal ones."""
    return one.keys() == other.keys() and all(one[frame_id] is other[frame_id] for frame_id in one)


def _receive_reading(client: ScriptClient, frame: Frame, *, call_id: int) -> FrameReading:
    """Return a frame's reading, an empty one for an unreadable child frame.

    The warning of an empty snapshot states why the frame cannot be read.
    """
    warning = ""
    try:
        text = client.receive(call_id, str)
    except CallFailed as error:
        frame.isolated_context_id = 0
        if frame is client.tab.root:
            raise
        if isinstance(error, ScriptThrew):
            warning = describe_exception("a frame of the page", error)
    except CallTimeout:
        if frame is client.tab.root:
            raise
        warning = "a frame of the page cannot be read: it did not answer in time"
    else:
        if text or frame.reading is None:
            frame.reading = FrameReading(text, msgspec.json.decode(text, type=FrameSnapshot))
        return frame.reading
    return FrameReading(warning, FrameSnapshot(warning=warning))


def describe_exception(subject: str, error: ScriptThrew) -> str:
    """Explain in one line why the page or a frame cannot be read.

    `subject` names the page or the frame. The explanation contains the first line of the exception.
    """
    return f"{subject} cannot be read: {str(error).splitlines()[0]}"


def _receive_picture(client: ScriptClient, call_id: int) -> Picture:
    try:
        data = client.connection.answer(call_id, p.Screenshot, interrupted=lambda: client.tab.is_blocked).data
    except CallFailed as error:
        raise CallInterrupted from error
    return Picture(base64.b64decode(data))
