"""Scripted agent that replays known solutions, to verify tasks and their checks.

It finds each target by accessible name and role. If a target is not on the screen, it waits once, then
scrolls down. If the target is still not found, the run ends as not achieved, and the answer names the target.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urljoin

import msgspec

from onscreen.perceive.element_kinds import is_actionable
from onscreen.perceive.screen_builder import build_screen
from onscreen.types import (
    Action,
    Answer,
    Back,
    Box,
    Click,
    Decision,
    Done,
    Drag,
    Element,
    Episode,
    Home,
    Hover,
    LongPress,
    Open,
    Point,
    Press,
    Scroll,
    Select,
    Swipe,
    Type,
    Upload,
    Wait,
)
from onscreen.types.action import Direction
from onscreen_practice.task_recipe import Move

WAIT_SEC = 2.0
"""Time to wait for a target that is not yet on the screen, in seconds."""

MAX_SCROLLS = 8
MAX_WAITS = 8
"""Largest number of waits for a target to disappear."""
SWIPE_START, SWIPE_END = 0.2, 0.9
"""Start and end of a swipe across an element, as fractions of the element's length."""

SLIDER_MARGIN = 0.04
"""Fraction of a slider's length at each end that does not belong to its track."""

_MOVE, _WAIT, _SCROLL, _RESPONSE = "found", "late", "lower", "interrupted"
"""Values of `Decision.why` by which the oracle recognizes its own past steps."""


class Oracle(msgspec.Struct, frozen=True):
    """Scripted agent that performs a fixed list of actions and responds to interruptions."""

    moves: tuple[Move, ...]
    name: str = "oracle"

    def act(self, episode: Episode) -> Decision:
        """Return the next scripted action, or a step that searches for the target element."""
        responses = [move for move in self.moves if move.response][count_responses(episode) :]
        if responses and (target := _find_named(responses[0].name, episode)):
            return Decision(Click(target), why=_RESPONSE)
        moves = [move for move in self.moves if not move.response]
        played = sum(1 for decision in episode.decisions if decision.why == _MOVE)
        if played >= len(moves):
            return Decision(Done(), why=_MOVE)
        move = moves[played]
        if move.action == "gone":
            return _wait_until_gone(move, episode)
        action = _untargeted_action(move, episode) or _targeted_action(move, episode)
        return _search(move, episode) if action is None else Decision(action, why=_MOVE)


def count_responses(episode: Episode) -> int:
    """Count the oracle's responses to interruptions in an episode."""
    return sum(1 for decision in episode.decisions if decision.why == _RESPONSE)


def _search(move: Move, episode: Episode) -> Decision:
    """Return the next step that searches for the target of a scripted action: wait, scroll or end."""
    attempts = _count_attempts(episode)
    if attempts == 0:
        return Decision(Wait(WAIT_SEC), why=_WAIT)
    if attempts <= MAX_SCROLLS:
        return Decision(Scroll("down"), why=_SCROLL)
    target = f"{move.role} named {move.name!r}".strip()
    return Decision(Done(f"there is no {target}", achieved=False), why=_MOVE)


def _wait_until_gone(move: Move, episode: Episode) -> Decision:
    """Return a wait for the target to disappear; the last wait completes the move in any case."""
    is_over = _find_target(move, episode) is None or _count_attempts(episode) >= MAX_WAITS
    return Decision(Wait(0.0), why=_MOVE) if is_over else Decision(Wait(WAIT_SEC), why=_WAIT)


def _count_attempts(episode: Episode) -> int:
    """Count the steps since the last scripted action or response."""
    steps = (decision.why in {_MOVE, _RESPONSE} for decision in reversed(episode.decisions))
    return next((count for count, is_move in enumerate(steps) if is_move), len(episode.decisions))


def _untargeted_action(move: Move, episode: Episode) -> Action | None:
    """Convert a scripted action without a target element to an `Action`.

    Returns None if it needs a target.
    """
    if move.action == "open":
        is_path = "/" in move.text and " " not in move.text
        return Open(urljoin(episode.last.address, move.text) if is_path else move.text)
    if move.action in {"done", "refuse"}:
        return Done(move.text, achieved=move.action == "done")
    if move.action in {"back", "home"}:
        return Back() if move.action == "back" else Home()
    if move.action == "answer":
        return Answer(text=move.text) if episode.last.dialog else None
    return None if move.name or move.role else _action_on_screen(move)


def _action_on_screen(move: Move) -> Action | None:
    """Return the key press or screen scroll of a move, or None if it is neither."""
    if move.action == "press":
        return Press(move.text)
    return Scroll(_direction(move.text)) if move.action == "scroll" else None


def _targeted_action(move: Move, episode: Episode) -> Action | None:
    """Convert a scripted action to an `Action` on its target element.

    Returns None if the target is not on the screen.
    """
    target = _find_target(move, episode)
    if target is None:
        return None
    onto = _find_target(Move("click", name=move.text), episode) if move.action == "drag" else None
    actions: dict[str, Action | None] = {
        "click": Click(target),
        "hold": LongPress(target),
        "hover": Hover(target),
        "menu": Click(target, button="right"),
        "type": Type(move.text, target),
        "select": Select(target, (move.text,)),
        "press": Press(move.text, target),
        "drag": Drag(target, onto) if onto else None,
        "upload": Upload(target, (move.text,)),
    }
    if move.action in actions:
        return actions[move.action]
    if move.action == "scroll":
        return Scroll(_direction(move.text), target=target)
    if move.action == "swipe":
        return _swipe_over(target.box, move.text)
    return Click(_slider_point(target.box, float(move.text)))


def _swipe_over(box: Box, direction: str) -> Swipe:
    """Return the swipe across a box in the direction left, right, up or down."""
    center = Point((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    forward = direction in {"right", "down"}
    start, end = (SWIPE_START, SWIPE_END) if forward else (1 - SWIPE_START, 1 - SWIPE_END)
    if direction in {"left", "right"}:
        width = box.right - box.left
        return Swipe(Point(box.left + start * width, center.y), Point(box.left + end * width, center.y))
    height = box.bottom - box.top
    return Swipe(Point(center.x, box.top + start * height), Point(center.x, box.top + end * height))


def _slider_point(box: Box, position: float) -> Point:
    """Return the screen point of a slider position, given as a fraction of its track."""
    fraction = SLIDER_MARGIN + (1 - 2 * SLIDER_MARGIN) * position
    return Point(box.left + fraction * (box.right - box.left), (box.top + box.bottom) / 2)


def _direction(text: str) -> Direction:
    direction: Direction = msgspec.convert(text, Direction)
    return direction


def _find_named(name: str, episode: Episode) -> Element | None:
    """Return the element with exactly this name, or None if it is not on the screen."""
    return next((each for each in build_screen(episode.last).elements if each.name == name), None)


def _find_target(move: Move, episode: Episode) -> Element | None:
    """Find the target of a move by name or else by a prefix, preferring actionable elements."""
    for candidates in _candidates(move, episode):
        actionable = [e for e in candidates if is_actionable(e)]
        ranked = actionable if len(actionable) > move.nth else candidates
        if len(ranked) > move.nth:
            return ranked[move.nth]
    return None


def _candidates(move: Move, episode: Episode) -> Iterator[list[Element]]:
    """Yield groups of possible targets of a move, the best-matching group first."""
    elements = build_screen(episode.last).elements
    with_role = [e for e in elements if not move.role or e.role == move.role]
    yield [e for e in with_role if e.name == move.name]
    if move.role and move.role != "textbox":
        return
    nodes = enumerate(episode.last.nodes)
    yield [Element.of(n, 0, index=i) for i, n in nodes if n.name == move.name and not move.role]
    yield [e for e in with_role if move.name and e.name.startswith(move.name)]
