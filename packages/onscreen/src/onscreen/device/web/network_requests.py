"""Network requests of a page that are in progress."""

from __future__ import annotations

import time

from onscreen.device.web import devtools_protocol as p

UNTRACKED_TYPES = frozenset(
    {"EventSource", "WebSocket", "Media", "Ping", "Prefetch", "CSPViolationReport", "Other", "Manifest"}
)
"""Types of requests that may stay open for ever, such as event streams and media."""
STREAM_PAUSE_SEC = 1.0
"""Time without data after which a body that scripts read as a stream is no longer waited for."""
_READ_BY_SCRIPT = "Fetch"
_SOCKET_PREPARATION = ("HandshakeRequest", "HandshakeResponseReceived", "FrameSent")
"""Ends of the names of events that come before a message of the server."""


class OpenRequests:
    """Requests that were sent and have not ended.

    The browser reports the end of a request of a script only once the script has read the body of the
    response. Many scripts never do, so an answered request is waited for only while a script reads its body.
    """

    def __init__(self) -> None:
        """Start without requests."""
        self._sent: dict[str, tuple[str, str]] = {}
        self._received_at: dict[str, float] = {}
        self.silent_sockets: set[str] = set()
        """Ids of the sockets of the page that have not received a message since they were opened."""

    def __len__(self) -> int:
        """Return the number of requests that have not ended."""
        return len(self._sent)

    def add(self, request: p.RequestEvent, session: str) -> None:
        """Add a request that was sent in a CDP session, unless its type is not tracked."""
        if request.type not in UNTRACKED_TYPES:
            self._sent[request.request_id] = (session, request.type)
            self._received_at.pop(request.request_id, None)

    def note_response(self, request_id: str) -> None:
        """Note that the head or a part of the body of a response was received."""
        if self._sent.get(request_id, ("", ""))[1] == _READ_BY_SCRIPT:
            self._received_at[request_id] = time.monotonic()

    def note_socket(self, method: str, request_id: str) -> None:
        """Update the silent sockets from an event of a socket."""
        if method == "Network.webSocketCreated":
            self.silent_sockets.add(request_id)
        elif not method.endswith(_SOCKET_PREPARATION):
            self.silent_sockets.discard(request_id)

    def end(self, request_id: str) -> str | None:
        """Remove a request that ended; return its type, or None if it was not tracked."""
        self._received_at.pop(request_id, None)
        sent = self._sent.pop(request_id, None)
        return sent[1] if sent else None

    def end_session(self, session: str) -> None:
        """Remove the requests of a CDP session that ended."""
        for request_id in [request for request, sent in self._sent.items() if sent[0] == session]:
            self.end(request_id)

    def clear(self) -> None:
        """Remove all requests and sockets."""
        self._sent.clear()
        self.silent_sockets.clear()
        self._received_at.clear()

    def count_awaited(self, *, reads_streams: bool) -> int:
        """Return how many requests to wait for if no script reads the body of a response by a method.

        With `reads_streams`, scripts may be reading bodies as streams.
        """
        if not reads_streams:
            return len(self._sent) - len(self._received_at)
        since = time.monotonic() - STREAM_PAUSE_SEC
        return len(self._sent) - sum(received_at < since for received_at in self._received_at.values())
