"""Reverse port forwards: ports of the phone that clients forward to their own machine.

No program on the phone connects to a port, so forwards are only stored and listed.
"""

from __future__ import annotations

from threading import Lock

_FIRST_FREE_PORT = 40000
_ANY_PORT = "tcp:0"


class ReverseForwards:
    """Thread-safe table of the phone's reverse port forwards."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._targets: dict[str, str] = {}

    def clear(self) -> None:
        """Remove all forwards, as a reboot does."""
        with self._lock:
            self._targets.clear()

    def answer(self, request: str) -> bytes:
        """Answer a request to adb's `reverse:` service with OKAY, FAIL or the list of forwards."""
        verb, _, argument = request.partition(":")
        with self._lock:
            if verb == "list-forward":
                rows = [f"host-1 {local} {remote}\n" for local, remote in self._targets.items()]
                return _encode_text("".join(rows))
            if verb == "killforward-all":
                self._targets.clear()
                return b"OKAY"
            if verb == "killforward":
                removed = self._targets.pop(argument, None)
                return b"OKAY" if removed else _encode_failure(f"listener '{argument}' not found")
            if verb == "forward":
                return self._add(argument)
        return _encode_failure(f"unknown request: {request}")

    def _add(self, argument: str) -> bytes:
        pair = argument.removeprefix("norebind:")
        local, separator, remote = pair.partition(";")
        if not (separator and local and remote):
            return _encode_failure(f"bad forward: {pair}")
        if argument != pair and local in self._targets:
            return _encode_failure("cannot rebind existing socket")
        if local != _ANY_PORT:
            self._targets[local] = remote
            return b"OKAY"
        port = next(
            number
            for number in range(_FIRST_FREE_PORT, _FIRST_FREE_PORT + len(self._targets) + 1)
            if f"tcp:{number}" not in self._targets
        )
        self._targets[f"tcp:{port}"] = remote
        return b"OKAY" + _encode_text(str(port))


def _encode_text(text: str) -> bytes:
    data = text.encode("utf-8", "surrogateescape")
    return b"%04x" % len(data) + data


def _encode_failure(text: str) -> bytes:
    return b"FAIL" + _encode_text(text)
