"""Instructions of task graphs, written and parsed with one grammar.

An instruction has one sentence per node. A value is in quotation marks; a resource of another subtask is
referenced by its phrase, such as "the price of "Lamp" in the shop". Parsing an instruction yields its graph.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from string import Formatter
from typing import TypeAlias

import msgspec

from onscreen.routines.text_template import replace_placeholders
from onscreen.synthesis.subtask_template import OutputResource, SubtaskTemplate, fills
from onscreen.synthesis.task_graph import (
    GraphNode,
    Pool,
    Source,
    TaskGraph,
    canonical_graph,
    fill_parameters,
    order_nodes,
)
from onscreen.types.errors import BadText

LEAKED = "a value that must be looked up is in the instruction"
AMBIGUOUS = "an instruction that does not describe exactly its graph"

_QUOTED = re.compile(r'"([^"\n]*)"')


class Reference(msgspec.Struct, frozen=True):
    """Phrase of an instruction that names an output of a subtask, whose parameters are its terms."""

    subtask: str
    output: str
    terms: tuple[tuple[str, str | Reference], ...]


Terms: TypeAlias = tuple[tuple[str, str | Reference], ...]
"""Term for each parameter in an instruction, by name: a quoted value or a reference."""

_Bound: TypeAlias = Mapping[str, str | Reference]


def write_instruction(graph: TaskGraph, pool: Pool) -> str:
    """Write the instruction of a graph: one sentence per node, producers before users.

    Raises:
        BadSubtask: a subtask or output is unknown, or the resources form a cycle.
    """
    sentences = []
    for number in order_nodes(graph):
        subtask = pool[graph.nodes[number].subtask]
        sentences.append(_fill_phrase(subtask.instruction, graph, number=number, pool=pool) + ".")
    return " ".join(sentences)


def _fill_phrase(template: str, graph: TaskGraph, *, number: int, pool: Pool) -> str:
    """Fill a sentence or phrase of a node: values in quotation marks, sources by their phrases."""
    node = graph.nodes[number]

    def say(name: str) -> str:
        source = node.sources.get(name)
        if source is None:
            return f'"{node.values[name]}"'
        output = pool[graph.nodes[source.node].subtask].output(source.output)
        return _fill_phrase(output.phrase, graph, number=source.node, pool=pool)

    return replace_placeholders(template, say)


def parse_instruction(text: str, pool: Pool) -> TaskGraph:
    """Parse an instruction into its graph, in canonical form.

    Raises:
        BadText: a sentence is not a subtask of the pool, a phrase refers to a resource that no sentence
            produces, or the instruction is ambiguous.
    """
    graphs: dict[bytes, TaskGraph] = {}
    for sentences in islice(_parse_sentences(text, 0, pool=pool), MAX_PARSES):
        graph = _build_graph(sentences)
        graphs[msgspec.json.encode(graph)] = graph
    if len(graphs) == 1:
        return next(iter(graphs.values()))
    meaning = "several meanings" if graphs else "no meaning"
    raise BadText(f"the instruction {text!r} has {meaning}; expected sentences of subtasks in the pool")


MAX_PARSES = 100
"""Maximum number of compared parses of an instruction; an unambiguous instruction has one."""


def _parse_sentences(text: str, at: int, *, pool: Pool) -> Iterator[tuple[tuple[str, Terms], ...]]:
    if at >= len(text):
        yield ()
        return
    for subtask in pool.values():
        for terms, end in _match(f"{subtask.instruction}.", text, at=at, subtask=subtask, pool=pool):
            following = end + 1 if text[end : end + 1] == " " else end
            for rest in _parse_sentences(text, following, pool=pool):
                yield (subtask.id, tuple(sorted(terms.items()))), *rest


def _match(
    template: str, text: str, *, at: int, subtask: SubtaskTemplate, pool: Pool
) -> Iterator[tuple[_Bound, int]]:
    """Yield the terms with which a template matches at a position, each with the position after the match."""
    states: list[tuple[_Bound, int]] = [({}, at)]
    for literal, name, _, _ in Formatter().parse(template):
        states = [(b, end + len(literal)) for b, end in states if text.startswith(literal, end)]
        if name is not None:
            kind = subtask.inputs.get(name, "")
            states = [
                ({**bound, name: term}, after)
                for bound, end in states
                for term, after in _match_term(text, at=end, kind=kind, pool=pool)
                if bound.get(name, term) == term
            ]
    yield from states


def _match_term(text: str, *, at: int, kind: str, pool: Pool) -> Iterator[tuple[str | Reference, int]]:
    """Yield the terms for a parameter at a position: a value, or a resource of the type `kind`."""
    if quoted := _QUOTED.match(text, at):
        yield quoted[1], quoted.end()
    for subtask in pool.values():
        for output in subtask.outputs:
            if fills(output.type, kind):
                yield from _match_reference(text, at=at, subtask=subtask, output=output, pool=pool)


def _match_reference(
    text: str, *, at: int, subtask: SubtaskTemplate, output: OutputResource, pool: Pool
) -> Iterator[tuple[Reference, int]]:
    if text.startswith(_first_literal(output.phrase), at):
        for terms, end in _match(output.phrase, text, at=at, subtask=subtask, pool=pool):
            yield Reference(subtask.id, output.name, tuple(sorted(terms.items()))), end


def _first_literal(phrase: str) -> str:
    """Return the text before the first placeholder of a phrase.

    A phrase that begins with a placeholder would match itself without end, so it matches nothing.
    """
    return next((literal for literal, *_ in Formatter().parse(phrase)), "") or "\0"


def _build_graph(sentences: tuple[tuple[str, Terms], ...]) -> TaskGraph:
    """Connect the sentences of an instruction by their references.

    Raises:
        BadText: no sentence or several sentences match a reference.
    """
    nodes = (
        GraphNode(
            subtask,
            {name: term for name, term in terms if isinstance(term, str)},
            {name: _find_source(term, sentences) for name, term in terms if isinstance(term, Reference)},
        )
        for subtask, terms in sentences
    )
    return canonical_graph(TaskGraph(tuple(nodes)))


def _find_source(reference: Reference, sentences: tuple[tuple[str, Terms], ...]) -> Source:
    """Find the sentence with the subtask of a reference.

    Raises:
        BadText: no sentence or several ones are about the subtask.
    """
    named = [
        number
        for number, (subtask, terms) in enumerate(sentences)
        if subtask == reference.subtask and set(reference.terms) <= set(terms)
    ]
    if len(named) != 1:
        raise BadText(
            f"the instruction refers to the {reference.output!r} of {reference.subtask!r}, "
            f"which {len(named)} of its sentences request; expected one"
        )
    return Source(named[0], reference.output)


def find_instruction_fault(instruction: str, graph: TaskGraph, *, pool: Pool) -> str:
    """Return the reason why an instruction does not match its graph, "" if it does.

    It must parse into the same graph, and must not contain a value that a subtask has to look up.
    """
    words = f" {instruction.casefold()} "
    for node, values in zip(graph.nodes, fill_parameters(graph, pool), strict=True):
        subtask = pool[node.subtask]
        for output in subtask.outputs:
            value = subtask.output_value(output.name, values).casefold() if output.values else ""
            if value and re.search(rf"(?<!\w){re.escape(value)}(?!\w)", words):
                return LEAKED
    try:
        parsed = parse_instruction(instruction, pool)
    except BadText:
        return AMBIGUOUS
    return "" if parsed == canonical_graph(graph) else AMBIGUOUS
