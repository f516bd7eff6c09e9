"""Merging of recognized text with the nodes of the tree, without duplicates."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

import msgspec
from rapidfuzz import fuzz

from onscreen.perceive.element_kinds import kind_of
from onscreen.perceive.node_insertion import insert_nodes, smallest_around
from onscreen.perceive.reading_order import parents
from onscreen.perceive.recognized_text import TextLine
from onscreen.types import Box, Node

_DIGITS = re.compile(r"\d+")


class MergeLimits(msgspec.Struct, frozen=True):
    """Thresholds for merging recognized text with a tree.

    Texts are the same if their similarity is at least `min_similarity` percent (rapidfuzz ratio without
    spaces; the recognizer errs in about 1 of 20 letters of small text). A text of fewer than
    `min_fuzzy_chars` characters must be a whole word of the other, because a few letters are a part of many
    words. A node with children covers a text only if its height is at most `max_heights` times that of the
    text, so that the name of a large container hides nothing. A control without a name is named by the text
    inside its box if its height is at most `max_heights` times that of the text. Text of more than
    `max_control_chars` characters is not taken for a control. A line is the label of a field if their
    vertical distance is at most `max_label_heights`, and their horizontal distance at most `max_label_widths`
    times the height of the line. `min_inside` is the share of a text that must be inside a box to count as
    inside.
    """

    min_similarity: float = 80.0
    min_fuzzy_chars: int = 5
    max_heights: float = 5.0
    max_control_chars: int = 40
    max_label_heights: float = 2.0
    max_label_widths: float = 15.0
    min_inside: float = 0.7


DEFAULT_MERGE_LIMITS = MergeLimits()


def merge_text(
    nodes: Sequence[Node], lines: Sequence[TextLine], *, limits: MergeLimits = DEFAULT_MERGE_LIMITS
) -> tuple[Node, ...]:
    """Add the lines of text missing from the tree, and name unnamed nodes by the text in their boxes.

    A line is left out if the tree has the same words at the same place. A node for a line has the role
    "text" and `seen_by` "ocr". The node is clickable if it can be a control that the tree lacks: it is short,
    and not inside a control of the tree.
    """
    holders = {parent for parent in parents(nodes) if parent is not None}
    known = [node for i, node in enumerate(nodes) if node.seen_by != "icon" and (node.name or node.value)]
    leaves = {id(node) for i, node in enumerate(nodes) if i not in holders}
    unknown: list[TextLine] = []
    fields = [node for node in known if kind_of(node) == "field" and node.name]
    for line in lines:
        if any(_is_label(line, node, limits=limits) for node in fields):
            continue
        at_place = [
            node
            for node in known
            if node.box.intersection(line.box).area > 0
            and (id(node) in leaves or node.box.height <= limits.max_heights * line.box.height)
        ]
        unknown += _unknown_parts(line, at_place, limits=limits)
    named, rest = _name_nodes(nodes, unknown, limits=limits)
    return insert_nodes(named, [_text_node(line, named, limits=limits) for line in rest])


def squash(text: str) -> str:
    """Return the letters and digits of a text in lower case, or the text without spaces if it has none."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(filter(str.isalnum, folded)) or "".join(folded.split())


def _unknown_parts(line: TextLine, nodes: Sequence[Node], *, limits: MergeLimits) -> list[TextLine]:
    """Return the parts of a line that the nodes at its place do not contain."""
    texts = [text for node in nodes for text in (node.name, node.value) if text]
    row = sorted(nodes, key=lambda node: node.box.left)
    texts.append(" ".join(node.name for node in row))
    if any(contains_text(text, line.text, limits=limits) for text in texts):
        return []
    words = line.text.split()
    if len(words) < 2 or not nodes:  # noqa: PLR2004  a single word has no parts
        return [line]
    boxes = _word_boxes(line)
    parts: list[list[int]] = [[]]
    for index, (word, box) in enumerate(zip(words, boxes, strict=True)):
        here = [node for node in nodes if node.box.intersection(box).area > limits.min_inside * box.area]
        is_known = any(contains_text(t, word, limits=limits) for n in here for t in (n.name, n.value) if t)
        parts += [[]] if is_known else []
        if not is_known:
            parts[-1].append(index)
    return [
        TextLine(" ".join(words[i] for i in part), _span(boxes[part[0]], boxes[part[-1]]), line.score)
        for part in parts
        if part
    ]


def contains_text(text: str, words: str, *, limits: MergeLimits = DEFAULT_MERGE_LIMITS) -> bool:
    """Check whether a text contains words, allowing for recognition errors in letters.

    Numbers must be equal, because a tree with another number is stale.
    """
    haystack, needle = squash(text), squash(words)
    if len(needle) < limits.min_fuzzy_chars and needle.isascii():
        return needle == haystack or needle in map(squash, text.split())
    if needle in haystack:
        return True
    if len(needle) > len(haystack) + 1 or not set(_DIGITS.findall(needle)) <= set(_DIGITS.findall(haystack)):
        return False
    return fuzz.partial_ratio(needle, haystack) >= limits.min_similarity


def _is_label(line: TextLine, field: Node, *, limits: MergeLimits) -> bool:
    """Check whether a line beside a field is the field's label, already its name in the tree."""
    box, height = field.box, line.box.height
    above = max(box.top - line.box.bottom, line.box.top - box.bottom)
    beside = max(box.left - line.box.right, line.box.left - box.right)
    is_near = above <= limits.max_label_heights * height and beside <= limits.max_label_widths * height
    return is_near and contains_text(field.name, line.text, limits=limits)


def _word_boxes(line: TextLine) -> list[Box]:
    """Estimate the boxes of the words of a line from their numbers of characters."""
    per_char = line.box.width / len(line.text)
    boxes, start = [], 0
    for word in line.text.split():
        left = line.box.left + start * per_char
        boxes.append(Box(left, line.box.top, left + len(word) * per_char, line.box.bottom))
        start += len(word) + 1
    return boxes


def _span(first: Box, last: Box) -> Box:
    return Box(first.left, first.top, last.right, first.bottom)


def _name_nodes(
    nodes: Sequence[Node], lines: Sequence[TextLine], *, limits: MergeLimits
) -> tuple[list[Node], list[TextLine]]:
    """Name nodes without a name by the lines in their boxes, and return the nodes and the other lines."""
    names: dict[int, list[str]] = {}
    rest: list[TextLine] = []
    for line in lines:
        index = smallest_around(nodes, line.box, accept=_is_named_or_control)
        if index is None or not _can_be_named(nodes[index], line, limits=limits):
            rest.append(line)
        else:
            names.setdefault(index, []).append(line.text)
    named = list(nodes)
    for index, texts in names.items():
        named[index] = msgspec.structs.replace(nodes[index], name=" ".join(texts))
    return named, rest


def _is_named_or_control(node: Node) -> bool:
    return bool(node.name.strip()) or kind_of(node) != "information"


def _can_be_named(node: Node, line: TextLine, *, limits: MergeLimits) -> bool:
    inside = node.box.intersection(line.box).area >= limits.min_inside * line.box.area
    is_close = node.box.height <= limits.max_heights * line.box.height
    return kind_of(node) == "action" and not node.name.strip() and inside and is_close


def _text_node(line: TextLine, nodes: Sequence[Node], *, limits: MergeLimits) -> Node:
    around = smallest_around(nodes, line.box)
    holder = None if around is None else nodes[around]
    in_control = (
        holder is not None
        and kind_of(holder) != "information"
        and holder.box.height <= limits.max_heights * line.box.height
    )
    is_control = not in_control and len(line.text) <= limits.max_control_chars
    return Node("text", line.text, line.box, states=("clickable",) if is_control else (), seen_by="ocr")
