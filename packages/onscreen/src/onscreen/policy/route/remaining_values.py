"""Plans for unused values of an instruction."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import msgspec

from onscreen.perceive.history_queries import clicked_elements
from onscreen.policy.completion.instruction_details import literal_values, names_in, remove_tool_names
from onscreen.policy.lexical.app_choice import strip_tool_names
from onscreen.policy.lexical.goal_planning import CONFIRM, achieve, is_question
from onscreen.policy.route.goal_split import add_verb
from onscreen.policy.route.place_index import PlaceIndex
from onscreen.policy.route.place_search import find_places, find_rows
from onscreen.text.quotes import mask_quotes, unmask_quotes
from onscreen.text.word_equivalence import contains_words
from onscreen.types import Situation, Subtask, Type

_BREAK = re.compile(r"[;:]\s+|\.\s+|,\s*(?:and\s+|but\s+)?|\s+(?:and|but|with)\s+")


def plan_remaining(situation: Situation, index: PlaceIndex) -> tuple[Subtask, ...]:
    """Plan a goal for each part of the instruction with an unused value and a place on the map.

    Each part is planned only once. Returns () if the instruction asks a question.
    """
    instruction = strip_tool_names(situation.instruction, situation.tools)
    if is_question(instruction):
        return ()
    done = {subtask.text for subtask in situation.completed}
    unused = tuple(_find_unused(situation))
    parts = split_parts(instruction)
    goals = (
        add_verb(part, before=parts[0] if part != parts[0] else "")
        for part in parts
        if any(value in part for value in unused) and (find_places(index, part) or find_rows(index, part))
    )
    planned = [goal for goal in dict.fromkeys(goals) if goal not in done]
    tool = situation.completed[-1].tool if situation.completed else ""
    steps = [each for goal in planned for each in (achieve(goal), CONFIRM)]
    return tuple(msgspec.structs.replace(each, tool=tool) for each in steps)


def split_parts(instruction: str) -> tuple[str, ...]:
    """Split an instruction outside quotes at punctuation and at "and", "but" and "with"."""
    masked, quotes = mask_quotes(instruction)
    pieces = (piece.strip(" .") for piece in _BREAK.split(masked))
    return tuple(unmask_quotes(piece, quotes) for piece in pieces if piece)


def _find_unused(situation: Situation) -> Iterator[str]:
    """Yield the quoted texts and names in the instruction that were neither clicked nor typed."""
    instruction = remove_tool_names(situation.instruction, [tool.name for tool in situation.tools])
    used = tuple(_used_texts(situation))
    for value in (*literal_values(instruction), *names_in(instruction)):
        if not _is_used(value, used):
            yield value


def _used_texts(situation: Situation) -> Iterator[str]:
    yield from (element.name for element in clicked_elements(situation.history))
    yield from (step.action.text for step in situation.history if isinstance(step.action, Type))


def _is_used(value: str, used: Sequence[str]) -> bool:
    return any(contains_words(value, text) for text in used)
