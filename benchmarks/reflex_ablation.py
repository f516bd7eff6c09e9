"""What the embedded model loses without history, notes, clues, or structure: nets trained anew without each.

    python benchmarks/reflex_ablation.py [TRAINING] [--passes 6]

TRAINING is the folder of one (runs/reflex/full), with its rows and vectors. For each part a net of the same
shape is fitted from nothing to the same decisions of the same tasks with that part taken out of every row,
and asked about decisions of seeds it did not learn from. Structure is where elements are, and which is
inside which. Only some of the made lists have notes, which tell what drawn buttons do; those are told apart.
The tasks are few and the fits short, so only the differences mean something.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
from _fits import measured, share
from _report import publish, table

from onscreen.types import Box
from onscreen_train.episode_rows import Row, read_rows
from onscreen_train.task_split import is_kept_back
from onscreen_train.train_steps import ROWS

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

NOT_PLAYED = ("hindsight", "misfit", "corrected")
"""How origins of decisions begin that were not played as they are."""


def without_history(row: Row) -> Row:
    """Return the row as if nothing had been done before."""
    return msgspec.structs.replace(row, history=())


def without_notes(row: Row) -> Row:
    """Return the row as if nothing had been learnt of the application."""
    return msgspec.structs.replace(row, notes=())


def without_clues(row: Row) -> Row:
    """Return the row with names, roles and values alone."""
    nodes = tuple(msgspec.structs.replace(node, clue="") for node in row.seen.nodes)
    return msgspec.structs.replace(row, seen=msgspec.structs.replace(row.seen, nodes=nodes))


def without_structure(row: Row) -> Row:
    """Return the row with every element in one place and inside nothing; their order stays."""
    nodes = tuple(msgspec.structs.replace(node, box=Box(0, 0, 1, 1), parent=None) for node in row.seen.nodes)
    return msgspec.structs.replace(row, seen=msgspec.structs.replace(row.seen, nodes=nodes))


PARTS: Mapping[str, Callable[[Row], Row]] = {
    "everything": lambda row: row,
    "without history": without_history,
    "without notes": without_notes,
    "without clues": without_clues,
    "without structure": without_structure,
}


def main() -> None:
    """Fit and ask, then publish."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("training", type=Path, nargs="?", default=Path("runs/reflex/full"))
    parser.add_argument("--passes", type=int, default=6)
    asked = parser.parse_args()
    if not (asked.training / ROWS).exists():
        parser.error(f"no training in {asked.training}; make train-reflex makes one")
    every = read_rows(asked.training / ROWS)
    rows = [r for r in every if r.task in TASKS and not r.origin.startswith(NOT_PLAYED)]
    lines = []
    for name, part in PARTS.items():
        learnt = (part(row) for row in rows if not is_kept_back(row.seed))
        others = (part(row) for row in rows if is_kept_back(row.seed))
        noted = (part(row) for row in rows if is_kept_back(row.seed) and row.notes)
        whole, some = measured(asked.training, learnt, asked=(others, noted), passes=asked.passes)
        lines.append((name, f"{whole.right}/{whole.asked}", share(whole), f"{some.right}/{some.asked}"))
    text = f"""### What the embedded model loses without a part of what it reads

Nets of the shape that ships, fitted from nothing for {asked.passes} passes over {len(rows)} decisions of
{len(TASKS)} tasks, and asked about moves (verb and element) of seeds they did not learn from.

{table(("reads", "right", "share, 95 % interval", "of those with notes"), lines)}"""
    publish("reflex-ablation", text, {"lines": lines})


if __name__ == "__main__":
    main()
