"""A local server with OpenAI's chat completions API that can be told to misbehave."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec
from keyring.backend import KeyringBackend

from onscreen.model.provider_model import ProviderModel
from onscreen.model.retry_policy import RetryPolicy

Request = dict[str, object]
KEY = "sk-very-secret-0123456789"
QUICK = RetryPolicy(max_attempts=3, initial_wait_sec=0.02, max_wait_sec=1.5, timeout_sec=20.0)


class ServerResponse(msgspec.Struct, frozen=True):
    """A response: status, body, headers, and the delay in seconds before it is sent."""

    body: bytes
    status: int = 200
    headers: dict[str, str] = {}
    wait_sec: float = 0.0


def message(text: str | None = None, *, call: object = None, finish: str = "stop") -> ServerResponse:
    """Return a completion with a text, or with a call of the requested tool."""
    said: Request = {"role": "assistant", "content": text}
    if call is not None:
        arguments = call if isinstance(call, str) else json.dumps(call)
        function = {"name": "choose", "arguments": arguments}
        said["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
    return ServerResponse(
        json.dumps(
            {
                "id": "1",
                "object": "chat.completion",
                "created": 1,
                "model": "tiny",
                "choices": [{"index": 0, "message": said, "finish_reason": finish}],
                "usage": {"prompt_tokens": 120, "completion_tokens": 7, "total_tokens": 127},
            }
        ).encode()
    )


def openai_choice(label: str) -> ServerResponse:
    """Return a choice in the format of OpenAI's Responses API."""
    call = {
        "type": "function_call",
        "id": "f",
        "call_id": "c",
        "name": "choose",
        "arguments": json.dumps({"option": label}),
    }
    body = {
        "id": "r",
        "object": "response",
        "created_at": 1,
        "model": "gpt-5-mini",
        "status": "completed",
        "output": [call],
        "parallel_tool_calls": True,
        "tool_choice": "required",
        "tools": [],
        "usage": {
            "input_tokens": 1000,
            "output_tokens": 10,
            "total_tokens": 1010,
            "input_tokens_details": {"cached_tokens": 0},
            "output_tokens_details": {"reasoning_tokens": 0},
        },
    }
    return ServerResponse(json.dumps(body).encode())


def anthropic_choice(label: str) -> ServerResponse:
    """Return a choice in Anthropic's format."""
    body = {
        "id": "m",
        "type": "message",
        "role": "assistant",
        "model": "claude-haiku-4-5",
        "content": [{"type": "tool_use", "id": "t", "name": "choose", "input": {"option": label}}],
        "stop_reason": "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 1000, "output_tokens": 10},
    }
    return ServerResponse(json.dumps(body).encode())


def failure(
    status: int, text: str, *, headers: dict[str, str] | None = None, code: str = ""
) -> ServerResponse:
    """Return an error in OpenAI's format."""
    body = {"error": {"message": text, "type": "error", "code": code or None}}
    return ServerResponse(json.dumps(body).encode(), status, headers or {})


class Server:
    """Sends the given responses in turn, repeats the last one, and records the requests."""

    def __init__(self, answers: tuple[ServerResponse, ...]) -> None:
        """Store the responses."""
        self.answers = answers
        self.asked: list[Request] = []
        self.keys: list[str] = []
        self.times: list[float] = []
        self.address = ""

    def next(self, request: Request, key: str) -> ServerResponse:
        """Return the next response."""
        self.asked.append(request)
        self.keys.append(key)
        self.times.append(time.monotonic())
        return self.answers[min(len(self.asked), len(self.answers)) - 1]


@contextmanager
def run_server(*answers: ServerResponse) -> Iterator[Server]:
    """Run a server on a free port of 127.0.0.1."""
    server = Server(answers)
    http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(server.next))
    http.daemon_threads = True
    server.address = f"http://127.0.0.1:{http.server_port}/v1"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        http.server_close()
        thread.join()


def _handler(answer: Callable[[Request, str], ServerResponse]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            sent = answer(json.loads(body), self.headers.get("Authorization", ""))
            time.sleep(sent.wait_sec)
            self.send_response(sent.status)
            for name, value in {"Content-Type": "application/json", **sent.headers}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(sent.body)))
            self.end_headers()
            self.wfile.write(sent.body)

        def handle(self) -> None:
            try:
                super().handle()
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    return Handler


Provider = Callable[..., tuple[ProviderModel, Server]]


class MemoryKeyring(KeyringBackend):
    """A keyring in memory."""

    priority = 1.0

    def __init__(self) -> None:
        """Start empty."""
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        """Return the stored password."""
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        """Store the password."""
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        """Delete the password."""
        del self.kept[service, username]
