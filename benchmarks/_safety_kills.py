"""Runs with a browser that safety.py kills at random moments."""

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _safety_browser import Attempts, write_page

from onscreen.device.temporary_profile import PREFIX, TemporaryProfile
from onscreen.store.episode_store import load_episode
from onscreen.types.errors import BrokenEpisode

KILLED_RUN = """
import sys
from pathlib import Path
sys.path.insert(0, {folder!r})
from _safety_browser import Repeater, open_browser
from onscreen.run.episode_loop import RunHooks, run_episode, start_episode
from onscreen.stop.done_signal import done
from onscreen.store.episode_recorder import record_episode
from onscreen.types import Score, Start, Task, Wait
record = record_episode(Path({out!r}))
def update(episode):
    record(episode)
    print(len(episode.decisions), flush=True)
device = open_browser({site!r})
episode = start_episode(Task("wait", start=Start("http://a.test/page.html")), device)
run_episode(episode, device, agent=Repeater(Wait(0.0)), signal=lambda _: None,
            score=lambda *_: Score(None), hooks=RunHooks(update))
"""


def attack_by_kills(options: argparse.Namespace) -> Attempts:
    """Kill a run with a browser at random moments; nothing finished is lost, and nothing is left."""
    chance = random.Random(options.seed)  # noqa: S311 - reproducible, not cryptography
    for number in range(options.kills):
        with tempfile.TemporaryDirectory() as temporary:
            yield f"kill {number}", _kill_run(Path(temporary), chance.uniform(0.0, 3.0))


def _kill_run(temporary: Path, delay_sec: float) -> str:
    site, out = temporary / "site", temporary / "out"
    site.mkdir()
    write_page(str(site), "<button>x</button>")
    script = KILLED_RUN.format(folder=str(Path(__file__).parent), out=str(out), site=str(site))
    environment = {**os.environ, "TMPDIR": str(temporary)}
    with subprocess.Popen([sys.executable, "-c", script], env=environment, stdout=subprocess.PIPE) as process:
        time.sleep(delay_sec)
        process.send_signal(signal.SIGKILL)
        finished = process.communicate()[0].split()
    return _lost_steps(out, finished) or _leftover(temporary)


def _lost_steps(out: Path, finished: list[bytes]) -> str:
    """Return which of the steps that were reported as finished are not in the record."""
    try:
        recorded = len(load_episode(out).decisions)
    except BrokenEpisode as error:
        return f"the record is broken: {error}" if finished else ""
    return (
        ""
        if not finished or recorded >= int(finished[-1])
        else f"{finished[-1]!r} finished, {recorded} recorded"
    )


def _leftover(temporary: Path, timeout_sec: float = 20.0) -> str:
    """Start another browser's profile until the killed one is gone; return what is left after a timeout."""
    deadline = time.monotonic() + timeout_sec
    tempfile.tempdir = str(temporary)
    try:
        while time.monotonic() < deadline:
            TemporaryProfile().release()
            if not list(temporary.glob(f"{PREFIX}*")) and not _processes_using(temporary):
                return ""
            time.sleep(0.1)
    finally:
        tempfile.tempdir = None
    return f"left: {list(temporary.glob(f'{PREFIX}*'))} {_processes_using(temporary)}"


def _processes_using(folder: Path) -> list[str]:
    """Return the browsers whose command line names a folder."""
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = path.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if f"--user-data-dir={folder}" in line:
            lines.append(f"process {path.parent.name}")
    return lines
