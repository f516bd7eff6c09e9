"""Minimal client of the uiautomator2 server through a stock adb server."""

from __future__ import annotations

import json
import subprocess
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from adb_program import Adb

JAR = "/data/local/tmp/u2.jar"
START = f"CLASSPATH={JAR} app_process / com.wetest.uia2.Main -p 9008"
MASKS = {
    name: 1 << bit
    for bit, name in enumerate(
        [
            *("text", "textContains", "textMatches", "textStartsWith", "className", "classNameMatches"),
            *("description", "descriptionContains", "descriptionMatches", "descriptionStartsWith"),
            *("checkable", "checked", "clickable", "longClickable", "scrollable", "enabled", "focusable"),
            *("focused", "selected", "packageName", "packageNameMatches", "resourceId", "resourceIdMatches"),
            *("index", "instance"),
        ]
    )
}


def select(**fields: object) -> dict[str, object]:
    """Return a selector as clients send it."""
    mask = sum(MASKS[name] for name in fields)
    return {"mask": mask, "childOrSibling": [], "childOrSiblingSelector": [], **fields}


class RpcError(Exception):
    """An error answer of the server: its code, message and data."""

    def __init__(self, code: int, message: str, *, data: str) -> None:
        super().__init__(f"{code} {message} {data}")
        self.code, self.message, self.data = code, message, data


class UiautomatorClient:
    """Starts the server through adb and calls its methods through a forwarded port."""

    def __init__(self, adb: Adb, folder: Path) -> None:
        """Push a jar, start the server and wait until it answers."""
        self.adb = adb
        jar = folder / "u2.jar"
        jar.write_bytes(b"PK\x03\x04")
        assert adb("push", str(jar), JAR).returncode == 0
        self.process = self.launch()
        self.port = int(adb("forward", "tcp:0", "tcp:9008").stdout)
        self.wait_for_ping(alive=True)

    def launch(self) -> subprocess.Popen[bytes]:
        """Run the server's shell command."""
        return subprocess.Popen(
            self.adb.command("-s", self.adb.serial, "shell", START),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def request(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        """Send an HTTP request and return status and body."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.request(method, path, body)
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def answers(self) -> bool:
        """Whether the server answers a ping."""
        try:
            return self.request("GET", "/ping") == (200, b"pong")
        except (HTTPException, OSError):
            return False

    def wait_for_ping(self, *, alive: bool) -> None:
        """Wait until the server answers, or until it does not."""
        deadline = time.monotonic() + 60
        while self.answers() != alive:
            assert time.monotonic() < deadline, f"the server is still {'silent' if alive else 'there'}"
            time.sleep(0.05)

    def post(self, body: bytes) -> dict:
        """Send a JSON-RPC message and return the answer."""
        status, answer = self.request("POST", "/jsonrpc/0", body)
        assert status == 200, answer
        return json.loads(answer)

    def call(self, method: str, *arguments: object) -> object:
        """Call a method and return its result; an error answer is raised."""
        message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": arguments or {}}
        answer = self.post(json.dumps(message).encode())
        assert (answer["jsonrpc"], answer["id"]) == ("2.0", 1), answer
        if "error" in answer:
            error = answer["error"]
            raise RpcError(error["code"], error["message"], data=error.get("data", ""))
        return answer["result"]

    def stop(self) -> None:
        """Hang up, as clients do to stop the server."""
        self.process.kill()
        self.process.communicate()

    def close(self) -> None:
        """Stop the server and remove the forward."""
        self.stop()
        self.adb("forward", "--remove-all")
