"""Result of a series of actions that the caller of a session chose."""

from __future__ import annotations

import msgspec

from onscreen.types.pluralization import count_noun


class ActionReport(msgspec.Struct, frozen=True):
    """Result of a series of actions.

    The first `performed` of `requested` actions were performed. `failure` states in one line why the next one
    was not; "" if all were performed. `needs_approval` states why the user must approve that action, if this
    is the reason. `messages` are the device's messages. `changes` describes what changed on the screen since
    the caller last saw it.
    """

    performed: int
    requested: int
    failure: str = ""
    needs_approval: str = ""
    messages: tuple[str, ...] = ()
    changes: str = ""

    @property
    def summary(self) -> str:
        """Result in one line, without the screen changes."""
        count = count_noun(self.requested, "action")
        if self.failure:
            return f"{self.performed} of {count} performed; stopped at {self.failure}"
        return "; ".join((f"{count} performed", *self.messages))
