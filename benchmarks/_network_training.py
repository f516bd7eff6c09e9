"""Short training runs for comparisons: networks of the shipped shape, trained from scratch."""

from __future__ import annotations

import math
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import torch

from onscreen_reflex.weights_manifest import TOKENIZER_FILE
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.batches import Batch, build_inputs, build_targets
from onscreen_train.decision_rows import Row
from onscreen_train.fit_loop import TrainingSettings, fit
from onscreen_train.loss import mask_moves
from onscreen_train.network import Net, Shape
from onscreen_train.training_examples import Example, build_examples
from onscreen_train.training_run import VECTORS

Z_95 = 1.96
BATCH_SIZE = 16


def count_correct(net: Net, examples: Sequence[Example]) -> int:
    """Count the examples whose most probable verb and element are correct."""
    net.eval()
    count = 0
    with torch.no_grad():
        for start in range(0, len(examples), BATCH_SIZE):
            batch_examples = examples[start : start + BATCH_SIZE]
            batch = Batch(build_inputs([e.scene for e in batch_examples]), build_targets(batch_examples))
            best = mask_moves(net(batch.inputs), batch.targets.allowed).argmax(dim=1)
            count += int(batch.targets.moves[torch.arange(len(batch_examples)), best].sum())
    return count


class Accuracy(msgspec.Struct, frozen=True):
    """Number of examples in a test set, and of those whose verb and element are correct."""

    correct: int
    total: int


def train_and_evaluate(
    folder: Path,
    training_rows: Iterable[Row],
    *,
    test_sets: Iterable[Iterable[Row]],
    epochs: int,
    seed: int = 0,
) -> tuple[Accuracy, ...]:
    """Train a network on rows, and return its accuracy on each test set.

    Vocabulary and word vectors are taken from the training run in the folder.
    """
    pieces = WordPieces(folder / TOKENIZER_FILE)
    table, scale = torch.load(folder / VECTORS, weights_only=True)
    examples = [e for e in build_examples(training_rows, pieces) if isinstance(e, Example)]
    others = [[e for e in build_examples(rows, pieces) if isinstance(e, Example)] for rows in test_sets]
    torch.manual_seed(seed)
    net = Net(table, scale, shape=Shape())
    settings = TrainingSettings(epochs=epochs, seed=seed)
    with tempfile.TemporaryDirectory() as folder_name:
        checkpoint = Path(folder_name) / "mark.pt"
        fit(
            net,
            examples,
            validation=(),
            settings=settings,
            checkpoint=checkpoint,
            on_epoch=lambda result: print(result, flush=True),
        )
    return tuple(Accuracy(count_correct(net, each), len(each)) for each in others)


def format_accuracy(accuracy: Accuracy) -> str:
    """Format the accuracy with its 95 % confidence interval."""
    share = accuracy.correct / accuracy.total
    half_width = Z_95 * math.sqrt(share * (1 - share) / accuracy.total)
    return f"{100 * share:.1f} % (± {100 * half_width:.1f})"
