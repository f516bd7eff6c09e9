"""Detection of when a page has stopped loading, animating and changing.

A page is stable or quiet once loading, requests, timers, animations and DOM changes have ended. All waits end
by events of the browser or of the page's own script. If a timeout ends a wait, the activity still in progress
is reported.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import msgspec

from onscreen.device.web.browser_tab import Tab
from onscreen.device.web.devtools_connection import CallFailed, CallInterrupted, CallTimeout
from onscreen.device.web.script_client import ScriptClient, call_expression
from onscreen.types.errors import ActionTimeout

_MAX_NAVIGATIONS = 8
_RESPONSE_MS = 40
"""Time for a page to handle a response whose end is not reported, such as a script or a streamed body."""
_WORKER_MS = 150
"""Time for a worker to respond to an action; the browser does not report the response."""
_POLL_SEC = 0.1
_LOADING_SCREENS = 2
"""Factor by which a page that only shows a loading message has more time to become quiet."""
_MISSING_CONTENT = ("", "an application that says so", "a page without content")
"""Descriptions of the values of `Activity.is_loading`."""
_LOADING_KINDS = frozenset({"request", "response", "frame"})


class Activity(msgspec.Struct, frozen=True, array_like=True):
    """Page activity still in progress in one frame, as reported by js/page_activity.js.

    `is_changing` is 2 if the same elements change without end, `is_loading` is 1 if the page shows hardly
    more than that it is loading and 2 if it shows nothing or a spinner, `reads_streams` 1 if scripts
    read responses as streams or it is unknown.
    """

    is_quiet: int = 0
    change_count: int = -1
    requests: int = 0
    timers: int = 0
    is_animating: int = 0
    is_changing: int = 0
    is_loading: int = 0
    reads_streams: int = 0


def settle(client: ScriptClient) -> str:
    """Wait until the page is stable; return a warning on activity still in progress.

    The warning is "" if the page is stable. Returns early if a dialog opens or the tab crashes or closes.
    """
    try:
        for _ in range(_MAX_NAVIGATIONS):
            in_progress = wait_for_load(client)
            if client.tab.has_no_document and not client.is_responsive():
                client.end_delay()
                return ""
            if in_progress:
                break
            quiet_wait = _wait_for_content(client)
            if quiet_wait is not None:
                in_progress = quiet_wait
                break
        else:
            in_progress = ("navigation",)
    except (CallInterrupted, ActionTimeout):
        return ""
    return f"still loading: {', '.join(in_progress)}" if in_progress else ""


def wait_for_load(client: ScriptClient) -> tuple[str, ...]:
    """Wait for the page to load, and list what is still loading after a timeout.

    A document has `load_cap_sec` to load. Its embedded resources have `settle_cap_sec` once the document is
    parsed; a requested navigation or window has the same time to start.

    Raises:
        CallInterrupted: a dialog opened, or the tab crashed or closed.
    """
    tab, settings = client.tab, client.browser.settings
    deadline = time.monotonic() + settings.load_cap_sec

    def is_pending(started_at: float) -> bool:
        return bool(started_at) and time.monotonic() - started_at < settings.settle_cap_sec

    def is_done() -> bool:
        if is_pending(tab.navigation_requested_at) or is_pending(tab.window_requested_at):
            return False
        return not tab.is_loading or (bool(tab.dom_ready_at) and not is_pending(tab.dom_ready_at))

    while not is_done() and time.monotonic() < deadline:
        # The condition also depends on the time, so it is checked regularly even without events.
        client.connection.wait_until(
            is_done, deadline=min(deadline, time.monotonic() + _POLL_SEC), interrupted=lambda: tab.is_blocked
        )
    in_progress = tuple(_describe_loading(tab))
    if tab.server_awaited_since and not is_done():
        client.end_delay()
    tab.navigation_requested_at = tab.window_requested_at = 0.0
    return in_progress


def _wait_for_content(client: ScriptClient) -> tuple[str, ...] | None:
    """Wait until a loaded page is quiet and shows more than a loading message; see `_wait_for_quiet`.

    An application that starts in a worker or over a socket shows "Loading…" or nothing without a request or
    timer in progress, or nothing between its bars until the first message of its socket. Once such a page has
    used up its time, it is not waited for again.
    """
    tab, settings = client.tab, client.browser.settings
    started_at = time.monotonic()
    while True:
        in_progress = _wait_for_quiet(client)
        if in_progress is None or tab.loading_screen == tab.navigations or not _lacks_content(client):
            return in_progress
        cap_sec = settings.settle_cap_sec * (_LOADING_SCREENS if tab.shows_loading == 1 else 1)
        left_ms = int((started_at + cap_sec - time.monotonic()) * 1000)
        if left_ms <= 0:
            tab.loading_screen = tab.navigations
            return (*in_progress, *filter(None, [_MISSING_CONTENT[tab.shows_loading]]))
        try:
            client.call(tab.root, "changed", tab.root.change_count, min(left_ms, 1000), result_type=int)
        except CallFailed:  # the document was replaced meanwhile
            return None


def _lacks_content(client: ScriptClient) -> bool:
    """Check whether a quiet page only shows that it is loading, nothing, or nothing between its bars."""
    if client.tab.shows_loading or not client.tab.requests.silent_sockets:
        return bool(client.tab.shows_loading)
    try:
        return bool(client.call(client.tab.root, "isMiddleEmpty", result_type=int))
    except CallFailed:  # the document was replaced meanwhile
        return False


def _wait_for_quiet(client: ScriptClient) -> tuple[str, ...] | None:
    """Wait until a loaded page is quiet and return what is still in progress.

    Returns None if the page began to navigate.
    """
    tab, settings = client.tab, client.browser.settings
    started_at = time.monotonic()
    deadline = started_at + settings.settle_cap_sec
    busy_deadline = min(deadline, started_at + settings.busy_cap_sec) if tab.endless else deadline
    navigations = tab.navigations
    while True:
        response_ms = max(0, _RESPONSE_MS - int((time.monotonic() - tab.responded_at) * 1000))
        min_ms = max(response_ms if tab.has_unreported_response else 0, _worker_ms(tab))
        stream_ms = response_ms if tab.has_new_response else 0
        tab.has_new_response = tab.has_unreported_response = False
        until = busy_deadline if time.monotonic() < busy_deadline else deadline
        activities = _wait_in_frames(client, deadline=until, min_ms=min_ms, stream_ms=stream_ms)
        tab.shows_loading = activities[0].is_loading
        if tab.navigations != navigations or tab.is_navigating:
            return None
        is_quiet = all(activity.is_quiet for activity in activities) and not _count_requests(tab, activities)
        if is_quiet and not tab.has_new_response:
            tab.endless = frozenset()
            return ()
        kinds = _kinds_in_progress(tab, activities)
        is_endless = time.monotonic() >= busy_deadline and kinds <= tab.endless
        is_endless |= kinds == {"change"} and all(activity.is_changing != 1 for activity in activities)
        if is_endless or time.monotonic() >= deadline:
            tab.endless = kinds - _LOADING_KINDS
            return tuple(_describe_activity(tab, activities))
        _wait_for_requests(client, activities, deadline=deadline)


def _count_requests(tab: Tab, activities: Sequence[Activity]) -> int:
    """Return how many network requests to wait for after the page has reported its activity."""
    return tab.requests.count_awaited(reads_streams=_reads_streams(activities))


def _wait_for_requests(client: ScriptClient, activities: Sequence[Activity], *, deadline: float) -> None:
    """Wait until the network requests have ended, for a moment only if scripts read responses as streams."""
    tab = client.tab
    client.connection.wait_until(
        lambda: not _count_requests(tab, activities) or tab.is_navigating,
        deadline=min(deadline, time.monotonic() + _POLL_SEC) if _reads_streams(activities) else deadline,
        interrupted=lambda: tab.is_blocked,
    )


def _reads_streams(activities: Sequence[Activity]) -> bool:
    return any(activity.reads_streams for activity in activities)


def _worker_ms(tab: Tab) -> int:
    """Return the time to wait for a worker's response to the last action, in milliseconds."""
    return max(0, _WORKER_MS - int((time.monotonic() - tab.acted_at) * 1000)) if tab.has_worker else 0


def _wait_in_frames(
    client: ScriptClient, *, deadline: float, min_ms: int, stream_ms: int
) -> Sequence[Activity]:
    """Wait until every frame is quiet or the deadline has passed, but at least `min_ms`.

    For frames whose scripts read responses as streams, the wait is at least `stream_ms`. For child frames,
    only requests and timers are waited for, because advertisements never stop changing.

    Raises:
        CallInterrupted: a dialog opened, or the tab crashed or closed.
        ActionTimeout: the page did not answer; its scripts were stopped.
    """
    tab, settings = client.tab, client.browser.settings
    root = tab.root
    left_sec = max(0.0, deadline - time.monotonic())
    left_ms = int(left_sec * 1000)
    children = [frame for frame in tab.read_frames if frame is not root and frame.isolated_context_id]
    calls = [
        client.send(frame, call_expression("settle", frame.change_count, 0, left_ms, min_ms, stream_ms))
        for frame in children
    ]
    arguments = (root.change_count, settings.quiet_ms, left_ms, min_ms, stream_ms)
    timeout_sec = left_sec + settings.call_cap_sec
    try:
        activity = client.call(root, "settle", *arguments, result_type=Activity, timeout_sec=timeout_sec)
        root.change_count = activity.change_count
        return (activity, *(_child_activity(client, call_id, deadline=deadline) for call_id in calls))
    except CallFailed:  # the document was replaced meanwhile
        return (Activity(),)
    finally:
        for call_id in calls:
            client.connection.discard(call_id)


def _child_activity(client: ScriptClient, call_id: int, *, deadline: float) -> Activity:
    """Return the activity of a child frame; a removed frame counts as quiet."""
    timeout_sec = max(_POLL_SEC, deadline - time.monotonic())
    try:
        return client.receive(call_id, Activity, timeout_sec=timeout_sec)
    except CallFailed:
        return Activity(is_quiet=1)
    except CallTimeout:
        return Activity()


def _describe_loading(tab: Tab) -> Iterator[str]:
    if tab.is_loading:
        yield "parts of the page" if tab.dom_ready_at else "the page"
    if tab.navigation_requested_at and not tab.is_loading:
        yield "navigation"
    if tab.window_requested_at:
        yield "new window"
    if tab.is_loading and tab.requests:
        yield _counted(len(tab.requests), "request")


def _kinds_in_progress(tab: Tab, activities: Sequence[Activity]) -> frozenset[str]:
    """Return the kinds of activity in progress: request, response, timer, animation, change, frame."""
    kinds = {
        "request": _count_requests(tab, activities) or any(activity.requests for activity in activities),
        "response": tab.has_new_response,
        "timer": any(activity.timers for activity in activities),
        "animation": any(activity.is_animating for activity in activities),
        "change": any(activity.is_changing for activity in activities),
        "frame": any(activity.change_count < 0 for activity in activities),
    }
    return frozenset(kind for kind, is_in_progress in kinds.items() if is_in_progress)


def _describe_activity(tab: Tab, activities: Sequence[Activity]) -> Iterator[str]:
    requests = max(_count_requests(tab, activities), sum(activity.requests for activity in activities))
    if requests:
        yield _counted(requests, "request")
    elif tab.has_new_response:
        yield "response"
    if timers := sum(activity.timers for activity in activities):
        yield _counted(timers, "timer")
    if any(activity.is_animating for activity in activities):
        yield "animation"
    if any(activity.is_changing for activity in activities):
        yield "changes of the page"
    if any(activity.change_count < 0 for activity in activities):
        yield "frame that does not answer"


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
