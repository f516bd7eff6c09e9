"""What the brain decides for one clause."""

from __future__ import annotations

import json

import msgspec

from onscreen.types import Action
from onscreen.types.action_text import show


class Move(msgspec.Struct, frozen=True):
    """The next action (None: nothing to do when `finished`, else nothing fits) and how sure it is, 0..1."""

    action: Action | None
    finished: bool
    why: str = ""
    score: float = 1.0

    def text(self) -> str:
        """Write the move in the form `think.decide` asks for."""
        action = show(self.action) if self.action is not None else ""
        return json.dumps({"why": self.why, "action": action, "finished": self.finished}, ensure_ascii=False)


DONE = Move(None, finished=True, why="it is so already")


def lost(what: str) -> Move:
    """Say that what the clause needs is not on the screen."""
    return Move(None, finished=False, why=f"nothing on the screen fits {what!r}", score=0.0)
