"""Models from OpenAI, Anthropic, Google, Mistral, Ollama and compatible servers, via pydantic-ai.

`openai("gpt-5-mini")` is the model named "openai:gpt-5-mini". API keys come from the environment or the
keyring and never appear in a repr, an error or a reply.
"""

from __future__ import annotations

import os
import re
import time
import weakref
from collections.abc import Callable
from typing import cast

import msgspec
from pydantic_ai import exceptions as failures
from pydantic_ai.messages import (
    BinaryContent,
    ModelMessage,
    ModelRequest,
    ModelRequestPart,
    ModelResponse,
    SystemPromptPart,
    UserPromptPart,
)
from pydantic_ai.models import Model, infer_model, infer_model_profile
from pydantic_ai.providers import Provider, infer_provider_class
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.settings import ModelSettings

from onscreen.deadline import check_limit, remaining_sec
from onscreen.model.api_keys import find_key, require_key
from onscreen.model.option_labels import forced_choice
from onscreen.model.provider_errors import translate_error
from onscreen.model.retry_policy import RetryPolicy, TransientError, call_with_retries
from onscreen.model.synchronous_client import ProviderSession
from onscreen.model.tool_calls import read_reply, request_form
from onscreen.types import FreeText, Prompt, Reply
from onscreen.types.errors import BadReply, BadText
from onscreen.types.lone_surrogates import replace_surrogates

OLLAMA_ADDRESS = "http://localhost:11434/v1"
ANSWER_TOKENS = 4096
"""Token limit for a choice or a document; without one some providers stream, others truncate."""

THINKING_TOKENS = 4096
"""Additional tokens for reasoning models."""

_MALFORMED = (AttributeError, LookupError, RecursionError, TypeError, ValueError)
"""Exceptions of the client library for a response without choices or with a field of a wrong type."""

_NAME_AT_ADDRESS = re.compile(r"(.+)@(https?://[^\s@]+)")


class ProviderModel:
    """A language model that is called through a provider's API.

    Its connections are closed by `close` or on garbage collection.
    """

    def __init__(
        self,
        name: str,
        connect: Callable[[], Model],
        *,
        key: str = "",
        retry_policy: RetryPolicy = RetryPolicy(),  # noqa: B008 - frozen
        thinking_tokens: int = 0,
    ) -> None:
        self.name = name
        self.retry_policy = retry_policy
        self._key = key
        self._session = ProviderSession(connect)
        self._thinking_tokens = thinking_tokens
        self.close = weakref.finalize(self, self._session.close)

    def __call__(self, prompt: Prompt) -> Reply:
        """Send the prompt, with retries, and parse the answer in the prompt's form.

        Raises:
            BadReply: the answer cannot be parsed in that form.
            ModelUnavailable: no such model, a wrong key, a rejected request, or all retries failed.
            TimeLimitReached: no reply within the time limit of the run.
            BadText: the form's schema is not a JSON schema.
        """
        forced = forced_choice(prompt)
        if forced is not None:
            return Reply(picked=forced, model=self.name)
        started_at = time.monotonic()
        response = call_with_retries(lambda: self._ask(prompt), self.retry_policy, model_name=self.name)
        usage = Reply(
            model=self.name,
            tokens_in=response.usage.input_tokens,
            tokens_out=response.usage.output_tokens,
            seconds=time.monotonic() - started_at,
            cost_usd=_cost_usd(response),
        )
        try:
            reply = read_reply(prompt, response)
        except BadReply as error:
            raise BadReply(
                str(error),
                tokens_in=usage.tokens_in,
                tokens_out=usage.tokens_out,
                seconds=usage.seconds,
                cost_usd=usage.cost_usd,
            ) from error
        return msgspec.structs.replace(usage, text=reply.text, picked=reply.picked)

    def _ask(self, prompt: Prompt) -> ModelResponse:
        form, settings = request_form(prompt), _settings(prompt, self._thinking_tokens)
        timeout_sec = min(self.retry_policy.timeout_sec, remaining_sec())
        try:
            return self._session.ask(_messages(prompt), settings, form=form, timeout_sec=timeout_sec)
        except TimeoutError:
            check_limit()
            raise TransientError(f"no answer within {timeout_sec:.0f} s") from None
        except (failures.UnexpectedModelBehavior, *_MALFORMED) as error:
            raise BadReply(f"{self.name} sent an invalid response: {self._redact(error)}") from None
        except (failures.AgentRunError, failures.UserError, ImportError) as error:
            raise translate_error(error, self.name, message=self._redact(error)) from None

    def _redact(self, error: Exception) -> str:
        text = " ".join(str(error).split())
        return text.replace(self._key, "(API key)") if self._key else text


def openai(rest: str) -> ProviderModel:
    """Create an OpenAI model from its name, such as "gpt-5-mini".

    Raises:
        BadText: the name is empty.
        ModelUnavailable: no API key was found.
    """
    return _provider_model("openai", rest, key=require_key("openai"))


def anthropic(rest: str) -> ProviderModel:
    """Create an Anthropic model from its name.

    Raises:
        BadText: the name is empty.
        ModelUnavailable: no API key was found.
    """
    return _provider_model("anthropic", rest, key=require_key("anthropic"))


def google(rest: str) -> ProviderModel:
    """Create a Google Gemini model from its name.

    Raises:
        BadText: the name is empty.
        ModelUnavailable: no API key was found.
    """
    return _provider_model("google", rest, key=require_key("google"))


def mistral(rest: str) -> ProviderModel:
    """Create a Mistral model from its name.

    Raises:
        BadText: the name is empty.
        ModelUnavailable: no API key was found.
    """
    return _provider_model("mistral", rest, key=require_key("mistral"))


def ollama(rest: str) -> ProviderModel:
    """Create a model that is served by Ollama.

    The server is at OLLAMA_BASE_URL, by default on this machine.

    Raises:
        BadText: the name is empty.
    """
    address = os.environ.get("OLLAMA_BASE_URL") or OLLAMA_ADDRESS
    return _provider_model("ollama", rest, key=find_key("ollama"), address=address)


def compatible(rest: str, retry_policy: RetryPolicy = RetryPolicy()) -> ProviderModel:  # noqa: B008 - frozen
    """Create a model that is served through an OpenAI-compatible API.

    `rest` has the form NAME@ADDRESS.

    Raises:
        BadText: the name does not have this form.
    """
    match = _NAME_AT_ADDRESS.fullmatch(rest)
    if match is None:
        raise BadText(
            f"found {rest!r}, expected NAME@ADDRESS, for example compatible:qwen3@http://localhost:8000/v1"
        )
    key = find_key("compatible")

    def connect() -> Model:
        provider = OpenAICompatibleProvider("compatible", base_url=match[2], api_key=key or None)
        return infer_model(f"openai-chat:{match[1]}", lambda _: provider)

    return ProviderModel(f"compatible:{rest}", connect, key=key, retry_policy=retry_policy)


def _provider_model(kind: str, rest: str, *, key: str, address: str | None = None) -> ProviderModel:
    if not rest:
        raise BadText(f"found {kind + ':'!r}, expected {kind}:NAME with the name of a model")

    name = f"{kind}:{rest}"

    def connect() -> Model:
        provider = cast("Callable[..., Provider[object]]", infer_provider_class(kind))
        arguments = {"base_url": address} if address else {}
        return infer_model(name, lambda _: provider(api_key=key or None, **arguments))

    supports_thinking = infer_model_profile(name).get("supports_thinking", False)
    return ProviderModel(name, connect, key=key, thinking_tokens=THINKING_TOKENS if supports_thinking else 0)


def _settings(prompt: Prompt, thinking_tokens: int) -> ModelSettings:
    max_tokens = prompt.form.most_tokens if isinstance(prompt.form, FreeText) else ANSWER_TOKENS
    return ModelSettings(max_tokens=max_tokens + thinking_tokens)


def _messages(prompt: Prompt) -> list[ModelMessage]:
    pictures = [BinaryContent(picture.png, media_type="image/png") for picture in prompt.pictures]
    system: list[ModelRequestPart] = [SystemPromptPart(prompt.system)] if prompt.system else []
    return [ModelRequest([*system, UserPromptPart([replace_surrogates(prompt.text), *pictures])])]


def _cost_usd(response: ModelResponse) -> float:
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return 0.0
