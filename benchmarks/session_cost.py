"""Seconds of the short commands of a session, with what the client's process costs.

    python benchmarks/session_cost.py [--pairs 20] [--earlier FOLDER]

Each command is a process of its own, as an agent runs it; `open` starts a second session, which is closed
after it. `--earlier` is a folder with another version of the project, such as a git worktree: then the
commands of both versions alternate, each on a session of its own, so that a busy machine slows both alike. A
pause between the commands leaves a session the time to complete its record, as the thinking of an agent does.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from _report import publish, render_table
from _tool_drivers import CONSOLE_SCRIPT, THINK_SEC

PAGE = (
    "data:text/html,<title>Notes</title><label>Name <input></label>"
    '<button onclick="d.textContent=Date.now()">Stamp</button><p id=d></p>'
    + "<p>Line of text <a href='https://shop.example/'>link</a></p>"
    * 40
)
COMMANDS: Mapping[str, Sequence[str]] = {
    "look": ["look"],
    "type": ["do", 'type "{}" into 1'],
    "click": ["do", "click 2"],
    "type and click": ["do", 'type "{} b" into 1', "click 2"],
    "wait": ["wait", 'text "Stamp"'],
}
OPEN = "open"
CLIENT_RUNS = 20
ROOT = Path(__file__).parents[1]


class Version:
    """One version of the project, with a session on the page."""

    def __init__(self, root: Path, folder: Path) -> None:
        """Use the sources below `root`; `folder` has the files of the session."""
        sources = os.pathsep.join(str(path) for path in sorted(root.glob("packages/*/src")))
        self.environment = {**os.environ, "PYTHONPATH": sources, "XDG_RUNTIME_DIR": str(folder)}
        self.folder = folder

    def run(self, words: Sequence[str]) -> float:
        """Run a command, and return its milliseconds.

        Raises:
            CalledProcessError: the command failed.
        """
        started = time.perf_counter()
        command = [sys.executable, "-c", CONSOLE_SCRIPT, *words]
        subprocess.run(command, capture_output=True, check=True, env=self.environment, cwd=self.folder)
        return (time.perf_counter() - started) * 1000

    def measure_cpu(self, arguments: Sequence[str]) -> float:
        """Return the CPU milliseconds of a Python process that finds no session, the median of several."""
        spent = []
        environment = {**self.environment, "XDG_RUNTIME_DIR": str(self.folder / "none")}
        for _ in range(CLIENT_RUNS):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            command = [sys.executable, *arguments]
            subprocess.run(command, capture_output=True, check=False, env=environment)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return statistics.median(spent) * 1000


def measure_commands(versions: Mapping[str, Version], pairs: int) -> Mapping[tuple[str, str], list[float]]:
    """Return the milliseconds of each command, by the version and the kind of the command."""
    times: dict[tuple[str, str], list[float]] = {
        (v, kind): [] for v in versions for kind in (OPEN, *COMMANDS)
    }
    for version in versions.values():
        version.run(["open", "web", PAGE])
    for number in range(pairs):
        for kind, words in COMMANDS.items():
            for name in sorted(versions, reverse=bool(number % 2)):
                time.sleep(THINK_SEC)
                written = [word.format(number) for word in words]
                times[name, kind].append(versions[name].run(written))
        for name in sorted(versions, reverse=bool(number % 2)):
            times[name, OPEN].append(versions[name].run(["open", "web", PAGE, "--name", "second"]))
            versions[name].run(["close", "--name", "second"])
    for version in versions.values():
        version.run(["close"])
    return times


def render_times(times: Mapping[tuple[str, str], list[float]], names: Sequence[str]) -> str:
    """Render the milliseconds of each command, with the ratio if there are two versions."""
    rows = []
    for kind in (OPEN, *COMMANDS):
        row = [kind]
        for name in names:
            row += [f"{statistics.median(times[name, kind]):.0f}", f"{min(times[name, kind]):.0f}"]
        if len(names) > 1:
            new, old = (times[name, kind] for name in names)
            row.append(f"{statistics.median(a / b for a, b in zip(new, old, strict=True)):.2f}")
        rows.append(tuple(row))
    heads = ["command", *(head for name in names for head in (f"{name}, ms", "fastest"))]
    return render_table((*heads, *(["median ratio"] if len(names) > 1 else [])), rows)


def render_clients(versions: Mapping[str, Version]) -> str:
    """Render the CPU time of a command's client in each version."""
    clients = {"`python -c pass`": ["-c", "pass"]}
    clients |= {f"`onscreen {each}`": ["-c", CONSOLE_SCRIPT, each] for each in ("look", "sessions")}
    rows = [
        (name, *(f"{version.measure_cpu(words):.0f}" for version in versions.values()))
        for name, words in clients.items()
    ]
    return render_table(("process", *(f"{name}, CPU ms" for name in versions)), rows)


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--pairs", type=int, default=20, help="commands of each kind (default: %(default)s)")
    parser.add_argument("--earlier", metavar="FOLDER", help="another version of the project, to compare with")
    arguments = parser.parse_args()
    roots = {"now": ROOT, **({"earlier": Path(arguments.earlier)} if arguments.earlier else {})}
    with tempfile.TemporaryDirectory() as folder:
        versions = {}
        for name, root in roots.items():
            Path(folder, name).mkdir()
            versions[name] = Version(root, Path(folder, name))
        times = measure_commands(versions, arguments.pairs)
        clients = render_clients(versions)
    is_pair = len(versions) > 1
    option = " --earlier FOLDER" if is_pair else ""
    turns = " The versions take turns, each on a session of its own." if is_pair else ""
    load = " ".join(f"{each:.0f}" for each in os.getloadavg())
    text = f"""### Cost of a short command

`python benchmarks/session_cost.py{option}`: commands on a page that changes only when it is used,
each from the start of its process to its end, {arguments.pairs} of each kind, with a pause of {THINK_SEC} s
before each command.{turns} Load averages at the end: {load}.

{render_times(times, list(versions))}

CPU time of a command's client, without the session process:

{clients}"""
    publish("session_cost", text, {"times": {" ".join(key): each for key, each in times.items()}})


if __name__ == "__main__":
    main()
