"""Lookup table of all shell commands by name."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from onscreen_practice.phone.shell.command_interface import Call, Command, Result
from onscreen_practice.phone.shell.commands import (
    activity_commands,
    builtin_commands,
    capture_commands,
    dumpsys,
    file_commands,
    find_command,
    input_command,
    package_commands,
    practice_command,
    process_commands,
    root_commands,
    screenrecord_command,
    settings_commands,
    system_commands,
    text_commands,
    window_commands,
)

_RARE: Mapping[str, str] = {
    "app_process": "app_process_command",
    "app_process64": "app_process_command",
    "content": "content_command",
    "sqlite3": "provider_access",
}
"""Modules of rarely used commands, by command; importing them on first use makes a phone start sooner."""


def _import_on_first_call(name: str, module: str) -> Command:
    """Return a command whose module is imported when the command is called."""

    def run(call: Call) -> Result:
        table: Mapping[str, Command] = import_module(f"{__package__}.{module}").TABLE
        return table[name](call)

    return run


COMMANDS: Mapping[str, Command] = {
    **builtin_commands.TABLE,
    **file_commands.TABLE,
    **find_command.TABLE,
    **text_commands.TABLE,
    **system_commands.TABLE,
    **capture_commands.TABLE,
    **screenrecord_command.TABLE,
    **process_commands.TABLE,
    **input_command.TABLE,
    **activity_commands.TABLE,
    **package_commands.TABLE,
    **window_commands.TABLE,
    **settings_commands.TABLE,
    **dumpsys.TABLE,
    **practice_command.TABLE,
    **root_commands.TABLE,
    **{name: _import_on_first_call(name, module) for name, module in _RARE.items()},
}
