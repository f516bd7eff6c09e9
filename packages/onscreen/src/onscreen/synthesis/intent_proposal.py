"""Intents proposed by a language model from subtasks as typed Python stubs (OmniBench, section 3.2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random

import msgspec

from onscreen.model.base import Model
from onscreen.synthesis.graph_composition import Intent, enumerate_structures, sample_filling
from onscreen.synthesis.made_task import MadeTask
from onscreen.synthesis.subtask_template import BadSubtask, SubtaskTemplate
from onscreen.synthesis.task_composition import ComposedTasks, check_and_make
from onscreen.synthesis.task_graph import Pool
from onscreen.types import Prompt, Schema
from onscreen.types.errors import BadReply

MAX_INTENTS = 20
"""Maximum number of requested intents."""
MAX_SUBTASKS = 6
"""Maximum number of subtasks of an intent."""
MAX_VALUES = 4
"""Maximum number of candidates per parameter in a stub."""
MAX_FAILED_TRIES = 50
"""Consecutive attempts without a new task after which an intent counts as exhausted."""

NO_STRUCTURE = "an intent whose subtasks no resource connects"

_SCHEMA = """{"type": "object", "properties": {"intents": {"type": "array", "items": {"type": "array",
"items": {"type": "string"}}}}, "required": ["intents"], "additionalProperties": false}"""
_REQUEST = """These Python stubs are subtasks that an agent can do in applications. A subtask can use what
another one returns as an argument of the same type, or as a Note, which takes any result. Name up to COUNT
goals that a user may have and that need several of these subtasks, each as the list of the names of its
subtasks. In each goal, every subtask uses a result of another one or returns a result that another one uses.

STUBS"""


class _Wire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    intents: tuple[tuple[str, ...], ...]


def write_stub(subtask: SubtaskTemplate) -> str:
    """Write a subtask as a Python function with typed arguments and results, without a body."""
    arguments = ", ".join(f"{name}: {_argument_type(subtask, name)}" for name in subtask.parameters)
    results = [_type_name(output.type) for output in subtask.outputs]
    returned = "None" if not results else results[0] if len(results) == 1 else f"tuple[{', '.join(results)}]"
    return f'def {stub_name(subtask.id)}({arguments}) -> {returned}:\n    """{subtask.instruction}."""'


def stub_name(name: str) -> str:
    """Convert the id of a subtask to the name of a function."""
    return re.sub(r"\W", "_", name)


def _argument_type(subtask: SubtaskTemplate, name: str) -> str:
    values = [repr(each) for each in subtask.candidates.get(name, ())[:MAX_VALUES]]
    literal = f"Literal[{', '.join(values)}]" if values else ""
    typed = _type_name(subtask.inputs[name]) if name in subtask.inputs else ""
    return " | ".join(filter(None, (typed, literal)))


def _type_name(kind: str) -> str:
    return "".join(word.capitalize() for word in re.split(r"\W+", kind))


def ask_intents(model: Model, pool: Pool, *, count: int = MAX_INTENTS) -> tuple[Intent, ...]:
    """Ask a model for intents; names of unknown subtasks and repeated intents are left out.

    Raises:
        BadSubtask: the reply is not in the requested format.
        ModelError: the model cannot be used.
    """
    stubs = "\n\n".join(map(write_stub, pool.values()))
    text = _REQUEST.replace("COUNT", str(count)).replace("STUBS", stubs)
    try:
        reply = model(Prompt(text, form=Schema(_SCHEMA)))
        named = msgspec.json.decode(reply.text, type=_Wire).intents
    except (BadReply, msgspec.MsgspecError) as error:
        raise BadSubtask(f"the reply of the model is not a list of intents: {error}") from error
    ids = {stub_name(name): name for name in pool}
    found = [tuple(sorted(ids[name] for name in each if name in ids)) for each in named[:count]]
    return tuple(dict.fromkeys(each for each in found if 0 < len(each) <= MAX_SUBTASKS))


def compose_intents(pool: Pool, intents: Sequence[Intent], *, count: int, seed: int) -> ComposedTasks:
    """Compose up to `count` distinct tasks from intents, about the same number from each.

    Each attempt connects the subtasks of an intent in a random way, with candidates chosen at random.
    """
    random = Random(seed)  # noqa: S311  a reproducible choice, not a secret
    tasks: dict[str, MadeTask] = {}
    excluded: Counter[str] = Counter()
    for rank, intent in enumerate(intents):
        share = (count - len(tasks)) // (len(intents) - rank)
        composed = _compose_intent(pool, intent, random=random, excluded=excluded)
        for made in (each for each, _ in zip(composed, range(share), strict=False)):
            tasks[made.task.name] = made
    return ComposedTasks(tuple(tasks.values()), dict(excluded.most_common()))


def _compose_intent(
    pool: Pool, intent: Intent, *, random: Random, excluded: Counter[str]
) -> Iterator[MadeTask]:
    """Yield distinct tasks of an intent until it is exhausted, and count failed attempts by reason."""
    found = enumerate_structures(intent, pool)
    if not found.structures:
        excluded[NO_STRUCTURE] += 1
        return
    known: set[str] = set()
    failed = 0
    while failed < MAX_FAILED_TRIES:
        graph = sample_filling(random.choice(found.structures), pool, random=random)
        made = check_and_make(graph, pool)
        failed += 1
        if isinstance(made, str):
            excluded[made] += 1
        elif made.task.name not in known:
            known.add(made.task.name)
            failed = 0
            yield made
