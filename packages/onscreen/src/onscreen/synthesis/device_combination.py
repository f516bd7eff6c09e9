"""Combination of the subtasks of several devices, such as a phone and the web, for the device `many`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from onscreen.synthesis.subtask_template import BadSubtask, SubtaskTemplate
from onscreen.types import Check, Start

COMBINED = "many"
"""Name of the device that combines several."""


def combine_devices(subtasks: Sequence[SubtaskTemplate]) -> tuple[SubtaskTemplate, ...]:
    """Convert subtasks of several devices to subtasks of the device that combines them.

    Each combined device has the name of its kind. Initially, a device that starts at an address is in front.

    Raises:
        BadSubtask: the subtasks of a device start differently, or two subtasks have the same id.
    """
    starts = _find_starts(subtasks)
    first = next((name for name, start in starts.items() if start.address), next(iter(starts)))
    others = {name: start for name, start in starts.items() if name != first}
    start = msgspec.structs.replace(starts[first], device=first, others=others)
    ids = [each.id for each in subtasks]
    if repeated := sorted({each for each in ids if ids.count(each) > 1}):
        raise BadSubtask(f"the folders contain the subtask {repeated[0]!r} twice; remove one of them")
    return tuple(
        msgspec.structs.replace(
            each,
            platform=COMBINED,
            device=each.platform,
            start=start,
            check=_on_device(each.check, each.platform),
        )
        for each in subtasks
    )


def _find_starts(subtasks: Sequence[SubtaskTemplate]) -> Mapping[str, Start]:
    """Map each device to the common start of its subtasks.

    Raises:
        BadSubtask: two subtasks of a device start differently.
    """
    starts: dict[str, Start] = {}
    for each in subtasks:
        if starts.setdefault(each.platform, each.start) != each.start:
            raise BadSubtask(
                f"the subtask {each.id!r} starts differently from others on {each.platform!r}; "
                "combine subtasks of one web application or program"
            )
    if not starts:
        raise BadSubtask("there are no subtasks to combine; find some with: onscreen discover")
    return starts


def _on_device(check: Check, device: str) -> Check:
    """Return a check with expressions evaluated on a named device, even if another one is in front."""
    named: Check = msgspec.convert(_name_device(msgspec.to_builtins(check), device), Check)
    return named


def _name_device(data: object, device: str) -> object:
    if isinstance(data, list | tuple):
        return [_name_device(each, device) for each in data]
    if not isinstance(data, dict):
        return data
    return {
        key: f"{device}: {each}" if key == "expression" else _name_device(each, device)
        for key, each in data.items()
    }
