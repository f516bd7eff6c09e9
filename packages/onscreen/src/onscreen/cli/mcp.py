"""The `onscreen mcp` command, a Model Context Protocol (MCP) server for other agents."""

from __future__ import annotations

import os
import secrets
import sys
from argparse import ArgumentParser, Namespace

from onscreen.cli.device_options import parse_settings
from onscreen.cli.mcp_http import serve_http
from onscreen.cli.mcp_tools import SessionTools, build_server
from onscreen.cli.number_arguments import non_negative_int
from onscreen.cli.open import add_session_settings
from onscreen.cli.options import add_agent_options, stored_maps
from onscreen.run.device_factory import make_device

HELP = """Serve the tools open, look, do, read, run and close over the Model Context Protocol (MCP).

Without --http, the server communicates with one client over stdin and stdout, and exits when the client
disconnects. With --http, it listens on 127.0.0.1 only and requires a bearer token: the value of the
environment variable ONSCREEN_MCP_TOKEN or, if it is not set, a new token, which is printed."""

TOKEN_VARIABLE = "ONSCREEN_MCP_TOKEN"  # noqa: S105  the name of a variable
_TOKEN_BYTES = 32


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    parser.add_argument(
        "--on",
        default="web",
        metavar="DEVICE",
        help="name of the device to open (default: %(default)s)",
    )
    parser.add_argument(
        "--http",
        type=non_negative_int,
        metavar="PORT",
        help="serve streamable HTTP on this port of 127.0.0.1; 0 chooses a free port",
    )
    add_agent_options(parser, maps=stored_maps())
    add_session_settings(parser)


def run(arguments: Namespace) -> int:
    """Serve clients until the stdio client disconnects or the server is interrupted.

    Raises:
        UsageError: the port cannot be used, or there is no such device or setting.
        MissingExtra: the device needs a package or program that is not installed.
    """
    make_device(arguments.on, parse_settings(arguments.set)).close()
    tools = SessionTools(arguments)
    server = build_server(tools)
    try:
        if arguments.http is None:
            server.run("stdio")
            return 0
        token = os.environ.get(TOKEN_VARIABLE) or secrets.token_urlsafe(_TOKEN_BYTES)
        shown = f"the token in {TOKEN_VARIABLE}" if os.environ.get(TOKEN_VARIABLE) else token
        serve_http(
            server,
            port=arguments.http,
            token=token,
            announce=lambda address: print(f"{address} token: {shown}", file=sys.stderr, flush=True),  # noqa: T201
        )
    finally:
        tools.close_all()
    return 0
