"""Lookup table of all shell commands by name."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.phone.shell.command_interface import Command
from onscreen_practice.phone.shell.commands import (
    activity_commands,
    app_process_command,
    builtin_commands,
    capture_commands,
    content_command,
    dumpsys,
    file_commands,
    find_command,
    input_command,
    package_commands,
    practice_command,
    process_commands,
    provider_access,
    root_commands,
    screenrecord_command,
    settings_commands,
    system_commands,
    text_commands,
    window_commands,
)

COMMANDS: Mapping[str, Command] = {
    **builtin_commands.TABLE,
    **content_command.TABLE,
    **file_commands.TABLE,
    **find_command.TABLE,
    **text_commands.TABLE,
    **system_commands.TABLE,
    **capture_commands.TABLE,
    **screenrecord_command.TABLE,
    **process_commands.TABLE,
    **input_command.TABLE,
    **activity_commands.TABLE,
    **app_process_command.TABLE,
    **package_commands.TABLE,
    **window_commands.TABLE,
    **settings_commands.TABLE,
    **dumpsys.TABLE,
    **practice_command.TABLE,
    **provider_access.TABLE,
    **root_commands.TABLE,
}
