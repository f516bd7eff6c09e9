"""Rewriting of subtask instructions in natural language by a language model."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from onscreen.discovery.subtask_discovery import DiscoveredSubtask
from onscreen.model.base import Model
from onscreen.routines.text_template import placeholder_names
from onscreen.synthesis.subtask_template import BadSubtask, validate_subtask
from onscreen.types import Prompt, Schema

MAX_CHARS = 200
_SCHEMA = """{"type": "object", "properties": {"instruction": {"type": "string"}},
"required": ["instruction"], "additionalProperties": false}"""
_TEXT = """Rewrite the instruction of a subtask as one short sentence that states the goal, without a period.
Keep every placeholder in braces exactly as it is, name the application, and add no other values.

Instruction: {instruction}
Check with example values: {check}"""


class _Wire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    instruction: str


def name_subtasks(found: Sequence[DiscoveredSubtask], model: Model) -> tuple[DiscoveredSubtask, ...]:
    """Rewrite the instructions of accepted subtasks; unusable or repeated replies are ignored.

    Raises:
        ModelUnavailable: the model cannot be used at all.
    """
    named: list[DiscoveredSubtask] = []
    known: set[str] = set()
    for each in found:
        instruction = "" if each.reason else ask_instruction(each, model)
        if instruction and instruction not in known:
            known.add(instruction)
            draft = msgspec.structs.replace(each.draft, instruction=instruction)
            template = msgspec.structs.replace(each.template, instruction=instruction)
            each = msgspec.structs.replace(each, draft=draft, template=template)  # noqa: PLW2901
        named.append(each)
    return tuple(named)


def ask_instruction(found: DiscoveredSubtask, model: Model) -> str:
    """Ask a model for a better instruction; returns "" if the reply cannot be used.

    Raises:
        ModelError: the model cannot be used.
    """
    text = _TEXT.replace("{check}", found.check_in_words).replace("{instruction}", found.draft.instruction)
    reply = model(Prompt(text, form=Schema(_SCHEMA)))
    try:
        instruction = msgspec.json.decode(reply.text, type=_Wire).instruction.strip().removesuffix(".")
        template = msgspec.structs.replace(found.template, instruction=instruction)
        validate_subtask(template)
    except (msgspec.MsgspecError, BadSubtask):
        return ""
    is_same = sorted(placeholder_names(instruction)) == sorted(found.draft.parameters)
    return instruction if is_same and 0 < len(instruction) <= MAX_CHARS else ""
