"""Data types for the action history: past actions, their outcomes and the resulting changes."""

from __future__ import annotations

import msgspec

from onscreen.types.action import Action
from onscreen.types.screen_change import ScreenChange


class Outcome(msgspec.Struct, frozen=True, rename={"message": "said"}):
    """The result of an action: a message, and the kind of failure if it failed.

    `message` is what the device or the user answered: a path, an answer, the text read back (`said` in JSON).
    `failed` is the kind of failure, which is the name of the raised ActionFailed class, or "" if the action
    was performed. After a failure, `message` is the error message. `blocker` is the name of the element that
    covered the target of an action that failed with ElementCovered.
    """

    message: str = ""
    failed: str = ""
    blocker: str = ""


class PastStep(msgspec.Struct, frozen=True):
    """Entry in the action history: an action, its outcome and the resulting screen change.

    `ended` is True if the environment ended the episode after the action. `owner` holds the header of the
    target's column, if the target's name does not contain it, and the first texts of the table row or card
    that the target belongs to, if several controls of the screen have its role and name. `by_model` is True
    if a policy that queries a language model proposed the action. `unseen` are names of added nodes that no
    earlier screen of the run had; it is empty if the step added few nodes.
    """

    action: Action
    outcome: Outcome = Outcome()
    change: ScreenChange = ScreenChange()
    ended: bool = False
    owner: tuple[str, ...] = ()
    by_model: bool = False
    unseen: frozenset[str] = frozenset()

    @property
    def had_effect(self) -> bool:
        """True if the action succeeded and changed the screen."""
        return not self.outcome.failed and bool(self.change)
