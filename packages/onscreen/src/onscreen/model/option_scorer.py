"""Names scored by the engine: one path through them a question, what lies beside it read on the way."""

from __future__ import annotations

from onscreen.model.few_shot_examples import Messages
from onscreen.model.llama_engine import Engine
from onscreen.model.option_ranking import RankedOption, Token, most_likely_option
from onscreen.types import Reply

MAX_PATH_TOKENS = 32
"""As far as one question follows the likeliest name; a longer name takes another question."""


class OptionScorer:
    """Chooses names as the answer to one conversation, and counts the tokens that took."""

    def __init__(self, engine: Engine, messages: Messages) -> None:
        self._engine = engine
        self._messages = messages
        self._tokens_in = 0
        self._tokens_out = 0

    def choose(self, names: tuple[str, ...], *, so_far: str) -> RankedOption:
        """Return the likeliest name to come after what was answered so far.

        Raises:
            ModelUnavailable: the conversation is longer than the model can read.
        """
        seen: dict[bytes, tuple[Token, ...]] = {}

        def next_tokens(text: str, top: int) -> tuple[Token, ...]:
            if text.encode() not in seen or top > len(seen[text.encode()]):
                seen.update(self._along(text, names, so_far=so_far, top=top))
            return seen[text.encode()]

        return most_likely_option(names, next_tokens)

    def reply(self, text: str, picked: tuple[int, ...], *, confidence: float) -> Reply:
        """Return the reply with what was counted: the longest question, and all tokens written."""
        return Reply(
            text,
            picked,
            tokens_in=self._tokens_in,
            tokens_out=self._tokens_out,
            confidence=confidence,
        )

    def _along(
        self, text: str, names: tuple[str, ...], *, so_far: str, top: int
    ) -> dict[bytes, tuple[Token, ...]]:
        begun = {"role": "assistant", "content": so_far + text}
        messages = (*self._messages, begun) if so_far + text else self._messages
        endings = tuple(name[len(text) :] for name in names if name.startswith(text))
        said = self._engine.score(messages, endings=endings, top=top, max_tokens=MAX_PATH_TOKENS)
        self._tokens_in = max(self._tokens_in, said.tokens_in)
        self._tokens_out += said.tokens_out
        found, at = {}, text.encode()
        for place in said.choices:
            found[at] = place.tokens
            at += place.chosen
        return found
