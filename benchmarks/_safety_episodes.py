"""Attacks of safety.py on recorded episodes: altered records, and payments interrupted by kills."""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import msgspec

from onscreen.device.fake_device import FakeDevice
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.cascade import make_cascade
from onscreen.run.approval import irreversible_control
from onscreen.run.run_setup import run_trial
from onscreen.run.trial import Trial
from onscreen.store.episode_chain import EPISODE_FILE, HEAD_FILE, Head, add_link, write_head
from onscreen.store.episode_recorder import record_episode
from onscreen.store.episode_records import encode_record, make_step_record
from onscreen.store.episode_store import PICTURES_FOLDER, load_episode
from onscreen.store.episode_verification import verify_episode
from onscreen.store.locked_file import LockedFile
from onscreen.types import Box, Click, Decision, Episode, Node, Outcome, Task
from onscreen.types.errors import BrokenEpisode

Lines = list[bytes]
Edit = Callable[[Lines, random.Random], Lines]

MAX_OVERHEAD_SEC = 0.005
FAULT = "fault: "
SCREEN_NODES = 2_000
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


def attack_records(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Alter a recorded episode; it must be refused, unless the edit left it unchanged."""
    chance = random.Random(options.seed)  # noqa: S311 - reproducible, not cryptography
    with tempfile.TemporaryDirectory() as temporary:
        original, other, altered = (Path(temporary) / name for name in ("original", "other", "altered"))
        for folder in (original, other):
            task = Task('Enter "Ada" into the Name field, check Agree and click Send')
            trial = Trial(task, str(folder), device="fake", model="lexical")
            run_trial(trial, FakeDevice(), cascade=make_cascade(trial.model))
        foreign = (other / EPISODE_FILE).read_bytes().splitlines()
        for number in range(options.mutations):
            kind = chance.choice((*LINE_EDITS, "foreign line", "picture", "head", "end of the file"))
            shutil.rmtree(altered, ignore_errors=True)
            shutil.copytree(original, altered)
            _alter(altered, kind, chance=chance, foreign=foreign)
            yield f"{kind}, mutation {number}", _loading_fault(altered, original)


def _alter(folder: Path, kind: str, *, chance: random.Random, foreign: Lines) -> None:
    path = folder / EPISODE_FILE
    content = path.read_bytes()
    lines = content.splitlines()
    if kind == "end of the file":
        path.write_bytes(content[: chance.randrange(len(content))])
    elif kind == "picture":
        _alter_picture(folder / PICTURES_FOLDER, chance)
    elif kind == "head":
        _alter_head(folder / HEAD_FILE, chance)
    else:
        if kind == "foreign line":
            lines[chance.randrange(len(lines))] = chance.choice(foreign)
        else:
            lines = LINE_EDITS[kind](lines, chance)
        path.write_bytes(b"".join(line + b"\n" for line in lines))


def _alter_picture(folder: Path, chance: random.Random) -> None:
    """Exchange two pictures, remove one, or change a byte of one."""
    pictures = sorted(folder.iterdir())
    picture, other = chance.sample(pictures, 2)
    kind = chance.choice(("exchange", "remove", "byte"))
    if kind == "exchange":
        picture.write_bytes(other.read_bytes())
    elif kind == "remove":
        picture.unlink()
    else:
        content = bytearray(picture.read_bytes())
        content[chance.randrange(len(content))] ^= chance.randrange(1, 256)
        picture.write_bytes(bytes(content))


def _alter_head(path: Path, chance: random.Random) -> None:
    """Remove or empty the head file, or change its number of lines."""
    kind = chance.choice(("remove", "empty", "lines"))
    if kind == "remove":
        path.unlink()
    elif kind == "empty":
        path.write_bytes(b"")
    else:
        head = json.loads(path.read_bytes())
        path.write_bytes(
            json.dumps({**head, "lines": head["lines"] + chance.choice((-head["lines"], -2, -1, 1))}).encode()
        )


def _drop(lines: Lines, chance: random.Random) -> Lines:
    """Drop up to 3 lines that follow each other."""
    first = chance.randrange(len(lines))
    return lines[:first] + lines[first + chance.randint(1, 3) :]


def _duplicate(lines: Lines, chance: random.Random) -> Lines:
    place = chance.randrange(len(lines) + 1)
    return [*lines[:place], chance.choice(lines), *lines[place:]]


def _swap(lines: Lines, chance: random.Random) -> Lines:
    one, other = chance.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return lines


def _move(lines: Lines, chance: random.Random) -> Lines:
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randrange(len(lines) + 1), line)
    return lines


def _change_byte(lines: Lines, chance: random.Random) -> Lines:
    number = chance.randrange(len(lines))
    line = bytearray(lines[number])
    line[chance.randrange(len(line))] ^= chance.randrange(1, 256)
    lines[number] = bytes(line).replace(b"\n", b" ")
    return lines


def _change_field(lines: Lines, chance: random.Random) -> Lines:
    """Change a value of a line, which stays a valid record; sometimes with a new hash of this line."""
    number = chance.randrange(len(lines))
    record = json.loads(lines[number])
    containers = [c for c in _containers(record) if c is not record]
    container = chance.choice(containers)
    key = chance.choice(list(container))
    value = container[key]
    container[key] = f"{value}x" if isinstance(value, str) else value + 1 if isinstance(value, int) else None
    previous = record.pop("previous")
    stated = record.pop("sha256")
    line, sha256 = add_link(json.dumps(record, separators=(",", ":")).encode(), previous)
    lines[number] = line if chance.random() < 0.5 else line.replace(sha256.encode(), stated.encode())  # noqa: PLR2004
    return lines


def _containers(value: object) -> Iterator[dict[str, object]]:
    """Yield all JSON objects in a value that have fields."""
    if isinstance(value, dict) and value:
        yield value
    children = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for child in children:
        yield from _containers(child)


def _state_older_version(lines: Lines, _chance: random.Random) -> Lines:
    return [re.sub(rb'"version":\d', b'"version":2', line) for line in lines]


def _strip_hashes(lines: Lines, chance: random.Random) -> Lines:
    """Remove the hashes of some lines, and state an older version."""
    kept = chance.randrange(len(lines))
    edited = [re.sub(rb',"previous":"\w*","sha256":"\w*"\}$', b"}", line) for line in lines]
    return _state_older_version([*edited[:kept], lines[kept], *edited[kept + 1 :]], chance)


LINE_EDITS: Mapping[str, Edit] = {
    "dropped lines": _drop,
    "duplicated line": _duplicate,
    "swapped lines": _swap,
    "moved line": _move,
    "changed byte": _change_byte,
    "changed field": _change_field,
    "older version": _state_older_version,
    "removed hashes": _strip_hashes,
}


def _loading_fault(altered: Path, original: Path) -> str:
    """Return how an altered episode was accepted, "" if it was refused or is unchanged."""
    status = verify_episode(altered).status
    try:
        episode = load_episode(altered)
    except BrokenEpisode:
        return "" if status in {"altered", "unreadable"} else f"not loaded, but verified as {status}"
    if episode != load_episode(original):
        return f"loaded as another episode, verified as {status}"
    is_same = (altered / EPISODE_FILE).read_bytes() == (original / EPISODE_FILE).read_bytes()
    return "" if is_same or status == "altered" else f"loaded although altered, verified as {status}"


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


def attack_overhead(options: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Measure what is added to the recording of a step: judging the action, hashing and counting the line.

    Every second step looks irreversible, which adds a record that is flushed to disk before the action.
    """
    times: dict[str, list[float]] = {"harmless": [], "irreversible": [], "flush of 500 bytes alone": []}
    with tempfile.TemporaryDirectory() as temporary:
        episode, decision = _large_episode()
        recorder, flushed = record_episode(Path(temporary) / "run"), LockedFile(Path(temporary) / "flushed")
        recorder(episode)
        shot = msgspec.structs.replace(episode.last, taken_at=0.0)
        step = encode_record(make_step_record(episode.then(decision, Outcome(), shot=shot), 0))
        for number in range(options.overhead_steps):
            kind = ("harmless", "irreversible")[number % 2]
            started_at = time.perf_counter()
            label = irreversible_control(episode, decision)
            if kind == "irreversible":
                recorder.record_intent(episode, decision, label=label)
            _, sha256 = add_link(step, "")
            write_head(Path(temporary), Head(number, sha256))
            seconds = time.perf_counter() - started_at
            times[kind].append(seconds)
            started_at = time.perf_counter()
            flushed.append(b"x" * 500, at=flushed.size)
            times["flush of 500 bytes alone"].append(time.perf_counter() - started_at)
            yield f"{kind} step {number}", "" if seconds <= MAX_OVERHEAD_SEC else f"{seconds * 1000:.1f} ms"
    medians = {kind: f"{statistics.median(seconds) * 1000:.1f} ms" for kind, seconds in times.items()}
    print(f"median overhead, screen of {SCREEN_NODES} elements: {medians}", flush=True)


def _large_episode() -> tuple[Episode, Decision]:
    """Return an episode on a screen of many elements, and a click on the last of them."""
    device = FakeDevice()
    device.start(Task("x").start)
    rows = range(SCREEN_NODES)
    nodes = tuple(
        Node("button", f"Delete {row}", Box(0, row * 20, 90, row * 20 + 15), states=("clickable",))
        for row in rows
    )
    shot = msgspec.structs.replace(device.observe(), nodes=nodes)
    return Episode(Task("x"), (shot,)), Decision(Click(build_screen(shot).elements[-1]))
