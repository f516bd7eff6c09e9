"""Models of providers, each through pydantic-ai's direct requests.

`openai("gpt-5-mini")` and so on; as names "openai:gpt-5-mini". Keys come from the environment or the
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

from onscreen.model.api_keys import find_key, require_key
from onscreen.model.option_labels import forced_choice
from onscreen.model.provider_errors import translate_error
from onscreen.model.provider_session import ProviderSession
from onscreen.model.retry_policy import RetryPolicy, TransientError, call_with_retries
from onscreen.model.tool_calls import read_reply, request_form
from onscreen.types import FreeText, Prompt, Reply
from onscreen.types.errors import BadReply, BadText

OLLAMA_ADDRESS = "http://localhost:11434/v1"
ANSWER_TOKENS = 4096
"""Room for a choice or a document; without a limit some providers stream, others cut at their own."""

THINKING_TOKENS = 4096
"""Room for thoughts besides the answer, for models that think before they write."""

_NAME_AT_ADDRESS = re.compile(r"(.+)@(https?://[^\s@]+)")


class ProviderModel:
    """A provider's model as the port wants it; `close` hangs up, as does the end of the object."""

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
        self._line = ProviderSession(connect)
        self._thinking_tokens = thinking_tokens
        self.close = weakref.finalize(self, self._line.close)

    def __call__(self, prompt: Prompt) -> Reply:
        """Send the prompt, asking again as patience allows, and read the answer in the prompt's form.

        Raises:
            BadReply: the answer cannot be read in that form.
            ModelUnavailable: no such model, a wrong key, a refused request, or the tries are spent.
            BadText: the form's schema is no JSON schema.
        """
        settled = forced_choice(prompt)
        if settled is not None:
            return Reply(picked=settled, model=self.name)
        began = time.monotonic()
        response = call_with_retries(lambda: self._ask(prompt), self.retry_policy, who=self.name)
        spent = Reply(
            model=self.name,
            tokens_in=response.usage.input_tokens,
            tokens_out=response.usage.output_tokens,
            seconds=time.monotonic() - began,
            cost_usd=_cost_usd(response),
        )
        try:
            reply = read_reply(prompt, response)
        except BadReply as error:
            raise BadReply(
                str(error),
                tokens_in=spent.tokens_in,
                tokens_out=spent.tokens_out,
                seconds=spent.seconds,
                cost_usd=spent.cost_usd,
            ) from error
        return msgspec.structs.replace(spent, text=reply.text, picked=reply.picked)

    def _ask(self, prompt: Prompt) -> ModelResponse:
        form, settings = request_form(prompt), _settings(prompt, self._thinking_tokens)
        timeout_sec = self.retry_policy.timeout_sec
        try:
            return self._line.ask(_messages(prompt), settings, form=form, timeout_sec=timeout_sec)
        except TimeoutError:
            raise TransientError(f"no answer within {timeout_sec:.0f} s") from None
        except failures.UnexpectedModelBehavior as error:
            raise BadReply(f"{self.name} sent what is no answer: {self._safe(error)}") from None
        except (failures.AgentRunError, failures.UserError, ImportError) as error:
            raise translate_error(error, self.name, said=self._safe(error)) from None

    def _safe(self, error: Exception) -> str:
        text = " ".join(str(error).split())
        return text.replace(self._key, "(the key)") if self._key else text


def openai(rest: str) -> ProviderModel:
    """Return a model of OpenAI, by its name there.

    Raises:
        BadText: the name is empty.
        ModelUnavailable: there is no key.
    """
    return _provider_model("openai", rest, key=require_key("openai"))


def anthropic(rest: str) -> ProviderModel:
    """Return a model of Anthropic, by its name there.

    Raises:
        BadText: the name is empty.
        ModelUnavailable: there is no key.
    """
    return _provider_model("anthropic", rest, key=require_key("anthropic"))


def google(rest: str) -> ProviderModel:
    """Return a Gemini model of Google, by its name there.

    Raises:
        BadText: the name is empty.
        ModelUnavailable: there is no key.
    """
    return _provider_model("google", rest, key=require_key("google"))


def mistral(rest: str) -> ProviderModel:
    """Return a model of Mistral, by its name there.

    Raises:
        BadText: the name is empty.
        ModelUnavailable: there is no key.
    """
    return _provider_model("mistral", rest, key=require_key("mistral"))


def ollama(rest: str) -> ProviderModel:
    """Return a model of the Ollama server at OLLAMA_BASE_URL, or of the one on this machine.

    Raises:
        BadText: the name is empty.
    """
    address = os.environ.get("OLLAMA_BASE_URL") or OLLAMA_ADDRESS
    return _provider_model("ollama", rest, key=find_key("ollama"), address=address)


def compatible(rest: str, retry_policy: RetryPolicy = RetryPolicy()) -> ProviderModel:  # noqa: B008 - frozen
    """Return a model of any server that speaks OpenAI's chat completions, by NAME@ADDRESS.

    Raises:
        BadText: it is not written so.
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
        more = {"base_url": address} if address else {}
        return infer_model(name, lambda _: provider(api_key=key or None, **more))

    thinks = infer_model_profile(name).get("supports_thinking", False)
    return ProviderModel(name, connect, key=key, thinking_tokens=THINKING_TOKENS if thinks else 0)


def _settings(prompt: Prompt, thinking_tokens: int) -> ModelSettings:
    most = prompt.form.most_tokens if isinstance(prompt.form, FreeText) else ANSWER_TOKENS
    return ModelSettings(max_tokens=most + thinking_tokens)


def _messages(prompt: Prompt) -> list[ModelMessage]:
    pictures = [BinaryContent(picture.png, media_type="image/png") for picture in prompt.pictures]
    system: list[ModelRequestPart] = [SystemPromptPart(prompt.system)] if prompt.system else []
    return [ModelRequest([*system, UserPromptPart([*pictures, prompt.text])])]


def _cost_usd(response: ModelResponse) -> float:
    try:
        return float(response.cost().total_price)
    except (LookupError, ValueError, AssertionError):
        return 0.0
