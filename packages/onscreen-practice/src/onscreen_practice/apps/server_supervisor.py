"""Supervisor process that stops a server when its parent process ends for any reason.

Run it as a script in a new session: `server_supervisor.py FOLDER COMMAND...`. It starts the command
and waits for the end of its standard input, which the owner holds open. Then it deletes the folder and kills
its process group. It needs only the standard library.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import threading


def main(folder: str, command: list[str]) -> None:
    """Run the command until it ends or standard input is closed, then delete the folder."""
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    threading.Thread(target=_end_with, args=(server,), daemon=True).start()
    while os.read(0, 1):
        pass
    _is_released.set()
    server.kill()
    shutil.rmtree(folder, ignore_errors=True)
    os.killpg(0, signal.SIGKILL)


_is_released = threading.Event()


def _end_with(server: subprocess.Popen[bytes]) -> None:
    """Exit with the server's status if the server ends before standard input is closed."""
    status = server.wait()
    if not _is_released.is_set():
        os._exit(status & 0xFF or 1)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
