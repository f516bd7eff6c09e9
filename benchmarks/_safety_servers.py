"""Servers of the attacks in safety.py: a provider with given responses, and a port that counts arrivals."""

from __future__ import annotations

import select
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


@contextmanager
def serve_bodies(bodies: list[bytes]) -> Iterator[str]:
    """Serve the bodies in turn as responses of a provider; the address is that of the API."""
    remaining = list(reversed(bodies))

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            body = remaining.pop() if len(remaining) > 1 else remaining[0]
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Suppress the log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def listen() -> Iterator[tuple[int, list[str]]]:
    """Listen on one port by TCP and UDP; yield the port and a list of what arrives."""
    received: list[str] = []
    is_done = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as tcp, socket.socket(type=socket.SOCK_DGRAM) as udp:
        port = tcp.getsockname()[1]
        udp.bind(("127.0.0.1", port))

        def receive() -> None:
            while not is_done.is_set():
                for ready in select.select((tcp, udp), (), (), 0.05)[0]:
                    if ready is tcp:
                        tcp.accept()[0].close()
                        received.append("a connection")
                    else:
                        udp.recv(2000)
                        received.append("a packet")

        thread = threading.Thread(target=receive)
        thread.start()
        try:
            yield port, received
        finally:
            is_done.set()
            thread.join()
