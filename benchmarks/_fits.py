"""Small fits for comparisons: nets of the shape that ships, from nothing, told by moves that are right."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import torch

from onscreen_reflex.manifest import TOKENIZER_FILE
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.batches import Batch, inputs_of, targets_of
from onscreen_train.episode_rows import Row
from onscreen_train.fit_loop import Recipe, fit
from onscreen_train.loss import moves_of
from onscreen_train.network import Net, Shape
from onscreen_train.training_examples import Example, examples_of
from onscreen_train.training_run import VECTORS

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


class Told(msgspec.Struct, frozen=True):
    """How many moves were asked for, and how many were right."""

    right: int
    asked: int


def measured(
    folder: Path, learnt: Iterable[Row], *, asked: Iterable[Iterable[Row]], passes: int, seed: int = 0
) -> tuple[Told, ...]:
    """Fit a net to rows; return how many moves it gets right of each of the others.

    Vocabulary and vectors are those of the training in the folder.
    """
    pieces = WordPieces(folder / TOKENIZER_FILE)
    table, scale = torch.load(folder / VECTORS, weights_only=True)
    examples = [e for e in examples_of(learnt, pieces) if isinstance(e, Example)]
    others = [[e for e in examples_of(rows, pieces) if isinstance(e, Example)] for rows in asked]
    torch.manual_seed(seed)
    net = Net(table, scale, shape=Shape())
    recipe = Recipe(passes=passes, seed=seed)
    with tempfile.TemporaryDirectory() as kept:
        mark = Path(kept) / "mark.pt"
        fit(net, examples, kept_back=(), recipe=recipe, mark=mark, follow=lambda one: print(one, flush=True))
    return tuple(Told(right(net, each), len(each)) for each in others)


def share(told: Told) -> str:
    """Write the share that is right with its 95 % interval."""
    of = told.right / told.asked
    half = SPREAD * math.sqrt(of * (1 - of) / told.asked)
    return f"{100 * of:.1f} % (± {100 * half:.1f})"
