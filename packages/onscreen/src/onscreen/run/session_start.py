"""Start of a session on a device selected by name."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from pathlib import Path

from onscreen.run.device_factory import make_device
from onscreen.run.perception_device import with_senses
from onscreen.run.screen_session import ScreenSession
from onscreen.types import Setting, Start, Task

INSTRUCTION = "Session without an instruction: the caller chooses each action."


def open(  # noqa: A001  named as it is used: onscreen.open
    on: str = "web",
    start: str = "",
    *,
    settings: Mapping[str, Setting] | None = None,
    out: str | Path = "",
    senses: tuple[str, ...] = (),
    secrets: tuple[str, ...] = (),
    resume: bool = False,
) -> ScreenSession:
    """Open a device for a caller that chooses the actions, such as `onscreen.open("web", address)`.

    `on` is the name of the device, `start` the page or application to open. `out` is the folder the episode
    is recorded in; "" records nothing. `secrets` are names of environment variables whose values are typed by
    writing {NAME}. With `resume`, the session in the folder `out` continues at the address of its last
    screen.

    Raises:
        UsageError: a name, setting, secret or folder cannot be used.
        DeviceError: the start page or application cannot be opened.
        BrokenEpisode: the session to continue cannot be read.
    """
    task = Task(INSTRUCTION, name="session", start=Start(start), secrets=secrets)
    device = with_senses(make_device(on, settings or {}), senses)
    with ExitStack() as undo:
        undo.callback(device.close)
        session = ScreenSession(device, task, folder=Path(out) if out else None, resume=resume)
        undo.pop_all()
    return session
