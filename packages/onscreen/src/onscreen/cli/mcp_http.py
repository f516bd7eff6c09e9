"""Streamable HTTP for the MCP server: this machine only, with a token and a check of the origin."""

from __future__ import annotations

import hmac
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import TypeAlias

import anyio
import uvicorn
from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from onscreen.types.errors import UsageError

HOST, PATH = "127.0.0.1", "/mcp"
_UNAUTHORIZED = 401

Scope: TypeAlias = MutableMapping[str, object]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, object]]]
Send: TypeAlias = Callable[[MutableMapping[str, object]], Awaitable[None]]
Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]


class TokenCheck:
    """ASGI application that refuses HTTP requests without the token, before another application."""

    def __init__(self, application: Application, token: str) -> None:
        """Wrap an application."""
        self._application = application
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer 401 if the header Authorization does not contain the token."""
        if scope["type"] == "http" and not self._is_authorized(scope):
            headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
            await send({"type": "http.response.start", "status": _UNAUTHORIZED, "headers": headers})
            await send(
                {"type": "http.response.body", "body": b"the header Authorization: Bearer TOKEN is missing\n"}
            )
            return
        await self._application(scope, receive, send)

    def _is_authorized(self, scope: Scope) -> bool:
        headers = scope.get("headers")
        found = (
            [value for name, value in headers if name == b"authorization"]
            if isinstance(headers, list)
            else []
        )
        return len(found) == 1 and hmac.compare_digest(found[0], self._expected)


def serve_http(server: MCPServer, *, port: int, token: str, announce: Callable[[str], None]) -> None:
    """Serve clients at a port of this machine until the process is interrupted.

    `announce` is called with the address once clients can connect. Port 0 is a free port.

    Raises:
        UsageError: the port cannot be used.
    """
    try:
        listener = socket.create_server((HOST, port))
    except OSError as error:
        raise UsageError(
            f"the port {port} cannot be used: {error.strerror}; choose another --http"
        ) from error
    port = listener.getsockname()[1]
    hosts = [f"{HOST}:{port}", f"localhost:{port}"]
    security = TransportSecuritySettings(
        allowed_hosts=hosts, allowed_origins=[f"http://{host}" for host in hosts]
    )
    application = server.streamable_http_app(
        streamable_http_path=PATH, transport_security=security, host=HOST
    )
    config = uvicorn.Config(TokenCheck(application, token), log_level="warning")
    announce(f"http://{HOST}:{port}{PATH}")
    anyio.run(lambda: uvicorn.Server(config).serve(sockets=[listener]))
