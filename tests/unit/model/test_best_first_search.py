"""The most likely option, found by querying a toy language model with known probabilities."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from hypothesis import given
from hypothesis import strategies as st

from onscreen.model.best_first_search import (
    WHOLE_VOCABULARY,
    NextTokens,
    Token,
    make_distinct,
    most_likely_option,
)

ALPHABET = "ab é"


def language(weights: Mapping[str, int], asked: list[str] | None = None) -> NextTokens:
    """A toy model of one-byte tokens whose probabilities follow from the frequencies of the options."""

    def next_tokens(text: str, top: int) -> Sequence[Token]:
        if asked is not None:
            asked.append(text)
        prefix, counts = text.encode(), dict[bytes, float]()
        for option, weight in weights.items():
            if option.encode().startswith(prefix):
                next_byte = option.encode()[len(prefix) : len(prefix) + 1]
                counts[next_byte] = counts.get(next_byte, 0) + weight
        total = sum(counts.values()) or 1.0
        tokens = [Token(next_byte, math.log(count / total)) for next_byte, count in counts.items()]
        return sorted(tokens, key=lambda token: -token.logp)[:top]

    return next_tokens


WEIGHTS = st.dictionaries(
    st.text(ALPHABET, min_size=1, max_size=5).map(str.strip).filter(bool), st.integers(1, 50)
)


@given(WEIGHTS.filter(lambda weights: len(weights) > 1))
def test_most_likely_option_is_found(weights: Mapping[str, int]) -> None:
    """The most frequent option is chosen, even if it is a prefix of another."""
    options = tuple(" ".join(option.split()) for option in weights)
    table = dict(zip(options, weights.values(), strict=True))
    ranked = most_likely_option(tuple(table), language(table))
    assert table[tuple(table)[ranked.index]] == max(table.values())
    assert 0 < ranked.confidence <= 1


@given(st.lists(st.text(ALPHABET, max_size=4), min_size=1, max_size=8), WEIGHTS)
def test_search_terminates_for_any_model(options: list[str], weights: Mapping[str, int]) -> None:
    """The search ends with an option even if the model never generates one."""
    ranked = most_likely_option(options, language(weights), max_queries=20)
    assert 0 <= ranked.index < len(options)


@given(st.lists(st.text(max_size=6), min_size=1, max_size=12))
def test_names_are_distinct_and_on_one_line(options: list[str]) -> None:
    """Options become distinct, non-empty names of one line."""
    names = make_distinct(options)
    assert len(set(names)) == len(options)
    assert all(name and name.isprintable() for name in names)


def test_few_queries_are_needed() -> None:
    """With many options only the likely ones are followed to their end."""
    asked: list[str] = []
    weights = {f"{chr(ord('a') + n)} button of no interest": 1 for n in range(25)} | {"z": 100}
    assert most_likely_option(tuple(weights), language(weights, asked)).index == 25
    assert asked == [""]


def test_first_of_equal_texts_is_chosen() -> None:
    """Among options with equal text the first is chosen."""
    table = {"Delete": 5, "Save": 1}
    assert most_likely_option(("Save", "Delete", "Delete"), language(table)).index == 1


def test_unlikely_options_are_found_in_the_whole_vocabulary() -> None:
    """If no option starts with a likely token, the whole vocabulary is read."""
    tops: list[int] = []

    def next_tokens(_text: str, top: int) -> Sequence[Token]:
        tops.append(top)
        common = [Token(b"x", -0.1), Token(b"y", -3.0)]
        return common if top < WHOLE_VOCABULARY else [*common, Token(b"Save", -20.0), Token(b"Undo", -19.0)]

    assert most_likely_option(("Save", "Undo"), next_tokens, top=2).index == 1
    assert tops == [2, WHOLE_VOCABULARY]
