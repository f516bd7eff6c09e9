"""Streamable HTTP transport of the MCP server, on localhost, with token and origin checks."""

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
    """ASGI middleware that rejects HTTP requests without the bearer token."""

    def __init__(self, application: Application, token: str) -> None:
        """Wrap an ASGI application."""
        self._application = application
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Respond with status 401 if the Authorization header does not contain the token."""
        if scope["type"] == "http" and not self._is_authorized(scope):
            headers = [(b"content-type", b"text/plain"), (b"www-authenticate", b"Bearer")]
            await send({"type": "http.response.start", "status": _UNAUTHORIZED, "headers": headers})
            await send(
                {
                    "type": "http.response.body",
                    "body": b"the header Authorization: Bearer TOKEN is missing or wrong\n",
                }
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
    """Serve clients on a port of 127.0.0.1 until the process is interrupted.

    Port 0 selects a free port. `announce` is called with the URL once clients can connect.

    Raises:
        UsageError: the port cannot be used.
    """
    try:
        listener = socket.create_server((HOST, port))
    except OSError as error:
        raise UsageError(
            f"the port {port} cannot be used: {error.strerror}; choose another port with --http"
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
