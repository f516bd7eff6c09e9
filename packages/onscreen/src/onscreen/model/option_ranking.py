"""The option a language model is likeliest to say, found by scoring names, never by letting it write.

Best-first search over what the options have in common: the model is asked what comes next only where
that can still change the answer. The probability of a beginning is never smaller than that of any
option that begins so, hence the first option to come off the heap is the likeliest of all (uniform-cost
search; Hart, Nilsson and Raphael, 1968, with no heuristic).
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator, Sequence

import msgspec


class Token(msgspec.Struct, frozen=True):
    """A possible next token: its bytes (none for the end of the answer) and log-probability."""

    text: bytes
    logp: float


NextTokens = Callable[[str, int], Sequence[Token]]
"""What may come after a beginning of the answer, the likeliest so many tokens, likeliest first."""

WHOLE_VOCABULARY = 1_000_000


class RankedOption(msgspec.Struct, frozen=True):
    """The option, its share among all options 0..1 (a lower bound), and how often the model was asked."""

    index: int
    confidence: float
    queries: int


class _Prefix(msgspec.Struct, frozen=True, order=True):
    """A beginning, or a whole option when `option` is not -1; ordered by its cost, -log(probability)."""

    cost: float
    option: int
    text: bytes


def most_likely_option(
    options: Sequence[str], next_tokens: NextTokens, *, top: int = 500, max_queries: int = 64
) -> RankedOption:
    """Return the likeliest of the options; among options of one text the first.

    `top` is how many tokens are read at a place (the whole vocabulary where none of them fits);
    `max_queries` is after how many questions the best beginning decides.
    """
    names = tuple(name.encode() for name in make_distinct(options))
    heap, seen = [_Prefix(0.0, -1, b"")], set[bytes]()
    while True:
        place = heapq.heappop(heap)
        if place.option < 0 and len(seen) >= max_queries:
            place = _Prefix(place.cost, _options_with_prefix(place.text, names)[0], place.text)
        if place.option >= 0:
            return RankedOption(place.option, _normalized_probability(place, heap), len(seen))
        if place.text not in seen:
            seen.add(place.text)
            for following in _expand(place, names, next_tokens=next_tokens, top=top):
                heapq.heappush(heap, following)


def make_distinct(options: Sequence[str]) -> tuple[str, ...]:
    """Return the options as names on one line, a number after those that were there before."""
    names: list[str] = []
    for option in options:
        first = name = _one_line(option) or "(nothing)"
        times = 2
        while name in names:
            name, times = f"{first} #{times}", times + 1
        names.append(name)
    return tuple(names)


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _expand(
    place: _Prefix, names: Sequence[bytes], *, next_tokens: NextTokens, top: int
) -> Iterator[_Prefix]:
    under = _options_with_prefix(place.text, names)
    tokens = next_tokens(place.text.decode(), top)
    found = list(_continuations(place, names, tokens=tokens))
    if not found and top < WHOLE_VOCABULARY:
        tokens = next_tokens(place.text.decode(), WHOLE_VOCABULARY)
        found = list(_continuations(place, names, tokens=tokens))
    yield from found
    reached = {index for after in found for index in _options_reached(after, names)}
    floor = place.cost - (tokens[-1].logp if tokens else 0.0)
    yield from (_Prefix(floor, index, names[index]) for index in under if index not in reached)


def _continuations(place: _Prefix, names: Sequence[bytes], *, tokens: Sequence[Token]) -> Iterator[_Prefix]:
    ended = sum(math.exp(token.logp) for token in tokens if _ends_answer(token))
    if ended > 0 and place.text in names:
        yield _Prefix(place.cost - math.log(ended), names.index(place.text), place.text)
    for token in tokens:
        text = place.text + token.text
        under = () if _ends_answer(token) else _options_with_prefix(text, names)
        whole = names.index(text) if len(under) == 1 and text in names else -1
        for longer in {_complete_character(text, names[index]) for index in under}:
            yield _Prefix(place.cost - token.logp, whole, longer)


def _options_reached(place: _Prefix, names: Sequence[bytes]) -> tuple[int, ...]:
    return (place.option,) if place.option >= 0 else _options_with_prefix(place.text, names)


def _options_with_prefix(text: bytes, names: Sequence[bytes]) -> tuple[int, ...]:
    return tuple(index for index, name in enumerate(names) if name.startswith(text))


def _ends_answer(token: Token) -> bool:
    return not token.text or token.text[:1] == b"\n"


def _complete_character(text: bytes, name: bytes) -> bytes:
    """Lengthen a beginning of the name that ends inside a UTF-8 character to that character's end."""
    end = len(text)
    while end < len(name) and name[end] & 0xC0 == 0x80:  # noqa: PLR2004 - UTF-8 continuation bytes
        end += 1
    return name[:end]


def _normalized_probability(place: _Prefix, heap: Sequence[_Prefix]) -> float:
    costs = [place.cost, *(other.cost for other in heap)]
    return 1.0 / sum(math.exp(place.cost - cost) for cost in costs)
