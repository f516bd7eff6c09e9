"""How long `import onscreen` and `onscreen --help` take: python benchmarks/start_up.py [--repeats 9]."""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
import time
from pathlib import Path

from _report import publish, table

COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import onscreen": [sys.executable, "-c", "import onscreen"],
    "onscreen --help": [str(Path(sys.executable).parent / "onscreen"), "--help"],
}


def seconds(command: list[str], repeats: int) -> list[float]:
    """Time whole processes, after one that fills the file cache."""
    taken = []
    for _ in range(repeats + 1):
        begun = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        taken.append(time.perf_counter() - begun)
    return taken[1:]


def main() -> None:
    """Measure and publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=9)
    repeats = parser.parse_args().repeats
    taken = {name: seconds(command, repeats) for name, command in COMMANDS.items()}
    bare = statistics.median(taken["python -c pass"])
    rows = [
        (
            f"`{name}`",
            f"{statistics.median(each):.3f}",
            f"{min(each):.3f}",
            f"{statistics.median(each) - bare:.3f}",
        )
        for name, each in taken.items()
    ]
    text = f"""### Starting

Whole processes, {repeats} times each; the last column is without Python's own start.

{table(["what", "median, s", "fastest, s", "on top of Python, s"], rows)}"""
    publish("start_up", text, {"seconds": taken})


if __name__ == "__main__":
    main()
