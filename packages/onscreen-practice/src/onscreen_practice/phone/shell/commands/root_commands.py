"""Shell commands for root access: su and restorecon."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen_practice.phone.shell.command_interface import Call, Command, Result, error_output

_ROOT_NAMES = frozenset(("0", "root"))
_EXIT_NOT_FOUND = 127


def su(call: Call) -> Result:
    """Run a command as root (`su [0|root] [-c SCRIPT | COMMAND [ARGUMENT...]]`).

    Only a rootable phone has this command, as only userdebug builds of Android do.
    """
    if not call.machine.build.rootable:
        return error_output("/system/bin/sh: su: inaccessible or not found", _EXIT_NOT_FOUND)
    words = list(call.arguments)
    user = words.pop(0) if words and not words[0].startswith("-") and words[0] != "sh" else "root"
    if user not in {*_ROOT_NAMES, "shell", "2000"}:
        return error_output(f"su: invalid uid/gid '{user}'", 1)
    if words[:1] == ["-c"]:
        words = ["sh", *words]
    previous = call.environment.is_root
    call.environment.is_root = user in _ROOT_NAMES
    try:
        return call.invoke(tuple(words) or ("sh",), call.stdin)
    finally:
        call.environment.is_root = previous


def restorecon(call: Call) -> Result:
    """Check that files exist, because the phone has no security contexts to restore."""
    missing = next(
        (
            word
            for word in call.arguments
            if not word.startswith("-") and call.machine.storage.stat(call.environment.path(word)) is None
        ),
        None,
    )
    if missing is None:
        return Result()
    return error_output(f"restorecon: SELinux: Could not stat {missing}: No such file or directory", 1)


TABLE: Mapping[str, Command] = {"su": su, "restorecon": restorecon}
