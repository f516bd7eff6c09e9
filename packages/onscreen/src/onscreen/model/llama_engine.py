"""llama.cpp in this process: chat, with grammar or with the odds of the next token.

The engine opens a port of its own on 127.0.0.1, locked with a key that nobody is told.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Mapping
from pathlib import Path

import msgspec
import xllamacpp

from onscreen.model.few_shot_examples import Messages
from onscreen.model.option_ranking import Token
from onscreen.types.errors import ModelUnavailable

CONTEXT_TOKENS = 8192
_SPECIAL = re.compile(r"<\|(?=\w+\|>)|<(?=/?s>)")


class Completion(msgspec.Struct, frozen=True):
    """What the model wrote, why it ended ("stop", "length"), and the tokens read and written.

    `choices` is what stood to choose from at each token it wrote, where that was asked for.
    """

    text: str
    finish: str
    tokens_in: int
    tokens_out: int
    choices: tuple[TokenChoice, ...] = ()


class TokenChoice(msgspec.Struct, frozen=True):
    """The bytes of a token that was written, and the likeliest that could have been, likeliest first."""

    chosen: bytes
    tokens: tuple[Token, ...]


class _Candidate(msgspec.Struct, frozen=True):
    bytes: tuple[int, ...]
    logprob: float


class _TokenLogprobs(msgspec.Struct, frozen=True):
    bytes: tuple[int, ...]
    top_logprobs: tuple[_Candidate, ...]


class _Logprobs(msgspec.Struct, frozen=True):
    content: tuple[_TokenLogprobs, ...] = ()


class _Message(msgspec.Struct, frozen=True):
    content: str | None = None


class _Choice(msgspec.Struct, frozen=True):
    message: _Message
    finish_reason: str = ""
    logprobs: _Logprobs | None = None


class _Usage(msgspec.Struct, frozen=True):
    completion_tokens: int
    prompt_tokens: int


class _Error(msgspec.Struct, frozen=True):
    message: str


class _Response(msgspec.Struct, frozen=True):
    choices: tuple[_Choice, ...] = ()
    usage: _Usage | None = None
    error: _Error | None = None


class Engine:
    """One model in memory; it keeps what it read of the last question, so one that begins alike is quick.

    Raises:
        ModelUnavailable: the file is no GGUF, or does not fit into memory.
    """

    def __init__(
        self, path: Path, context_tokens: int = CONTEXT_TOKENS, *, threads: int | None = None
    ) -> None:
        settings = xllamacpp.CommonParams()
        settings.model.path = str(path)
        settings.n_ctx = context_tokens
        settings.n_parallel = 1
        settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = threads or count_idle_cores()
        settings.cpuparams.poll = settings.cpuparams_batch.poll = 0
        settings.sampling.temp = 0.0
        settings.verbosity = -1
        settings.warmup = settings.ui = False
        settings.endpoint_metrics = True
        settings.api_keys = [secrets.token_hex()]
        try:
            self._server = xllamacpp.Server(settings)
        except RuntimeError as error:
            raise ModelUnavailable(
                f"{path} cannot be loaded ({error}); expected a GGUF file of a language model that fits "
                "into memory; look at the file, or fetch it again"
            ) from error
        # The server's loop answers this call. A server released before its loop has started waits forever.
        self._server.handle_metrics()

    def generate(self, messages: Messages, *, max_tokens: int, schema: object = None) -> Completion:
        """Let the model write at most so many tokens, within the JSON schema where one is given.

        Raises:
            ModelUnavailable: the question is too long, or the schema is beyond the engine.
        """
        more = {"response_format": {"type": "json_schema", "json_schema": {"schema": schema}}}
        return self._ask(messages, {"max_tokens": max_tokens, **(more if schema is not None else {})})

    def score(self, messages: Messages, *, endings: tuple[str, ...], top: int, max_tokens: int) -> Completion:
        """Let the model write the likeliest of the endings, and say what it could have written instead.

        The last message may be an answer that has begun.

        Raises:
            ModelUnavailable: the question is too long.
        """
        settings = {"max_tokens": max_tokens, "logprobs": True, "top_logprobs": top}
        return self._ask(messages, {**settings, "grammar": _choice_grammar(endings)})

    def _ask(self, messages: Messages, settings: Mapping[str, object]) -> Completion:
        try:
            answer = self._server.handle_chat_completions({"messages": list(messages), **settings})
        except ValueError as error:
            raise ModelUnavailable(f"the local engine cannot answer this question: {error}") from error
        wire = msgspec.convert(answer, type=_Response)
        if wire.error is not None or not wire.choices:
            found = wire.error.message if wire.error else "an answer without content"
            raise ModelUnavailable(f"the local engine: {found}; choose a smaller view of the screen")
        choice, usage = wire.choices[0], wire.usage or _Usage(0, 0)
        choices = (
            tuple(_token_choice(written) for written in choice.logprobs.content) if choice.logprobs else ()
        )
        return Completion(
            choice.message.content or "",
            choice.finish_reason,
            usage.prompt_tokens,
            usage.completion_tokens,
            choices,
        )


def count_idle_cores() -> int:
    """Return how many cores had nothing to do in the last minute, at least 1.

    The engine's threads wait for each other at every layer: with more of them than free cores it is
    slower, not faster (on 2 busy cores, 2 threads took 2 to 14 times as long as 1).
    """
    cores = os.cpu_count() or 1
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, min(cores, round(cores - busy)))


def _token_choice(written: _TokenLogprobs) -> TokenChoice:
    tokens = tuple(Token(bytes(score.bytes), score.logprob) for score in written.top_logprobs)
    return TokenChoice(bytes(written.bytes), tokens)


def _choice_grammar(endings: tuple[str, ...]) -> str:
    escaped = (ending.replace("\\", "\\\\").replace('"', '\\"') for ending in endings)
    return "root ::= " + " | ".join(f'"{ending}"' for ending in escaped)


def escape_special_tokens(text: str) -> str:
    """Break up what a chat template would take for its own marks, so that no page can speak as the system."""
    return _SPECIAL.sub(lambda match: match[0] + " ", text)
