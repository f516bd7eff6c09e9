"""Scoring of answer options with a local model.

Each query follows one path of tokens and reads the alternatives along it.
"""

from __future__ import annotations

from onscreen.model.best_first_search import RankedOption, Token, most_likely_option
from onscreen.model.few_shot_examples import Messages
from onscreen.model.llama_engine import Engine
from onscreen.types import Reply

MAX_PATH_TOKENS = 32
"""Tokens of the most likely option followed in one query; a longer option takes another query."""


class OptionScorer:
    """A scorer that selects the most likely option with a local model and counts tokens."""

    def __init__(self, engine: Engine, messages: Messages) -> None:
        self._engine = engine
        self._messages = messages
        self._tokens_in = 0
        self._tokens_out = 0

    def choose(self, names: tuple[str, ...], *, so_far: str) -> RankedOption:
        """Choose the option that is most likely to continue the partial answer `so_far`.

        Raises:
            ModelUnavailable: the conversation is longer than the model's context.
        """
        cache: dict[bytes, tuple[Token, ...]] = {}

        def next_tokens(text: str, top: int) -> tuple[Token, ...]:
            if text.encode() not in cache or top > len(cache[text.encode()]):
                cache.update(self._query_path(text, names, so_far=so_far, top=top))
            return cache[text.encode()]

        return most_likely_option(names, next_tokens)

    def reply(self, text: str, picked: tuple[int, ...], *, confidence: float) -> Reply:
        """Build a `Reply` that includes the token counts of all queries.

        The input tokens are those of the longest prompt, the output tokens the sum over all queries.
        """
        return Reply(
            text,
            picked,
            tokens_in=self._tokens_in,
            tokens_out=self._tokens_out,
            confidence=confidence,
        )

    def _query_path(
        self, text: str, names: tuple[str, ...], *, so_far: str, top: int
    ) -> dict[bytes, tuple[Token, ...]]:
        partial_answer = {"role": "assistant", "content": so_far + text}
        messages = (*self._messages, partial_answer) if so_far + text else self._messages
        endings = tuple(name[len(text) :] for name in names if name.startswith(text))
        completion = self._engine.score(messages, endings=endings, top=top, max_tokens=MAX_PATH_TOKENS)
        self._tokens_in = max(self._tokens_in, completion.tokens_in)
        self._tokens_out += completion.tokens_out
        tokens_after, prefix = {}, text.encode()
        for choice in completion.choices:
            tokens_after[prefix] = choice.alternatives
            prefix += choice.chosen
        return tokens_after
