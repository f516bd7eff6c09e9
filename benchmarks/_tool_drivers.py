"""Drivers that play a list of actions through a tool for agents, each in the tool's own usage.

Every driver sees only what the tool prints: it finds the reference of a target in the last snapshot.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, NamedTuple, cast

from _tool_snapshots import Entry, find_entry, parse_marked, parse_tree, uncovered_marks

import onscreen
from onscreen_practice.task_recipe import Move

COMMAND_TIMEOUT_SEC = 60.0
THINK_SEC = 0.5
"""Pause before each command, in seconds; an agent needs at least as long for its decision."""

CHROMIUM = "/usr/bin/chromium-headless-shell"
FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync")
WIDTH, HEIGHT = 1280, 720
CONSOLE_SCRIPT = "import sys; from onscreen.cli.start import main; sys.exit(main())"
"""What the installed command `onscreen` runs."""


class Call(NamedTuple):
    """One command: what the agent wrote, what it got to read, how long it took, and whether it failed."""

    written: str
    read: str
    seconds: float
    failed: bool
    kind: str


class Driver:
    """Player of actions through one tool; a subclass says how the tool is called and read."""

    name = ""
    shows_changes = False
    """Whether the answer to an action says what changed on the page."""

    def __init__(self, folder: Path, *, hosts: Mapping[str, int], tools: Path) -> None:
        """Prepare a session in `folder`; `hosts` maps host names to ports, `tools` has the npm packages."""
        self.folder, self.hosts, self.tools = folder, hosts, tools
        self.calls: list[Call] = []
        self.entries: list[Entry] = []

    @property
    def flags(self) -> tuple[str, ...]:
        """Flags of the browser that all tools get."""
        rules = ", ".join(f"MAP {host}:80 127.0.0.1:{port}" for host, port in self.hosts.items())
        return (*FLAGS, f"--host-resolver-rules={rules}")

    def open(self, address: str) -> None:
        """Open the first page and read it."""
        raise NotImplementedError

    def look(self) -> None:
        """Read the page."""
        raise NotImplementedError

    def act(self, move: Move, ref: str, onto: str) -> bool:
        """Perform an action; returns whether the tool reported success."""
        raise NotImplementedError

    def close(self) -> None:
        """End the session."""
        raise NotImplementedError

    def find(self, role: str, name: str) -> Entry | None:
        """Find a target in what was read last."""
        return find_entry(self.entries, role, name)

    def run(self, words: Sequence[str], *, kind: str, program: Sequence[str]) -> Call:
        """Run a command and record it; `program` replaces the first word."""
        time.sleep(THINK_SEC)
        started = time.perf_counter()
        try:
            done = subprocess.run(
                [*program, *words[1:]],
                capture_output=True,
                text=True,
                timeout=COMMAND_TIMEOUT_SEC,
                check=False,
                cwd=self.folder,
                env={**os.environ, **self.environment},
            )
            out, status = done.stdout + done.stderr, done.returncode
        except subprocess.TimeoutExpired:
            out, status = "no answer", 124
        seconds = time.perf_counter() - started
        call = Call(shlex.join(words), out, seconds, status != 0, kind)
        self.calls.append(call)
        return call

    @property
    def environment(self) -> Mapping[str, str]:
        """Environment variables of the tool's commands."""
        return {}


class Onscreen(Driver):
    """The commands of this project; `do` prints what changed."""

    name = "onscreen"
    shows_changes = True

    @property
    def environment(self) -> Mapping[str, str]:
        """A runtime folder of its own, so that the session has no neighbours."""
        runtime = self.folder / "runtime"
        runtime.mkdir(exist_ok=True)
        return {"XDG_RUNTIME_DIR": str(runtime)}

    def find(self, role: str, name: str) -> Entry | None:
        """Find a target; a text without a mark is named by its text."""
        text = next((e for e in self.entries if not role and not e.ref and e.name == name), None)
        return super().find(role, name) or (text and text._replace(ref=json.dumps(name, ensure_ascii=False)))

    def call(self, *words: str, kind: str) -> Call:
        """Run a command of onscreen."""
        return self.run(["onscreen", *words], kind=kind, program=[sys.executable, "-c", CONSOLE_SCRIPT])

    def open(self, address: str) -> None:
        """Open the session; its options are the same in each task and are not counted."""
        settings = [f"hosts=[{','.join(json.dumps(f'{h}={p}') for h, p in self.hosts.items())}]"]
        settings += [f"executable={CHROMIUM}", f"uploads=[{json.dumps(str(self.folder))}]"]
        options = [word for setting in settings for word in ("--set", setting)]
        call = self.call("open", "web", address, *options, "--approve", "always", kind="open")
        self.calls[-1] = call._replace(written=shlex.join(["onscreen", "open", "web", address]))
        self.seen: dict[str, Entry] = {}
        self.note_changes(call)

    def look(self) -> None:
        """Print the screen; scroll if more is below."""
        if " more below" in self.calls[-1].read:
            self.note_changes(self.call("do", "scroll down", kind="scroll"))
        else:
            self.note_changes(self.call("look", kind="look"))

    def act(self, move: Move, ref: str, onto: str) -> bool:
        """Perform an action and note the changes that are printed."""
        text = json.dumps(move.text, ensure_ascii=False)
        action = {
            "click": f"click {ref}",
            "type": f"type {text} into {ref}",
            "select": f"select {text} in {ref}",
            "press": f"press {move.text}" + (f" in {ref}" if ref else ""),
            "drag": f"drag {ref} onto {onto}",
            "upload": f"upload {text} to {ref}",
            "open": f"open {text}",
            "answer": "answer yes" + (f" {text}" if move.text else ""),
        }[move.action]
        call = self.call("do", action, kind=move.action)
        self.note_changes(call)
        return not call.failed

    def note_changes(self, call: Call) -> None:
        """Add what a command printed to what is known; a whole screen replaces it.

        An element that is covered no longer is known from an earlier output.
        """
        fresh = parse_marked(call.read)
        is_change = any(line.endswith(" unchanged") for line in call.read.splitlines())
        known = {entry.ref for entry in fresh if entry.ref}
        kept = [entry for entry in self.entries if entry.ref not in known] if is_change else []
        back = [entry for mark, entry in self.seen.items() if mark in uncovered_marks(call.read) - known]
        self.entries = [*fresh, *kept, *back]
        self.seen |= {entry.ref: entry for entry in fresh if entry.ref}

    def close(self) -> None:
        """Close the session."""
        self.call("close", kind="close")


class PlaywrightCli(Driver):
    """`playwright-cli`: an action names the file of the new snapshot, which the agent reads."""

    name = "@playwright/cli"

    def call(self, *words: str, kind: str) -> Call:
        """Run a command of playwright-cli in the session of this folder."""
        program = [find_program("node"), str(self.tools / "node_modules/@playwright/cli/playwright-cli.js")]
        return self.run(["playwright-cli", *words], kind=kind, program=program)

    def open(self, address: str) -> None:
        """Open the browser with its configuration and read the first snapshot."""
        _write_config(self.folder / ".playwright" / "cli.config.json", self.flags)
        self.snapshot_file(self.call("open", address, kind="open"))
        self.look()

    def snapshot_file(self, call: Call) -> None:
        """Note the file with the snapshot that the answer to a command names."""
        self._file = call.read.partition("[Snapshot](")[2].partition(")")[0]

    def look(self) -> None:
        """Read the file of the last command's snapshot, or take one if the command made none."""
        if self._file:
            started = time.perf_counter()
            text = (self.folder / self._file).read_text()
            seconds = time.perf_counter() - started
            self.calls.append(Call(f"cat {self._file}", text, seconds, False, "look"))
        else:
            text = self.call("snapshot", kind="look").read
        self._file = ""
        self.entries = parse_tree(text)

    def act(self, move: Move, ref: str, onto: str) -> bool:
        """Perform an action."""
        commands = {
            "click": [("click", ref)],
            "type": [("fill", ref, move.text)],
            "select": [("select", ref, move.text)],
            "press": [("press", move.text)],
            "drag": [("drag", ref, onto)],
            "upload": [("click", ref), ("upload", move.text)],
            "open": [("goto", move.text)],
            "answer": [("dialog-accept", *filter(None, [move.text]))],
        }[move.action]
        for words in commands:
            call = self.call(*words, kind=move.action)
            if call.failed or "### Error" in call.read:
                return False
        self.snapshot_file(call)
        return True

    def close(self) -> None:
        """Close the browser."""
        self.call("close", kind="close")


class AgentBrowser(Driver):
    """`agent-browser`: `snapshot -i` lists the interactive elements, as its guide recommends."""

    name = "agent-browser"

    @property
    def environment(self) -> Mapping[str, str]:
        """The browser, its flags, and a session of its own."""
        session = self.folder.name.replace(".", "-").replace("/", "-")
        return {
            "AGENT_BROWSER_EXECUTABLE_PATH": CHROMIUM,
            "AGENT_BROWSER_ARGS": "\n".join(self.flags),
            "AGENT_BROWSER_SESSION": session,
        }

    def call(self, *words: str, kind: str) -> Call:
        """Run a command of agent-browser."""
        program = self.tools / "node_modules/agent-browser/bin/agent-browser-linux-x64"
        program.chmod(0o755)
        return self.run(["agent-browser", *words], kind=kind, program=[str(program)])

    def open(self, address: str) -> None:
        """Open the page and take a snapshot."""
        self.call("open", address, kind="open")
        self.look()

    def look(self) -> None:
        """List the interactive elements."""
        self.entries = parse_tree(self.call("snapshot", "-i", kind="look").read)

    def find(self, role: str, name: str) -> Entry | None:
        """Find a target among the interactive elements, then in the whole tree."""
        if found := super().find(role, name):
            return found
        self.entries = parse_tree(self.call("snapshot", kind="look").read)
        return super().find(role, name)

    def act(self, move: Move, ref: str, onto: str) -> bool:
        """Perform an action."""
        words = {
            "click": ("click", f"@{ref}"),
            "type": ("fill", f"@{ref}", move.text),
            "select": ("select", f"@{ref}", move.text),
            "press": ("press", move.text),
            "drag": ("drag", f"@{ref}", f"@{onto}"),
            "upload": ("upload", f"@{ref}", move.text),
            "open": ("open", move.text),
            "answer": ("dialog", "accept", *filter(None, [move.text])),
        }[move.action]
        return not self.call(*words, kind=move.action).failed

    def close(self) -> None:
        """Close the browser."""
        self.call("close", kind="close")


class WaitingAgentBrowser(AgentBrowser):
    """`agent-browser` with its own command that waits for the network after actions that change the page.

    Its answer to an action, like that of onscreen, is then known to be about the settled page.
    """

    name = "agent-browser + wait"
    unsettling: frozenset[str] = frozenset({"click", "press", "drag", "upload", "open", "answer"})

    def act(self, move: Move, ref: str, onto: str) -> bool:
        """Perform an action and wait until the network is idle."""
        if not super().act(move, ref, onto):
            return False
        if move.action in self.unsettling:
            self.call("wait", "--load", "networkidle", kind="wait")
        return True


class PlaywrightMcp(Driver):
    """Playwright MCP over stdin and stdout; `browser_snapshot` returns the page."""

    name = "@playwright/mcp"
    _process: subprocess.Popen[str] | None = None
    _last = 0

    def start(self) -> None:
        """Start the server and read the definitions of its tools."""
        config = self.folder / "mcp.json"
        _write_config(config, self.flags)
        script = str(self.tools / "node_modules/@playwright/mcp/cli.js")
        self._process = subprocess.Popen(
            [find_program("node"), script, "--headless", "--isolated", "--config", str(config)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=self.folder,
        )
        client = {"name": "benchmark", "version": "1"}
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}
        self._request("initialize", hello)
        self._send({"method": "notifications/initialized", "params": {}})
        self.definitions = json.dumps(self._request("tools/list", {})["result"]["tools"])

    def open(self, address: str) -> None:
        """Start the server, open the page and take a snapshot."""
        self.start()
        self.tool("browser_navigate", kind="open", url=address)
        self.look()

    def tool(self, name: str, *, kind: str, **arguments: object) -> bool:
        """Call a tool and record the call; returns whether it succeeded."""
        time.sleep(THINK_SEC)
        started = time.perf_counter()
        answer = self._request("tools/call", {"name": name, "arguments": arguments})
        seconds = time.perf_counter() - started
        result = answer.get("result", {})
        text = "\n".join(part.get("text", "") for part in result.get("content", [])) or str(answer)
        failed = bool(result.get("isError")) or "error" in answer
        written = json.dumps({"name": name, "arguments": arguments}, ensure_ascii=False)
        self.calls.append(Call(written, text, seconds, failed, kind))
        return not failed

    def look(self) -> None:
        """Take a snapshot."""
        self.tool("browser_snapshot", kind="look")
        self.entries = parse_tree(self.calls[-1].read)

    def act(self, move: Move, ref: str, onto: str) -> bool:
        """Perform an action."""
        text = {"promptText": move.text} if move.text else {}
        calls: Mapping[str, Sequence[tuple[str, Mapping[str, object]]]] = {
            "click": [("browser_click", {"target": ref})],
            "type": [("browser_type", {"target": ref, "text": move.text})],
            "select": [("browser_select_option", {"target": ref, "values": [move.text]})],
            "press": [("browser_press_key", {"key": move.text})],
            "drag": [("browser_drag", {"startTarget": ref, "endTarget": onto})],
            "upload": [
                ("browser_click", {"target": ref}),
                ("browser_file_upload", {"paths": [move.text]}),
            ],
            "open": [("browser_navigate", {"url": move.text})],
            "answer": [("browser_handle_dialog", {"accept": True, **text})],
        }
        return all(self.tool(name, kind=move.action, **words) for name, words in calls[move.action])

    def close(self) -> None:
        """Close the browser and end the server."""
        if self._process is None:
            return
        self.tool("browser_close", kind="close")
        self._process.terminate()
        self._process.communicate()

    def _send(self, message: Mapping[str, object]) -> None:
        stream = cast("IO[str]", self._running().stdin)
        stream.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        stream.flush()

    def _request(self, method: str, params: Mapping[str, object]) -> dict:
        self._last += 1
        self._send({"id": self._last, "method": method, "params": params})
        while line := cast("IO[str]", self._running().stdout).readline():
            answer = json.loads(line)
            if answer.get("id") == self._last and "method" not in answer:
                return answer
        return {"error": "the server ended"}

    def _running(self) -> subprocess.Popen[str]:
        if self._process is None:
            raise RuntimeError("the server has not been started")
        return self._process


def find_program(name: str) -> str:
    """Return the path of a program.

    Raises:
        FileNotFoundError: the program is not installed.
    """
    path = shutil.which(name)
    if path is None:
        raise FileNotFoundError(f"{name} is not installed")
    return path


def _write_config(path: Path, flags: Sequence[str]) -> None:
    """Write the configuration file of Playwright's tools."""
    browser = {
        "launchOptions": {"executablePath": CHROMIUM, "args": list(flags), "headless": True},
        "contextOptions": {"viewport": {"width": WIDTH, "height": HEIGHT}},
    }
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"browser": browser, "allowUnrestrictedFileAccess": True}))


def count_instructions(tools: Path, folder: Path) -> Mapping[str, int]:
    """Count the characters that teach an agent each tool: its skill, or the definitions of its tools.

    References that a skill names, which an agent reads when it needs them, are left out.
    """
    skill = Path(onscreen.__file__).parent / "cli" / "skill" / "SKILL.md"
    browser = AgentBrowser(folder, hosts={}, tools=tools)
    server = PlaywrightMcp(folder, hosts={}, tools=tools)
    server.start()
    server.close()
    playwright = next((tools / "node_modules/@playwright/cli/skills").rglob("SKILL.md"))
    guide = len(browser.call("skills", "get", "core", kind="look").read)
    return {
        Onscreen.name: len(skill.read_text()),
        PlaywrightCli.name: len(playwright.read_text()),
        PlaywrightMcp.name: len(server.definitions),
        AgentBrowser.name: guide,
        WaitingAgentBrowser.name: guide,
    }


DRIVERS: tuple[type[Driver], ...] = (
    Onscreen,
    PlaywrightCli,
    PlaywrightMcp,
    AgentBrowser,
    WaitingAgentBrowser,
)
