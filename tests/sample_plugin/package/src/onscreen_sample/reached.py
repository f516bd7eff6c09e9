"""A stop signal that fires when a number of at least N is shown."""

from __future__ import annotations

from onscreen.types import Episode, Signal, Stop
from onscreen.types.errors import BadText


def reached_signal(rest: str) -> Signal:
    """Return the signal named `reached:N`.

    Raises:
        BadText: N is not a whole number.
    """
    if not rest.isdigit():
        raise BadText(f"signal 'reached' takes a whole number, as in reached:3; found {rest!r}")
    least = int(rest)

    def signal(episode: Episode) -> Stop | None:
        shown = [int(n.name) for n in episode.last.nodes if n.role == "text" and n.name.isdigit()]
        top = max(shown, default=-1)
        return Stop("done", f"{top} is shown, {least} was wanted") if top >= least else None

    return signal
