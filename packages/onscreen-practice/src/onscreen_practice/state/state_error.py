"""Base class of the errors in checks of an application's state."""

from __future__ import annotations


class StateError(Exception):
    """Raised when a path, a pattern or a change does not fit an application's state.

    The message states the cause and a fix.
    """
