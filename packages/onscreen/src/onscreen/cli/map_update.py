"""Extension of maps after a run, with a report on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from onscreen.device.base import Device
from onscreen.report.html_text_format import one_line
from onscreen.run.map_update import LearnedMap, learn_episode
from onscreen.types import Episode
from onscreen.types.pluralization import count_noun


def learn_from_run(episode: Episode, device: Device, *, folder: Path | None = None) -> None:
    """Extend the maps of the applications that a run used, and print the additions to stderr.

    `folder` is the folder of all maps, None for the default one.

    Raises:
        BadMap: a stored map cannot be read.
        CannotWrite: a map cannot be written.
        DeviceError: the device is gone.
    """
    has_device = episode.stop is None or episode.stop.reason != "device failed"
    print_learned(learn_episode(episode, device if has_device else None, folder=folder))


def print_learned(learned: Iterable[LearnedMap]) -> None:
    """Print to stderr what was added to each map, and whether the application seems to have changed."""
    for each in learned:
        counts = (
            count_noun(each.new_screens, "new screen"),
            count_noun(each.new_actions, "new action"),
            count_noun(each.new_notes, "new note"),
        )
        print(f"  map of {one_line(each.app)}: {', '.join(counts)} in {each.folder}", file=sys.stderr)  # noqa: T201
        if each.change:
            message = f"  {one_line(each.app)} seems to have changed: {one_line(each.change, 300)}; "
            print(message + "explore it again with: onscreen explore", file=sys.stderr)  # noqa: T201
