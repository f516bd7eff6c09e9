"""Process that runs one command of onscreen and exits with its parent process.

The end of standard input means that the parent process is gone.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading

from onscreen.run.worker_handle import descendants, kill_tree


def end_with_caller() -> None:
    """Wait until standard input ends, then kill the command with its child processes."""
    while os.read(0, 1):
        pass
    for child in descendants(os.getpid()):
        kill_tree(child)
    os._exit(1)


def main() -> int:
    """Run the command given as arguments, and return its exit status."""
    threading.Thread(target=end_with_caller, daemon=True).start()
    command = [sys.executable, "-P", "-m", "onscreen.cli.start", *sys.argv[1:]]
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
