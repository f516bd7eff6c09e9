"""The agent says that the work is over."""

from __future__ import annotations

from onscreen.types import Done, Episode, Signal, Stop
from onscreen.types.errors import BadText


def done(episode: Episode) -> Stop | None:
    """Fire when the last action was Done."""
    last = episode.decisions[-1].action if episode.decisions else None
    if not isinstance(last, Done):
        return None
    said = f": {last.answer}" if last.answer else ""
    return Stop("done", f"the agent says it {'is done' if last.achieved else 'cannot be done'}{said}")


def done_signal(rest: str = "") -> Signal:
    """Return the signal named `done`.

    Raises:
        BadText: something follows its name.
    """
    if rest:
        raise BadText(f"signal 'done' takes no number; found {rest!r}")
    return done
