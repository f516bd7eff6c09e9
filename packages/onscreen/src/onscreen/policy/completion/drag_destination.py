"""Comparison of a dragged element's position with the destination named in the instruction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import dist

from onscreen.policy.completion.completion_evidence import RunEvidence, StepEvidence
from onscreen.policy.completion.instruction_details import is_contained, literal_values
from onscreen.policy.lexical.clause import parse_clause
from onscreen.policy.lexical.drag_actions import parse_drag
from onscreen.text.proper_names import proper_names
from onscreen.types import Action, Drag, Element, Node


def find_misplaced_elements(run: RunEvidence) -> Iterator[tuple[str, str]]:
    """Yield the name of each dragged element that is not at its destination, and the destination.

    The destination is the quoted text or the proper name in the last part of the subtask. An element that
    is no longer on the screen is not checked.
    """
    for step in run.steps:
        for place in _destination_names(step):
            if not _has_arrived(step, place, nodes=run.shots[-1].nodes):
                yield step.used[0], place


def has_moved(action: Action, nodes: Sequence[Node]) -> bool:
    """Check whether the element that an action dragged is at another position afterwards.

    `nodes` are the nodes of the screen after the action. Returns True for any other action.
    """
    if not isinstance(action, Drag) or not isinstance(action.source, Element):
        return True
    return all(node.box != action.source.box for node in _find_dragged(action.source, nodes))


def _find_dragged(source: Element, nodes: Sequence[Node]) -> tuple[Node, ...]:
    return tuple(node for node in nodes if (node.role, node.name) == (source.role, source.name))


def _destination_names(step: StepEvidence) -> tuple[str, ...]:
    """Return the names in the destination of a drag, or () if there is no name."""
    action = step.step.action
    if not isinstance(action, Drag) or not step.subtask:
        return ()
    if not isinstance(action.source, Element) or not action.source.name:
        return ()
    _, place = parse_drag(parse_clause(step.subtask.text))
    return literal_values(place) or proper_names(place)


def _has_arrived(step: StepEvidence, place: str, *, nodes: Sequence[Node]) -> bool:
    """Check whether a dragged element is in the row or column of its destination and nearer to it.

    Returns True if the element is not on the screen. Without the destination on the screen, only a drag onto
    an element can have reached it.
    """
    action = step.step.action
    if not isinstance(action, Drag) or not isinstance(action.source, Element):
        return True
    source = action.source
    dragged = _find_dragged(source, nodes)
    goals = [node for node in nodes if node.role != "option" and is_contained(place, (node.name,))]
    goals = [goal for goal in goals if goal.name not in source.name]
    if not dragged or not goals:
        return not dragged or action.to is not None
    return any(
        _are_aligned(node, goal) and _is_nearer(node, goal, before=source)
        for node in dragged
        for goal in goals
    )


def _are_aligned(one: Node, other: Node) -> bool:
    """Check whether two nodes overlap horizontally or vertically."""
    columns = one.box.left < other.box.right and other.box.left < one.box.right
    return columns or (one.box.top < other.box.bottom and other.box.top < one.box.bottom)


def _is_nearer(node: Node, goal: Node, *, before: Node) -> bool:
    """Check whether the center of a node has moved closer to a goal."""
    now, earlier, end = (each.box.center for each in (node, before, goal))
    return dist((now.x, now.y), (end.x, end.y)) < dist((earlier.x, earlier.y), (end.x, end.y))
