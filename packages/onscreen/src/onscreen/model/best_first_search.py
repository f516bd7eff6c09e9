"""Best-first search for the option that a language model is most likely to generate.

The search follows the options' common prefixes and scores tokens instead of sampling: the model is queried
only where the answer can still change. A prefix is at least as probable as every option that starts with it,
hence the first option popped from the heap is the most likely one (uniform-cost search; Hart, Nilsson and
Raphael, 1968, with a zero heuristic).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence

import msgspec


class Token(msgspec.Struct, frozen=True):
    """A candidate for the next token, with its log-probability.

    `text` holds the bytes of the token; it is empty at the end of the answer.
    """

    text: bytes
    logp: float


NextTokens = Callable[[str, int], Sequence[Token]]
"""Returns the given number of most likely tokens after a prefix of the answer, most likely first."""

WHOLE_VOCABULARY = 1_000_000


class RankedOption(msgspec.Struct, frozen=True):
    """The most likely option, with its confidence and the number of model queries.

    `confidence` is the option's share of the probability of all options, 0..1; it is a lower bound.
    """

    index: int
    confidence: float
    queries: int


class _Prefix(msgspec.Struct, frozen=True, order=True):
    """A prefix of an answer, or a complete option if `option` is not -1.

    Ordered by `cost`, which is -log(probability).
    """

    cost: float
    option: int
    text: bytes


def most_likely_option(
    options: Sequence[str], next_tokens: NextTokens, *, top: int = 500, max_queries: int = 64
) -> RankedOption:
    """Find the option that a language model is most likely to generate.

    Returns the first of several options with equal text. `top` is the number of tokens read after each
    prefix; the whole vocabulary is read if none of them continues an option. After `max_queries` queries the
    best prefix decides.
    """
    names = tuple(name.encode() for name in make_distinct(options))
    heap, seen = [_Prefix(0.0, -1, b"")], set[bytes]()
    while True:
        prefix = heapq.heappop(heap)
        if prefix.option < 0 and len(seen) >= max_queries:
            prefix = _Prefix(prefix.cost, _options_with_prefix(prefix.text, names)[0], prefix.text)
        if prefix.option >= 0:
            return RankedOption(prefix.option, _normalized_probability(prefix, heap), len(seen))
        if prefix.text not in seen:
            seen.add(prefix.text)
            for continuation in _expand(prefix, names, next_tokens=next_tokens, top=top):
                heapq.heappush(heap, continuation)


def make_distinct(options: Sequence[str]) -> tuple[str, ...]:
    """Make option names unique by appending a number to repeated ones.

    Each name is also reduced to one line of printable text.
    """
    names: list[str] = []
    for option in options:
        first = name = _one_line(option) or "(nothing)"
        count = 2
        while name in names:
            name, count = f"{first} #{count}", count + 1
        names.append(name)
    return tuple(names)


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _expand(
    prefix: _Prefix, names: Sequence[bytes], *, next_tokens: NextTokens, top: int
) -> Iterator[_Prefix]:
    matching = _options_with_prefix(prefix.text, names)
    tokens = next_tokens(prefix.text.decode(), top)
    continuations = list(_continuations(prefix, names, tokens=tokens))
    if not continuations and top < WHOLE_VOCABULARY:
        tokens = next_tokens(prefix.text.decode(), WHOLE_VOCABULARY)
        continuations = list(_continuations(prefix, names, tokens=tokens))
    yield from continuations
    covered = {index for continuation in continuations for index in _options_reached(continuation, names)}
    min_cost = prefix.cost - (tokens[-1].logp if tokens else 0.0)
    yield from (_Prefix(min_cost, index, names[index]) for index in matching if index not in covered)


def _continuations(prefix: _Prefix, names: Sequence[bytes], *, tokens: Sequence[Token]) -> Iterator[_Prefix]:
    end_probability = sum(math.exp(token.logp) for token in tokens if _ends_answer(token))
    if end_probability > 0 and prefix.text in names:
        yield _Prefix(prefix.cost - math.log(end_probability), names.index(prefix.text), prefix.text)
    for token in tokens:
        text = prefix.text + token.text
        matching = () if _ends_answer(token) else _options_with_prefix(text, names)
        option = names.index(text) if len(matching) == 1 and text in names else -1
        for extended in {_complete_character(text, names[index]) for index in matching}:
            yield _Prefix(prefix.cost - token.logp, option, extended)


def _options_reached(prefix: _Prefix, names: Sequence[bytes]) -> tuple[int, ...]:
    return (prefix.option,) if prefix.option >= 0 else _options_with_prefix(prefix.text, names)


def _options_with_prefix(text: bytes, names: Sequence[bytes]) -> tuple[int, ...]:
    return tuple(index for index, name in enumerate(names) if name.startswith(text))


def _ends_answer(token: Token) -> bool:
    return not token.text or token.text[:1] == b"\n"


def _complete_character(text: bytes, name: bytes) -> bytes:
    """Extend a prefix of the name to the end of its last UTF-8 character."""
    end = len(text)
    while end < len(name) and name[end] & 0xC0 == 0x80:  # noqa: PLR2004 - UTF-8 continuation bytes
        end += 1
    return name[:end]


def _normalized_probability(prefix: _Prefix, heap: Sequence[_Prefix]) -> float:
    costs = [prefix.cost, *(other.cost for other in heap)]
    return 1.0 / sum(math.exp(prefix.cost - cost) for cost in costs)
