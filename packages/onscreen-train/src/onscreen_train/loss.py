"""Training loss, the negative log-likelihood of the correct choices."""

from __future__ import annotations

import msgspec
import torch
from torch import Tensor
from torch.nn import functional

from onscreen_reflex.categorical_vocabulary import ELEMENT_FORMS, WORD_FORMS
from onscreen_train.batches import Batch
from onscreen_train.network import Inputs, Outputs

MASKED_LOGIT = -1e9


class Loss(msgspec.Struct, frozen=True):
    """Loss for a batch, with the log-likelihood of each example.

    `total` is the weighted mean to minimize. `log_likelihood` (B,) covers all correct choices of an example
    together, which is the sum of their probabilities.
    """

    total: Tensor
    log_likelihood: Tensor


def mask_moves(outputs: Outputs, allowed: Tensor) -> Tensor:
    """Concatenate the logits of all actions and mask the impossible ones.

    Returns (B, moves): every verb on every element, followed by every verb without an element.
    """
    moves = torch.cat([outputs.aimed.flatten(1), outputs.free], dim=1)
    return moves.masked_fill(~allowed, MASKED_LOGIT)


def compute_loss(outputs: Outputs, batch: Batch) -> Loss:
    """Compute the loss for a batch from the network's outputs.

    The log-likelihood of an example is the sum over all parts that its action requires. If several choices
    are correct, their probabilities are added.
    """
    targets, inputs = batch.targets, batch.inputs
    log_likelihood = _marginal_log_likelihood(mask_moves(outputs, targets.allowed), targets.moves)
    index = torch.arange(len(log_likelihood), device=log_likelihood.device)
    types_text = targets.sources.any(dim=1)
    sources = outputs.source[index, targets.row].masked_fill(~_source_mask(inputs), MASKED_LOGIT)
    log_likelihood = log_likelihood + torch.where(
        types_text, _marginal_log_likelihood(sources, targets.sources), 0.0
    )
    log_likelihood = log_likelihood + _span_end_log_likelihood(outputs, batch, index=index)
    second_logits = outputs.second[index, targets.row].masked_fill(~_row_mask(inputs), MASKED_LOGIT)
    log_likelihood = log_likelihood - _cross_entropy(second_logits, targets.second)
    log_likelihood = log_likelihood - _cross_entropy(outputs.place[index, targets.row], targets.place)
    return Loss(-(log_likelihood * targets.weight).sum() / targets.weight.sum(), log_likelihood)


def _marginal_log_likelihood(logits: Tensor, right: Tensor) -> Tensor:
    """Return the log of the total probability of correct choices; 0 for rows without any."""
    has_target = right.any(dim=1)
    target_mass = torch.logsumexp(logits.masked_fill(~right, MASKED_LOGIT), dim=1)
    return torch.where(has_target, target_mass - torch.logsumexp(logits, dim=1), 0.0)


def _cross_entropy(logits: Tensor, target: Tensor) -> Tensor:
    return functional.cross_entropy(logits, target, ignore_index=-1, reduction="none")


def _span_end_log_likelihood(outputs: Outputs, batch: Batch, *, index: Tensor) -> Tensor:
    targets = batch.targets
    first = targets.first.clamp(min=0)
    logits = outputs.span[index, first] + outputs.until[index, targets.row]
    words = outputs.span.shape[1]
    position = torch.arange(words, device=first.device)
    allowed = batch.inputs.present[:, 1 : 1 + words] & (position[None] >= first[:, None])
    return -_cross_entropy(logits.masked_fill(~allowed, MASKED_LOGIT), targets.last)


def _source_mask(inputs: Inputs) -> Tensor:
    words, past_actions = inputs.word_pieces.shape[1], inputs.action_pieces.shape[1]
    of_words = inputs.present[:, 1 : 1 + words].repeat_interleave(len(WORD_FORMS), dim=1)
    of_elements = inputs.present[:, 1 + words + past_actions :].repeat_interleave(len(ELEMENT_FORMS), dim=1)
    return torch.cat([of_words, of_elements], dim=1)


def _row_mask(inputs: Inputs) -> Tensor:
    elements = inputs.present[:, 1 + inputs.word_pieces.shape[1] + inputs.action_pieces.shape[1] :]
    return torch.cat([torch.ones_like(elements[:, :1]), elements], dim=1)
