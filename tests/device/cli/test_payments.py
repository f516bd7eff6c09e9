"""Payments in a real browser by runs that are killed and resumed."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import pytest

from onscreen.store.episode_store import load_episode
from onscreen.store.episode_verification import verify_episode

pytestmark = pytest.mark.browser
PAGES = {
    "button": "<button onclick=\"fetch('/pay', {method: 'POST'})\">Pay now</button>",
    "form": "<form action=/pay method=post><button>Pay now</button></form>",
    "link": "<a href=/pay?bill=5>Pay now</a>",
}


class Till:
    """A server that shows a page with a control that pays, and counts the payments."""

    def __init__(self, page: str) -> None:
        self.payments: list[str] = []
        self.has_paid = Event()
        till = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                if self.path.startswith("/pay"):
                    self.do_POST()
                else:
                    self.reply(f"<!doctype html><title>Bill</title>{page}")

            def do_POST(self) -> None:
                till.payments.append(self.path)
                till.has_paid.set()
                self.reply("<title>Paid</title>Paid")

            def reply(self, body: str) -> None:
                with suppress(OSError):
                    self.send_response(200)
                    self.send_header("Content-Type", "text/html")
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body.encode())

            def log_message(self, *_: object) -> None:
                """Suppress the log."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"


@pytest.fixture
def till(request: pytest.FixtureRequest) -> Iterator[Till]:
    """Serve the page of the test's parameter."""
    till = Till(PAGES[request.param])
    thread = Thread(target=till.server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield till
    till.server.shutdown()
    till.server.server_close()
    thread.join()


def command(till: Till, folder: Path, *words: str) -> list[str]:
    """Return the command of a run that pays once per process, with every action approved."""
    script = folder / "script.jsonl"
    actions = ["wait 0.1", "click 1", "wait 0.1", "done"]
    replies = [json.dumps({"why": "", "values": [], "plan": [], "actions": [action]}) for action in actions]
    script.write_text("".join(json.dumps(reply) + "\n" for reply in replies))
    options = ["--model", f"scripted:{script}", "--approve", "always", "--out", str(folder / "run")]
    run = ["run", "Pay the bill", "--start", f"{till.address}/", *options, *words]
    return [sys.executable, "-m", "onscreen.cli.main", *run]


@pytest.mark.parametrize("till", list(PAGES), indirect=True)
def test_killed_run_does_not_pay_again_when_it_is_resumed(till: Till, tmp_path: Path) -> None:
    """A run killed while it pays, by a button, a form or a link, never pays a second time."""
    with subprocess.Popen(
        command(till, tmp_path), stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as run:
        assert till.has_paid.wait(120)
        run.kill()
    assert len(load_episode(tmp_path / "run").intents) == 1
    for _ in range(2):
        resumed = subprocess.run(
            command(till, tmp_path, "--resume", "--json"),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
            check=False,
        )
        assert resumed.returncode in {0, 1, 3}, resumed.stderr
    episode = load_episode(tmp_path / "run")
    assert till.payments == till.payments[:1]
    assert episode.unresolved is None or episode.stop is not None
    assert episode.unresolved is None or episode.stop.reason == "unknown outcome"
    assert verify_episode(tmp_path / "run").status == "intact"


@pytest.mark.parametrize("till", ["button"], indirect=True)
def test_undisturbed_run_pays_once(till: Till, tmp_path: Path) -> None:
    """The run of these tests pays if nobody kills it, and its record is intact."""
    ran = subprocess.run(command(till, tmp_path), stdin=subprocess.DEVNULL, check=False, timeout=120)
    assert (ran.returncode, till.payments) == (0, ["/pay"])
    (intent,) = load_episode(tmp_path / "run").intents
    assert intent.label == "Pay now"
    assert verify_episode(tmp_path / "run").status == "intact"
