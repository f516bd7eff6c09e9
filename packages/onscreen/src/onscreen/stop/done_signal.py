"""Stop signal that ends the run after the agent's `Done` action."""

from __future__ import annotations

from onscreen.types import Done, Episode, Signal, Stop
from onscreen.types.errors import BadText


def done(episode: Episode) -> Stop | None:
    """Stop the run if the last action was `Done`.

    The reason is "gave up" if the agent reported that the task was not achieved.
    """
    last = episode.decisions[-1].action if episode.decisions else None
    if not isinstance(last, Done):
        return None
    answer = f": {last.answer}" if last.answer else ""
    if last.achieved:
        return Stop("done", f"the agent reported that the task is done{answer}")
    return Stop("gave up", f"the agent reported that the task is not done{answer}")


def done_signal(rest: str = "") -> Signal:
    """Create the signal named `done`, which stops the run after a `Done` action.

    Raises:
        BadText: an argument follows the name.
    """
    if rest:
        raise BadText(f"signal 'done' takes no argument; found {rest!r}")
    return done
