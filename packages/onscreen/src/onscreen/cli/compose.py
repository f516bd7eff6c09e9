"""The `onscreen compose` command, which composes tasks from a folder of subtasks."""

from __future__ import annotations

import shutil
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

import msgspec

from onscreen.cli.number_arguments import positive_int
from onscreen.policy.cascade import make_cascade
from onscreen.store.review_items import ITEMS_FOLDER
from onscreen.synthesis.device_combination import combine_devices
from onscreen.synthesis.graph_composition import GraphLimits
from onscreen.synthesis.intent_proposal import ask_intents, compose_intents
from onscreen.synthesis.made_suite import group_tasks
from onscreen.synthesis.made_task import TASKS_FILE, write_tasks
from onscreen.synthesis.subtask_review import read_reviewed
from onscreen.synthesis.subtask_template import SubtaskTemplate, write_subtasks
from onscreen.synthesis.task_composition import ComposedTasks, compose_tasks
from onscreen.synthesis.task_graph import Pool, make_pool
from onscreen.types.errors import UsageError
from onscreen.types.pluralization import count_noun

HELP = """Compose tasks from subtasks that are connected by resources.

onscreen compose FOLDER --count 200 --seed 1     read subtasks.jsonl, write tasks.jsonl
onscreen bench made:FOLDER                       run an agent on them
onscreen compose phone --with web --out both     tasks that use both devices

Subtasks rejected with `onscreen review FOLDER` are left out; corrected instructions are used."""


def add(parser: ArgumentParser) -> None:
    """Add the command's options to the argument parser."""
    limits = GraphLimits()
    parser.add_argument("folder", metavar="FOLDER", help="folder with subtasks.jsonl")
    parser.add_argument(
        "--count", type=positive_int, default=100, metavar="N", help="number of tasks (default: %(default)d)"
    )
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="random seed (default: 0)")
    parser.add_argument("--out", metavar="DIR", help="folder for tasks.jsonl (default: FOLDER)")
    parser.add_argument(
        "--with",
        dest="other",
        metavar="FOLDER",
        help="folder with subtasks of another device: each task uses both; needs --out",
    )
    for name, default, what in (
        ("--min-nodes", limits.min_nodes, "minimum number of subtasks per task"),
        ("--max-nodes", limits.max_nodes, "maximum number of subtasks per task"),
        ("--max-uses", limits.max_uses, "maximum number of uses of a subtask in a task"),
        ("--max-parts", limits.max_parts, "maximum number of unconnected parts of a task"),
    ):
        parser.add_argument(
            name, type=positive_int, default=default, metavar="N", help=f"{what} (default: {default})"
        )
    parser.add_argument(
        "--model",
        default="",
        metavar="NAME",
        help="language model that proposes goals for the tasks (default: none, connect by resources)",
    )
    parser.add_argument(
        "--shape",
        choices=("any", "chain", "graph"),
        default=limits.shape,
        help="compose chains, other graphs, or both (default: any)",
    )


def run(arguments: Namespace) -> int:
    """Compose the tasks, write them, and return the exit status.

    Raises:
        UsageError: the subtasks or their reviews cannot be read, no graph is within the limits, the file
            exists, or the model is not a language model.
        ModelError: the model cannot be used.
    """
    folder = Path(arguments.folder)
    file = Path(arguments.out or folder) / TASKS_FILE
    if file.exists():
        raise UsageError(f"{file} already exists; choose another folder with --out, or remove it")
    limits = GraphLimits(
        arguments.min_nodes,
        arguments.max_nodes,
        arguments.max_uses,
        arguments.shape,
        max_parts=arguments.max_parts,
    )
    subtasks = read_pool(folder)
    if arguments.other:
        if not arguments.out:
            raise UsageError("--with needs --out, a new folder for the subtasks of both folders")
        folders = (folder, Path(arguments.other))
        subtasks = combine_folders(subtasks, folders, out=Path(arguments.out))
        limits = msgspec.structs.replace(limits, min_nodes=max(2, limits.min_nodes), min_devices=2)
    pool = make_pool(subtasks)
    composed = compose(pool, arguments, limits=limits)
    for reason, count in composed.excluded.items():
        print(f"  {count:>6} attempts excluded: {reason}")  # noqa: T201
    if not composed.tasks:
        raise UsageError(f"no task can be composed from the {count_noun(len(pool), 'subtask')} in {folder}")
    write_tasks(file, composed.tasks)
    for group, tasks in group_tasks(composed.tasks).items():
        print(f"  {len(tasks):>6} {group}")  # noqa: T201
    missing = f" of {arguments.count}" if len(composed.tasks) < arguments.count else ""
    print(f"{len(composed.tasks)}{missing} tasks in {file}; run them with: onscreen bench made:{file.parent}")  # noqa: T201
    return 0


def compose(pool: Pool, arguments: Namespace, *, limits: GraphLimits) -> ComposedTasks:
    """Compose tasks from subtasks connected by resources, or from goals that a language model names.

    Raises:
        UsageError: the model is not a language model, its reply cannot be used, or no graph is within the
            limits.
        ModelError: the model cannot be used.
    """
    if not arguments.model:
        return compose_tasks(pool, arguments.count, seed=arguments.seed, limits=limits)
    model = make_cascade(arguments.model).model
    if model is None:
        raise UsageError("--model needs a language model, such as --model openai:gpt-5-mini")
    intents = ask_intents(model, pool)
    return compose_intents(pool, intents, count=arguments.count, seed=arguments.seed)


def combine_folders(
    subtasks: Sequence[SubtaskTemplate], folders: tuple[Path, Path], *, out: Path
) -> tuple[SubtaskTemplate, ...]:
    """Combine the subtasks of two folders, one per device, and write them and their items to a new folder.

    `subtasks` are those of the first folder.

    Raises:
        UsageError: subtasks cannot be read, combined or written.
    """
    other = folders[1]
    combined = combine_devices((*subtasks, *read_pool(other)))
    for each in folders:
        if (each / ITEMS_FOLDER).is_dir():
            shutil.copytree(each / ITEMS_FOLDER, out / ITEMS_FOLDER, dirs_exist_ok=True)
    out.mkdir(parents=True, exist_ok=True)
    write_subtasks(out, combined)
    return combined


def read_pool(folder: Path) -> tuple[SubtaskTemplate, ...]:
    """Return the subtasks that no reviewer rejected, with the reviewers' corrected instructions.

    Raises:
        BadSubtask: the subtasks cannot be read.
        BadReview: the reviews or the items cannot be read.
        UsageError: all subtasks are rejected.
    """
    reviewed = read_reviewed(folder)
    if reviewed.rejected:
        print(f"  {count_noun(reviewed.rejected, 'subtask')} left out: rejected in the review")  # noqa: T201
    if reviewed.unused:
        unused = count_noun(reviewed.unused, "corrected instruction")
        print(f"  {unused} not used: values of parameters are missing")  # noqa: T201
    if not reviewed.subtasks:
        raise UsageError(f"all subtasks in {folder} are rejected; accept some with: onscreen review {folder}")
    return reviewed.subtasks
