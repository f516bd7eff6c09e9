"""The network learns to choose by pointing, and an interrupted training resumes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed (extra torch)")

import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel

from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Click, Element, Node, Shot
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.batches import Batch, build_inputs, build_targets, iter_batches
from onscreen_train.decision_rows import Row, StoredShot
from onscreen_train.fit_loop import EpochResult, TrainingSettings, fit, mean_loss
from onscreen_train.loss import compute_loss, mask_moves
from onscreen_train.network import Net, Shape
from onscreen_train.training_examples import Example, build_example

SMALL = Shape(
    width=32, layers=2, heads=2, feed_forward_width=64, pointer_width=16, dropout=0.0, text_dropout=0.0
)
NAMES = tuple(f"{one}{two}" for one in "bdfgklmn" for two in ("ade", "ino", "uru", "oli", "esk"))


def make_examples(names: Sequence[str], pieces: WordPieces, *, count: int, seed: int) -> list[Example]:
    """Return screens of four buttons with an instruction that names one of them."""
    rng = random.Random(seed)  # noqa: S311 - reproducible sampling, not cryptography
    return [_make_example(rng.sample(names, 4), rng.randrange(4), pieces) for _ in range(count)]


def _make_example(names: Sequence[str], wanted: int, pieces: WordPieces) -> Example:
    nodes = tuple(
        Node("button", name, Box(0, 20 * i, 90, 20 * i + 18), states=("clickable",), locator=name)
        for i, name in enumerate(names)
    )
    target = Element.of(nodes[wanted], wanted + 1, index=wanted)
    seen = StoredShot.from_shot(Shot(blank_picture(), nodes))
    return build_example(Row("click", 0, 0, f'Click "{names[wanted]}"', seen, (), Click(target)), pieces)


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> WordPieces:
    """A vocabulary that contains no word, so that only relations carry information."""
    path: Path = tmp_path_factory.mktemp("vocabulary") / "tokenizer.json"
    Tokenizer(WordLevel({"[UNK]": 0}, unk_token="[UNK]")).save(str(path))
    return WordPieces(path)


def make_net(seed: int = 0) -> Net:
    """Return a small network with a table of one word piece."""
    torch.manual_seed(seed)
    return Net(torch.zeros(1, 8, dtype=torch.int8), torch.ones(1, 1), shape=SMALL)


def accuracy(net: Net, examples: Sequence[Example]) -> float:
    """Return the share of examples whose best move is correct."""
    net.eval()
    batch = Batch(build_inputs([e.scene for e in examples]), build_targets(examples))
    with torch.no_grad():
        best = mask_moves(net(batch.inputs), batch.targets.allowed).argmax(dim=1)
    return float(batch.targets.moves[torch.arange(len(examples)), best].float().mean())


def test_network_generalises_to_unseen_names(pieces: WordPieces, tmp_path: Path) -> None:
    """Trained on some names, the network clicks the requested element among unseen names."""
    seen_names, unseen_names = NAMES[:25], NAMES[25:]
    net, results = make_net(), []
    fit(
        net,
        make_examples(seen_names, pieces, count=256, seed=1),
        validation=make_examples(seen_names, pieces, count=32, seed=2),
        settings=TrainingSettings(epochs=12, learning_rate=5e-3),
        checkpoint=tmp_path / "mark.pt",
        on_epoch=results.append,
    )
    assert [result.number for result in results] == list(range(1, 13))
    assert accuracy(make_net(), make_examples(unseen_names, pieces, count=100, seed=3)) < 0.6
    assert accuracy(net, make_examples(unseen_names, pieces, count=100, seed=3)) > 0.95


def test_interrupted_training_resumes_exactly(pieces: WordPieces, tmp_path: Path) -> None:
    """A training interrupted after two epochs and resumed ends with identical weights."""
    examples = make_examples(NAMES, pieces, count=64, seed=4)
    settings = TrainingSettings(epochs=4)

    class Killed(Exception):
        pass

    def until_second(result: EpochResult) -> None:
        if result.number == 3:
            raise Killed

    uninterrupted, interrupted, resumed = make_net(), make_net(), make_net(seed=9)
    fit(
        uninterrupted,
        examples,
        validation=(),
        settings=settings,
        checkpoint=tmp_path / "whole.pt",
        on_epoch=lambda _: None,
    )
    with pytest.raises(Killed):
        fit(
            interrupted,
            examples,
            validation=(),
            settings=settings,
            checkpoint=tmp_path / "broken.pt",
            on_epoch=until_second,
        )
    fit(
        resumed,
        examples,
        validation=(),
        settings=settings,
        checkpoint=tmp_path / "broken.pt",
        on_epoch=lambda _: None,
    )
    for name, weights in uninterrupted.state_dict().items():
        assert torch.equal(weights, resumed.state_dict()[name]), name


def test_padding_does_not_change_the_loss(pieces: WordPieces) -> None:
    """The loss of an example is the same alone and padded in a batch with a larger one."""
    small = _make_example(NAMES[:1], 0, pieces)
    large = _make_example(NAMES[:30], 7, pieces)
    net = make_net().eval()
    padded_batch = Batch(build_inputs([small.scene, large.scene]), build_targets([small, large]))
    single_batch = Batch(build_inputs([small.scene]), build_targets([small]))
    with torch.no_grad():
        padded_loss = compute_loss(net(padded_batch.inputs), padded_batch).log_likelihood[0]
        assert torch.isclose(
            compute_loss(net(single_batch.inputs), single_batch).log_likelihood[0], padded_loss, atol=1e-4
        )


def test_each_example_occurs_once_per_epoch(pieces: WordPieces) -> None:
    """The batches of an epoch contain each example exactly once, whatever the sizes."""
    examples = [_make_example(NAMES[:size], 0, pieces) for size in (1, 2, 5, 30, 7, 7, 12)]
    rng = random.Random(0)  # noqa: S311 - shuffling, not cryptography
    sizes = sum(len(batch.targets.row) for batch in iter_batches(examples, rng=rng))
    assert sizes == len(examples)
    assert mean_loss(make_net(), examples) > 0
