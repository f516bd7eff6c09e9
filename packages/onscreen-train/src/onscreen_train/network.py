"""The net: a small relation-aware transformer over the words, the deeds and the elements.

Attention gets a learned bias for every relation two positions have, one for each layer and head, in both
directions (Wang et al. 2020, RAT-SQL, section 3.2, with scalar biases as in Raffel et al. 2020, T5, section
2.1), and one for how alike their texts are. Texts are means of their pieces' vectors, which come from a
sentence encoder, one piece at a time (Model2Vec: van Dongen and Tulkens 2024), and stay fixed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeAlias

import msgspec
import torch
from torch import Tensor, nn
from torch.nn import functional

from onscreen_reflex.action_history import VERBS
from onscreen_reflex.feature_columns import (
    ELEMENT_FEATURES,
    PAST_ACTION_FEATURES,
    POSITION_COLUMNS,
    SCREEN_FEATURES,
    WORD_FEATURES,
)
from onscreen_reflex.input_arrays import InputArrays
from onscreen_reflex.vocabulary import (
    DRAG_OFFSETS,
    ELEMENT_FORMS,
    ELEMENT_VERBS,
    GLOBAL_VERBS,
    MAX_WORDS,
    RELATION_COUNT,
    ROLES,
    WORD_FORMS,
)

LIKENESSES = 2
SAME = 0.5
_APART, _HALF = 4, 32
GROWS = frozenset({"word.weight", "element.0.weight", "element_forms.weight", "element_forms.bias"})
"""Weights with a row or a column for each entry of a list that has been added to at its end."""


def _both_ways(there: Tensor, back: Tensor) -> Tensor:
    return torch.cat([there, back], dim=-1).float()


def _likeness(texts: list[Tensor]) -> Tensor:
    """(B, T, D), (B, H, D), (B, E, D) -> (B, N, N, LIKENESSES): the cosine, and what of it is above SAME.

    The whole, and what has no text, is like nothing.
    """
    there = functional.normalize(torch.cat([torch.zeros_like(texts[0][:, :1]), *texts], dim=1), dim=-1)
    cosine = there @ there.transpose(1, 2)
    return torch.stack([cosine, functional.relu(cosine - SAME)], dim=-1)


class Shape(msgspec.Struct, frozen=True):
    """The size of the net: `width` of a position, `inner` of the feed-forward part, `choice` of a pointer.

    While fitting, `blind` is the share of texts that are blotted out, `lost` that of screens whose elements
    are not told where they stand, so that it is not places that are learnt by heart.
    """

    width: int = 192
    layers: int = 4
    heads: int = 6
    inner: int = 512
    choice: int = 64
    dropout: float = 0.1
    blind: float = 0.05
    lost: float = 0.2


class Layer(nn.Module):
    """Attention with a bias, then the feed-forward part, each with its norm before (Xiong et al. 2020)."""

    def __init__(self, shape: Shape) -> None:
        """Make the layer."""
        super().__init__()
        self.heads = shape.heads
        self.before = nn.LayerNorm(shape.width)
        self.between = nn.LayerNorm(shape.width)
        self.mix = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.inner = nn.Sequential(
            nn.Linear(shape.width, shape.inner), nn.GELU(), nn.Linear(shape.inner, shape.width)
        )
        self.drop = nn.Dropout(shape.dropout)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """(B, N, width), (B, heads, N, N) -> (B, N, width)."""
        batch, size, width = x.shape
        parts = self.mix(self.before(x)).view(batch, size, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        weights = query @ key.transpose(-2, -1) / math.sqrt(width // self.heads) + bias
        seen = (torch.softmax(weights, dim=-1) @ value).transpose(1, 2).reshape(batch, size, width)
        x = x + self.drop(self.out(seen))
        mixed: Tensor = x + self.drop(self.inner(self.between(x)))
        return mixed


class Vectors(nn.Module):
    """Fixed vectors of pieces as whole numbers with a scale for each, and their mean."""

    def __init__(self, table: Tensor, scale: Tensor) -> None:
        """Take (V, D) int8 and (V, 1) float."""
        super().__init__()
        self.register_buffer("table", table)
        self.register_buffer("scale", scale)
        self.register_buffer("whole", self._whole(), persistent=False)

    def train(self, mode: bool = True) -> Vectors:
        """Fit or not; what is fitted with are the vectors there are now, those of another fitting perhaps."""
        if mode:
            self.register_buffer("whole", self._whole(), persistent=False)
        super().train(mode)
        return self

    def _whole(self) -> Tensor:
        """Return the vectors as numbers, with zeros at the end for no piece."""
        table, scale = self.get_buffer("table"), self.get_buffer("scale")
        return torch.cat([table.float() * scale, table.new_zeros((1, table.shape[1])).float()])

    def forward(self, ids: Tensor) -> Tensor:
        """(..., P) numbers, -1 for none -> (..., D); fitting takes the faster way to the same."""
        if self.training:
            return self._bags(ids)
        table, scale = self.get_buffer("table"), self.get_buffer("scale")
        there = (ids >= 0).unsqueeze(-1).float()
        safe = ids.clamp(min=0)
        vectors = table[safe].float() * scale[safe] * there
        mean: Tensor = vectors.sum(-2) / there.sum(-2).clamp(min=1)
        return mean

    def _bags(self, ids: Tensor) -> Tensor:
        whole = self.get_buffer("whole")
        nothing = len(whole) - 1
        safe = torch.where(ids < 0, nothing, ids).reshape(-1, ids.shape[-1])
        mean = functional.embedding_bag(safe, whole, mode="mean", padding_idx=nothing)
        return mean.view(*ids.shape[:-1], -1)


Inputs: TypeAlias = InputArrays[Tensor]
"""A batch; `relations` (B, N, N) holds bits, or (B, N, N, RELATION_COUNT) those bits one by one."""


class Outputs(msgspec.Struct, frozen=True):
    """Logits of every choice; but for `aimed` and `span`, rows are the whole (0), then the elements.

    `aimed` (B, E, verbs), `free` (B, verbs), `source` (B, 1+E, T*forms + E*forms), `span` (B, T, T),
    `until` (B, 1+E, T), `second` (B, 1+E, 1+E), `place` (B, 1+E, places).
    """

    aimed: Tensor
    free: Tensor
    source: Tensor
    span: Tensor
    until: Tensor
    second: Tensor
    place: Tensor


def _put_into(whole: Tensor, part: Tensor) -> Tensor:
    """Return the whole with the part at its beginning; the part, where it is no part of it."""
    if whole.dim() != part.dim() or any(n > m for n, m in zip(part.shape, whole.shape, strict=True)):
        return part
    grown = whole.clone()
    grown[tuple(slice(n) for n in part.shape)] = part
    return grown


class Net(nn.Module):
    """Scene -> logits of every choice."""

    def __init__(self, table: Tensor, scale: Tensor, *, shape: Shape) -> None:
        """Make the net round fixed vectors of pieces."""
        super().__init__()
        width, choice = shape.width, shape.choice
        self.shape = shape
        self.pieces = Vectors(table, scale)
        self.text = nn.Linear(table.shape[1], width)
        self.kinds = nn.Embedding(6, width)
        self.word = nn.Linear(WORD_FEATURES, width)
        self.order = nn.Embedding(MAX_WORDS + 1, width)
        self.verb = nn.Embedding(len(VERBS), width)
        self.deed = nn.Linear(PAST_ACTION_FEATURES, width)
        self.role = nn.Embedding(len(ROLES), width)
        self.element = nn.Sequential(nn.Linear(ELEMENT_FEATURES, width), nn.GELU(), nn.Linear(width, width))
        self.value = nn.Linear(table.shape[1], width)
        self.clue = nn.Linear(table.shape[1], width)
        self.whole = nn.Linear(SCREEN_FEATURES, width)
        self.relate = nn.Linear(2 * RELATION_COUNT, shape.layers * shape.heads, bias=False)
        self.alike = nn.Linear(LIKENESSES, shape.layers * shape.heads, bias=False)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.last = nn.LayerNorm(width)
        self.drop = nn.Dropout(shape.dropout)
        self.aimed = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, len(ELEMENT_VERBS)))
        self.free = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, len(GLOBAL_VERBS)))
        self.asks = nn.Linear(width, choice)
        self.word_forms = nn.Linear(width, choice * len(WORD_FORMS))
        self.element_forms = nn.Linear(width, choice * len(ELEMENT_FORMS))
        self.begin, self.end = nn.Linear(width, choice), nn.Linear(width, choice)
        self.asks_end, self.onto, self.asks_second = (nn.Linear(width, choice) for _ in range(3))
        self.place = nn.Linear(width, len(DRAG_OFFSETS))
        nn.init.normal_(self.relate.weight, std=1.0)
        nn.init.normal_(self.alike.weight, std=1.0)

    def begin_with(self, fitted: Mapping[str, Tensor]) -> None:
        """Take the weights of an earlier fitting; what lists have gained at their ends since stays as made.

        Raises:
            RuntimeError: they are of a net of another shape.
        """
        own = self.state_dict()
        grown = {
            name: _put_into(own[name], weights) if name in GROWS and name in own else weights
            for name, weights in fitted.items()
        }
        self.load_state_dict(grown)

    def forward(self, given: Inputs) -> Outputs:
        """Score every choice."""
        texts = [self.pieces(ids) for ids in (given.word_pieces, given.action_pieces, given.name_pieces)]
        x = self._read(given, texts)
        bias = self._bias(given) + self.alike(_likeness(texts)).permute(0, 3, 1, 2)
        for number, layer in enumerate(self.layers):
            heads = self.shape.heads
            x = layer(x, bias[:, number * heads : (number + 1) * heads])
        x = self.last(x)
        words = given.word_pieces.shape[1]
        behind = 1 + words + given.action_pieces.shape[1]
        return self._choices(x[:, :1], x[:, 1 : 1 + words], elements=x[:, behind:])

    def _read(self, given: Inputs, texts: list[Tensor]) -> Tensor:
        words = self._text(texts[0], self.text) + self.word(given.word_features)
        steps = torch.arange(given.word_pieces.shape[1]).clamp(max=MAX_WORDS)
        words = words + self.order(steps.to(words.device)) + self.kinds.weight[1]
        deeds = self._text(texts[1], self.text) + self.verb(given.action_verbs)
        deeds = deeds + self.deed(given.action_features) + self.kinds.weight[2]
        elements = self._text(texts[2], self.text) + self._text(self.pieces(given.value_pieces), self.value)
        elements = elements + self._text(self.pieces(given.clue_pieces), self.clue) + self.role(given.roles)
        elements = elements + self.element(self._found(given.element_features)) + self.kinds.weight[3]
        whole = (self.whole(given.screen_features) + self.kinds.weight[0]).unsqueeze(1)
        read: Tensor = self.drop(torch.cat([whole, words, deeds, elements], dim=1))
        return read

    def _found(self, features: Tensor) -> Tensor:
        """Read what is told of elements; in training without their places on some screens."""
        if not (self.training and self.shape.lost):
            return features
        kept = torch.ones_like(features[:, :1])
        lost = torch.rand(len(features), 1, 1, device=features.device) < self.shape.lost
        kept[:, :, list(POSITION_COLUMNS)] = (~lost).to(features.dtype)
        return features * kept

    def _text(self, vectors: Tensor, into: nn.Linear) -> Tensor:
        """Read texts; in training some are blotted out, so that the relations must do."""
        if self.training and self.shape.blind:
            kept = torch.rand(vectors.shape[:-1], device=vectors.device) >= self.shape.blind
            vectors = vectors * kept.unsqueeze(-1)
        read: Tensor = into(vectors)
        return read

    def _bias(self, given: Inputs) -> Tensor:
        if given.relations.dim() == _APART:
            bias = self.relate(_both_ways(given.relations, given.relations.transpose(1, 2)))
        else:
            there, back = given.relations.long(), given.relations.transpose(1, 2).long()
            pairs, which = torch.unique((there << _HALF) | back, return_inverse=True)
            bits = torch.arange(RELATION_COUNT, device=pairs.device)
            apart = ((each.unsqueeze(-1) >> bits) & 1 for each in (pairs >> _HALF, pairs))
            bias = functional.embedding(which, self.relate(_both_ways(*apart)).float())
        bias = bias.permute(0, 3, 1, 2)
        absent = (1 - given.present.float())[:, None, None, :] * -1e4
        biased: Tensor = bias + absent
        return biased

    def _choices(self, whole: Tensor, words: Tensor, *, elements: Tensor) -> Outputs:
        rows = torch.cat([whole, elements], dim=1)
        batch, choice = len(rows), self.shape.choice
        scale = 1 / math.sqrt(choice)
        word_keys = self.word_forms(words).reshape(batch, -1, choice)
        element_keys = self.element_forms(elements).reshape(batch, -1, choice)
        keys = torch.cat([word_keys, element_keys], dim=1)
        end = self.end(words).transpose(1, 2)
        return Outputs(
            aimed=self.aimed(elements),
            free=self.free(whole[:, 0]),
            source=self.asks(rows) @ keys.transpose(1, 2) * scale,
            span=self.begin(words) @ end * scale,
            until=self.asks_end(rows) @ end * scale,
            second=self.asks_second(rows) @ self.onto(rows).transpose(1, 2) * scale,
            place=self.place(rows),
        )
