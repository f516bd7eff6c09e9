"""In-process llama.cpp engine for chat completions and token probabilities.

The engine opens a port on 127.0.0.1, protected by a random API key.
"""

from __future__ import annotations

import atexit
import os
import re
import secrets
import threading
from collections.abc import Mapping
from pathlib import Path

import msgspec
import xllamacpp

from onscreen.model.best_first_search import Token
from onscreen.model.few_shot_examples import Messages
from onscreen.types.errors import ModelUnavailable

CONTEXT_TOKENS = 8192
_EXIT_SEC = 300.0
"""Time that the exiting interpreter waits for an abandoned completion, in seconds, to avoid a crash."""
_SPECIAL = re.compile(r"<\|(?=\w+\|>)|<(?=/?s>)")


class Completion(msgspec.Struct, frozen=True):
    """A generated text with its finish reason and token counts.

    `finish` is "stop" or "length". `choices` holds the alternatives at each generated token, if they were
    requested.
    """

    text: str
    finish: str
    tokens_in: int
    tokens_out: int
    choices: tuple[TokenChoice, ...] = ()


class TokenChoice(msgspec.Struct, frozen=True):
    """A generated token and its most likely alternatives.

    `alternatives` starts with the most likely token.
    """

    chosen: bytes
    alternatives: tuple[Token, ...]


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
    """A language model that is loaded into memory and run by llama.cpp.

    The common prefix of consecutive prompts is computed once.

    Raises:
        ModelUnavailable: the file is not a GGUF file, or does not fit into memory.
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
        self._is_running = threading.Lock()
        atexit.register(self._is_running.acquire, timeout=_EXIT_SEC)
        try:
            self._server = xllamacpp.Server(settings)
        except RuntimeError as error:
            raise ModelUnavailable(
                f"{path} cannot be loaded ({error}); expected a GGUF file of a language model that fits "
                "into memory; check the file, or fetch it again"
            ) from error
        # The server's loop answers this call. Releasing a server before its loop has started hangs.
        self._server.handle_metrics()

    def generate(self, messages: Messages, *, max_tokens: int, schema: object = None) -> Completion:
        """Generate up to `max_tokens` tokens, optionally constrained by a JSON schema.

        Raises:
            ModelUnavailable: the prompt is too long, or the engine does not support the schema.
        """
        settings: dict[str, object] = {"max_tokens": max_tokens}
        if schema is not None:
            settings["response_format"] = {"type": "json_schema", "json_schema": {"schema": schema}}
        return self._request(messages, settings)

    def score(self, messages: Messages, *, endings: tuple[str, ...], top: int, max_tokens: int) -> Completion:
        """Generate one of the given endings and return the most likely alternatives to each token.

        The last message may be the start of an assistant message.

        Raises:
            ModelUnavailable: the prompt is too long.
        """
        settings = {"max_tokens": max_tokens, "logprobs": True, "top_logprobs": top}
        return self._request(messages, {**settings, "grammar": _choice_grammar(endings)})

    def _request(self, messages: Messages, settings: Mapping[str, object]) -> Completion:
        try:
            with self._is_running:
                response = self._server.handle_chat_completions({"messages": list(messages), **settings})
        except ValueError as error:
            raise ModelUnavailable(f"the local engine cannot process this prompt: {error}") from error
        result = msgspec.convert(response, type=_Response)
        if result.error is not None or not result.choices:
            problem = result.error.message if result.error else "an empty response"
            raise ModelUnavailable(f"the local engine: {problem}; use a smaller view of the screen")
        choice, usage = result.choices[0], result.usage or _Usage(0, 0)
        choices = tuple(_token_choice(token) for token in choice.logprobs.content) if choice.logprobs else ()
        return Completion(
            choice.message.content or "",
            choice.finish_reason,
            usage.prompt_tokens,
            usage.completion_tokens,
            choices,
        )


def count_idle_cores() -> int:
    """Estimate the number of idle CPU cores from the load average of the last minute.

    Returns at least 1. The engine's threads synchronize at every layer, so more threads than idle cores make
    it slower (on 2 busy cores, 2 threads took 2 to 14 times as long as 1).
    """
    cores = os.cpu_count() or 1
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, min(cores, round(cores - busy)))


def _token_choice(token: _TokenLogprobs) -> TokenChoice:
    alternatives = tuple(Token(bytes(candidate.bytes), candidate.logprob) for candidate in token.top_logprobs)
    return TokenChoice(bytes(token.bytes), alternatives)


def _choice_grammar(endings: tuple[str, ...]) -> str:
    escaped = (ending.replace("\\", "\\\\").replace('"', '\\"') for ending in endings)
    return "root ::= " + " | ".join(f'"{ending}"' for ending in escaped)


def escape_special_tokens(text: str) -> str:
    """Insert a space into special tokens such as "<|im_end|>" to make them plain text.

    Otherwise, text from a page could end the user's turn and be read as a system message.
    """
    return _SPECIAL.sub(lambda match: match[0] + " ", text)
