"""Examples -> a fitted net, step by step; a run that dies goes on from its last mark."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import torch
from torch import nn

from onscreen_reflex.input_arrays import INPUTS
from onscreen_train.batches import Batch, Targets, batches
from onscreen_train.loss import loss_of
from onscreen_train.network import Inputs, Net, Outputs
from onscreen_train.task_split import PASSES
from onscreen_train.training_examples import Example


class Recipe(msgspec.Struct, frozen=True):
    """How a net is fitted: AdamW (Loshchilov and Hutter 2019), the rate rising for `warm` of the steps.

    `passes` are passes over all examples, `rate` the highest rate, `decay` that of the weights, `most_norm`
    what a gradient is cut to. `seed` fixes chance. With `half` matrices are multiplied as bfloat16.
    """

    passes: int = PASSES
    rate: float = 6e-4
    decay: float = 0.01
    warm: float = 0.1
    most_norm: float = 1.0
    seed: int = 0
    half: bool = True


class Pass(msgspec.Struct, frozen=True):
    """What one pass over the examples came to: the mean loss in nats, and on examples kept back."""

    number: int
    loss: float
    kept_back: float


Follow = Callable[[Pass], None]


def fit(
    net: Net,
    examples: Sequence[Example],
    *,
    kept_back: Sequence[Example],
    recipe: Recipe,
    mark: Path,
    follow: Follow,
) -> None:
    """Fit the net in place; `mark` is the file a run goes on from, and is written after every pass."""
    device = next(net.parameters()).device
    optimiser = torch.optim.AdamW(net.parameters(), lr=recipe.rate, weight_decay=recipe.decay)
    begin = 0
    if mark.exists():
        state = torch.load(mark, map_location=device, weights_only=True)
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        begin = int(state["passes"])
    for number in range(begin, recipe.passes):
        torch.manual_seed(recipe.seed * 1000 + number)
        loss = _pass(net, examples, number=number, optimiser=optimiser, recipe=recipe)
        follow(Pass(number + 1, loss, mean_loss(net, kept_back)))
        state = {
            "net": net.state_dict(),
            "optimiser": optimiser.state_dict(),
            "passes": number + 1,
        }
        part = mark.with_suffix(".part")
        torch.save(state, part)
        part.replace(mark)


def _share(done: float, warm: float) -> float:
    """Return the share of the highest rate: up in a line, down by half a cosine."""
    if done < warm:
        return done / warm
    return (1 + math.cos(math.pi * min(1.0, (done - warm) / (1 - warm)))) / 2


def _pass(
    net: Net,
    examples: Sequence[Example],
    *,
    number: int,
    optimiser: torch.optim.Optimizer,
    recipe: Recipe,
) -> float:
    net.train()
    total, count = 0.0, 0
    expected = sum(min(1.0, example.weight) for example in examples)
    for batch in batches(examples, chance=random.Random(number)):  # noqa: S311 - an order, no secret
        share = _share((number + count / expected) / recipe.passes, recipe.warm)
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate * share
        device = next(net.parameters()).device
        moved = _to(batch, device)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=recipe.half):
            out = net(moved.inputs)
        loss = loss_of(_whole(out), moved)
        optimiser.zero_grad()
        loss.total.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), recipe.most_norm)
        optimiser.step()
        total += float(loss.total.detach()) * len(loss.likely)
        count += len(loss.likely)
    return total / max(1, count)


@torch.no_grad()
def mean_loss(net: Net, examples: Sequence[Example]) -> float:
    """Return the mean loss over examples in nats, 0 for none."""
    net.eval()
    total, count = 0.0, 0
    for batch in batches(examples, chance=random.Random(0)):  # noqa: S311 - an order, no secret
        moved = _to(batch, next(net.parameters()).device)
        total -= float(loss_of(net(moved.inputs), moved).likely.sum())
        count += len(moved.targets.row)
    return total / max(1, count)


def _whole(out: Outputs) -> Outputs:
    return Outputs(*(getattr(out, name).float() for name in Outputs.__struct_fields__))


def _to(batch: Batch, device: torch.device) -> Batch:
    inputs = {name: getattr(batch.inputs, name).to(device) for name in INPUTS}
    targets = {name: getattr(batch.targets, name).to(device) for name in Targets.__struct_fields__}
    return Batch(Inputs(**inputs), Targets(**targets))
