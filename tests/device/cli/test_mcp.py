"""The MCP server on real Chromium, used by the client of the official library over both transports."""

from __future__ import annotations

import base64
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import httpx2
import msgspec
import pytest
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp_types import CallToolResult, ElicitRequestParams, ElicitResult, ImageContent, TextContent

from onscreen.app_maps.map_store import FOLDER_VARIABLE, save_map
from onscreen.app_maps.screen_map import AppMap, MapAction, MapControl, MapScreen

pytestmark = pytest.mark.browser
FORM = (
    "data:text/html,<title>Form</title><label>Name <input></label>"
    "<button onclick=\"document.body.append('Hello '+document.querySelector('input').value)\">Greet</button>"
    "<button onclick=\"document.title='Gone'\">Delete account</button><p>Total: 12 euros"
)
MODES = ("auto", "legacy")
WAIT_SEC = 60
REFUSED: tuple[tuple[dict[str, str], int], ...] = (
    ({}, 401),
    ({"Authorization": "Bearer wrong"}, 401),
    ({"Authorization": "the-token"}, 401),
    ({"Authorization": "Bearer the-token", "Origin": "https://evil.example"}, 403),
    ({"Authorization": "Bearer the-token", "Host": "evil.example"}, 421),
)
"""Headers of requests that are refused, with the status of the answer."""


@pytest.fixture
def runtime(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Use folders of its own for the sessions and maps of a test; all sessions must have ended after it."""
    with tempfile.TemporaryDirectory(prefix="onscreen-") as folder:
        monkeypatch.setenv("XDG_RUNTIME_DIR", folder)
        monkeypatch.setenv("ONSCREEN_MAPS", str(Path(folder, "maps")))
        sessions = Path(folder, "onscreen", "sessions")
        yield sessions
        wait_until_empty(sessions)


def wait_until_empty(sessions: Path) -> None:
    """Wait until no session is left, and fail after a minute."""
    deadline = time.monotonic() + WAIT_SEC
    while sessions.exists() and list(sessions.iterdir()):
        assert time.monotonic() < deadline, "a session is still open"
        time.sleep(0.05)


def stdio(cwd: Path, *words: str) -> StdioServerParameters:
    """Return how the client starts the server."""
    arguments = ["-m", "onscreen.cli.start", "mcp", *words]
    return StdioServerParameters(command=sys.executable, args=arguments, env=dict(os.environ), cwd=cwd)


def run(test: Callable[[], Awaitable[None]]) -> None:
    """Run an asynchronous test, and fail if it hangs."""

    async def limited() -> None:
        with anyio.fail_after(2 * WAIT_SEC):
            await test()

    anyio.run(limited)


def text(result: CallToolResult) -> str:
    """Return the text of a result."""
    return "\n".join(part.text for part in result.content if isinstance(part, TextContent))


def answers(action: str, asked: list[str]) -> Callable[..., Awaitable[ElicitResult]]:
    """Return a callback that answers the questions to the user, and keeps them."""

    async def answer(_context: object, params: ElicitRequestParams) -> ElicitResult:
        asked.append(params.message)
        content = {"approve": True} if action == "accept" else None
        return ElicitResult(action=action, content=content)  # type: ignore[arg-type]

    return answer


def test_maps_of_applications_are_resources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known about an application is read as a resource, also of one that is explored later."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))
    control = MapControl("fab", "button", "Add alarm")
    clock = AppMap("Clock", screens=(MapScreen("alarms", "Alarms", controls=(control,)),))
    opens = MapAction("alarms", "opens", "fab", to="alarms")
    save_map(msgspec.structs.replace(clock, actions=(opens,)), tmp_path / "clock")

    async def test() -> None:
        async with Client(stdio(tmp_path)) as client:
            (resource,) = (await client.list_resources()).resources
            assert str(resource.uri) == "onscreen://maps/clock"
            (content,) = (await client.read_resource(resource.uri)).contents
            assert "button 'Add alarm'" in content.text  # type: ignore[union-attr]
            save_map(AppMap("Notes", screens=(MapScreen("all", "All notes"),)), tmp_path / "notes")
            (content,) = (await client.read_resource("onscreen://maps/notes")).contents
            assert content.text.startswith("<screen>\nNotes")  # type: ignore[union-attr]
            with pytest.raises(MCPError):
                await client.read_resource("onscreen://maps/unknown")

    run(test)


@pytest.mark.parametrize("mode", MODES)
def test_device_is_operated_by_tools(runtime: Path, tmp_path: Path, mode: str) -> None:
    """A client of the current and of an earlier protocol opens, looks, acts, reads and closes."""

    async def test() -> None:
        async with Client(stdio(tmp_path), mode=mode) as client:
            names = {tool.name for tool in (await client.list_tools()).tools}
            assert names == {"open", "look", "do", "read", "run", "close"}
            opened = await client.call_tool("open", {"start": FORM})
            assert '[1] textbox "Name" [2] button "Greet"' in text(opened)
            did = await client.call_tool("do", {"actions": ['type "bob" into 1', "click 2"]})
            assert "+ Hello bob" in text(did)
            assert did.structured_content == {"performed": 2}
            looked = await client.call_tool("look", {"picture": True})
            assert looked.structured_content is not None
            assert looked.structured_content["title"] == "Form"
            (picture,) = (part for part in looked.content if isinstance(part, ImageContent))
            assert base64.b64decode(picture.data).startswith(b"\x89PNG")
            read = await client.call_tool("read", {"question": "What is the total?"})
            assert read.structured_content is not None
            assert read.structured_content["values"] == {"answer": "12 euros"}
            session = opened.structured_content["session"]  # type: ignore[index]
            closed = await client.call_tool("close", {"session": session})
            assert not closed.is_error
            (resource,) = (await client.list_resources()).resources
            assert str(resource.uri) == f"onscreen://episodes/{session}"
            (content,) = (await client.read_resource(resource.uri)).contents
            assert "the session was closed" in content.text  # type: ignore[union-attr]

    run(test)
    assert not list(runtime.iterdir())


@pytest.mark.parametrize("mode", MODES)
def test_user_approves_an_irreversible_action(runtime: Path, tmp_path: Path, mode: str) -> None:
    """The user is asked before a click on Delete account; the rest of the series follows the answer."""
    del runtime

    async def test() -> None:
        asked: list[str] = []
        accept = answers("accept", asked)
        async with Client(stdio(tmp_path), mode=mode, elicitation_callback=accept) as client:
            await client.call_tool("open", {"start": FORM})
            did = await client.call_tool("do", {"actions": ['type "bob" into 1', "click 3", "click 2"]})
            assert did.structured_content == {"performed": 3}, text(did)
            assert "+ Hello bob" in text(did)
            assert "not approved" not in text(did)
            assert asked == ["'Delete account' looks irreversible. Perform the action 'click 3'?"]

    run(test)


@pytest.mark.parametrize("mode", MODES)
def test_user_declines_an_irreversible_action(runtime: Path, tmp_path: Path, mode: str) -> None:
    """An action that the user declines is not performed, nor are those after it."""
    del runtime

    async def test() -> None:
        decline = answers("decline", [])
        async with Client(stdio(tmp_path), mode=mode, elicitation_callback=decline) as client:
            await client.call_tool("open", {"start": FORM})
            did = await client.call_tool("do", {"actions": ["click 3", "click 2"]})
            assert did.is_error
            assert "the user did not approve the action" in text(did)
            looked = await client.call_tool("look", {})
            assert looked.structured_content["title"] == "Form"  # type: ignore[index]

    run(test)


def test_client_without_a_user_is_refused(runtime: Path, tmp_path: Path) -> None:
    """If the client cannot ask a user, an irreversible action is refused with the reason."""
    del runtime

    async def test() -> None:
        async with Client(stdio(tmp_path)) as client:
            await client.call_tool("open", {"start": FORM})
            did = await client.call_tool("do", {"actions": ["click 3"]})
            assert did.is_error
            assert "the client cannot ask the user" in text(did)

    run(test)


def test_errors_are_results(runtime: Path, tmp_path: Path) -> None:
    """A wrong action, page, session or schema is a result that says what to do; the server continues."""
    del runtime

    async def test() -> None:
        async with Client(stdio(tmp_path)) as client:
            for tool, arguments, expected in (
                ("look", {}, "no session is open; call open first"),
                ("open", {"start": "http://nowhere.invalid/"}, "ERR_NAME_NOT_RESOLVED"),
                ("open", {"start": FORM}, "<screen>"),
                ("do", {"actions": ["clik 1"]}, "did you mean 'click'"),
                ("do", {"actions": ["click 99"]}, "no element is marked 99"),
                ("do", {"actions": ["--approve"]}, "no action starts with '--approve'"),
                ("look", {"session": "x"}, "no session is named 'x'"),
                ("read", {"schema": "{"}, "the schema is not a JSON object"),
                ("read", {"question": "Who is the captain?"}, "no label on the screen matches"),
            ):
                assert expected in text(await client.call_tool(tool, arguments)), tool

    run(test)


def test_whole_task_is_run_with_progress(runtime: Path, tmp_path: Path) -> None:
    """The tool run lets the agent do a task, reports each step, and returns the result."""
    del runtime

    async def test() -> None:
        steps: list[float] = []

        async def progress(done: float, _total: float | None, _message: str | None) -> None:
            steps.append(done)

        async with Client(stdio(tmp_path, "--model", "lexical")) as client:
            arguments = {"instruction": 'Click "Greet"', "start": FORM, "max_steps": 5}
            ran = await client.call_tool("run", arguments, progress_callback=progress)
            assert ran.structured_content is not None, text(ran)
            assert ran.structured_content["stop"] == "done"
            assert '"Greet"' in text(ran)
            assert steps[0] == 0
            assert max(steps) >= 1

    run(test)


@asynccontextmanager
async def http_server(cwd: Path, token: str = "") -> AsyncIterator[tuple[str, str]]:
    """Start the server with HTTP and yield its address and token."""
    env = {**os.environ, **({"ONSCREEN_MCP_TOKEN": token} if token else {})}
    command = [sys.executable, "-m", "onscreen.cli.start", "mcp", "--http", "0"]
    with subprocess.Popen(  # noqa: ASYNC220  started at once
        command, cwd=cwd, env=env, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stderr is not None
        line = await anyio.to_thread.run_sync(server.stderr.readline)
        found = re.fullmatch(r"(http://127\.0\.0\.1:\d+/mcp) token: (.+)\n", line)
        assert found, line
        try:
            yield found[1], token or found[2]
        finally:
            server.send_signal(signal.SIGINT)
            await anyio.to_thread.run_sync(server.wait)


@asynccontextmanager
async def http_client(address: str, token: str, mode: str = "auto") -> AsyncIterator[Client]:
    """Connect to the server with its token."""
    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=WAIT_SEC) as http,
        Client(streamable_http_client(address, http_client=http), mode=mode) as client,
    ):
        yield client


@pytest.mark.parametrize("mode", MODES)
def test_two_clients_use_the_server_at_once(runtime: Path, tmp_path: Path, mode: str) -> None:
    """Two clients over HTTP operate two sessions at once, without influence on each other."""
    del runtime

    async def use(address: str, token: str, name: str) -> None:
        async with http_client(address, token, mode) as client:
            opened = await client.call_tool("open", {"start": FORM})
            session = opened.structured_content["session"]  # type: ignore[index]
            did = await client.call_tool(
                "do", {"actions": [f'type "{name}" into 1', "click 2"], "session": session}
            )
            assert f"+ Hello {name}" in text(did)

    async def test() -> None:
        async with http_server(tmp_path) as (address, token), anyio.create_task_group() as group:
            group.start_soon(use, address, token, "ada")
            group.start_soon(use, address, token, "bob")

    run(test)


def test_client_that_disappears_leaves_nothing(runtime: Path, tmp_path: Path) -> None:
    """When the client is killed, the server ends and closes its sessions."""
    program = (
        "import anyio, os, signal, sys\n"
        "from mcp import Client, MCPError, StdioServerParameters\n"
        "async def main():\n"
        "    words = ['-m', 'onscreen.cli.start', 'mcp']\n"
        "    server = StdioServerParameters(command=sys.executable, args=words, env=dict(os.environ))\n"
        "    async with Client(server) as client:\n"
        f"        await client.call_tool('open', {{'start': {FORM!r}}})\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "anyio.run(main)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, check=False, timeout=120)
    assert ran.returncode == -signal.SIGKILL
    wait_until_empty(runtime)


def test_request_without_token_or_from_a_page_is_refused(runtime: Path, tmp_path: Path) -> None:
    """A request without the token, of a web page, or for another host is refused."""
    del runtime
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}).encode()
    content = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}

    async def test() -> None:
        async with http_server(tmp_path, "the-token") as (address, _):
            for headers, status in REFUSED:
                sent = {**content, **headers}
                request = urllib.request.Request(address, data=body, headers=sent)  # noqa: S310  http
                with pytest.raises(urllib.error.HTTPError) as error:
                    await anyio.to_thread.run_sync(urllib.request.urlopen, request)
                error.value.close()
                assert error.value.code == status, headers

    run(test)
