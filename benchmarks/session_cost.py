"""Seconds of an action in a session, with and without a new screenshot for the check before it.

    python benchmarks/session_cost.py [--pairs 40]

Both ways alternate in one browser, so that a busy machine slows both alike. The CPU time of a command's
client is that of its whole process.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable

from _report import publish, render_table

import onscreen
from onscreen.device.base import observe_elements
from onscreen.run import screen_session

PAGE = (
    "data:text/html,<title>Notes</title><label>Name <input></label>"
    '<button onclick="d.textContent=Date.now()">Stamp</button><p id=d></p>'
    + "<p>Line of text <a href='https://shop.example/'>link</a></p>"
    * 40
)
ACTIONS = ('type "{}" into 1', "click 2")
CLIENT_RUNS = 20
CONSOLE_SCRIPT = "import sys; from onscreen.cli.start import main; sys.exit(main())"
WAYS: dict[str, Callable[..., object]] = {
    "new screenshot": lambda device: device.observe(),
    "last screenshot": observe_elements,
}


def measure_actions(pairs: int) -> dict[tuple[str, str], list[float]]:
    """Return the milliseconds of each action, by the way of the check and the action."""
    times: dict[tuple[str, str], list[float]] = {(way, each): [] for way in WAYS for each in ACTIONS}
    with onscreen.open("web", PAGE) as screen:
        _ = screen.text
        for number in range(pairs):
            for way in sorted(WAYS, reverse=bool(number % 2)):
                vars(screen_session)["observe_elements"] = WAYS[way]
                for action in ACTIONS:
                    started = time.perf_counter()
                    screen.do(action.format(number))
                    times[way, action].append((time.perf_counter() - started) * 1000)
    return times


def measure_cpu(arguments: list[str]) -> float:
    """Return the CPU milliseconds of a Python process, the median of several."""
    spent = []
    for _ in range(CLIENT_RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], capture_output=True, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(spent) * 1000


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--pairs", type=int, default=40, help="actions of each kind (default: %(default)s)")
    times = measure_actions(parser.parse_args().pairs)
    rows = []
    for action in ACTIONS:
        old, new = (times[way, action] for way in WAYS)
        ratio = statistics.median(b / a for a, b in zip(old, new, strict=True))
        medians = [f"{statistics.median(each):.0f}" for each in (old, new)]
        rows.append((action.split()[0], *medians, f"{min(old):.0f}", f"{min(new):.0f}", f"{ratio:.2f}"))
    heads = ("action", *(f"{way}, ms" for way in WAYS), "fastest", "fastest", "median ratio")
    clients = {"`python -c pass`": ["-c", "pass"]}
    clients |= {f"`onscreen {each}`": ["-c", CONSOLE_SCRIPT, each] for each in ("look", "sessions")}
    spent = [(name, f"{measure_cpu(words):.0f}") for name, words in clients.items()]
    text = f"""### Cost of a short command

`python benchmarks/session_cost.py`: an action in a session from the call to the printed changes, in one
browser, in which the check before the action alternately takes a new screenshot and reuses the last one of an
unchanged page. Before an action only the elements are needed; after it, a new screenshot is always taken.

{render_table(heads, rows)}

CPU time of a command's client, without the session process:

{render_table(("process", "CPU ms"), spent)}"""
    publish("session_cost", text, {"times": {" ".join(key): each for key, each in times.items()}})


if __name__ == "__main__":
    main()
