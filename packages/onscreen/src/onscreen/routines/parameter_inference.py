"""Inference of a routine's parameters from the parts in which instructions differ."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from onscreen.routines.routine import BadRoutine

_TOKEN = re.compile(r"\w+(?:[.:/@-]\w+)*|[^\w\s]")
_WORD = re.compile(r"\w+|[^\w\s]")
_QUOTED = re.compile(r"[\"“”«»]([^\"“”«»]+)[\"“”«»]")


def compare_instructions(
    instructions: Sequence[str], *, single_words: bool = False
) -> Sequence[Mapping[str, str]]:
    """Infer the parameters of similar instructions, and map "value1", "value2", ... to each one's values.

    Words shared by all instructions in the same order are fixed; the parts between them are parameters. A
    quoted part is not divided. With `single_words`, a part that has the same number of words in every
    instruction is divided into one parameter for each word, and so is a time or another compound.

    Raises:
        BadRoutine: a part of one instruction has no counterpart in another.
    """
    spans = [_token_spans(each, _WORD if single_words else _TOKEN) for each in instructions]
    tokens = [[text[start:end] for start, end in s] for text, s in zip(instructions, spans, strict=True)]
    positions = [_positions(tokens[0], other) for other in tokens]
    shared = [i for i in range(len(tokens[0])) if all(i in each for each in positions)]
    anchors = [[each[i] for i in shared] for each in positions]
    values: list[dict[str, str]] = [{} for _ in instructions]
    for gap in range(len(shared) + 1):
        ranges = [_gap(anchor, gap, count=len(words)) for anchor, words in zip(anchors, tokens, strict=True)]
        sizes = {end - start for start, end in ranges}
        if sizes == {0}:
            continue
        if 0 in sizes:
            raise BadRoutine(
                f"the instructions {instructions[0]!r} and others are worded differently; "
                "expected instructions that differ only in values"
            )
        if single_words and len(sizes) == 1:
            parts = [[(i, i + 1) for i in range(start, end)] for start, end in ranges]
        else:
            parts = [[each] for each in ranges]
        for column in zip(*parts, strict=True):
            name = f"value{len(values[0]) + 1}"
            for each, (start, end), span, text in zip(values, column, spans, instructions, strict=True):
                each[name] = text[span[start][0] : span[end - 1][1]]
    return values


def quoted_values(instruction: str) -> Mapping[str, str]:
    """Map "value1", "value2", ... to the quoted parts of an instruction."""
    found = dict.fromkeys(match[1].strip() for match in _QUOTED.finditer(instruction) if match[1].strip())
    return {f"value{number}": value for number, value in enumerate(found, 1)}


def _token_spans(instruction: str, token: re.Pattern[str]) -> list[tuple[int, int]]:
    """Return the start and end of each word, punctuation mark and quoted part, without its quotes."""
    spans: list[tuple[int, int]] = []
    end = 0
    for quoted in _QUOTED.finditer(instruction):
        spans += [match.span() for match in token.finditer(instruction, end, quoted.start(1))]
        spans.append(quoted.span(1))
        end = quoted.end(1)
    return spans + [match.span() for match in token.finditer(instruction, end)]


def _positions(words: Sequence[str], other: Sequence[str]) -> dict[int, int]:
    """Map the indices of words shared with another instruction to their indices there."""
    matcher = SequenceMatcher(a=words, b=other, autojunk=False)
    return {a + i: b + i for a, b, size in matcher.get_matching_blocks() for i in range(size)}


def _gap(anchors: Sequence[int], gap: int, *, count: int) -> tuple[int, int]:
    """Return the range of words between two adjacent shared words."""
    start = anchors[gap - 1] + 1 if gap else 0
    end = anchors[gap] if gap < len(anchors) else count
    return start, end
