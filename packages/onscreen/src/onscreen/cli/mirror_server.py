"""Local HTTP server of the page for operating the mirrored screen."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from urllib.parse import parse_qs

import msgspec

from onscreen.cli.local_server import LocalHandler, LocalServer, serve
from onscreen.explore.screen_mirror import MAX_TEXT_CHARS, MirrorState, PersonInput, ScreenMirror

POLL_SEC = 20.0
"""Longest time that a request waits for a new state, in seconds."""


class WatchServer(LocalServer):
    """Server that provides the page and screen states, and receives inputs."""

    def __init__(self, mirror: ScreenMirror, page: str, *, port: int) -> None:
        """Listen on a port of localhost; port 0 selects a free one."""
        super().__init__(_Handler, page, port=port)
        self.mirror = mirror


@contextmanager
def serve_mirror(mirror: ScreenMirror, page: str, *, port: int = 0) -> Iterator[WatchServer]:
    """Serve the page in a background thread.

    Raises:
        UsageError: the port cannot be used.
    """
    with serve(lambda chosen: WatchServer(mirror, page, port=chosen), port) as server:
        yield server


class _Handler(LocalHandler):
    server: WatchServer

    def answer_get(self, path: str, query: str) -> None:
        """Answer with the next screen state."""
        if path != "/state":
            self.answer_not_found()
            return
        after = parse_qs(query).get("after", ["0"])[0]
        state = self.server.mirror.read(int(after) if after.isdecimal() else 0, timeout_sec=POLL_SEC)
        self.answer(HTTPStatus.OK, encode_state(state), kind="application/json")

    def answer_post(self, path: str, body: bytes) -> None:
        """Pass an input from the page to the run."""
        if path != "/input":
            self.answer_not_found()
            return
        try:
            found = msgspec.json.decode(body, type=PersonInput)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            self.answer(HTTPStatus.BAD_REQUEST, f"the input cannot be read: {error}\n".encode())
            return
        if len(found.text) > MAX_TEXT_CHARS:
            self.answer(
                HTTPStatus.BAD_REQUEST, f"the text has more than {MAX_TEXT_CHARS} characters\n".encode()
            )
        elif self.server.mirror.submit(found):
            self.answer(HTTPStatus.NO_CONTENT, b"")
        else:
            self.answer(HTTPStatus.CONFLICT, b"the last action is still being performed\n")


def encode_state(state: MirrorState) -> bytes:
    """Encode a state as JSON for the page, with the picture as Base64."""
    picture = state.picture.png if state.picture else None
    return msgspec.json.encode({**msgspec.structs.asdict(state), "picture": picture})
