"""Start time and identifier of a run, for formats that need them."""

from __future__ import annotations

import hashlib

from onscreen.types import Episode


def start_sec(episode: Episode) -> float:
    """Return the start of a run in seconds since the epoch, no later than its first screen."""
    return episode.started_at or episode.shots[0].taken_at


def session_id(episode: Episode) -> str:
    """Return an identifier of 32 hexadecimal digits, the same for every conversion of the episode."""
    identity = f"{start_sec(episode)!r} {episode.task.instruction} {episode.shots[0].picture.sha256}"
    return hashlib.sha256(identity.encode("utf-8", "surrogatepass")).hexdigest()[:32]
