"""How wrong the net is: the likelihood it gives to the right choices."""

from __future__ import annotations

import msgspec
import torch
from torch import Tensor
from torch.nn import functional

from onscreen_reflex.vocabulary import ELEMENT_FORMS, WORD_FORMS
from onscreen_train.batches import Batch
from onscreen_train.network import Inputs, Outputs

NEVER = -1e9


class Loss(msgspec.Struct, frozen=True):
    """`total` to be minimised; `likely` (B,) is the log of the joint probability of the right choice."""

    total: Tensor
    likely: Tensor


def moves_of(out: Outputs, can: Tensor) -> Tensor:
    """Return (B, moves): logits of every verb with or without an element, those that make no sense never."""
    moves = torch.cat([out.aimed.flatten(1), out.free], dim=1)
    return moves.masked_fill(~can, NEVER)


def loss_of(out: Outputs, batch: Batch) -> Loss:
    """Return the loss of a batch: every part that an example asks for, each over all that is right."""
    targets, inputs = batch.targets, batch.inputs
    likely = _marginal(moves_of(out, targets.can), targets.moves)
    number = torch.arange(len(likely), device=likely.device)
    writes = targets.sources.any(dim=1)
    sources = out.source[number, targets.row].masked_fill(~_sources_there(inputs), NEVER)
    likely = likely + torch.where(writes, _marginal(sources, targets.sources), 0.0)
    likely = likely + _ends(out, batch, number=number)
    seconds = out.second[number, targets.row].masked_fill(~_rows_there(inputs), NEVER)
    likely = likely - _cross(seconds, targets.second)
    likely = likely - _cross(out.place[number, targets.row], targets.place)
    return Loss(-(likely * targets.weight).sum() / targets.weight.sum(), likely)


def _marginal(logits: Tensor, right: Tensor) -> Tensor:
    """Return the log of the share of probability that falls on what is right; rows with none right give 0."""
    there = right.any(dim=1)
    hit = torch.logsumexp(logits.masked_fill(~right, NEVER), dim=1)
    return torch.where(there, hit - torch.logsumexp(logits, dim=1), 0.0)


def _cross(logits: Tensor, target: Tensor) -> Tensor:
    return functional.cross_entropy(logits, target, ignore_index=-1, reduction="none")


def _ends(out: Outputs, batch: Batch, *, number: Tensor) -> Tensor:
    targets = batch.targets
    first = targets.first.clamp(min=0)
    logits = out.span[number, first] + out.until[number, targets.row]
    words = out.span.shape[1]
    place = torch.arange(words, device=first.device)
    allowed = batch.inputs.present[:, 1 : 1 + words] & (place[None] >= first[:, None])
    return -_cross(logits.masked_fill(~allowed, NEVER), targets.last)


def _sources_there(inputs: Inputs) -> Tensor:
    words, deeds = inputs.word_pieces.shape[1], inputs.action_pieces.shape[1]
    of_words = inputs.present[:, 1 : 1 + words].repeat_interleave(len(WORD_FORMS), dim=1)
    of_elements = inputs.present[:, 1 + words + deeds :].repeat_interleave(len(ELEMENT_FORMS), dim=1)
    return torch.cat([of_words, of_elements], dim=1)


def _rows_there(inputs: Inputs) -> Tensor:
    elements = inputs.present[:, 1 + inputs.word_pieces.shape[1] + inputs.action_pieces.shape[1] :]
    return torch.cat([torch.ones_like(elements[:, :1]), elements], dim=1)
