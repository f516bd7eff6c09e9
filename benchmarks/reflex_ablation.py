"""Ablation of the embedded net: networks trained without history, notes, clues, or structure.

    python benchmarks/reflex_ablation.py [TRAINING] [--epochs 6]

TRAINING is the folder of a training (runs/reflex/full), with its rows and vectors. For each part, a network
of the same shape is trained from scratch on the same decisions of the same tasks with that part removed
from every row, and evaluated on decisions of validation seeds. Structure means positions and containment of
elements. Only some synthetic lists have notes, which explain icon buttons; they are reported separately.
Tasks are few and trainings short, so only differences are meaningful.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from _network_training import format_accuracy, train_and_evaluate
from _report import publish, render_table

from onscreen.types import Box
from onscreen_train.decision_rows import Row, read_rows
from onscreen_train.task_split import is_validation_seed
from onscreen_train.train_implementation import ROWS_FILE

TASKS = frozenset(
    {
        "ascending-numbers", "book-flight-nodelay", "buy-ticket", "choose-date", "choose-list",
        "click-button-sequence", "click-checkboxes", "click-checkboxes-soft",
        "click-collapsible-2", "click-link", "click-shape", "click-tab-2", "daily-calendar",
        "drag-sort-numbers", "email-inbox", "email-inbox-nl-turk", "enter-date", "find-greatest",
        "form-sequence", "grid-coordinate", "multi-layouts", "odd-or-even", "read-table",
        "social-media", "use-slider", "use-spinner", "made list",
    }
)  # fmt: skip

RELABELLED_ORIGINS = ("hindsight", "misfit", "corrected")
"""Prefixes of `Row.origin` for decisions that were relabeled after the run."""


def without_history(row: Row) -> Row:
    """Return the row without its action history."""
    return msgspec.structs.replace(row, history=())


def without_notes(row: Row) -> Row:
    """Return the row without notes about the application."""
    return msgspec.structs.replace(row, notes=())


def without_clues(row: Row) -> Row:
    """Return the row without clues: only names, roles and values remain."""
    nodes = tuple(msgspec.structs.replace(node, clue="") for node in row.seen.nodes)
    return msgspec.structs.replace(row, seen=msgspec.structs.replace(row.seen, nodes=nodes))


def without_structure(row: Row) -> Row:
    """Return the row with all elements in the same box and without parents, in the same order."""
    nodes = tuple(msgspec.structs.replace(node, box=Box(0, 0, 1, 1), parent=None) for node in row.seen.nodes)
    return msgspec.structs.replace(row, seen=msgspec.structs.replace(row.seen, nodes=nodes))


ABLATIONS: Mapping[str, Callable[[Row], Row]] = {
    "everything": lambda row: row,
    "without history": without_history,
    "without notes": without_notes,
    "without clues": without_clues,
    "without structure": without_structure,
}


def main() -> None:
    """Train and evaluate, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path, nargs="?", default=Path("runs/reflex/full"))
    parser.add_argument("--epochs", type=int, default=6)
    arguments = parser.parse_args()
    if not (arguments.training / ROWS_FILE).exists():
        parser.error(f"no training in {arguments.training}; run make train-reflex")
    all_rows = read_rows(arguments.training / ROWS_FILE)
    rows = [r for r in all_rows if r.task in TASKS and not r.origin.startswith(RELABELLED_ORIGINS)]
    table_rows = []
    for name, ablate in ABLATIONS.items():
        training_rows = (ablate(row) for row in rows if not is_validation_seed(row.seed))
        test_rows = (ablate(row) for row in rows if is_validation_seed(row.seed))
        test_rows_with_notes = (ablate(row) for row in rows if is_validation_seed(row.seed) and row.notes)
        overall, with_notes = train_and_evaluate(
            arguments.training,
            training_rows,
            test_sets=(test_rows, test_rows_with_notes),
            epochs=arguments.epochs,
        )
        table_rows.append(
            (
                name,
                f"{overall.correct}/{overall.total}",
                format_accuracy(overall),
                f"{with_notes.correct}/{with_notes.total}",
            )
        )
    text = f"""### Ablation of the embedded net's inputs

Networks of the shipped shape, trained from scratch for {arguments.epochs} epochs on {len(rows)} decisions of
{len(TASKS)} tasks, and evaluated on the moves (verb and element) of validation seeds.

{render_table(("inputs", "correct", "share, 95 % interval", "of those with notes"), table_rows)}"""
    publish("reflex-ablation", text, {"lines": table_rows})


if __name__ == "__main__":
    main()
