"""A stop signal that fires when a number of at least N is shown."""

from __future__ import annotations

from onscreen.types import Episode, Signal, Stop
from onscreen.types.errors import BadText


def reached_signal(rest: str) -> Signal:
    """Return the signal named `reached:N`.

    Raises:
        BadText: N is not an integer.
    """
    if not rest.isdigit():
        raise BadText(f"signal 'reached' takes an integer, as in reached:3; found {rest!r}")
    min_number = int(rest)

    def signal(episode: Episode) -> Stop | None:
        shown = [int(n.name) for n in episode.last.nodes if n.role == "text" and n.name.isdigit()]
        top = max(shown, default=-1)
        return Stop("done", f"{top} is shown, {min_number} was wanted") if top >= min_number else None

    return signal
