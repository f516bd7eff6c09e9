"""Search for the targets of a routine and for the node of an answer on a screen."""

from __future__ import annotations

from collections.abc import Mapping

from onscreen.app_maps.screen_signature import group_key
from onscreen.routines.routine import AnswerSource, RoutineTarget
from onscreen.routines.screen_conditions import is_shown
from onscreen.routines.text_template import escape_text, fill_template, match_text, replace_placeholders
from onscreen.types import Element, Node, Screen, Shot


def find_targets(target: RoutineTarget, screen: Screen, *, values: Mapping[str, str]) -> list[Element]:
    """Find the elements that match the description of a target, ignoring their states."""
    nodes = screen.shot.nodes
    return [
        each
        for each in screen.elements
        if has_role_and_name(each, target, values=values) and group_key(each, nodes) == target.group
    ]


def has_role_and_name(element: Element, target: RoutineTarget, *, values: Mapping[str, str]) -> bool:
    """Check whether an element has the role and the name of a target."""
    if element.role != target.role:
        return False
    pattern = replace_placeholders(target.name, lambda name: escape_text(values[name]))
    return target.has_id or match_text(pattern, " ".join(element.name.split())) is not None


def read_answer(source: AnswerSource, shot: Shot, *, values: Mapping[str, str]) -> str:
    """Read the answer from a screen; returns "" if no node or several nodes fit."""
    nodes = answer_nodes(source, shot, values=values)
    if len(nodes) != 1:
        return ""
    pattern = replace_placeholders(
        source.text, lambda name: escape_text(values[name]) if name in values else "{" + name + "}"
    )
    found = match_text(pattern, nodes[0].value or nodes[0].name)
    return found["answer"] if found else ""


def answer_nodes(source: AnswerSource, shot: Shot, *, values: Mapping[str, str]) -> list[Node]:
    """Return the nodes that may contain an answer: at its position, in matching rows.

    The texts of the nodes themselves are not compared.
    """
    words = [fill_template(each, values) for each in source.row]
    return [
        node
        for node in shot.nodes
        if node.role == source.role
        and group_key(node, shot.nodes) == source.group
        and all(_is_in_row(node, shot, words=each, levels=source.levels) for each in words)
    ]


def _is_in_row(node: Node, shot: Shot, *, words: str, levels: int) -> bool:
    """Check whether the ancestor of a node, `levels` levels up, contains the words in another node."""
    index = node.parent
    for _ in range(levels - 1):
        index = shot.nodes[index].parent if index is not None else None
    others = tuple(each for each in _descendants(index, shot) if each is not node)
    return is_shown(words, Shot(shot.picture, others))


def _descendants(index: int | None, shot: Shot) -> list[Node]:
    """Return the nodes inside a node, which follow it in pre-order."""
    if index is None:
        return []
    inside = {index}
    for at in range(index + 1, len(shot.nodes)):
        if shot.nodes[at].parent not in inside:
            break
        inside.add(at)
    return [shot.nodes[at] for at in sorted(inside)[1:]]
