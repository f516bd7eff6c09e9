"""An agent that plays known moves, to show that a task can be done and that its check sees it.

It finds each target by name (and role) as a person would: it waits once for a screen that is late, then
scrolls down through it. What it cannot find ends the run as not achieved, with the target named.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin

import msgspec

from onscreen.perceive.screen_builder import build_screen
from onscreen.types import (
    Action,
    Back,
    Box,
    Click,
    Decision,
    Done,
    Drag,
    Element,
    Episode,
    Home,
    LongPress,
    Open,
    Point,
    Press,
    Scroll,
    Select,
    Swipe,
    Type,
    Wait,
)
from onscreen.types.action import Direction
from onscreen_practice.task_recipe import Move

PATIENCE_SEC = 2.0
MOST_SCROLLS = 8
SWIPE_FROM, SWIPE_TO = 0.2, 0.9
"""The shares of an element's length between which a swipe over it goes."""

SLIDER_EDGE = 0.04
"""The share of a slider's length that lies outside its track, at either end."""

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
        action = _untargeted(move, episode) or _targeted(move, episode)
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
    wanted = f"{move.role} named {move.name!r}".strip()
    return Decision(Done(f"there is no {wanted}", achieved=False), why=FOUND)


def _untargeted(move: Move, episode: Episode) -> Action | None:
    """Return the action of a move that needs no target."""
    if move.do == "open":
        page = "/" in move.text
        return Open(urljoin(episode.last.address, move.text) if page else move.text)
    if move.do in {"done", "refuse"}:
        return Done(move.text, achieved=move.do == "done")
    if move.do in {"back", "home"}:
        return Back() if move.do == "back" else Home()
    if move.name or move.role:
        return None
    if move.do == "press":
        return Press(move.text)
    return Scroll(_way(move.text)) if move.do == "scroll" else None


def _targeted(move: Move, episode: Episode) -> Action | None:
    """Return the action of a move whose target is on the screen."""
    target = _target(move, episode)
    if target is None:
        return None
    other = _target(Move("click", name=move.text), episode) if move.do == "drag" else None
    actions: dict[str, Action | None] = {
        "click": Click(target),
        "hold": LongPress(target),
        "type": Type(move.text, target),
        "select": Select(target, (move.text,)),
        "press": Press(move.text, target),
        "drag": Drag(target, other) if other else None,
    }
    if move.do in actions:
        return actions[move.do]
    if move.do == "scroll":
        return Scroll(_way(move.text), target=target)
    return (
        _swipe(target.box, move.text) if move.do == "swipe" else Click(_along(target.box, float(move.text)))
    )


def _swipe(box: Box, way: str) -> Swipe:
    middle = Point((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    low, high = (SWIPE_FROM, SWIPE_TO) if way in {"right", "down"} else (1 - SWIPE_FROM, 1 - SWIPE_TO)
    if way in {"left", "right"}:
        width = box.right - box.left
        return Swipe(Point(box.left + low * width, middle.y), Point(box.left + high * width, middle.y))
    height = box.bottom - box.top
    return Swipe(Point(middle.x, box.top + low * height), Point(middle.x, box.top + high * height))


def _along(box: Box, share: float) -> Point:
    inner = SLIDER_EDGE + (1 - 2 * SLIDER_EDGE) * share
    return Point(box.left + inner * (box.right - box.left), (box.top + box.bottom) / 2)


def _way(text: str) -> Direction:
    way: Direction = msgspec.convert(text, Direction)
    return way


def _target(move: Move, episode: Episode) -> Element | None:
    """Return the element meant: by its whole name, else by how that begins; what can be acted on first."""
    for found in _candidates(move, episode):
        clickable = [e for e in found if e.has("clickable") or e.has("editable")]
        several = clickable if len(clickable) > move.nth else found
        if len(several) > move.nth:
            return several[move.nth]
    return None


def _candidates(move: Move, episode: Episode) -> Iterator[list[Element]]:
    elements = build_screen(episode.last).elements
    fit = [e for e in elements if not move.role or e.role == move.role]
    yield [e for e in fit if e.name == move.name]
    if move.role and move.role != "textbox":
        return
    nodes = enumerate(episode.last.nodes)
    yield [Element.of(n, 0, index=i) for i, n in nodes if n.name == move.name and not move.role]
    yield [e for e in fit if move.name and e.name.startswith(move.name)]
