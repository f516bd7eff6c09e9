"""Every command of the shell by name."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.worlds.phone.shell.call import Command
from onscreen.worlds.phone.shell.commands import (
    activity,
    builtin,
    dumps,
    files,
    packages,
    practice,
    screen,
    settings,
    system,
    text,
    touch,
    windows,
)

COMMANDS: Mapping[str, Command] = {
    **builtin.TABLE,
    **files.TABLE,
    **text.TABLE,
    **system.TABLE,
    **screen.TABLE,
    **touch.TABLE,
    **activity.TABLE,
    **packages.TABLE,
    **windows.TABLE,
    **settings.TABLE,
    **dumps.TABLE,
    **practice.TABLE,
}
