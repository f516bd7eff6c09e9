"""Cost of runs: isolated trials per second, steps on a busy page, steps of a long run, and `onscreen show`.

    python benchmarks/run_cost.py [--workers 1,2] [--trials 40] [--steps 1000]

A trial is an episode of MiniWoB++'s click-button on a new page with an empty profile: two looks and a click.
Each worker is a process with its own browser. The busy page changes 20 times per second, has an endless
animation and a request that is never answered. The decisions of the long run are those of the default agent
with a model that answers at once, on a page with 1,120 rows. Run it on a machine without other work.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread

import msgspec
from _pages import table_page
from _report import publish, render_table
from miniwob_speed import play

from onscreen.agent.default import Planner
from onscreen.device.web import web
from onscreen.model.scripted_model import ScriptedModel
from onscreen.perceive.screen_builder import build_screen
from onscreen.policy.language_model_policy import LanguagePolicy
from onscreen.store.episode_recorder import save_episode
from onscreen.types import Click, Decision, Episode, Outcome, Picture, Shot, Start, Task
from onscreen_practice.miniwob.miniwob_suite import miniwob

BUSY_STEPS = 10
BUSY_PAGE = """<title>Busy</title><style>@keyframes turn { to { transform: rotate(1turn); } }
#wheel { width: 40px; height: 40px; background: teal; animation: turn 1s linear infinite; }</style>
<div id=wheel></div><p id=clock>0</p><button onclick="this.dataset.n = 1">Next</button>
<script>setInterval(() => { clock.textContent = Number(clock.textContent) + 1; }, 50);
fetch("never");</script>"""
CLICK = '{"why": "", "values": [], "plan": [], "actions": ["click 1"]}'
HEADS = ("what", "measured", "target")


def play_trials(seeds: Sequence[int], start: float) -> float:
    """Play isolated trials in a browser of this process once `start` is reached; return when they ended."""
    with closing(web({**miniwob().device_settings, "reuse_page": False})) as device:
        play(device, 0, last_look=True)
        time.sleep(max(0.0, start - time.time()))
        for seed in seeds:
            play(device, seed, last_look=True)
    return time.time()


def measure_trials(workers: int, trials: int) -> float:
    """Return the isolated trials per second with a number of worker processes."""
    start = time.time() + 5 + 3 * workers
    seeds = [range(worker, trials, workers) for worker in range(workers)]
    with ProcessPoolExecutor(workers) as pool:
        ended = max(pool.map(play_trials, seeds, [start] * workers))
    return trials / (ended - start)


class _BusyHandler(BaseHTTPRequestHandler):
    """Serve the busy page, and leave the request for `/never` unanswered."""

    ended = Event()

    def do_GET(self) -> None:
        """Answer a request for the page."""
        if self.path == "/never":
            self.ended.wait()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(BUSY_PAGE.encode())

    def log_message(self, *_: object) -> None:
        """Print nothing."""


def measure_busy_page() -> Sequence[float]:
    """Return the durations of clicks with the look after each, in seconds, on a page that is never quiet."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _BusyHandler)
    Thread(target=server.serve_forever, daemon=True).start()
    durations = []
    try:
        with closing(web({})) as device:
            device.start(Start(f"http://127.0.0.1:{server.server_port}/"))
            screen = build_screen(device.observe())
            for _ in range(BUSY_STEPS):
                started = time.perf_counter()
                device.perform(Click(next(e for e in screen.elements if e.role == "button")))
                screen = build_screen(device.observe())
                durations.append(time.perf_counter() - started)
    finally:
        _BusyHandler.ended.set()
        server.shutdown()
    return durations


def make_episode(steps: int) -> Episode:
    """Create an episode of clicks on the links of a long table, with a different picture for each step."""
    with tempfile.TemporaryDirectory() as folder, closing(web({"allow_files": True})) as device:
        page = Path(folder) / "table.html"
        page.write_text(table_page())
        device.start(Start(page.as_uri()))
        shot = device.observe()
    links = [e for e in build_screen(shot).elements if e.role in ("link", "button")]
    decisions = tuple(Decision(Click(links[step % len(links)])) for step in range(steps))
    shots = tuple(_with_mark(shot, number) for number in range(steps + 1))
    episode = Episode(Task("Find order 900 and ship it"), (shot,), agent="default", device="web")
    outcomes = tuple(Outcome() for _ in range(steps))
    return msgspec.structs.replace(episode, shots=shots, decisions=decisions, outcomes=outcomes)


def _with_mark(shot: Shot, number: int) -> Shot:
    """Return the shot with a picture whose bytes differ, by bytes after the end of the PNG data."""
    png = shot.picture.png + number.to_bytes(4, "big")
    return msgspec.structs.replace(shot, picture=Picture(png))


def measure_decision(episode: Episode, step: int) -> float:
    """Return the processor time of the default agent's decision after a number of steps, in seconds."""
    durations = []
    for _ in range(5):
        agent = Planner(LanguagePolicy(ScriptedModel([CLICK])))
        started = time.process_time()
        agent.act(episode.so_far(step))
        durations.append(time.process_time() - started)
    return statistics.median(durations)


def measure_show(episode: Episode) -> float:
    """Return the duration of `onscreen show` for a stored episode, in seconds."""
    with tempfile.TemporaryDirectory() as folder:
        stored = Path(folder) / "episode"
        save_episode(episode, stored)
        started = time.perf_counter()
        onscreen = Path(sys.executable).with_name("onscreen")
        subprocess.run([onscreen, "show", stored], stdout=subprocess.DEVNULL, check=True)
        return time.perf_counter() - started


def main() -> None:
    """Measure all rows, then publish them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", default="1,2")
    parser.add_argument("--trials", type=int, default=40)
    parser.add_argument("--steps", type=int, default=1000)
    arguments = parser.parse_args()
    rates: Mapping[int, float] = {
        workers: measure_trials(workers, arguments.trials)
        for workers in map(int, arguments.workers.split(","))
    }
    busy = measure_busy_page()
    episode = make_episode(arguments.steps)
    early, late = measure_decision(episode, 10), measure_decision(episode, arguments.steps)
    show = measure_show(episode)
    rows = [
        *(
            (
                f"isolated trials, {workers} worker{'s' if workers > 1 else ''}",
                f"{rate:.1f} per second",
                "6 per second on 2 cores",
            )
            for workers, rate in rates.items()
        ),
        (
            "a step on a page that is never quiet",
            f"{1000 * statistics.median(busy):.0f} ms, longest {1000 * max(busy):.0f} ms",
            "300 ms",
        ),
        ("a decision after 10 steps", f"{1000 * early:.0f} ms", ""),
        (f"a decision after {arguments.steps:,} steps", f"{1000 * late:.0f} ms", "that after 10 steps"),
        (f"`onscreen show` of {arguments.steps:,} steps", f"{show:.1f} s", "5 s"),
    ]
    text = f"### Cost of runs\n\n{render_table(HEADS, rows)}"
    publish("run_cost", text, {"trials_per_sec": rates, "busy_sec": busy, "decision_sec": [early, late]})


if __name__ == "__main__":
    main()
