"""An agent that plays known moves, to show that a task can be done and that its check sees it.

It finds each target by role and name as a person would: it waits once for a page that is late, then scrolls
down through it. What it cannot find ends the run as not achieved, with the target named.
"""

from __future__ import annotations

from urllib.parse import urljoin

import msgspec

from onscreen.bench.recipe import Move
from onscreen.perceive.look import look
from onscreen.types import (
    Action,
    Click,
    Decision,
    Done,
    Element,
    Episode,
    Open,
    Press,
    Scroll,
    Select,
    Type,
    Wait,
)

PATIENCE_SEC = 2.0
MOST_SCROLLS = 6
FOUND, LATE, LOWER = "found", "late", "lower"


class Oracle(msgspec.Struct, frozen=True):
    """Plays `moves` in order, one a step."""

    moves: tuple[Move, ...]
    name: str = "oracle"

    def act(self, episode: Episode) -> Decision:
        """Play the next move, or look for its target."""
        played = sum(1 for d in episode.decisions if d.why == FOUND)
        if played >= len(self.moves):
            return Decision(Done(), why=FOUND)
        move = self.moves[played]
        action = _action(move, episode)
        return _search(move, episode) if action is None else Decision(action, why=FOUND)


def _search(move: Move, episode: Episode) -> Decision:
    tried = 0
    for decision in reversed(episode.decisions):
        if decision.why == FOUND:
            break
        tried += 1
    if tried == 0:
        return Decision(Wait(PATIENCE_SEC), why=LATE)
    if tried <= MOST_SCROLLS:
        return Decision(Scroll("down"), why=LOWER)
    return Decision(Done(f"there is no {move.role} named {move.name!r}", achieved=False), why=FOUND)


def _action(move: Move, episode: Episode) -> Action | None:
    if move.do == "open":
        return Open(urljoin(episode.last.address, move.text))
    if move.do in {"done", "refuse"}:
        return Done(move.text, achieved=move.do == "done")
    target = _target(move, episode)
    if target is None:
        return None
    if move.do == "type":
        return Type(move.text, target)
    if move.do == "select":
        return Select(target, (move.text,))
    return Press(move.text, target) if move.do == "press" else Click(target)


def _target(move: Move, episode: Episode) -> Element | None:
    elements = look(episode.last).elements
    return next((e for e in elements if e.role == move.role and e.name == move.name), None)
