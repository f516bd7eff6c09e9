"""Runs of safety.py that pay, are killed and resumed."""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from onscreen.store.episode_store import load_episode
from onscreen.store.episode_verification import verify_episode
from onscreen.store.hash_chain import EPISODE_FILE
from onscreen.types import Episode
from onscreen.types.errors import BrokenEpisode

FAULT = "fault: "


PAYING_RUN = """
import sys
from pathlib import Path
from urllib.request import urlopen
from onscreen.device.web import web
from onscreen.policy.cascade import make_cascade
from onscreen.run.episode_loop import RunHooks, allow_all, no_user
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Limits, Trial
from onscreen.types import Start, Task
address, folder, script, user, resume = sys.argv[1:]
def ask(question):
    paid = int(urlopen(address + "/count").read())
    return "no" if "again?" in question or not paid else "yes"
def update(episode):
    print(len(episode.decisions), flush=True)
hooks = RunHooks(update, ask if user == "user" else no_user, allow_all)
task = Task("Pay the bill", start=Start(address + "/"))
trial = Trial(task, folder, model="scripted:" + script, limits=Limits(12), signals=())
episode = run_trial(trial, web({}), cascade=make_cascade(trial.model), hooks=hooks, resume=resume == "resume")
print("stopped", episode.stop.reason, flush=True)
"""
ACTIONS = ("wait 0.2", "click 1", "wait 0.2", "wait 0.2", "done")
"""What every process does, whatever the history says: it pays once."""
PAYMENTS: Mapping[str, str] = {
    "button": "<button onclick=\"fetch('/pay', {method: 'POST'})\">Pay now</button>",
    "form": "<form action=/pay method=post><button>Pay now</button></form>",
    "link": "<a href=/pay?bill=5>Pay now</a>",
}
"""Pages with a control that pays: in the background, by a form, and by a link whose address pays again."""


@contextmanager
def _serve_payments(page: str) -> Iterator[tuple[str, list[str]]]:
    """Serve a page with a control that pays; yield the address and a list of the payments."""
    payments: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/pay"):
                payments.append("GET")
                self._reply("<title>Paid</title>Paid")
            elif self.path == "/count":
                self._reply(str(len(payments)))
            else:
                self._reply(f"<!doctype html><title>Bill</title>{page}")

        def do_POST(self) -> None:
            payments.append("POST")
            self.rfile.read(int(self.headers["Content-Length"] or 0))
            self._reply("<title>Paid</title>Paid")

        def _reply(self, body: str) -> None:
            with suppress(OSError):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None:
            """Suppress the log."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", payments
    finally:
        server.shutdown()
        server.server_close()


def attack_payments(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Kill runs that pay, and resume them; each bill is paid at most once and no step is lost.

    Every process tries to pay. Half of the kills are at a random moment of the run, half shortly after the
    intent to pay was recorded. Half of the runs have a user who answers truthfully, the others have none.
    """
    chance = random.Random(options.seed)  # noqa: S311 - reproducible, not cryptography
    usual_sec, results = _time_payment(), Counter[str]()
    for number in range(options.payments):
        kind = tuple(PAYMENTS)[number % len(PAYMENTS)]
        user = ("user", "nobody")[number // 2 % 2]
        delay_sec = chance.uniform(0.0, usual_sec) if number % 4 < 2 else None  # noqa: PLR2004
        with tempfile.TemporaryDirectory() as temporary:
            result = _kill_payment(Path(temporary), kind, user=user, delay_sec=delay_sec, chance=chance)
        moment = "after the intent" if delay_sec is None else f"after {delay_sec:.1f} s"
        results[result] += 1
        yield f"payment {number} by a {kind}, {moment}, with {user}", result.partition(FAULT)[2]
    print(f"payments, last stop reasons: {dict(results)}", flush=True)


def _time_payment() -> float:
    """Return how long an undisturbed run takes, and check that it pays."""
    with tempfile.TemporaryDirectory() as temporary, _serve_payments(PAYMENTS["button"]) as (address, paid):
        started_at = time.monotonic()
        with _start_payment(Path(temporary), address) as process:
            output = process.communicate()[0]
        if len(paid) != 1 or b"stopped done" not in output:
            raise RuntimeError(f"the undisturbed run paid {len(paid)} times and ended with {output!r}")
        return time.monotonic() - started_at


def _start_payment(
    folder: Path, address: str, *, user: str = "nobody", resume: bool = False
) -> subprocess.Popen[bytes]:
    script = folder / "script.jsonl"
    replies = [json.dumps({"why": "", "values": [], "plan": [], "actions": [each]}) for each in ACTIONS]
    script.write_text("".join(json.dumps(reply) + "\n" for reply in replies))
    arguments = [address, str(folder / "run"), str(script), user, "resume" if resume else "new"]
    environment = {**os.environ, "TMPDIR": str(folder)}
    return subprocess.Popen(
        [sys.executable, "-c", PAYING_RUN, *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def _kill_payment(
    folder: Path, kind: str, *, user: str, delay_sec: float | None, chance: random.Random
) -> str:
    """Kill a paying run twice and let it end; return the fault after `FAULT`, or how the run ended."""
    with _serve_payments(PAYMENTS[kind]) as (address, paid):
        before: Episode | None = None
        for is_last in (False, False, True):
            has_record = (folder / "run" / EPISODE_FILE).exists()
            with _start_payment(folder, address, user=user, resume=has_record) as process:
                if not is_last:
                    _wait_for_moment(process, folder / "run", delay_sec=delay_sec, chance=chance)
                    process.send_signal(signal.SIGKILL)
                output, errors = process.communicate()
            if process.returncode not in {0, -signal.SIGKILL}:
                return f"{FAULT}ended with {errors.decode()[-300:]!r}"
            fault, before = _record_fault(folder / "run", output.split(), before=before)
            if fault or len(paid) > 1:
                return FAULT + (fault or f"paid {len(paid)} times")
        if before is None or before.stop is None:
            return f"{FAULT}the last run has no recorded end"
        return f"paid {len(paid)} times, {before.stop.reason}"


def _wait_for_moment(
    process: subprocess.Popen[bytes], folder: Path, *, delay_sec: float | None, chance: random.Random
) -> None:
    """Wait for a time, or until the intent to pay was recorded and a fraction of a second passed."""
    if delay_sec is not None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(delay_sec)
        return
    path = folder / EPISODE_FILE
    known = path.read_bytes().count(b'{"type":"intent"') if path.exists() else 0
    while process.poll() is None:
        if path.exists() and path.read_bytes().count(b'{"type":"intent"') > known:
            break
        time.sleep(0.002)
    time.sleep(chance.choice((0.0, 0.01, 0.03, 0.1, 0.3)))


def _record_fault(folder: Path, output: list[bytes], *, before: Episode | None) -> tuple[str, Episode | None]:
    """Return which finished step is missing or mixed, "" for none, and the recorded episode."""
    finished = [int(each) for each in output if each.isdigit()]
    try:
        episode = load_episode(folder)
    except BrokenEpisode as error:
        return (str(error) if finished or before else ""), before
    if verify_episode(folder).status != "intact":
        return f"verified as {verify_episode(folder)}", episode
    if finished and len(episode.decisions) < finished[-1]:
        return f"{finished[-1]} steps finished, {len(episode.decisions)} recorded", episode
    if before is not None and episode.decisions[: len(before.decisions)] != before.decisions:
        return "the steps before the resume are not the first ones any more", episode
    return "", episode
