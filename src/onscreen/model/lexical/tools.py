"""Which applications an instruction needs, by the words it shares with their names and descriptions."""

from __future__ import annotations

import re

from onscreen.model.lexical.outline import in_full
from onscreen.model.lexical.reckon import reckon
from onscreen.model.lexical.scene import SHORT
from onscreen.model.lexical.words import content, plain, words
from onscreen.types import Situation, Tool

_THOUGHT = re.compile(
    r"^(?:please )?(?:what is|how much is|calculate|compute|summari[sz]e|rewrite|translate|write in|"
    r"reverse|count the (?:letters|words)|\(*\d+)\b",
    re.IGNORECASE,
)


def choose(about: Situation) -> tuple[str, ...] | None:
    """Return the tools in the order their words come, () when none is required, None when none fits."""
    instruction = in_full(about.instruction, about.said)
    if answer(instruction) is not None and not _mentions(instruction, about.tools):
        return ()
    found = [(place, tool.name) for tool in about.tools if (place := _place(instruction, tool)) is not None]
    if found:
        return tuple(name for _, name in sorted(found))
    return () if _THOUGHT.match(instruction) else None


def answer(instruction: str) -> str | None:
    """Answer what needs no application and can be reckoned, None for anything else."""
    if not _THOUGHT.match(instruction):
        return None
    if (value := reckon(instruction)) is not None:
        return value
    quoted = re.search(r'"([^"]*)"', instruction)
    said = words(instruction)
    if quoted is None:
        return None
    if "words" in said:
        return str(len(quoted.group(1).split()))
    if "letters" in said:
        return str(sum(c.isalpha() for c in quoted.group(1)))
    return quoted.group(1)[::-1] if "reverse" in said else None


def _mentions(instruction: str, tools: tuple[Tool, ...]) -> bool:
    return any(plain(tool.name) in plain(instruction) for tool in tools)


def _place(instruction: str, tool: Tool) -> int | None:
    """Return where the instruction first shares a word with the tool, None when it does not."""
    said = plain(instruction)
    keys = (*content(tool.name), *content(tool.about))
    stems = (re.escape(_stem(key)) for key in keys if len(key) >= SHORT)
    places = [found.start() for stem in stems if (found := re.search(rf"\b{stem}", said))]
    return min(places, default=None)


def _stem(word: str) -> str:
    return word[:-1] if word.endswith("s") and len(word) > SHORT else word
