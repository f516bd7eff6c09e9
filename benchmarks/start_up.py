"""Start-up time of `import onscreen` and `onscreen --help`: python benchmarks/start_up.py [--repeats 9]."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

from _report import publish, render_table

COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import onscreen": [sys.executable, "-c", "import onscreen"],
    "onscreen --help": [str(Path(sys.executable).parent / "onscreen"), "--help"],
}


def measure_seconds(command: list[str], repeats: int) -> list[float]:
    """Time whole processes, after a warm-up run that fills the file cache."""
    seconds = []
    for _ in range(repeats + 1):
        start_time = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - start_time)
    return seconds[1:]


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=9)
    repeats = parser.parse_args().repeats
    seconds = {name: measure_seconds(command, repeats) for name, command in COMMANDS.items()}
    bare = statistics.median(seconds["python -c pass"])
    rows = [
        (
            f"`{name}`",
            f"{statistics.median(each):.3f}",
            f"{min(each):.3f}",
            f"{statistics.median(each) - bare:.3f}",
        )
        for name, each in seconds.items()
    ]
    text = f"""### Start-up time

Whole processes, {repeats} times each; the last column is without Python's own start.

{render_table(["what", "median, s", "fastest, s", "beyond Python, s"], rows)}"""
    publish("start_up", text, {"seconds": seconds})


if __name__ == "__main__":
    main()
