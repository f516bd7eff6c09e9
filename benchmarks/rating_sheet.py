"""Sheet of discovered subtasks and composed tasks for a rating by hand, without scores.

    python benchmarks/rating_sheet.py POOL... --out rating.md [--subtasks 200] [--tasks 200] [--count 40000]

The rubric is in docs/guide/rating.md. Subtasks and tasks are drawn at random if there are more.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import msgspec
from joined_replay import Composed, compose_all

from onscreen.discovery.check_repair import CODE
from onscreen.discovery.subtask_instruction import describe_step
from onscreen.discovery.subtask_items import SubtaskItem
from onscreen.discovery.trajectory import Steps, Values
from onscreen.routines.text_template import fill_template
from onscreen.score.check_description import describe_check
from onscreen.store.review_items import ITEMS_FOLDER
from onscreen.synthesis.made_task import MadeTask
from onscreen.synthesis.subtask_template import BadSubtask, SubtaskTemplate, fill_check
from onscreen.synthesis.task_graph import fill_parameters

HEAD = """# Sheet for rating

Rate each item by the rubric in docs/guide/rating.md: good, or poor with the number of the first rule that it
breaks.
"""


def read_steps(folder: Path) -> Mapping[str, Steps]:
    """Read the trajectories of the accepted subtasks in a folder."""
    files = sorted((folder / ITEMS_FOLDER).glob("*.json"))
    items = [msgspec.json.decode(each.read_bytes(), type=SubtaskItem) for each in files]
    return {each.id: each.steps for each in items if each.status == "accepted"}


def describe_steps(steps: Steps, values: Values) -> str:
    """Describe a trajectory with its values."""
    return "; ".join(fill_quoted(describe_step(each), values) for each in steps)


def fill_quoted(template: str, values: Values) -> str:
    """Fill a template with values in quotation marks."""
    return fill_template(template, {name: f'"{value}"' for name, value in values.items()})


def example_values(template: SubtaskTemplate) -> Values:
    """Return the first candidate of each parameter, and the values of the outputs for them."""
    values = {name: next(iter(template.candidates.get(name, ())), "...") for name in template.parameters}
    outputs: dict[str, str] = {}
    for output in template.outputs:
        try:
            outputs[output.name] = template.output_value(output.name, values)
        except BadSubtask:
            outputs[output.name] = "..."
    return {**outputs, **values}


def describe_subtask(template: SubtaskTemplate, steps: Steps) -> Iterator[str]:
    """Yield the lines of a subtask."""
    values = example_values(template)
    yield f"- instruction: {fill_quoted(template.instruction, values)}."
    yield f"- application: {template.application} ({template.platform})"
    for name in template.parameters:
        yield f"- parameter {name}: {', '.join(template.candidates.get(name, ()))}"
    for output in template.outputs:
        if output.name == CODE:
            continue
        yield f"- produces: {fill_quoted(output.phrase, values)}"
    yield f"- check: {describe_check(fill_check(template.check, values))}"
    yield f"- trajectory: {describe_steps(steps, values)}"


def describe_task(made: MadeTask, composed: Composed, trajectories: Mapping[str, Steps]) -> Iterator[str]:
    """Yield the lines of a composed task."""
    yield f"- instruction: {made.task.instruction}"
    applications = dict.fromkeys(node.application for node in made.task.nodes)
    yield f"- applications: {', '.join(applications)} ({made.platform})"
    yield f"- check: {describe_check(made.task.check) if made.task.check else 'none'}"
    filled = fill_parameters(made.graph, composed.pool)
    parts = (
        describe_steps(trajectories[node.subtask], values)
        for node, values in zip(made.graph.nodes, filled, strict=True)
    )
    yield f"- trajectory: {' | '.join(parts)}"


def draw(items: Sequence[object], count: int) -> list[int]:
    """Draw numbers of items at random, in ascending order."""
    return sorted(Random(0).sample(range(len(items)), min(count, len(items))))  # noqa: S311  a reproducible choice


def write_sheet(composed: Sequence[Composed], *, subtasks: int, tasks: int) -> str:
    """Write the sheet of all pools."""
    steps = {each.folder: read_steps(Path(each.folder)) for each in composed}
    found = [(each, template) for each in composed for template in each.pool.values()]
    made = [(each, task) for each in composed for task in each.tasks]
    parts = [HEAD, f"## Subtasks\n\n{min(subtasks, len(found))} of {len(found)}.\n"]
    for number, at in enumerate(draw(found, subtasks), 1):
        pool, template = found[at]
        lines = describe_subtask(template, steps[pool.folder][template.id])
        parts.append("\n".join((f"### S{number}", "", *lines, "")))
    parts.append(f"## Composed tasks\n\n{min(tasks, len(made))} of {len(made)}.\n")
    for number, at in enumerate(draw(made, tasks), 1):
        pool, task = made[at]
        parts.append("\n".join((f"### T{number}", "", *describe_task(task, pool, steps[pool.folder]), "")))
    return "\n".join(parts)


def main() -> None:
    """Compose the tasks and write the sheet."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pools", nargs="+", type=Path, metavar="POOL")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--subtasks", type=int, default=200)
    parser.add_argument("--tasks", type=int, default=200)
    parser.add_argument("--count", type=int, default=40_000, help="tasks to compose from all pools together")
    arguments = parser.parse_args()
    composed = compose_all(arguments.pools, arguments.count)
    text = write_sheet(composed, subtasks=arguments.subtasks, tasks=arguments.tasks)
    arguments.out.write_text(text, encoding="utf-8")
    print(arguments.out, len(text.splitlines()), "lines")


if __name__ == "__main__":
    main()
