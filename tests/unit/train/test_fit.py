"""The net learns to choose by pointing, and a fit that was broken off goes on."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="PyTorch is not installed (extra train)")

import torch
from tokenizers import Tokenizer
from tokenizers.models import WordLevel

from onscreen.testing.strategies import blank_picture
from onscreen.types import Box, Click, Element, Node, Shot
from onscreen_reflex.word_pieces import WordPieces
from onscreen_train.batches import Batch, batches, inputs_of, targets_of
from onscreen_train.episode_rows import Row, Seen
from onscreen_train.fit_loop import Pass, Recipe, fit, mean_loss
from onscreen_train.loss import loss_of, moves_of
from onscreen_train.network import Net, Shape
from onscreen_train.training_examples import Example, example_of

SMALL = Shape(width=32, layers=2, heads=2, inner=64, choice=16, dropout=0.0, blind=0.0)
NAMES = tuple(f"{one}{two}" for one in "bdfgklmn" for two in ("ade", "ino", "uru", "oli", "esk"))


def examples(names: Sequence[str], pieces: WordPieces, *, count: int, seed: int) -> list[Example]:
    """Return screens of four buttons, of which one is asked for by its name."""
    chance = random.Random(seed)  # noqa: S311 - examples, no secret
    return [_example(chance.sample(names, 4), chance.randrange(4), pieces) for _ in range(count)]


def _example(names: Sequence[str], wanted: int, pieces: WordPieces) -> Example:
    nodes = tuple(
        Node("button", name, Box(0, 20 * i, 90, 20 * i + 18), states=("clickable",), locator=name)
        for i, name in enumerate(names)
    )
    target = Element.of(nodes[wanted], wanted + 1, index=wanted)
    seen = Seen.of(Shot(blank_picture(), nodes))
    return example_of(Row("click", 0, 0, f'Click "{names[wanted]}"', seen, (), Click(target)), pieces)


@pytest.fixture(scope="module")
def pieces(tmp_path_factory: pytest.TempPathFactory) -> WordPieces:
    """A vocabulary that knows no word at all, so that only the relations can tell."""
    path: Path = tmp_path_factory.mktemp("vocabulary") / "tokenizer.json"
    Tokenizer(WordLevel({"[UNK]": 0}, unk_token="[UNK]")).save(str(path))
    return WordPieces(path)


def net(seed: int = 0) -> Net:
    """Return a small net round a table of one piece."""
    torch.manual_seed(seed)
    return Net(torch.zeros(1, 8, dtype=torch.int8), torch.ones(1, 1), shape=SMALL)


def right_share(fitted: Net, given: Sequence[Example]) -> float:
    """Return the share of examples whose likeliest move is right."""
    fitted.eval()
    batch = Batch(inputs_of([e.scene for e in given]), targets_of(given))
    with torch.no_grad():
        best = moves_of(fitted(batch.inputs), batch.targets.can).argmax(dim=1)
    return float(batch.targets.moves[torch.arange(len(given)), best].float().mean())


def test_pointing_is_learnt_and_holds_for_names_never_seen(pieces: WordPieces, tmp_path: Path) -> None:
    """Fitted on some names, the net clicks the element that is asked for by names it never saw."""
    known, fresh = NAMES[:25], NAMES[25:]
    fitted, told = net(), []
    fit(
        fitted,
        examples(known, pieces, count=256, seed=1),
        kept_back=examples(known, pieces, count=32, seed=2),
        recipe=Recipe(passes=12, rate=5e-3),
        mark=tmp_path / "mark.pt",
        follow=told.append,
    )
    assert [each.number for each in told] == list(range(1, 13))
    assert right_share(net(), examples(fresh, pieces, count=100, seed=3)) < 0.6
    assert right_share(fitted, examples(fresh, pieces, count=100, seed=3)) > 0.95


def test_a_fit_that_was_broken_off_goes_on(pieces: WordPieces, tmp_path: Path) -> None:
    """Broken off after two passes and taken up again it ends with the very weights of one that was not."""
    given = examples(NAMES, pieces, count=64, seed=4)
    recipe = Recipe(passes=4)

    class Killed(Exception):
        pass

    def until_second(each: Pass) -> None:
        if each.number == 3:
            raise Killed

    whole, broken, resumed = net(), net(), net(seed=9)
    fit(whole, given, kept_back=(), recipe=recipe, mark=tmp_path / "whole.pt", follow=lambda _: None)
    with pytest.raises(Killed):
        fit(broken, given, kept_back=(), recipe=recipe, mark=tmp_path / "broken.pt", follow=until_second)
    fit(resumed, given, kept_back=(), recipe=recipe, mark=tmp_path / "broken.pt", follow=lambda _: None)
    for name, weights in whole.state_dict().items():
        assert torch.equal(weights, resumed.state_dict()[name]), name


def test_what_stands_beside_it_in_a_batch_changes_nothing(pieces: WordPieces) -> None:
    """The loss of an example is the same alone and padded beside a larger one."""
    small = _example(NAMES[:1], 0, pieces)
    large = _example(NAMES[:30], 7, pieces)
    made = net().eval()
    both = Batch(inputs_of([small.scene, large.scene]), targets_of([small, large]))
    alone = Batch(inputs_of([small.scene]), targets_of([small]))
    with torch.no_grad():
        beside = loss_of(made(both.inputs), both).likely[0]
        assert torch.isclose(loss_of(made(alone.inputs), alone).likely[0], beside, atol=1e-4)


def test_every_example_comes_once(pieces: WordPieces) -> None:
    """A pass over the batches holds each example exactly once, whatever the sizes."""
    given = [_example(NAMES[:size], 0, pieces) for size in (1, 2, 5, 30, 7, 7, 12)]
    chance = random.Random(0)  # noqa: S311 - an order, no secret
    sizes = sum(len(batch.targets.row) for batch in batches(given, chance=chance))
    assert sizes == len(given)
    assert mean_loss(net(), given) > 0
