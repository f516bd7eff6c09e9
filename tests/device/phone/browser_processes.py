"""Processes of the browser that renders a phone."""

from __future__ import annotations

from pathlib import Path


def list_processes(group: int) -> list[Path]:
    """Return the running processes of a process group."""
    return [each for each in Path("/proc").iterdir() if each.name.isdigit() and _lives(each, group)]


def _lives(process: Path, group: int) -> bool:
    try:
        state, _, process_group = (process / "stat").read_text().rpartition(")")[2].split()[:3]
    except OSError:
        return False
    return state != "Z" and int(process_group) == group


def find_process(group: int, kind: str) -> int:
    """Return the process id of a browser, or of its first process of this kind."""
    if not kind:
        return group
    return next(
        int(each.name)
        for each in list_processes(group)
        if f"--type={kind}" in (command := (each / "cmdline").read_text()) and "webui" not in command
    )
