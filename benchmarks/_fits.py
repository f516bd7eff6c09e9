"""Small fits for comparisons: nets of the shape that ships, from nothing, told by moves that are right."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import torch

from onscreen.model.reflex.manifest import WORDS
from onscreen.model.reflex.words import Pieces
from onscreen.train.batches import Batch, inputs_of, targets_of
from onscreen.train.examples import Example, examples_of
from onscreen.train.fit import Recipe, fit
from onscreen.train.loss import moves_of
from onscreen.train.net import Net, Shape
from onscreen.train.reflex import VECTORS
from onscreen.train.rows import Row

SPREAD = 1.96
AT_ONCE = 16


def right(net: Net, examples: Sequence[Example]) -> int:
    """Return how many moves (verb and element) the net puts first that are right."""
    net.eval()
    count = 0
    with torch.no_grad():
        for start in range(0, len(examples), AT_ONCE):
            some = examples[start : start + AT_ONCE]
            batch = Batch(inputs_of([e.scene for e in some]), targets_of(some))
            best = moves_of(net(batch.inputs), batch.targets.can).argmax(dim=1)
            count += int(batch.targets.moves[torch.arange(len(some)), best].sum())
    return count


def measured(folder: Path, learnt: Iterable[Row], *, asked: Iterable[Row], passes: int) -> tuple[int, int]:
    """Fit a net to rows; return how many moves of others it gets right, and how many those are.

    Vocabulary and vectors are those of the training in the folder.
    """
    pieces = Pieces(folder / WORDS)
    table, scale = torch.load(folder / VECTORS, weights_only=True)
    examples = [e for e in examples_of(learnt, pieces) if isinstance(e, Example)]
    others = [e for e in examples_of(asked, pieces) if isinstance(e, Example)]
    torch.manual_seed(0)
    net = Net(table, scale, shape=Shape())
    recipe = Recipe(passes=passes)
    with tempfile.TemporaryDirectory() as kept:
        mark = Path(kept) / "mark.pt"
        fit(net, examples, kept_back=(), recipe=recipe, mark=mark, follow=lambda one: print(one, flush=True))
    return right(net, others), len(others)


def share(good: int, count: int) -> str:
    """Write a share with its 95 % interval."""
    of = good / count
    half = SPREAD * math.sqrt(of * (1 - of) / count)
    return f"{100 * of:.1f} % (± {100 * half:.1f})"
