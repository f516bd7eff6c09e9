"""Relation-aware transformer that scores actions from words, past actions and UI elements.

Attention has a learned bias for every relation between two positions, per layer and head, in both
directions (Wang et al. 2020, RAT-SQL, section 3.2, with scalar biases as in Raffel et al. 2020, T5, section
2.1), and one for the similarity of their texts. A text is the mean of its word piece vectors, which come
from a sentence encoder applied to single pieces (Model2Vec: van Dongen and Tulkens 2024) and are not
trained.
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
from onscreen_reflex.array_schema import InputArrays
from onscreen_reflex.categorical_vocabulary import (
    DRAG_OFFSETS,
    ELEMENT_FORMS,
    ELEMENT_VERBS,
    GLOBAL_VERBS,
    MAX_WORDS,
    RELATION_COUNT,
    ROLES,
    WORD_FORMS,
)
from onscreen_reflex.feature_columns import (
    ELEMENT_FEATURES,
    PAST_ACTION_FEATURES,
    POSITION_COLUMNS,
    SCREEN_FEATURES,
    WORD_FEATURES,
)

SIMILARITY_FEATURES = 2
SIMILARITY_THRESHOLD = 0.5
_SEPARATE_BITS_DIM, _HALF_BITS = 4, 32
GROWABLE = frozenset({"word.weight", "element.0.weight", "element_forms.weight", "element_forms.bias"})
"""Names of parameters with one row or column per entry of an extensible vocabulary."""


def _concat_directions(forward: Tensor, backward: Tensor) -> Tensor:
    return torch.cat([forward, backward], dim=-1).float()


def _similarity(texts: list[Tensor]) -> Tensor:
    """Compute cosine similarities between all texts: (B, T|H|E, D) -> (B, N, N, SIMILARITY_FEATURES).

    The second feature is the part of the cosine above SIMILARITY_THRESHOLD. The global position and
    positions without a text have a similarity of 0 to all others.
    """
    normalized = functional.normalize(torch.cat([torch.zeros_like(texts[0][:, :1]), *texts], dim=1), dim=-1)
    cosine = normalized @ normalized.transpose(1, 2)
    return torch.stack([cosine, functional.relu(cosine - SIMILARITY_THRESHOLD)], dim=-1)


class Shape(msgspec.Struct, frozen=True):
    """Hyperparameters for the network's size and regularization.

    `width` is the size of a position, `feed_forward_width` that of the feed-forward layers, `pointer_width`
    that of queries and keys of pointers. During training, `text_dropout` is the share of texts that are
    zeroed, and `position_dropout` the share of screens whose element positions are zeroed, so that the
    network does not memorize positions.
    """

    width: int = 192
    layers: int = 4
    heads: int = 6
    feed_forward_width: int = 512
    pointer_width: int = 64
    dropout: float = 0.1
    text_dropout: float = 0.05
    position_dropout: float = 0.2


class Layer(nn.Module):
    """Pre-norm transformer layer (Xiong et al. 2020) with an additive attention bias."""

    def __init__(self, shape: Shape) -> None:
        """Create the layer."""
        super().__init__()
        self.heads = shape.heads
        self.before = nn.LayerNorm(shape.width)
        self.between = nn.LayerNorm(shape.width)
        self.mix = nn.Linear(shape.width, 3 * shape.width)
        self.out = nn.Linear(shape.width, shape.width)
        self.inner = nn.Sequential(
            nn.Linear(shape.width, shape.feed_forward_width),
            nn.GELU(),
            nn.Linear(shape.feed_forward_width, shape.width),
        )
        self.drop = nn.Dropout(shape.dropout)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """Apply self-attention and the feed-forward network to (B, N, width) inputs.

        `bias` (B, heads, N, N) is added to the attention scores.
        """
        batch, size, width = x.shape
        parts = self.mix(self.before(x)).view(batch, size, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4)
        weights = query @ key.transpose(-2, -1) / math.sqrt(width // self.heads) + bias
        seen = (torch.softmax(weights, dim=-1) @ value).transpose(1, 2).reshape(batch, size, width)
        x = x + self.drop(self.out(seen))
        mixed: Tensor = x + self.drop(self.inner(self.between(x)))
        return mixed


class PieceVectors(nn.Module):
    """Frozen int8 word-piece embeddings that are averaged into text embeddings.

    Every piece has a separate scale.
    """

    def __init__(self, table: Tensor, scale: Tensor) -> None:
        """Store a (V, D) int8 table and a (V, 1) float scale."""
        super().__init__()
        self.register_buffer("table", table)
        self.register_buffer("scale", scale)
        self.register_buffer("whole", self._dequantize(), persistent=False)

    def train(self, mode: bool = True) -> PieceVectors:
        """Set the training mode and, if it is enabled, refresh the dequantized vectors."""
        if mode:
            self.register_buffer("whole", self._dequantize(), persistent=False)
        super().train(mode)
        return self

    def _dequantize(self) -> Tensor:
        """Return the dequantized vectors with a zero row at the end for missing pieces."""
        table, scale = self.get_buffer("table"), self.get_buffer("scale")
        return torch.cat([table.float() * scale, table.new_zeros((1, table.shape[1])).float()])

    def forward(self, ids: Tensor) -> Tensor:
        """Average the word-piece vectors of each text: (..., P) ids to (..., D) means.

        An id of -1 marks padding. In training mode an equivalent, faster computation is used.
        """
        if self.training:
            return self._embedding_bag(ids)
        table, scale = self.get_buffer("table"), self.get_buffer("scale")
        mask = (ids >= 0).unsqueeze(-1).float()
        clamped = ids.clamp(min=0)
        vectors = table[clamped].float() * scale[clamped] * mask
        mean: Tensor = vectors.sum(-2) / mask.sum(-2).clamp(min=1)
        return mean

    def _embedding_bag(self, ids: Tensor) -> Tensor:
        whole = self.get_buffer("whole")
        padding_index = len(whole) - 1
        clamped = torch.where(ids < 0, padding_index, ids).reshape(-1, ids.shape[-1])
        mean = functional.embedding_bag(clamped, whole, mode="mean", padding_idx=padding_index)
        return mean.view(*ids.shape[:-1], -1)


Inputs: TypeAlias = InputArrays[Tensor]
"""An input batch; `relations` are bit sets (B, N, N) or separate bits (B, N, N, RELATION_COUNT)."""


class Outputs(msgspec.Struct, frozen=True):
    """Logits for each part of an action: verb, element, text, second element and drag offset.

    In `source`, `until`, `second` and `place`, row 0 is the screen as a whole, followed by one row per
    element. `aimed` (B, E, verbs), `free` (B, verbs), `source` (B, 1+E, T*forms + E*forms), `span` (B, T,
    T), `until` (B, 1+E, T), `second` (B, 1+E, 1+E), `place` (B, 1+E, places).
    """

    aimed: Tensor
    free: Tensor
    source: Tensor
    span: Tensor
    until: Tensor
    second: Tensor
    place: Tensor


def _copy_into(whole: Tensor, part: Tensor) -> Tensor:
    """Return a copy of `whole` whose start is `part`; if `part` does not fit, return `part`."""
    if whole.dim() != part.dim() or any(n > m for n, m in zip(part.shape, whole.shape, strict=True)):
        return part
    result = whole.clone()
    result[tuple(slice(n) for n in part.shape)] = part
    return result


class Net(nn.Module):
    """Network that maps a batch of inputs to logits for all possible actions."""

    def __init__(self, table: Tensor, scale: Tensor, *, shape: Shape) -> None:
        """Create the network with fixed word-piece vectors."""
        super().__init__()
        width, pointer_width = shape.width, shape.pointer_width
        self.shape = shape
        self.pieces = PieceVectors(table, scale)
        self.text = nn.Linear(table.shape[1], width)
        self.kinds = nn.Embedding(6, width)
        self.word = nn.Linear(WORD_FEATURES, width)
        self.order = nn.Embedding(MAX_WORDS + 1, width)
        self.verb = nn.Embedding(len(VERBS), width)
        self.action_features = nn.Linear(PAST_ACTION_FEATURES, width)
        self.role = nn.Embedding(len(ROLES), width)
        self.element = nn.Sequential(nn.Linear(ELEMENT_FEATURES, width), nn.GELU(), nn.Linear(width, width))
        self.value = nn.Linear(table.shape[1], width)
        self.clue = nn.Linear(table.shape[1], width)
        self.whole = nn.Linear(SCREEN_FEATURES, width)
        self.relate = nn.Linear(2 * RELATION_COUNT, shape.layers * shape.heads, bias=False)
        self.alike = nn.Linear(SIMILARITY_FEATURES, shape.layers * shape.heads, bias=False)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.last = nn.LayerNorm(width)
        self.drop = nn.Dropout(shape.dropout)
        self.aimed = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, len(ELEMENT_VERBS)))
        self.free = nn.Sequential(nn.Linear(width, width), nn.GELU(), nn.Linear(width, len(GLOBAL_VERBS)))
        self.asks = nn.Linear(width, pointer_width)
        self.word_forms = nn.Linear(width, pointer_width * len(WORD_FORMS))
        self.element_forms = nn.Linear(width, pointer_width * len(ELEMENT_FORMS))
        self.begin, self.end = nn.Linear(width, pointer_width), nn.Linear(width, pointer_width)
        self.asks_end, self.onto, self.asks_second = (nn.Linear(width, pointer_width) for _ in range(3))
        self.place = nn.Linear(width, len(DRAG_OFFSETS))
        nn.init.normal_(self.relate.weight, std=1.0)
        nn.init.normal_(self.alike.weight, std=1.0)

    def warm_start_from(self, parameters: Mapping[str, Tensor]) -> None:
        """Load parameters from an earlier training run.

        Rows and columns that were added to GROWABLE parameters since then keep their initial values.

        Raises:
            RuntimeError: the parameters belong to a network of another shape.
        """
        own = self.state_dict()
        merged = {
            name: _copy_into(own[name], weights) if name in GROWABLE and name in own else weights
            for name, weights in parameters.items()
        }
        self.load_state_dict(merged)

    def forward(self, given: Inputs) -> Outputs:
        """Compute the logits for every part of an action."""
        texts = [self.pieces(ids) for ids in (given.word_pieces, given.action_pieces, given.name_pieces)]
        x = self._embed(given, texts)
        bias = self._attention_bias(given) + self.alike(_similarity(texts)).permute(0, 3, 1, 2)
        for number, layer in enumerate(self.layers):
            heads = self.shape.heads
            x = layer(x, bias[:, number * heads : (number + 1) * heads])
        x = self.last(x)
        words = given.word_pieces.shape[1]
        element_offset = 1 + words + given.action_pieces.shape[1]
        return self._score_choices(x[:, :1], x[:, 1 : 1 + words], elements=x[:, element_offset:])

    def _embed(self, given: Inputs, texts: list[Tensor]) -> Tensor:
        words = self._project_text(texts[0], self.text) + self.word(given.word_features)
        steps = torch.arange(given.word_pieces.shape[1]).clamp(max=MAX_WORDS)
        words = words + self.order(steps.to(words.device)) + self.kinds.weight[1]
        past_actions = self._project_text(texts[1], self.text) + self.verb(given.action_verbs)
        past_actions = past_actions + self.action_features(given.action_features) + self.kinds.weight[2]
        elements = self._project_text(texts[2], self.text) + self._project_text(
            self.pieces(given.value_pieces), self.value
        )
        elements = (
            elements + self._project_text(self.pieces(given.clue_pieces), self.clue) + self.role(given.roles)
        )
        elements = (
            elements + self.element(self._drop_positions(given.element_features)) + self.kinds.weight[3]
        )
        whole = (self.whole(given.screen_features) + self.kinds.weight[0]).unsqueeze(1)
        read: Tensor = self.drop(torch.cat([whole, words, past_actions, elements], dim=1))
        return read

    def _drop_positions(self, features: Tensor) -> Tensor:
        """Return the element features; in training, zero the positions on some screens."""
        if not (self.training and self.shape.position_dropout):
            return features
        keep_mask = torch.ones_like(features[:, :1])
        dropped = torch.rand(len(features), 1, 1, device=features.device) < self.shape.position_dropout
        keep_mask[:, :, list(POSITION_COLUMNS)] = (~dropped).to(features.dtype)
        return features * keep_mask

    def _project_text(self, vectors: Tensor, into: nn.Linear) -> Tensor:
        """Project text vectors; in training, zero some of them so that the network uses relations."""
        if self.training and self.shape.text_dropout:
            keep_mask = torch.rand(vectors.shape[:-1], device=vectors.device) >= self.shape.text_dropout
            vectors = vectors * keep_mask.unsqueeze(-1)
        read: Tensor = into(vectors)
        return read

    def _attention_bias(self, given: Inputs) -> Tensor:
        if given.relations.dim() == _SEPARATE_BITS_DIM:
            bias = self.relate(_concat_directions(given.relations, given.relations.transpose(1, 2)))
        else:
            forward, backward = given.relations.long(), given.relations.transpose(1, 2).long()
            pairs, inverse = torch.unique((forward << _HALF_BITS) | backward, return_inverse=True)
            bits = torch.arange(RELATION_COUNT, device=pairs.device)
            separate = ((bits_half.unsqueeze(-1) >> bits) & 1 for bits_half in (pairs >> _HALF_BITS, pairs))
            bias = functional.embedding(inverse, self.relate(_concat_directions(*separate)).float())
        bias = bias.permute(0, 3, 1, 2)
        absent = (1 - given.present.float())[:, None, None, :] * -1e4
        biased: Tensor = bias + absent
        return biased

    def _score_choices(self, whole: Tensor, words: Tensor, *, elements: Tensor) -> Outputs:
        rows = torch.cat([whole, elements], dim=1)
        batch, pointer_width = len(rows), self.shape.pointer_width
        scale = 1 / math.sqrt(pointer_width)
        word_keys = self.word_forms(words).reshape(batch, -1, pointer_width)
        element_keys = self.element_forms(elements).reshape(batch, -1, pointer_width)
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
