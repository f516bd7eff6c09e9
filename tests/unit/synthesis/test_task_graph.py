"""Task graphs: composition, canonical form, instructions and grades."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from onscreen.synthesis.graph_composition import (
    CYCLE,
    EXCLUSIVE,
    INCLUDED,
    NESTED,
    REPEATED,
    STARTS,
    TOO_MANY,
    UNCLEAR,
    UNCONNECTED,
    UNUSED,
    GraphLimits,
    count_fillings,
    enumerate_intents,
    enumerate_structures,
    fill_structure,
    find_fault,
    sample_filling,
)
from onscreen.synthesis.graph_grades import GraphMeasures, find_capabilities, grade_graph, measure_graph
from onscreen.synthesis.graph_instruction import (
    AMBIGUOUS,
    LEAKED,
    find_instruction_fault,
    parse_instruction,
    write_instruction,
)
from onscreen.synthesis.subtask_template import BadSubtask, SubtaskTemplate
from onscreen.synthesis.task_composition import check_and_make, compose_tasks
from onscreen.synthesis.task_graph import (
    GraphNode,
    Source,
    TaskGraph,
    canonical_graph,
    fill_parameters,
    graph_depths,
    make_pool,
    node_keys,
)
from onscreen.types import Start, StateHas, TextShown
from onscreen.types.errors import BadText, UsageError
from sample_pool import FIND_PRICE, POOL, SEND_MAIL

PRICE_MAIL = TaskGraph(
    (
        GraphNode("send-mail", {"person": "Ada", "subject": "Plans"}, {"text": Source(1, "price")}),
        GraphNode("find-price", {"product": "Lamp"}),
    )
)


def shuffle(graph: TaskGraph, random: Random) -> TaskGraph:
    """Number the nodes of a graph at random."""
    new = list(range(len(graph.nodes)))
    random.shuffle(new)
    nodes = {
        new[i]: GraphNode(
            n.subtask, n.values, {name: Source(new[s.node], s.output) for name, s in n.sources.items()}
        )
        for i, n in enumerate(graph.nodes)
    }
    return TaskGraph(tuple(nodes[i] for i in range(len(new))))


def test_used_values_are_those_of_their_producer() -> None:
    """A parameter that a resource fills has the value that the other subtask produces."""
    assert fill_parameters(PRICE_MAIL, POOL)[0]["text"] == "24.00"


def test_depth_and_order_follow_the_resources() -> None:
    """A subtask that uses a resource comes after the one that produces it, however they are numbered."""
    assert graph_depths(PRICE_MAIL) == (2, 1)
    assert [n.subtask for n in canonical_graph(PRICE_MAIL).nodes] == ["find-price", "send-mail"]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_canonical_form_does_not_depend_on_numbering(seed: int, random: Random) -> None:
    """Renumbering the nodes of a graph changes neither its canonical form nor the meaning of its text."""
    graph = compose_tasks(POOL, 1, seed=seed).tasks[0].graph
    shuffled = shuffle(graph, random)
    assert canonical_graph(shuffled) == graph
    assert parse_instruction(write_instruction(shuffled, POOL), POOL) == graph


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10_000))
def test_instruction_means_its_graph_and_leaks_nothing(seed: int) -> None:
    """Every composed instruction parses into its graph, and contains no price that must be looked up."""
    for made in compose_tasks(POOL, 3, seed=seed).tasks:
        assert parse_instruction(made.task.instruction, POOL) == made.graph
        assert "24.00" not in made.task.instruction
        assert "61.50" not in made.task.instruction


def test_instruction_names_the_resource() -> None:
    """A value that one subtask produces and another uses is named, not told."""
    assert write_instruction(PRICE_MAIL, POOL) == (
        'Find the price of "Lamp" in Shop. '
        'Send "Ada" a mail about "Plans" that says the price of "Lamp" in Shop.'
    )


@pytest.mark.parametrize(
    ("instruction", "message"),
    [
        ("Do something.", "no meaning"),
        ('Send "Ada" a mail about "Plans" that says the price of "Lamp" in Shop.', "0 of its sentences"),
        ('Find the price of "Lamp" in Shop', "no meaning"),
    ],
)
def test_unclear_instruction_is_reported(instruction: str, message: str) -> None:
    """A text outside the grammar, and a resource that no sentence produces, are errors."""
    with pytest.raises(BadText, match=message):
        parse_instruction(instruction, POOL)


def test_instruction_of_another_graph_is_found() -> None:
    """An instruction with another person, and one that tells the price, do not fit the graph."""
    right = write_instruction(PRICE_MAIL, POOL)
    assert find_instruction_fault(right, PRICE_MAIL, pool=POOL) == ""
    assert find_instruction_fault(right.replace("Ada", "Ben"), PRICE_MAIL, pool=POOL) == AMBIGUOUS
    assert find_instruction_fault(f"{right} 24.00", PRICE_MAIL, pool=POOL) == LEAKED


def test_every_combination_of_resources_is_found_once() -> None:
    """A price and a mail have one structure; with a note between or beside them, there are five."""
    assert len(enumerate_structures(("find-price", "send-mail"), POOL).structures) == 1
    found = enumerate_structures(("find-price", "send-mail", "write-note"), POOL)
    assert len({msgspec.json.encode(each) for each in found.structures}) == len(found.structures) == 5
    assert found.excluded == {UNCONNECTED: 3}


def test_symmetric_structures_are_counted_once() -> None:
    """Structures that differ only in the order of equal subtasks are one structure."""
    found = enumerate_structures(("find-price", "find-price", "write-note", "write-note"), POOL)
    keys = {frozenset(map(repr, node_keys(each))) for each in found.structures}
    assert len(keys) == len(found.structures) == 1
    assert enumerate_structures(("find-price",), POOL).excluded == {UNUSED: 1}


def test_candidates_fill_what_no_resource_fills() -> None:
    """A price that is written into a note has two products and two titles."""
    (structure,) = enumerate_structures(("find-price", "write-note"), POOL).structures
    graphs = list(fill_structure(structure, POOL))
    assert count_fillings(structure, POOL) == len(graphs) == 4
    assert all(find_fault(graph, POOL) == "" for graph in graphs)


def test_impossible_combinations_are_excluded_with_a_reason() -> None:
    """Cycles and combinations beyond the limit are no structures, and are counted by reason."""
    notes = enumerate_structures(("write-note", "write-note"), POOL)
    assert notes.excluded[CYCLE] > 0
    assert enumerate_structures(("write-note",) * 6, POOL, max_tried=10).excluded == {TOO_MANY: 1}


def test_mutually_exclusive_parameters_are_excluded() -> None:
    """Two subtasks that set the same note exclude each other, unless their parameters differ."""
    nodes = [
        GraphNode("write-note", {"title": "Ideas", "text": "Soon"}),
        GraphNode("write-note", {"title": "Ideas"}, {"text": Source(0, "content")}),
        GraphNode("write-note", {"title": "Home"}, {"text": Source(0, "content")}),
    ]
    assert find_fault(TaskGraph((nodes[0], nodes[1])), POOL) == EXCLUSIVE
    assert find_fault(TaskGraph((nodes[0], nodes[2])), POOL) == ""
    assert find_fault(TaskGraph((nodes[0], nodes[0])), POOL) == REPEATED


def test_a_subtask_that_another_one_includes_is_excluded() -> None:
    """A contact with both names has the first name, too, so that entering it alone could be omitted."""
    path = ("contacts", "*")
    short = SubtaskTemplate(
        "short",
        "Add {first}",
        "Contacts",
        StateHas("state", path, {"first": "{first}"}),
        parameters=("first",),
        inputs={"first": "text"},
    )
    long = msgspec.structs.replace(
        short, id="long", check=StateHas("state", path, {"first": "{first}", "last": "Lee"})
    )
    pool = make_pool((short, long))
    nodes = (GraphNode("long", {"first": "Ann"}), GraphNode("short", {"first": "Ann"}))
    assert find_fault(TaskGraph(nodes), pool) == INCLUDED
    assert find_fault(TaskGraph((nodes[0], GraphNode("short", {"first": "Bob"}))), pool) == ""


def test_a_name_that_must_be_looked_up_is_excluded() -> None:
    """No phrase names an object by the output of another subtask."""
    structures = enumerate_structures(("send-mail", "write-note", "write-note"), POOL)
    assert structures.excluded[NESTED] > 0
    texts = [
        write_instruction(sample_filling(g, POOL, random=Random(0)), POOL)  # noqa: S311
        for g in structures.structures
    ]
    assert texts
    assert not any("the text of the note the" in each for each in texts)


def test_subtasks_with_other_start_states_do_not_connect() -> None:
    """Subtasks that start from different states of the device are not in one task."""
    pool = {**POOL, "find-price": msgspec.structs.replace(FIND_PRICE, start=Start(seed=4))}
    assert find_fault(PRICE_MAIL, pool) == STARTS


def test_value_that_changes_the_meaning_of_a_check_is_excluded() -> None:
    """A value with a quotation mark would end the text in an expression, so the graph has a reason."""
    candidates = {"person": ('Ada"); drop("',), "subject": ("Plans",), "text": ("Hi",)}
    pool = {**POOL, "send-mail": msgspec.structs.replace(SEND_MAIL, candidates=candidates)}
    graph = TaskGraph(
        (GraphNode("send-mail", {"person": candidates["person"][0], "subject": "Plans", "text": "Hi"}),)
    )
    assert isinstance(check_and_make(graph, pool), str)


def test_cycle_of_resources_is_an_error() -> None:
    """A graph whose resources form a cycle cannot be written or measured."""
    nodes = tuple(
        GraphNode("write-note", {"title": str(n)}, {"text": Source(1 - n, "content")}) for n in (0, 1)
    )
    with pytest.raises(BadSubtask, match="resource cycle"):
        write_instruction(TaskGraph(nodes), POOL)


def test_composition_is_reproducible_and_distinct() -> None:
    """The same seed gives the same tasks, another seed gives others, and no task occurs twice."""
    tasks = compose_tasks(POOL, 15, seed=3).tasks
    assert tasks == compose_tasks(POOL, 15, seed=3).tasks
    assert tasks != compose_tasks(POOL, 15, seed=4).tasks
    assert len({made.task.instruction for made in tasks}) == len(tasks) == 15


def test_exhausted_pool_gives_fewer_tasks() -> None:
    """A pool with few tasks ends the composition instead of repeating them."""
    pool = {"find-price": FIND_PRICE, "send-mail": SEND_MAIL}
    composed = compose_tasks(pool, 100, seed=0, limits=GraphLimits(2, 2), max_failed_tries=200)
    assert len(composed.tasks) == 4
    assert composed.excluded


def test_a_change_that_is_not_stored_is_a_task_of_its_own() -> None:
    """A subtask that changes only the screen can be composed; one that only looks something up cannot."""
    press = SubtaskTemplate("press", "Press {digit} in Calculator", "Calculator", TextShown("{digit}"))
    press = msgspec.structs.replace(
        press, parameters=("digit",), candidates={"digit": ("7", "8")}, is_lasting=False
    )
    pool = {"press": press, "find-price": FIND_PRICE}
    composed = compose_tasks(pool, 10, seed=0, limits=GraphLimits(1, 1), max_failed_tries=300)
    assert {made.task.instruction for made in composed.tasks} == {
        'Press "7" in Calculator.',
        'Press "8" in Calculator.',
    }


def test_limits_without_a_graph_are_reported() -> None:
    """An empty pool and limits that allow no graph are errors."""
    with pytest.raises(UsageError, match="no subtask"):
        compose_tasks({}, 1, seed=0)
    with pytest.raises(UsageError, match="allows no graph"):
        compose_tasks(POOL, 1, seed=0, limits=GraphLimits(3, 2))


def test_shape_is_chain_or_other_graph() -> None:
    """Chains and other graphs of the same size can be composed separately."""
    for shape, is_chain in (("chain", True), ("graph", False)):
        limits = msgspec.convert({"min_nodes": 4, "max_nodes": 4, "shape": shape}, GraphLimits)
        assert {m.is_chain for m in compose_tasks(POOL, 2, seed=1, limits=limits).tasks} == {is_chain}


def test_parts_of_a_graph_are_in_different_applications() -> None:
    """Subtasks without a common resource are parts of one task if they change different applications."""
    names = {"Repeat": "Clock", "Alarm": "Clock", "Menu": "Maps", "Dark": "Settings"}
    turned_on = make_pool(
        [
            SubtaskTemplate(
                name, f"Turn on {name}", app, TextShown(name), sets=(name,), is_lasting=name != "Menu"
            )
            for name, app in names.items()
        ]
    )
    limits = GraphLimits(2, 2, max_parts=2)
    composed = compose_tasks(turned_on, 9, seed=0, limits=limits, max_failed_tries=200)
    assert {frozenset(node.subtask for node in made.graph.nodes) for made in composed.tasks} == {
        frozenset({"Dark", "Repeat"}),
        frozenset({"Dark", "Alarm"}),
    }
    assert not compose_tasks(turned_on, 9, seed=0, limits=GraphLimits(2, 2), max_failed_tries=50).tasks


def test_a_reference_that_fits_two_subtasks_is_excluded() -> None:
    """With two notes of one title, "the text of the note" names neither of them."""
    nodes = (
        GraphNode("write-note", {"title": "Ideas", "text": "Soon"}),
        GraphNode("write-note", {"text": "Call back"}, {"title": Source(0, "note")}),
        GraphNode("send-mail", {"person": "Ada", "subject": "Plans"}, {"text": Source(0, "content")}),
    )
    pool = {**POOL, "write-note": msgspec.structs.replace(POOL["write-note"], sets=())}
    assert find_fault(TaskGraph(nodes), pool) == UNCLEAR


def test_intents_are_connected_sets_of_subtasks() -> None:
    """Every intent of the given size is listed once."""
    assert list(enumerate_intents(POOL, sizes=(2,))) == [
        ("find-price", "send-mail"),
        ("find-price", "write-note"),
        ("send-mail", "write-note"),
    ]


def test_grades_follow_the_measures() -> None:
    """A chain of two is easy in four dimensions; a wide and deep graph is hard and tests planning."""
    measures = measure_graph(PRICE_MAIL, POOL)
    assert measures == GraphMeasures(1, 2, 2, 2, 1)
    assert find_capabilities(grade_graph(measures)) == ("sequential-reasoning",)
    hard = grade_graph(GraphMeasures(7, 6, 4, 3, 3))
    assert set(msgspec.structs.astuple(hard)) == {"hard"}
    assert {"parallel-planning", "long-range-planning"} < set(find_capabilities(hard))
