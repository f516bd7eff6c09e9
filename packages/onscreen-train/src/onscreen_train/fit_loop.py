"""Training loop that saves a checkpoint after each epoch and can be resumed."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import torch
from torch import nn

from onscreen_reflex.array_schema import INPUTS
from onscreen_train.batches import Batch, Targets, iter_batches
from onscreen_train.loss import compute_loss
from onscreen_train.network import Inputs, Net, Outputs
from onscreen_train.task_split import DEFAULT_EPOCHS, DEFAULT_LEARNING_RATE, DEFAULT_MAX_POSITIONS
from onscreen_train.training_examples import Example


class TrainingSettings(msgspec.Struct, frozen=True):
    """Training hyperparameters for AdamW (Loshchilov and Hutter 2019) with learning-rate warm-up.

    `epochs` is the number of passes over all examples, `learning_rate` the maximum, reached after
    `warmup_share` of the steps. A batch has at most `max_positions` positions. Gradients are clipped to the
    norm `max_grad_norm`. `use_bfloat16` multiplies matrices in bfloat16 if the processor has instructions for
    it; without them, bfloat16 takes several times as long as float32.
    """

    epochs: int = DEFAULT_EPOCHS
    learning_rate: float = DEFAULT_LEARNING_RATE
    weight_decay: float = 0.01
    warmup_share: float = 0.1
    max_grad_norm: float = 1.0
    seed: int = 0
    max_positions: int = DEFAULT_MAX_POSITIONS
    use_bfloat16: bool = True


class EpochResult(msgspec.Struct, frozen=True):
    """Mean training and validation losses for one epoch, in nats."""

    number: int
    loss: float
    validation_loss: float


EpochCallback = Callable[[EpochResult], None]


def fit(
    net: Net,
    examples: Sequence[Example],
    *,
    validation: Sequence[Example],
    settings: TrainingSettings,
    checkpoint: Path,
    on_epoch: EpochCallback,
) -> None:
    """Train the network in place.

    If the file `checkpoint` exists, training resumes from it; it is written after every epoch.
    """
    device = next(net.parameters()).device
    optimiser = torch.optim.AdamW(
        net.parameters(), lr=settings.learning_rate, weight_decay=settings.weight_decay
    )
    first_epoch = 0
    if checkpoint.exists():
        state = torch.load(checkpoint, map_location=device, weights_only=True)
        net.load_state_dict(state["net"])
        optimiser.load_state_dict(state["optimiser"])
        first_epoch = int(state["passes"])
    for epoch in range(first_epoch, settings.epochs):
        torch.manual_seed(settings.seed * 1000 + epoch)
        loss = _run_epoch(net, examples, epoch=epoch, optimiser=optimiser, settings=settings)
        on_epoch(EpochResult(epoch + 1, loss, mean_loss(net, validation)))
        state = {
            "net": net.state_dict(),
            "optimiser": optimiser.state_dict(),
            "passes": epoch + 1,
        }
        partial_file = checkpoint.with_suffix(".part")
        torch.save(state, partial_file)
        partial_file.replace(checkpoint)


def _rate_share(progress: float, warmup_share: float) -> float:
    """Return the share of the maximum learning rate: linear warm-up, then half a cosine."""
    if progress < warmup_share:
        return progress / warmup_share
    return (1 + math.cos(math.pi * min(1.0, (progress - warmup_share) / (1 - warmup_share)))) / 2


def _run_epoch(
    net: Net,
    examples: Sequence[Example],
    *,
    epoch: int,
    optimiser: torch.optim.Optimizer,
    settings: TrainingSettings,
) -> float:
    net.train()
    total, count = 0.0, 0
    device = next(net.parameters()).device
    use_bfloat16 = settings.use_bfloat16 and _has_bfloat16(device)
    expected = sum(min(1.0, example.weight) for example in examples)
    rng = random.Random(epoch)  # noqa: S311 - shuffling, not cryptography
    for batch in iter_batches(examples, rng=rng, max_positions=settings.max_positions):
        rate_share = _rate_share((epoch + count / expected) / settings.epochs, settings.warmup_share)
        for group in optimiser.param_groups:
            group["lr"] = settings.learning_rate * rate_share
        batch_on_device = _move_to_device(batch, device)
        with torch.autocast(device.type, dtype=torch.bfloat16, enabled=use_bfloat16):
            outputs = net(batch_on_device.inputs)
        loss = compute_loss(_to_float32(outputs), batch_on_device)
        optimiser.zero_grad()
        loss.total.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(net.parameters(), settings.max_grad_norm)
        optimiser.step()
        total += float(loss.total.detach()) * len(loss.log_likelihood)
        count += len(loss.log_likelihood)
    return total / max(1, count)


def _has_bfloat16(device: torch.device) -> bool:
    """Return True if matrices can be multiplied in bfloat16 without emulation."""
    return device.type != "cpu" or bool(
        torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()  # noqa: SLF001
    )


@torch.no_grad()
def mean_loss(net: Net, examples: Sequence[Example]) -> float:
    """Compute the mean loss over the examples, in nats.

    Returns 0 if there are no examples.
    """
    net.eval()
    total, count = 0.0, 0
    for batch in iter_batches(examples, rng=random.Random(0)):  # noqa: S311 - shuffling, not cryptography
        batch_on_device = _move_to_device(batch, next(net.parameters()).device)
        total -= float(compute_loss(net(batch_on_device.inputs), batch_on_device).log_likelihood.sum())
        count += len(batch_on_device.targets.row)
    return total / max(1, count)


def _to_float32(outputs: Outputs) -> Outputs:
    return Outputs(*(getattr(outputs, name).float() for name in Outputs.__struct_fields__))


def _move_to_device(batch: Batch, device: torch.device) -> Batch:
    inputs = {name: getattr(batch.inputs, name).to(device) for name in INPUTS}
    targets = {name: getattr(batch.targets, name).to(device) for name in Targets.__struct_fields__}
    return Batch(Inputs(**inputs), Targets(**targets))
